"""Variants of Kontor alone and in pairs: lawful games have no findings, mistakes are found, conflicts are refused."""

from itertools import combinations
from random import Random

import pytest

from domain.errors import AgreementsConflict
from domain.games import GAMES
from domain.rules import replace
from domain.sessions.session import open_session
from domain.setup import Setup
from domain.variants import VariantConflict
from domain.words import LANGUAGES
from replays.annotation import refusal_text
from replays.simulation.random_play import PlannedMistake, random_setup, simulate
from replays.simulation.tally import empty_tally, simulate_games
from tests.games.kontor.readings import finds, lies, names
from tests.games.kontor.tables import APART, OWN, PLAYED, SCENARIOS, clash, tables, with_needs

GAME = GAMES["kontor"]
V = "KO-V-"
# Why two variants are refused: two scenarios apart, these are all.
APART_FOR = {
    "boat": [("BLOCUS", "BAKCHICH"), ("BLOCUS", "PETIT"), ("PROTECTION", "BAKCHICH"), ("PROTECTION", "PETIT")],
    "layout": [("BLOCUS", "GULLIVER"), ("BLOCUS", "VITESSE")],
    "taverns": [(rule, "GULLIVER") for rule in ("PROTECTION", "RANCUNES", "CORRUPTION-1", "CORRUPTION-2", "MARINS")],
    "bonus_clause": [("CORRUPTION-1", "CORRUPTION-2")],
    "specials": [("ROUE", "ACHAT"), ("ROUE", "PONTINOND"), ("ROUE", "CRUE")],
    "flow": [("ROUE", "MARINS")],
}
NEEDS_FLOODS = V + "CHOIXINOND"


def plays(count: int, variants: tuple[str, ...], games: int) -> None:
    """Plays this number of lawful games, and checks that the audit finds nothing."""
    for number in range(games):
        rng = Random(f"{variants} {number}")
        outcome = simulate(GAME, random_setup(GAME, count, variants, rng), rng)
        findings = [(one.line, one.clause, one.check, one.verdict, one.facts) for one in outcome.findings]
        assert (findings, outcome.lost) == ([], ()), f"{count} {variants} {number}"


def by_first(first: str) -> list[tuple[int, tuple[str, ...]]]:
    """The tables of a variant, alone and with each later variant."""
    return [(count, way) for count, way in PLAYED if next(id for id in OWN if id in way) == first]


@pytest.mark.parametrize("first", OWN)
def test_a_variant_alone_and_with_every_fourth_other_plays_to_the_end_without_a_finding(first):
    for count, variants in by_first(first)[::4]:
        plays(count, variants, 1)


@pytest.mark.soak
@pytest.mark.parametrize("first", OWN)
def test_many_games_of_a_variant_alone_and_with_each_other(first):
    for count, variants in by_first(first):
        plays(count, variants, 20)


SAILORS = V + "MARINS"
TWO_WHO_PASS = [way for count, way in PLAYED if count == 2 and SAILORS in way]


@pytest.mark.parametrize("variants", TWO_WHO_PASS, ids="+".join)
def test_two_players_who_pass_with_special_cards_finish_without_a_finding(variants):
    for number in range(3):
        rng = Random(f"special {variants} {number}")
        setup = replace(random_setup(GAME, 2, variants, rng), details={"passes": "specials"})
        outcome = simulate(GAME, setup, rng)
        assert (outcome.findings, outcome.lost) == ((), ())


def test_a_mistake_of_two_players_who_pass_with_special_cards_is_the_only_finding():
    mistakes = [one for one in GAME.mistakes if one.clause.startswith(SAILORS)]
    for number, mistake in enumerate(mistakes * 3):
        rng = Random(number)
        setup = replace(random_setup(GAME, 2, ("advanced", SAILORS), rng), details={"passes": "specials"})
        outcome = simulate(GAME, setup, rng, (PlannedMistake(mistake),))
        found, extra, _ = outcome.matched()
        assert (found, extra, outcome.lost) == (outcome.injected, (), ()), mistake.name
        assert found, mistake.name


