"""Lawful games entered by taps, also with a tenth of what chance brought not seen: nothing false is found."""

import os

import pytest

from domain.games import GAMES
from domain.sessions.session import Session
from domain.setup import Setup
from replays.audit import audit_of
from tests.replays.line_patterns import fitting
from tests.replays.tapped_games import FACES, LATER, choices_of, false_findings, lines_of, recorded, spread, written
from tests.samples import sample

MISSING = 0.1
GAMES_EACH = 10
SEED = int(os.environ.get("ROBOT_SEED", "300"))  # other ones play other games
HALF_SEEN = [
    ("new-haven", 2, 202),
    ("nieuw-amsterdam", 3, 4107),  # a seat may still owe a removal after one, because its corn is not known
    ("mayflower", 2, 202),
    ("kontor", 2, 202),
]
NEEDED = {("kontor", 4): ("four",)}  # the variant that a table of this size plays
KINDS = [
    (game, players, faces, missing)
    for game, found in GAMES.items()
    for players in found.players
    if not found.missing_variant(NEEDED.get((game, players), ()), players)
    for faces in FACES
    for missing in (0.0, MISSING)
    if faces != LATER or (game == "nieuw-amsterdam" and not missing)
]


@pytest.mark.parametrize(("game", "players", "seed"), sample(HALF_SEEN, HALF_SEEN[1]))
def test_a_game_half_seen_is_entered_by_taps_and_nothing_false_is_found(game, players, seed):
    played = recorded(game, players, "printed", seed, MISSING)

    assert played.untapped == []
    assert false_findings(played.session) == []


def test_a_move_for_a_feature_that_an_unseen_tile_may_complete_can_be_tapped():
    """Found by a robot, which had to type the move: the next player's draw was all that was offered."""
    session = Session(setup=Setup(game="mayflower", seats=("B", "Y"), faces="stand-in"), log=())
    road = ("- explorers 0:1 0:10", "B draw D", "B place 1:4", "B colonist robber@E")
    for line in (*road, "Y draw ?", "Y place 2:4", "Y skip"):
        session = written(session, line)

    assert fitting(choices_of(session), "Y explorer a") and fitting(choices_of(session), "B draw A")
    assert false_findings(written(session, "Y explorer b")) == []


def test_figures_of_cards_entered_when_a_card_is_taken_leave_nothing_open():
    played = recorded("nieuw-amsterdam", 2, LATER, 4)

    assert any(" show @" in line for line in lines_of(played.session))
    assert played.untapped == []
    assert sorted(played.taps)[len(played.taps) * 9 // 10] <= 5
    assert audit_of(played.session, "en").findings == []


@pytest.mark.soak
@pytest.mark.parametrize(("game", "players", "faces", "missing"), KINDS)
def test_ten_games_are_entered_by_taps_and_nothing_false_is_found(game, players, faces, missing):
    """Prints the figures of these games: `-k new-haven` plays those of one game."""
    variants = NEEDED.get((game, players), ())
    played = [recorded(game, players, faces, SEED + at, missing, variants) for at in range(GAMES_EACH)]
    taps, untapped = [one for each in played for one in each.taps], [one for each in played for one in each.untapped]
    false = [one for each in played for one in false_findings(each.session)]
    print(
        f"\n{game}, {players} players, {faces}, not seen {missing:.0%}: {len(taps)} of {len(taps) + len(untapped)} "
        f"lines by taps, {spread(taps)} taps, {len(false)} false findings"
    )

    assert untapped == []
    assert false == []
