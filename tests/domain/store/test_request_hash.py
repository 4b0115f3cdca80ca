"""Request hashes are stored with every event, so they stay the same when a command's class gets another name."""

from uuid import UUID

import pytest

from domain.sessions import commands
from domain.sessions.idempotency import request_hash
from domain.setup import Setup

SETUP = Setup(game="new-haven", seats=("A", "B"))
HASHES = [
    (commands.OpenSession, {"session": None, "setup": SETUP}, "3d26ea5f0edb8036"),
    (commands.OpenClubSession, {"session": None, "setup": SETUP, "club": "c", "grant": "g"}, "47035c3f01ea939d"),
    (commands.ImportRecord, {"session": None, "setup": SETUP, "text": "t"}, "684992a15a9a37b7"),
    (commands.RecordLines, {"entries": ("A pass",)}, "80d656b8460609f2"),
    (commands.CopyLines, {"entries": ("A pass",)}, "61537dc6bd29cc3f"),
    (commands.MakeStatement, {"claim": 1, "text": "x"}, "903f302bf2e3ca29"),
    (commands.ShowPicture, {"line": 1, "sent": "s", "picture": b"p"}, "7cc99ef3f7c083f5"),
    (commands.GrantRole, {"role": "seat", "seat": 0, "proof": "p"}, "50d6de86c256b531"),
    (commands.GrantPlayingArbiter, {"role": "arbiter", "proof": "p"}, "9ea35b7216ae612a"),
    (commands.AgreeToArbiter, {"grant": "g"}, "e8ab0c2899f503be"),
    (commands.NoteHandsRead, {"line": 3}, "6a1001ebac9fe800"),
    (commands.RevokeRole, {"grant": "g"}, "a9dfd04975b71b03"),
    (commands.SetDelay, {"seconds": 1}, "f42f9e5bb5ba0fc5"),
    (commands.UseGrant, {}, "77761fe58081e0d6"),
    (commands.ShowNames, {}, "4e4305be2bd09636"),
    (commands.CloseSession, {"stated": (1, 2)}, "80a0b206847a9ec1"),
    (commands.CloseAsComputed, {"stated": (1, 2)}, "0c87b6e8b6244ef1"),
    (commands.ReopenSession, {}, "89620b94190e6c72"),
    (commands.DiscardSession, {}, "0726b7f4de1f9f13"),
]


@pytest.mark.parametrize(("kind", "fields", "start"), HASHES)
def test_the_hash_of_a_command_never_changes(kind, fields, start):
    command = kind(**{"actor": "ann", "key": "k", "session": UUID(int=7), **fields})
    assert request_hash(command, b"salt").startswith(start)


def test_every_command_has_its_hash_here():
    kinds = {kind for kind in vars(commands).values() if isinstance(kind, type) and issubclass(kind, commands.Command)}
    assert kinds == {commands.Command, *(kind for kind, _, _ in HASHES)}
