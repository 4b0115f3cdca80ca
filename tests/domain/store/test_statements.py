"""Statements and pictures in both stores: roles, idempotency, erasure, evidence, closed records."""

import io
from base64 import b64encode
from uuid import UUID

import pytest

from domain.errors import (
    EmptyStatement,
    KeyUsedTwice,
    NoSuchDispute,
    NotAllowed,
    SessionIsClosed,
    UnknownLine,
    UnknownSeat,
    Unsound,
)
from domain.sessions.application import Sessions
from domain.sessions.commands import MakeStatement, ShowPicture
from domain.sessions.evidence import read_evidence, write_evidence
from domain.setup import Setup
from domain.store.erasable_texts import ERASED
from replays.disputes.views import dispute_views
from replays.scoreboard import scoreboard_of, session_status
from replays.viewpoint import Viewpoint

OPENING = ("- pool W1 S3 T2 R6 W4", "B harvest c2 TS/WS", "B build R3 up 3.1")
CLAIM, SENT = 4, "5" * 64
PICTURE = b"\xff\xd8 the table as it was"


@pytest.fixture
def court(sessions) -> UUID:
    """A session with a claim on its third line, and a grant of every role."""
    setup = Setup(game="new-haven", seats=("B", "Y"), names=("Ana", "Bo"), faces="stand-in")
    id = UUID(sessions.open(setup, actor="owner").session)
    for role, person, seat in (
        ("arbiter", "art", None),
        ("seat", "ana", 0),
        ("seat", "bo", 1),
        ("viewer", "vic", None),
    ):
        sessions.grant(id, role, person=person, seat=seat, actor="owner")
    sessions.record(id, *OPENING, '! Y 3 NH-BUILD-3 "too dear"', actor="owner")
    return id


def talk(sessions, court):
    (dispute,) = dispute_views(sessions.view(court), "en", Viewpoint())
    return [(one.seat, one.role, one.text or one.picture) for one in dispute.talk]


def status(sessions, court) -> str:
    view = sessions.view(court)
    assert scoreboard_of(view, "en", Viewpoint()).status == session_status(view, Viewpoint())
    return session_status(view, Viewpoint())


def test_statements_are_listed_in_order_with_their_authors(sessions, court, url):
    sessions.speak(court, CLAIM, "I paid", actor="ana", seat=0)
    sessions.speak(court, CLAIM, "Who saw it?", actor="art")
    sessions.show(court, CLAIM, PICTURE, sent=SENT, actor="bo", seat=1)
    statements = talk(sessions, court)

    assert [(seat, role) for seat, role, _ in statements] == [("B", "seat"), (None, "arbiter"), ("Y", "seat")]
    assert [what for _, _, what in statements[:2]] == ["I paid", "Who saw it?"]
    assert sessions.recorder.picture(court, statements[2][2]) == PICTURE
    assert len(sessions.view(court).log) == CLAIM  # talk is no line of the record
    reading = Sessions(url, writing=False)
    assert reading.view(court).talk == sessions.view(court).talk
    reading.close()
    sessions.verify(court)


@pytest.mark.parametrize(
    ("actor", "seat", "error"),
    [
        ("bo", 0, NotAllowed),  # in the name of another seat
        ("ana", None, NotAllowed),  # a seat makes statements for itself only
        ("vic", None, NotAllowed),
        ("stranger", None, NotAllowed),
        ("owner", 2, UnknownSeat),
        ("owner", -1, UnknownSeat),
    ],
)
def test_no_player_speaks_for_another_seat(sessions, court, actor, seat, error):
    for say in (
        lambda: sessions.speak(court, CLAIM, "as you like", actor=actor, seat=seat),
        lambda: sessions.show(court, CLAIM, PICTURE, actor=actor, seat=seat),
    ):
        with pytest.raises(error):
            say()
    assert talk(sessions, court) == []


@pytest.mark.parametrize("claim", [0, 3, 5, -1, 10**9])
def test_a_statement_is_about_a_claim(sessions, court, claim):
    with pytest.raises(NoSuchDispute):
        sessions.speak(court, claim, "about nothing", actor="owner")


