"""Simulated games: lawful play has no findings; every mistake is found under its clause, and nothing else."""

from random import Random

import pytest

from domain.games import GAMES
from domain.games.game import WrongPlay
from domain.rules import Between, Offer, OneOf, Split, replace
from replays.record_text import read_record, write_record
from replays.simulation.random_play import PlannedMistake, SimulatedGame, fill_randomly, random_setup, simulate
from replays.simulation.tally import empty_tally, simulate_games
from tests.samples import sample
from tests.variant_combinations import can_be_agreed, needed, sizes

VARIANTS = {
    "new-haven": (
        (),
        ("rebuild",),
        ("careful-harvest",),
        ("side-b",),
        ("rebuild", "side-b"),
        ("careful-harvest", "rebuild"),
    ),
    "nieuw-amsterdam": ((),),
    "mayflower": ((),),
    "kontor": ((), ("advanced",), ("four",)),
}


def alone(game, variant) -> list[tuple[str, ...]]:
    """A variant alone, and on top of each variant it can extend."""
    tables = [tuple(dict.fromkeys((*needed(game, variant), *more))) for more in ((), ("advanced",), ("four",))]
    return [table for table in dict.fromkeys(tables) if can_be_agreed(game, table)]


TABLES = [
    pytest.param(game, players, variants, id="-".join((game.id, str(players), *variants)))
    for game in GAMES.values()
    for players in game.players
    for variants in VARIANTS[game.id]
] + [
    pytest.param(game, sizes(game, variants)[0], variants, id="-".join((game.id, *variants)))
    for game in GAMES.values()
    for row in game.variants
    if row.id.startswith("KO-V-")
    for variants in alone(game, row)
]
MISTAKES = [(game, mistake) for game in GAMES.values() for mistake in game.mistakes]
RARE = {  # the number of the first game with an occasion for the mistake; those before it are not played again
    "a_discard_without_agreement": 83,
    "a_misfit_put_back": 97,
    "a_sector_with_both_taverns_left_out": 96,
    "an_emptied_feature_scored": 54,
    "one_of_the_tied_wins_alone": 126,
    "one_winner_of_equals": 68,
    "the_last_city_counted_as_unfinished": 30,
    "wider_than_six": 322,
}
CLAUSES = {"mayflower": 75}  # that some mistake of some table breaks; of the longer rulebooks more


def named(value) -> str:
    """A game by its id, a mistake by its clause and its name."""
    return value.id if hasattr(value, "id") else f"{value.clause}-{value.name}"


def tables_of(game, mistake) -> list[tuple[str, ...]]:
    """The tables at which a mistake can be made."""
    names = (mistake.clause, mistake.clause.rpartition("-")[0])
    own = [variant for variant in game.variants if variant.id in names]
    tables = [table for variant in own for table in alone(game, variant)]
    return tables or list(VARIANTS[game.id])


