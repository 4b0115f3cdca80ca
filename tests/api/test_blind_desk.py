"""The blind desk: it identifies no player before the ruling is signed, and names all of them afterwards."""

import json
import re
from typing import Any

import msgspec
import pytest

from domain.record.lines import VOID, WARN, Claimed, Played, Ruled
from domain.rules import replace
from domain.sessions.session import Session
from domain.setup import Setup
from replays.boards.shapes import COLOURS
from replays.disputes.hearing import arbiter_session, hearing_of
from replays.disputes.remedies import RemedyCalculator
from replays.record_text import read_record
from tests.api.library import SAMPLES, named, text_of
from tests.api.people import OpenTable, json_of, open_table

NAMES = ("Quirina", "Zoltan", "Wilhelmina", "Ysolde", "Xaver")
CALLED = [colour for words in COLOURS.values() for colour in words]
SEATS = [{"letter": "B", "name": "Quirina"}, {"letter": "Y", "name": "Zoltan"}]
TEXT = "quirina (blue, B) took Zoltan's yellow piece; Y, jaune, saw it"


def disputed(path: Any, setup: Setup, about: int, log: tuple) -> Session:
    """A record of the library with these players, and a claim that names all of them."""
    text = " ".join((*setup.names, *setup.seats, *CALLED))
    return Session(setup=setup, log=(*log, Claimed(seat=0, about=about, text=text)))


def turned(setup: Setup) -> Setup:
    """The same table with other names, and with the letters of the seats rotated."""
    seats = (*setup.seats[1:], setup.seats[0])
    letters = dict(zip(setup.seats, seats, strict=True))
    details = {word: letters.get(value, value) for word, value in setup.details.items()}
    return replace(setup, seats=seats, names=NAMES[::-1][: len(seats)], details={**details, "scribe": NAMES[-1]})


def desk(session: Session, lang: str) -> str:
    """Everything an arbiter sees before signing: the hearing, and the impact of other rulings."""
    claim = len(session.log)
    about = session.log[-1].about
    weighing = RemedyCalculator(arbiter_session(session, claim, named=False), lang)
    warned = [Ruled(remedy=WARN, claim=claim, seat=seat) for seat in range(len(session.setup.seats))]
    impacts = [weighing.impact(ruled) for ruled in (*warned, Ruled(remedy=VOID, claim=claim, line=about))]
    return msgspec.json.encode([hearing_of(session, claim, lang), impacts], order="deterministic").decode()


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("path", SAMPLES, ids=named)
def test_the_blind_desk_does_not_depend_on_names_and_letters(path, lang):
    """Two tables that differ only in names, letters and colours have identical desks."""
    session, _ = read_record(text_of(path))
    setup = replace(session.setup, names=NAMES[: len(session.setup.seats)])
    played = [number for number, line in enumerate(session.log, 1) if isinstance(line, Played)]
    for about in played[:: max(1, len(played) // 4)]:
        one = desk(disputed(path, setup, about, session.log), lang)
        assert one == desk(disputed(path, turned(setup), about, session.log), lang), about
        assert not any(name.casefold() in one.casefold() for name in NAMES)
        claimed = json.loads(one)[0]["dispute"]
        assert not re.search(rf"(?<!\w)(?:{'|'.join(CALLED)})(?!\w)", claimed["text"], re.IGNORECASE)
        assert claimed["text"] and claimed["seat"] == claimed["name"] == "α"


def given(service: Any, table: OpenTable, lang: str) -> str:
    """The text of everything the arbiter can read about a dispute."""
    token = table.tokens["arbiter"]
    answers = [service.ask("GET", table.at(f"/disputes/5/hearing?lang={lang}"), token)]
    for entry in ("$ 5 void 3 NH-BUILD-3", "$ 5 warn β NH-BUILD-3", "$ 5 stand NH-BUILD-3"):
        answers.append(service.ask("POST", table.at(f"/disputes/5/impact?lang={lang}"), token, {"entry": entry}))
    assert [one.status_code for one in answers] == [200] * 4, [one.text[:300] for one in answers]
    return "\n".join(one.text for one in answers)


def test_players_are_named_only_after_the_ruling_is_signed(service):
    earlier, table = open_table(service, seats=SEATS), open_table(service, seats=SEATS)
    for one in (earlier, table):
        json_of(service.ask("POST", one.at("/disputes/5/statements"), one.tokens["seat"], {"text": TEXT}), 201)
    ruling = {"entry": "$ 5 warn B NH-BUILD-3", "text": TEXT, "precedent": True}
    json_of(service.ask("POST", earlier.at("/disputes/5/rulings"), earlier.tokens["arbiter"], ruling), 201)
    service.caught_up()
    for lang in ("en", "fr"):
        texts = given(service, table, lang)
        assert json.loads(texts.partition("\n")[0])["precedents"], "an earlier ruling is shown, without names too"
        for word in (*NAMES[:2], '"B"', '"Y"', "jaune", "yellow", "blue", "bleu"):
            assert word.casefold() not in texts.casefold(), (lang, word)
        assert not re.search(r"(?<![\w-])[BY](?![\w-])", texts)

    sign = {"entry": "$ 5 warn β NH-BUILD-3", "text": "Zoltan was wrong"}
    json_of(service.ask("POST", table.at("/disputes/5/rulings"), table.tokens["arbiter"], sign), 201)

    for lang in ("en", "fr"):
        texts = service.ask("GET", table.at(f"/disputes/5/hearing?lang={lang}"), table.tokens["arbiter"]).json()
        assert not texts["blind"] and [one["name"] for one in texts["players"]] == list(NAMES[:2])
        assert "Zoltan" in texts["dispute"]["rulings"][0]["says"] and texts["dispute"]["talk"][0]["text"] == TEXT


def test_an_arbiter_can_ask_for_the_names(embedded):
    table = open_table(embedded, seats=SEATS, used=False)
    answer = embedded.ask("GET", table.at("/disputes/5/hearing?named=true"), table.tokens["arbiter"]).json()

    assert not answer["blind"] and answer["players"][0]["name"] == "Quirina"


def test_only_an_arbiter_sees_the_desk(embedded):
    table = open_table(embedded, used=False)
    for who in ("owner", "scribe", "seat", "other", "viewer", "guest"):
        token = table.tokens.get(who, "")
        refused = 403 if token else 401
        assert embedded.ask("GET", table.at("/disputes/5/hearing"), token).status_code == refused, who
        for rest in ("impact", "rulings"):
            body = {"entry": "$ 5 stand NH-BUILD-3"}
            assert embedded.ask("POST", table.at(f"/disputes/5/{rest}"), token, body).status_code == refused, who


def test_the_impact_equals_the_outcome_of_the_signed_ruling(service):
    table = open_table(service)
    token, entry = table.tokens["arbiter"], "$ 5 void 3 NH-BUILD-3"
    shown = service.ask("POST", table.at("/disputes/5/impact?named=true"), token, {"entry": entry}).json()
    json_of(
        service.ask("POST", table.at("/disputes/5/rulings"), token, {"entry": shown["entry"], "text": "unpaid"}), 201
    )
    now = service.ask("GET", table.at("/disputes/5/hearing"), token).json()["now"]

    assert now["scores"] == shown["outcome"]["scores"] and now["winners"] == shown["outcome"]["winners"]
