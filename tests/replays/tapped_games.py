"""Whole lawful games entered by taps without a page, with or without values that were not seen."""

from __future__ import annotations

import statistics
from random import Random

import msgspec

from domain.record.line_text import read_entry, write_entry
from domain.record.lines import Played
from domain.rules import Action, replace
from domain.sessions.session import Session
from replays.audit import audit_of
from replays.recorder.choices import choices_at
from replays.viewpoint import Viewpoint, frames_from, table_of
from tests.replays.line_patterns import fitting, half_seen
from tests.replays.real_games import alike, as_first_seen, real_game, with_figures_later
from tests.replays.taps import taps_for

PRINTED, LATER, STAND_IN = FACES = ("printed", "later", "stand-in")  # later: figures once a card is taken
ENDINGS = ("done", "step")  # lines that say that a turn or a step of the round is over


class TappedGame(msgspec.Struct):
    """The record of a game, the taps that each line took, and the lines that no input could write."""

    session: Session
    taps: list[int] = []
    untapped: list[str] = []

    def write(self, text: str) -> None:
        """Adds a line."""
        self.session = written(self.session, text)


def recorded(
    game: str, players: int, faces: str, seed: int, missing: float = 0.0, variants: tuple[str, ...] = ()
) -> TappedGame:
    """A game recorded by taps; this share of what chance brings is not seen."""
    setup, actions = real_game(game, players, seed, variants=variants)
    actions = actions if faces == STAND_IN else as_first_seen(game, actions)
    actions = with_figures_later(actions) if faces == LATER else actions
    done, rng = TappedGame(Session(setup=replace(setup, faces=faces.replace(LATER, PRINTED)), log=())), Random(seed)
    for action in actions:
        options, texts = choices_of(done.session), ways_to_write(done.session, action)
        text = next((one for one in texts if fitting(options, one)), None)
        ending = next((step["write"] for step in options["steps"] if step["deed"] in ENDINGS), None)
        if text is None and ending:  # whether a turn or a step is over may be unsure: the scribe says so
            done.taps.append(taps_for(options, ending) or 0)
            done.write(ending)
            options = choices_of(done.session)
            text = next((one for one in texts if fitting(options, one)), None)
        if text is None:
            done.untapped.append(texts[0])
            done.write(texts[0])
            continue
        text = half_seen(options, text, missing, rng)
        done.taps.append(taps_for(options, text) or 0)
        done.write(text)
    return done


def choices_of(session: Session) -> dict:
    """What the page gets for the next line."""
    return msgspec.to_builtins(choices_at(session, "en"))


def ways_to_write(session: Session, action: Action) -> list[str]:
    """The texts of an action, where it may be written in several ways."""
    state = table_of(frames_from(session, Viewpoint())[-1])
    return [write_entry(Played(action=one), session.setup).strip() for one in alike(state, action)]


def written(session: Session, text: str) -> Session:
    """The record with one more line."""
    return replace(session, log=(*session.log, read_entry(text, session.setup)))


def lines_of(session: Session) -> list[str]:
    """The lines of a record as text."""
    return [write_entry(body, session.setup) for body in session.log]


def false_findings(session: Session) -> list:
    """The findings in a lawful game, but for what cannot be checked."""
    return [one for one in audit_of(session, "en").findings if one.verdict != "undetermined"]


def spread(taps: list[int]) -> str:
    """Median, 90th percentile and worst of the taps of lines."""
    inorder = sorted(taps)
    return f"{statistics.median(inorder):g} / {inorder[min(len(inorder) - 1, len(inorder) * 9 // 10)]} / {inorder[-1]}"
