"""Random records fold and have sentences in both languages: lines of every kind from the library, in any order."""

import random
import re
from math import inf
from pathlib import Path
from uuid import UUID

import msgspec
import pytest

from domain.deviations.misplacement import is_conclusion
from domain.errors import NotRecorded
from domain.games import GAMES
from domain.record.json_convert import fields_of, read_fields
from domain.record.line_text import read_entry
from domain.sessions.session import Session, branches, open_session, record
from domain.sessions.session_state import SessionState, SessionView
from domain.setup import Setup
from domain.timeline.timeline import Timeline, audit
from domain.variants import VariantConflict, agree
from domain.words import LANGUAGES
from replays.audit import audit_of
from replays.frames import replay_of
from replays.record_text import read_record, write_record
from replays.recorder.choices import choices_at
from replays.scoreboard import scoreboard_of
from replays.table_values import table_view
from replays.viewpoint import THEN, Viewpoint
from tests.samples import sample

LIBRARY = Path(__file__).parent.parent.parent / "replays" / "library"


def texts_of(game: str) -> list[str]:
    """Every line of the game's library, without its number."""
    found = set()
    for path in (LIBRARY / game).rglob("*.record"):
        for line in path.read_text(encoding="utf-8").splitlines():
            match = re.fullmatch(r"\s*\d+\s+(.*\S)\s*", line)
            if match and len(match[1]) < 400:
                found.add(match[1])
    return sorted(found)


TEXTS = {game: texts_of(game) for game in GAMES}


def any_variants(game, readings: dict[str, str], rng: random.Random) -> tuple[str, ...]:
    """Some variants that can be played together: each that is drawn and fits those before it."""
    drawn = [variant.id for variant in game.variants if rng.random() < 0.3]
    chosen: tuple[str, ...] = ()
    for name in drawn:
        try:
            agree(game.base, game.chosen((*chosen, name), readings))
        except VariantConflict:
            continue
        chosen = (*chosen, name)
    return chosen


def any_session(game, seed: int) -> Session:
    """A random session: any table, with lines in any order; refused lines are left out."""
    rng = random.Random(seed)
    readings = {q.id: rng.choice(q.readings).id.partition("=")[2] for q in game.questions if rng.random() < 0.2}
    variants = any_variants(game, readings, rng)
    seats = tuple("BYORGK"[: rng.randint(1, 5)])
    faces = rng.choice(list(game.catalogues))
    session = open_session(Setup(game=game.id, seats=seats, variants=variants, readings=readings, faces=faces))
    for _ in range(60):
        text = rng.choice(TEXTS[game.id])
        if rng.random() < 0.5:  # numbers point anywhere in the record
            text = re.sub(r"(?<=[@~<])(\s*)\d+", rf"\g<1>{rng.randint(0, len(session.log) + 1)}", text)
        if rng.random() < 0.3:
            text = re.sub(r"\b[BYO]\b", lambda m: rng.choice(seats), text)
        if rng.random() < 0.25:
            text = under_protest(text, session, rng)
        try:
            session = record(session, read_entry(text, session.setup))
        except NotRecorded:
            continue
    return session


def under_protest(text: str, session: Session, rng: random.Random) -> str:
    """A random line about branches: opening one, playing, correcting or switching there, picking it; or any ruling."""
    opened, number = [*branches(session.log)], rng.randint(0, len(session.log) + 1)
    lines = [f"| {rng.choice('abc')} after {number}", f"$ - void {number}", f"$ - back {number}", f"< {number}"]
    if opened:
        on = rng.choice(opened)
        lines = [f"| {on} {text}"] * 6 + [f"| {on} < {number}", f"$ - pick {rng.choice(('main', on))}", *lines]
        lines += [f"~ {number} -", f"~ {number}+ {text}", f"~ {number}+ | {on} {text}", f"~ {number} | {on} {text}"]
    return rng.choice(lines)


def grows_line_by_line(session: Session, ruled: bool, branch: str = "") -> None:
    """Whether growing a timeline line by line gives the same as folding it whole."""
    fold = Timeline(session.setup, (), ruled, branch=branch)
    for line in session.log:
        fold.grow(line)
    assert repr(fold.frames) == repr(Timeline(session.setup, session.log, ruled, branch=branch).frames)
    if branch:
        return
    assert frame_texts(audit(session.setup, session.log, ruled)) == frame_texts(known_now(session, ruled, {}))


def known_now(session: Session, ruled: bool, known) -> list:
    """All of it once more with what was learned, as long as more is learned; `audit` does of that what it must.

    The facts up to the first line that allows a conclusion come first, and start anew without conclusions; then that
    conclusion is drawn, because facts of later lines rest on it.
    """
    again = Timeline(session.setup, session.log, ruled, known)
    new = {key: fact for key, fact in again.state.known.items() if key not in known}
    if not new:
        return again.frames
    drawn = [again.at[fact.reporting_line] for key, fact in new.items() if is_conclusion(key)]
    reported = {
        key: fact
        for key, fact in new.items()
        if not is_conclusion(key) and again.at[fact.reporting_line] <= min(drawn, default=inf)
    }
    if reported:
        known = {key: fact for key, fact in known.items() if not is_conclusion(key)}
        return known_now(session, ruled, known | reported)
    first = min(new, key=lambda key: again.at[new[key].reporting_line] if is_conclusion(key) else inf)
    return known_now(session, ruled, {**known, first: new[first]})


def lives(session: Session) -> SessionView:
    """A session in memory, which has, after each line, the findings of an audit of the whole record."""
    live = SessionState(UUID(int=0))
    live.setup = session.setup
    rng, waiting = random.Random(len(session.log)), [*session.log]
    while waiting:  # some come alone, some together
        known = len(live.log)
        for _ in range(min(len(waiting), rng.choice((1, 1, 1, 2, 7)))):
            live._add(waiting.pop(0))
        live.judge_lines(known)
        assert live.timeline.log == live.log
    assert frame_texts(live.timeline.frames) == frame_texts(audit(session.setup, session.log))
    return live.view()


def frame_texts(frames) -> list[str]:
    return [repr((frame.step.findings, frame.step.effects, frame.step.state.scores)) for frame in frames]


def holds(session: Session) -> None:
    view = lives(session)  # which folds once from each viewpoint
    for ruled in (False, True):
        for viewpoint in (Viewpoint(ruled=ruled), Viewpoint(None, ruled, THEN)):
            for lang in LANGUAGES:
                replay = replay_of(view, lang, viewpoint)
                assert all(frame.says for frame in replay.frames)
                assert {one.line for one in (*replay.frames, *replay.asides)} == set(range(len(session.log) + 1))
                assert msgspec.json.encode((replay, table_view(view, lang, viewpoint), audit_of(view, lang, viewpoint)))
        for branch in ("", *branches(session.log)):
            grows_line_by_line(session, ruled, branch)
    assert msgspec.json.encode((scoreboard_of(view, "fr", Viewpoint(None)), choices_at(view, "fr")))
    for line in session.log:
        assert repr(read_fields(fields_of(line, session.setup), session.setup)) == repr(line)
    again, troubles = read_record(write_record(session))
    assert not troubles and repr(again.log) == repr(session.log)


@pytest.mark.parametrize("seed", sample(range(20), *range(3)))
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_any_record_folds_and_can_be_described(game, seed):
    holds(any_session(game, seed))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20, 2000, 20))
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_very_many_records_fold_and_can_be_described(game, seed):
    for number in range(seed, seed + 20):
        print(number)  # shown when it fails
        holds(any_session(game, number))