@pytest.mark.parametrize("line", [0, 3, 5])
def test_a_picture_can_show_any_existing_line(sessions, court, line):
    sessions.record(court, "B pass", actor="owner")
    sessions.show(court, line, PICTURE, actor="bo", seat=1)

    (statement,) = sessions.view(court).talk
    assert (statement.line, statement.seat, sessions.recorder.picture(court, statement.picture)) == (line, 1, PICTURE)
    assert talk(sessions, court) == [], "it belongs to no dispute"
    for nowhere in (-1, 6, 10**9):
        with pytest.raises(UnknownLine):
            sessions.show(court, nowhere, PICTURE, actor="owner")
    with pytest.raises(NotAllowed):
        sessions.show(court, line, PICTURE, actor="vic")


def test_evidence_holds_the_pictures_that_were_not_erased(sessions, court):
    sessions.show(court, 2, PICTURE, actor="bo", seat=1)
    sessions.show(court, 3, b"\xff\xd8 another", actor="owner")
    sessions.show(court, 3, PICTURE, actor="owner")
    first, other, _ = (statement.picture for statement in sessions.view(court).talk)
    sessions.erase_picture(court, other)
    file = io.BytesIO()
    write_evidence(sessions, court, file)

    back = read_evidence(io.BytesIO(file.getvalue()))
    assert back.pictures == {first: PICTURE}
    assert [statement.picture for statement in back.view.talk] == [first, other, first]
    changed = file.getvalue().replace(b64encode(PICTURE), b64encode(b"\xff\xd8 something else was it"))
    with pytest.raises(Unsound):
        read_evidence(io.BytesIO(changed))
    sessions.erase_picture(court, first)
    bare = io.BytesIO()
    write_evidence(sessions, court, bare)
    assert b'"pictures":0' in bare.getvalue() and not read_evidence(io.BytesIO(bare.getvalue())).pictures


@pytest.mark.parametrize("text", ["", "   ", "\n"])
def test_an_empty_statement_is_refused(sessions, court, text):
    with pytest.raises(EmptyStatement):
        sessions.speak(court, CLAIM, text, actor="owner")


def commands(court):
    common = {"session": court, "actor": "bo", "seat": 1}
    spoken, common = {**common, "claim": CLAIM}, {**common, "line": CLAIM}
    return [
        (
            MakeStatement(key="one", text="so it was", **spoken),
            MakeStatement(key="one", text="it was not so", **spoken),
        ),
        (
            ShowPicture(key="one", sent=SENT, picture=PICTURE, **common),
            ShowPicture(key="one", sent="6" * 64, picture=b"x", **common),
        ),
    ]


@pytest.mark.parametrize("which", [0, 1])
def test_a_statement_sent_twice_is_made_once(sessions, court, url, which):
    command, another = commands(court)[which]
    first = sessions.do(command)
    sessions.record(court, "B pass", actor="owner")

    assert sessions.do(command) == first
    assert len(talk(sessions, court)) == 1
    with pytest.raises(KeyUsedTwice):
        sessions.do(another)
    sessions.close()
    again = Sessions(url)
    assert again.do(command) == first and len(talk(again, court)) == 1
    again.close()


@pytest.mark.parametrize("which", [0, 1])
def test_a_statement_sent_again_after_its_erasure_stays_erased(sessions, court, url, which):
    command, _ = commands(court)[which]
    first = sessions.do(command)
    statement = sessions.view(court).talk[0]
    if which:
        assert sessions.erase_picture(court, statement.picture)
    else:
        assert sessions.erase_text(court, statement.remark)
    again = sessions.do(command)

    assert (again.version, again.link) == (first.version, first.link)
    assert len(talk(sessions, court)) == 1
    sessions.close()
    later = Sessions(url)
    assert later.do(command).link == first.link
    assert later.recorder.picture(court, statement.picture or "") is None
    assert later.view(court).talk[0].text == ("" if which else ERASED)
    later.verify(court)
    later.close()


