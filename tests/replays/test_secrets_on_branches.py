"""Secrets stay secret: records that differ only in a secret look the same to other viewers, on branches too."""

import random

import msgspec
import pytest

from domain.errors import NotRecorded
from domain.games import GAMES
from domain.record.line_text import read_entry, write_entry
from domain.record.lines import FACTS, Corrected, Inserted, Line, OnBranch, unwrapped
from domain.sessions.session import Session, branches, open_session, record
from domain.setup import Setup
from domain.timeline.visibility import shown
from replays.audit import audit_of
from replays.disputes.ledger import ledger_of
from replays.disputes.views import dispute_views
from replays.frames import replay_of
from replays.recorder.choices import choices_at
from replays.recorder.preview import preview_line
from replays.scoreboard import scoreboard_of
from replays.table_values import table_view
from replays.viewpoint import THEN, Viewpoint
from tests.replays.test_random_records import TEXTS, under_protest
from tests.samples import sample

SEATS = ("A", "B")


def secrets_of(game: str) -> list[list[str]]:
    """Lines of the library that differ only in a secret."""
    setup = open_session(Setup(game=game, seats=SEATS, faces="stand-in")).setup
    by_viewer: dict[str, list[str]] = {}
    for text in TEXTS[game]:
        try:
            line = read_entry(text, setup)
        except NotRecorded:
            continue
        if shown(line, None, setup) is not line:
            by_viewer.setdefault(repr(shown(line, None, setup)), []).append(text)
    return [texts for texts in by_viewer.values() if len(texts) > 1]


SECRETS = {game: secrets_of(game) for game in GAMES}
HIDING = [game for game in GAMES if SECRETS[game]]


def twins(game: str, seed: int) -> tuple[Session, Session]:
    """Two records that differ only in secrets."""
    rng = random.Random(seed)
    one = other = open_session(Setup(game=game, seats=SEATS, faces="stand-in"))
    for _ in range(50):
        texts = (rng.choice(TEXTS[game]),) * 2
        if rng.random() < 0.4:
            texts = rng.sample(rng.choice(SECRETS[game]), 2)
        if rng.random() < 0.5:
            state = rng.getstate()
            first = under_protest(texts[0], one, rng)
            rng.setstate(state)
            texts = first, under_protest(texts[1], other, rng)
        try:
            lines = [read_entry(text, one.setup) for text in texts]
            one, other = record(one, lines[0]), record(other, lines[1])
        except NotRecorded:
            other = Session(setup=other.setup, log=other.log[: len(one.log)])
            one = Session(setup=one.setup, log=one.log[: len(other.log)])
    return one, other


def read_by_a_guest(session: Session) -> bytes:
    """Everything a guest can read."""
    view: list = []
    for ruled in (False, True):
        for known in ("now", THEN):
            for branch in ("", *branches(session.log)):
                viewpoint = Viewpoint(None, ruled, known, branch)
                view += [
                    replay_of(session, "en", viewpoint),
                    table_view(session, "en", viewpoint),
                    audit_of(session, "fr", viewpoint),
                ]
    view += [dispute_views(session, "en", Viewpoint(None)), ledger_of(session, "en", Viewpoint(None))]
    view += [scoreboard_of(session, "en", Viewpoint(None)), choices_at(session, "en", None)]
    view += [preview_line(session, line, "en", None) for line in _next(session)]
    return msgspec.json.encode(view)


def _next(session: Session) -> list[Line]:
    fact = next(number for number, line in enumerate(session.log, 1) if isinstance(unwrapped(line), FACTS))
    texts = ("< 1", f"$ - void {fact}", *(f"| {branch} < 1" for branch in branches(session.log)))
    return [read_entry(text, session.setup) for text in texts]


def test_some_game_hides_something():
    assert "kontor" in HIDING


@pytest.mark.parametrize("seed", sample(range(15), *range(6)))
@pytest.mark.parametrize("game", HIDING)
def test_two_records_that_differ_in_a_secret_look_the_same_to_a_guest(game, seed):
    one, other = twins(game, seed)

    assert read_by_a_guest(one) == read_by_a_guest(other)


@pytest.mark.parametrize("game", HIDING)
def test_the_compared_records_have_secrets_on_branches_and_in_corrections(game):
    """The control: the compared records contain secrets in every kind of line."""
    wrapped = set()
    for seed in range(15):
        one, other = twins(game, seed)
        for line, twin in zip(one.log, other.log, strict=True):
            if repr(line) != repr(twin):
                wrapped.add(type(line))
                assert write_entry(shown(line, None, one.setup), one.setup) == write_entry(
                    shown(twin, None, other.setup), other.setup
                )
    assert {OnBranch, Inserted, Corrected} <= wrapped
