"""Lawful games of which a tenth of what chance brought was not seen: by taps still, and nothing false is found."""

from random import Random

import msgspec
import pytest

from domain.games import GAMES
from domain.record.line_text import read_entry, write_entry
from domain.record.lines import Played
from domain.rules import Action, replace
from domain.sessions.session import Session
from domain.setup import Setup
from replays.audit import audit_of
from replays.recorder.choices import choices_at
from replays.viewpoint import Viewpoint, frames_from, table_of
from tests.replays.line_patterns import fitting, half_seen
from tests.replays.real_games import alike, as_first_seen, real_game, with_figures_later

MISSING = 0.1
FACES = ("printed", "stand-in")
WHOLE = [
    (game, players, faces, seed)
    for game, found in GAMES.items()
    for players in found.common_sizes or found.players
    for faces in FACES
    for seed in range(300, 310)
]


def recorded(game: str, players: int, faces: str, seed: int) -> tuple[Session, list[str]]:
    """The record of such a game, and the lines that no input could write."""
    setup, actions = real_game(game, players, seed)
    actions = as_first_seen(game, actions) if faces == "printed" else actions
    session, rng, untapped = Session(setup=replace(setup, faces=faces), log=()), Random(seed), []
    for action in actions:
        options, texts = choices_of(session), ways_to_write(session, action)
        text = next((one for one in texts if fitting(options, one)), None)
        ending = next((step["write"] for step in options["steps"] if step["deed"] == "done"), None)
        if text is None and ending:  # whether a turn is over may be unsure: the scribe says so
            session = written(session, ending)
            options = choices_of(session)
            text = next((one for one in texts if fitting(options, one)), None)
        untapped += [] if text else texts[:1]
        session = written(session, half_seen(options, text, MISSING, rng) if text else texts[0])
    return session, untapped


def choices_of(session: Session) -> dict:
    return msgspec.to_builtins(choices_at(session, "en"))


def ways_to_write(session: Session, action: Action) -> list[str]:
    state = table_of(frames_from(session, Viewpoint())[-1])
    return [write_entry(Played(action=one), session.setup).strip() for one in alike(state, action)]


def written(session: Session, text: str) -> Session:
    return replace(session, log=(*session.log, read_entry(text, session.setup)))


def lines_of(session: Session) -> list[str]:
    return [write_entry(body, session.setup) for body in session.log]


def false_findings(session: Session) -> list:
    return [one for one in audit_of(session, "en").findings if one.verdict != "undetermined"]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_half_seen_is_entered_by_taps_and_nothing_false_is_found(game):
    session, untapped = recorded(game, 2, "printed", 202)

    assert untapped == []
    assert false_findings(session) == []


def test_a_move_for_a_feature_that_an_unseen_tile_may_complete_can_be_tapped():
    """Found by a robot, which had to type the move: the next player's draw was all that was offered."""
    session = Session(setup=Setup(game="mayflower", seats=("B", "Y"), faces="stand-in"), log=())
    road = ("- explorers 0:1 0:10", "B draw D", "B place 1:4", "B colonist robber@E")
    for line in (*road, "Y draw ?", "Y place 2:4", "Y skip"):
        session = written(session, line)

    assert fitting(choices_of(session), "Y explorer a") and fitting(choices_of(session), "B draw A")
    assert false_findings(written(session, "Y explorer b")) == []


def test_figures_of_cards_entered_when_a_card_is_taken_leave_nothing_open():
    setup, actions = real_game("nieuw-amsterdam", 2, 4)
    session, untapped = Session(setup=replace(setup, faces="printed"), log=()), []
    for action in with_figures_later(as_first_seen("nieuw-amsterdam", actions)):
        text = write_entry(Played(action=action), session.setup).strip()
        untapped += [] if fitting(choices_of(session), text) else [text]
        session = written(session, text)

    assert any(" show @" in line for line in lines_of(session))
    assert untapped == []
    assert audit_of(session, "en").findings == []


@pytest.mark.soak
@pytest.mark.parametrize(("game", "players", "faces", "seed"), WHOLE)
def test_many_games_half_seen(game, players, faces, seed):
    session, untapped = recorded(game, players, faces, seed)
    print(f"\n{game}, {players} players, {faces}, seed {seed}: {len(session.log)} lines, not by taps {untapped}")

    assert false_findings(session) == []