def test_a_picture_is_stored_once_and_can_be_erased(sessions, court):
    for actor, seat in (("bo", 1), ("ana", 0)):
        sessions.show(court, CLAIM, PICTURE, actor=actor, seat=seat)
    first, second = (statement.picture for statement in sessions.view(court).talk)

    assert first == second and sessions.recorder.pictures(court) == [first]
    sessions.erase_picture(court, first)
    assert sessions.recorder.pictures(court) == [] and sessions.view(court).talk[0].picture == first
    sessions.verify(court)


def test_a_picture_that_was_erased_can_be_shown_again(sessions, court):
    sessions.show(court, CLAIM, PICTURE, sent=SENT, actor="bo", seat=1)
    hash = sessions.view(court).talk[-1].picture
    sessions.erase_picture(court, hash)
    sessions.show(court, CLAIM, PICTURE, sent=SENT, actor="bo", seat=1)

    assert sessions.recorder.picture(court, hash) == PICTURE
    sessions.verify(court)


def test_evidence_with_statements_can_be_verified_and_read_back(sessions, court):
    sessions.speak(court, CLAIM, "naïve, perhaps", actor="ana", seat=0)
    sessions.speak(court, CLAIM, "to be forgotten", actor="bo", seat=1)
    sessions.show(court, CLAIM, PICTURE, actor="bo", seat=1)
    sessions.erase_text(court, sessions.view(court).talk[1].remark)
    file = io.BytesIO()
    write_evidence(sessions, court, file)
    file.seek(0)

    back = read_evidence(file).view
    assert [statement.text for statement in back.talk] == ["naïve, perhaps", ERASED, ""]
    assert back.talk[2].picture == sessions.view(court).talk[2].picture
    raw = file.getvalue().replace("naïve".encode(), b"clever")
    with pytest.raises(Unsound):
        read_evidence(io.BytesIO(raw))


def test_the_status_of_the_result_follows_the_disputes(sessions, court):
    assert status(sessions, court) == "under-protest"
    sessions.record(court, "$ 4 stand", actor="art")
    assert status(sessions, court) == "provisional"
    sessions.finish(court, 1, 0, actor="owner")
    assert status(sessions, court) == "confirmed"


def test_a_closed_record_can_be_disputed_ruled_on_and_amended(sessions, court):
    sessions.record(court, "! Y withdraw 4", actor="bo")
    sessions.finish(court, 1, 0, actor="owner")
    assert status(sessions, court) == "confirmed"
    claim = sessions.record(court, '! Y 3 NH-BUILD-3 "after all"', actor="bo").line
    assert status(sessions, court) == "under-protest"
    sessions.speak(court, claim, "we have shaken hands", actor="ana", seat=0)
    ruling = sessions.record(court, f"$ {claim} void 3 NH-BUILD-3", actor="art").line
    sessions.record(court, "% 3 NH-BUILD-3 played", actor="owner")
    assert status(sessions, court) == "amended"
    appeal = sessions.record(court, f"! B {ruling} NH-BUILD-3", actor="ana").line
    assert status(sessions, court) == "under-protest"
    sessions.record(court, f"! B withdraw {appeal}", actor="ana")
    assert status(sessions, court) == "amended"
    sessions.record(court, f"$ - over {ruling} stand NH-BUILD-3", actor="art")
    assert status(sessions, court) == "confirmed"
    for line in ("B pass", "~ 3 -", "| a after 2", "| a B pass", '; B "well"', "< 2", "& B points +1"):
        with pytest.raises((SessionIsClosed, NotAllowed)):
            sessions.record(court, line, actor="owner")
    assert sessions.view(court).closed
    sessions.verify(court)


@pytest.mark.parametrize("actor", ["owner", "bo", "vic", "stranger"])
def test_only_an_arbiter_rules(sessions, court, actor):
    with pytest.raises(NotAllowed):
        sessions.record(court, "$ 4 void 3", actor=actor)


@pytest.mark.parametrize("line", ["! B withdraw 4", "! Y withdraw 4"])
def test_no_player_withdraws_the_claim_of_another(sessions, court, line):
    with pytest.raises(NotAllowed):
        sessions.record(court, line, actor="ana")
