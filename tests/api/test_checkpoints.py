"""The checkpoint that the service shows while other processes use its database."""

from domain.store.signing.register import Register
from tests.api.conftest import on_both_stores
from tests.api.people import json_of, open_table


@on_both_stores
def test_a_checkpoint_shows_what_another_process_resumed(service):
    table, sessions = open_table(service), service.backend.sessions
    own, other = sessions.writer.signer.register, Register(sessions.recorder, sessions.keys)
    assert json_of(service.ask("GET", table.at("/checkpoint")), 200)["restored"] == 0
    try:
        other.resume(sessions.now())
        assert own.state.epoch == 1, "this process has not written since"
        assert json_of(service.ask("GET", table.at("/checkpoint")), 200)["restored"] == 1
    finally:
        own.reload()
