"""The catalogue of variants: what each lifts, changes and adds, and combinations explained in both languages."""

import pytest

from domain.games import GAMES
from domain.variants import UnknownChoice
from domain.words import LANGUAGES
from replays.reference.rulebooks import game_view
from replays.reference.variant_catalogue import agreement, changes_of

KONTOR = GAMES["kontor"]
ROWS = {row.id: row for row in KONTOR.variants}
QUIET = {  # slots no clause of the printed games is about: how a row does what its clauses say
    *(
        "optional_deeds",
        "checks",
        "offers",
        "reverted_clauses",
        "setup",
        "openings",
        "events",
        "scenario",
        "drawn",
        "on_layout",
    ),
    *("after_laying", "on_change", "on_finish", "before_count", "lingers", "specials_clause"),
    *("choosing", "choosers", "first_of_next", "unmarked", "judged_as"),
}


def test_every_slot_a_row_touches_is_known_to_feed_a_clause_or_none():
    touched = {slot for row in KONTOR.variants for slot in (*row.sets, *row.adds)}

    assert touched <= set(KONTOR.slot_clauses) | QUIET
    assert {id for ids in KONTOR.slot_clauses.values() for id in ids} <= {clause.id for clause in KONTOR.clauses}


def test_a_row_changes_what_it_says():
    view = changes_of(KONTOR, (ROWS["KO-V-CHOIXMARCH"],))

    assert view.lifted == ["KO-STORE-1"]
    assert view.changed == ["KO-STORE-7"]
    assert view.added == ["KO-V-CHOIXMARCH-1"]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_variant_says_for_whom_it_is_and_adds_or_changes_something(game):
    for variant in game_view(game.id, "en").variants:
        assert variant.players and variant.says
        if game.slot_clauses:
            assert variant.changes.lifted or variant.changes.changed or variant.changes.added, variant.id


@pytest.mark.parametrize("row", [row for row in ROWS if row.startswith("KO-")])
def test_clauses_named_after_a_variant_are_added_by_it(row):
    own = [clause.id for clause in KONTOR.clauses if clause.id == row or clause.id.rpartition("-")[0] == row]

    assert own and set(own) <= set(changes_of(KONTOR, (ROWS[row],)).added)


def test_a_combination_is_explained_by_what_it_comes_to():
    view = agreement(KONTOR, ("advanced", "KO-V-BAKCHICH"), 2, "en")

    assert view.refused == "" and view.unwise == []
    assert "KO-BOAT-2" not in view.changes.added  # the advanced game brings the boat, the scenario leaves it out
    assert "KO-RANK-1" in view.changes.added and "KO-V-BAKCHICH-3" in view.changes.added
    assert "KO-SETUP-9" in view.changes.changed
    assert "KO-SIZE-5" not in view.changes.lifted  # that is a matter of four players


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_impossible_combination_is_refused_with_its_reason(lang):
    view = agreement(KONTOR, ("advanced", "KO-V-DAVID", "KO-V-GEANT"), 2, lang)

    assert "KO-V-DAVID" in view.refused and "KO-V-GEANT" in view.refused
    assert agreement(KONTOR, ("KO-V-EXPORT",), 4, lang).unwise


def test_an_unknown_variant_is_not_explained():
    with pytest.raises(UnknownChoice):
        agreement(KONTOR, ("KO-V-NOTHING",), 2, "en")