@pytest.mark.parametrize("games", [2, pytest.param(12, marks=pytest.mark.soak)])
@pytest.mark.parametrize("variant", OWN)
def test_a_mistake_at_a_table_with_a_variant_is_the_only_finding(variant, games):
    played = tables(variant) or tables(variant, V + "ACHAT")
    for count, variants in played:
        tally = empty_tally(GAME.mistakes)
        for outcome in simulate_games(GAME, tally, games, (count,), variants, 1, seed=9):
            found, extra, _ = outcome.matched()
            assert (found, extra, outcome.lost) == (outcome.injected, (), ()), f"{variants}"
        assert (tally.recall, tally.precision) == (1.0, 1.0)


# What cannot be played together -------------------------------------------------------------------


def reasons() -> dict[frozenset[str], str]:
    """Every refused pair of variants, with its reason."""
    by_pair = {frozenset(pair): "scenario" for pair in combinations(SCENARIOS, 2)}
    for slot, pairs in APART_FOR.items():
        by_pair |= {frozenset((V + one, V + other)): slot for one, other in pairs}
    return by_pair


def test_these_pairs_are_refused_and_no_others():
    clashes = [clash(("advanced", *with_needs(*ids))) for ids in APART if NEEDS_FLOODS not in ids]
    refused = {frozenset((conflict.one, conflict.other)) for conflict in clashes}  # perhaps with what another needs

    assert refused == set(reasons())


@pytest.mark.parametrize("pair", sorted(reasons(), key=sorted), ids=lambda pair: "+".join(sorted(pair)))
def test_a_pair_is_refused_with_its_reason_which_names_both(pair):
    conflict = clash(("advanced", *with_needs(*pair)))

    assert {conflict.one, conflict.other} == pair
    assert conflict.slot == reasons()[pair]


def test_a_choice_of_flood_needs_floods():
    conflict = clash(("advanced", NEEDS_FLOODS))

    assert (conflict.one, conflict.slot) == (NEEDS_FLOODS, "needs")
    assert tables(NEEDS_FLOODS) == ((4, ("four", NEEDS_FLOODS)),)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slot", [*APART_FOR, "scenario", "needs"])
def test_a_refusal_says_why_in_words(slot, lang):
    words = GAME.speak(lang)

    assert words.name("clash", slot) != slot


def test_an_impossible_table_is_refused_with_a_sentence():
    setup = Setup(game="kontor", seats=("A", "B"), variants=("advanced", V + "BLOCUS", V + "PETIT"))

    with pytest.raises(AgreementsConflict) as refused:
        open_session(setup)

    for lang in LANGUAGES:
        text = refusal_text(refused.value, lang)
        assert GAME.speak(lang).name("clash", "boat") in text
        assert "BLOCUS" in text
        assert "PETIT" in text


# KO-I-90: whose value counts ----------------------------------------------------------------------

BOTH = "KO-I-90"
SAYS = {
    "board-and-money": (["0 KO-V-MISERE-1 broken", "5 KO-SIZE-2 broken"], set()),
    "scenario": (["0 KO-V-GULLIVER-2 broken", "5 KO-SIZE-2 broken"], set()),
    "special-rule": (["0 KO-V-MISERE-1 broken"], {"- wide no"}),
}


def test_the_expectations_cover_every_reading():
    assert names(BOTH) == ["board-and-money", "to-be-named", "scenario", "special-rule"]


@pytest.mark.parametrize("name", SAYS)
def test_a_reading_says_whose_board_and_whose_money_it_is(name):
    found, lying = SAYS[name]

    assert finds(BOTH, name) == found
    assert lies(BOTH, name) - lies(BOTH, "board-and-money") == lying


def test_a_table_that_must_choose_the_reading_is_refused_until_it_does():
    with pytest.raises(VariantConflict, match="KO-V-GULLIVER and KO-V-MISERE disagree on width"):
        finds(BOTH, "to-be-named")