def made(game, mistake, tries: int = 1000) -> SimulatedGame:
    """The first simulated game, over all kinds of tables, in which a mistake is made."""
    tables = tables_of(game, mistake)
    first = RARE.get(mistake.name, 0)
    for number in range(first, first + tries):
        rng = Random(f"{mistake.name} {number}")
        variants = tables[-1 - number // 2 % len(tables)]
        players = sizes(game, variants)[number % len(sizes(game, variants))]
        outcome = simulate(
            game, random_setup(game, players, variants, rng), rng, (PlannedMistake(mistake, number // 3 % 2 * 50),)
        )
        if outcome.injected:
            return outcome
    raise AssertionError(f"no occasion for {mistake.name}")


@pytest.mark.parametrize("games", [1, pytest.param(20, marks=pytest.mark.soak)])
@pytest.mark.parametrize(("game", "players", "variants"), TABLES)
def test_lawful_games_play_to_the_end_without_a_finding(game, players, variants, games):
    tally = empty_tally(game.mistakes)

    for outcome in simulate_games(game, tally, games, (players,), variants, 0, seed=7):
        assert not outcome.lost
        assert not outcome.findings
        assert read_record(write_record(outcome.session))[0].log == outcome.session.log

    assert tally.clean


@pytest.mark.parametrize(("game", "mistake"), sample(MISTAKES, *MISTAKES[::4]), ids=named)
def test_a_mistake_is_found_under_its_clause_and_nothing_else_is_found(game, mistake):
    outcome = made(game, mistake)

    found, extra, _ = outcome.matched()

    assert not outcome.lost
    assert found == outcome.injected
    assert not extra


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_mistakes_cover_many_clauses_of_the_rulebook(game):
    citable = {clause.id for clause in game.citable}
    broken = {mistake.clause for mistake in game.mistakes}

    assert broken <= citable
    assert len(broken) >= CLAUSES.get(game.id, 77)
    assert len({mistake.name for mistake in game.mistakes}) == len(game.mistakes)


@pytest.mark.parametrize("id", GAMES)
def test_several_mistakes_in_one_game_are_found_separately(id):
    game = GAMES[id]
    variants = ("side-b",) if id == "new-haven" else ()
    tally = empty_tally(game.mistakes)

    games = list(simulate_games(game, tally, 20, sizes(game, variants), variants, 4, seed=3))

    assert max(len(outcome.injected) for outcome in games) > 2
    assert tally.clean
    assert (tally.recall, tally.precision) == (1.0, 1.0)


def test_a_mistake_that_names_a_false_clause_is_not_found():
    game = GAMES["new-haven"]
    honest = next(mistake for mistake in game.mistakes if mistake.clause == "NH-BUILD-3")
    tally = empty_tally(game.mistakes)

    tally.add(made(game, replace(honest, clause="NH-BUILD-2")))

    assert (tally.injected, tally.found, tally.extra) == (1, 0, 1)
    assert (tally.recall, tally.precision) == (0.0, 0.0)
    assert not tally.clean


def test_a_difference_between_engine_and_simulated_table_is_noticed():
    game = GAMES["new-haven"]
    honest = next(mistake for mistake in game.mistakes if mistake.name == "a_tile_out_of_turn")

    def elsewhere(at) -> WrongPlay | None:
        wrong = honest.make(at)
        return wrong and replace(wrong, then=("harvest", (0,)))

    outcome = made(game, replace(honest, make=elsewhere))

    assert len(outcome.lost) == 1


def test_findings_in_lawful_play_are_counted():
    game = GAMES["new-haven"]
    outcome = made(game, game.mistakes[0])
    tally = empty_tally(game.mistakes)

    tally.add(replace(outcome, injected=()))

    assert tally.extra and not tally.clean


def test_the_same_seed_plays_the_same_games():
    game = GAMES["new-haven"]

    def logs() -> list:
        return [
            one.session.log for one in simulate_games(game, empty_tally(game.mistakes), 6, game.players, (), 1, seed=5)
        ]

    assert logs() == logs()


def test_an_offer_is_filled_within_its_open_fields():
    rng = Random(1)
    fields = {"then": OneOf(("a", "b")), "announced": Between(2, 4), "read": Split(3, {"W": 2, "S": 2})}
    offer = Offer(WrongPlay(then=("", ())), fields)

    for _ in range(50):
        filled = fill_randomly(offer, rng)
        assert filled.then in ("a", "b")
        assert 2 <= filled.announced <= 4
        assert sum(count for _, count in filled.read) == 3
        assert max(count for _, count in filled.read) <= 2


@pytest.mark.soak
@pytest.mark.parametrize("errors", [0, 1, 3])
@pytest.mark.parametrize(("game", "players", "variants"), TABLES)
def test_two_hundred_games_at_every_table(game, players, variants, errors):
    tally = empty_tally(game.mistakes)

    for _ in simulate_games(game, tally, 200, (players,), variants, errors, seed=1):
        pass

    assert tally.clean
    assert tally.games == 200
    assert not errors or len([row for row in tally.rows.values() if row.injected]) > 50
