"""Three times sixty lines of every game as players type them: read correctly, or refused with the right suggestion."""

import pytest

from domain.errors import Ambiguous, NotRecorded
from domain.games import GAMES
from domain.record.free_text.parser import read_typed
from domain.record.free_text.suggestions import nearest
from domain.record.line_text import write_entry
from tests.domain.record.sloppy_lines import READ, SUGGESTED, lines_of, table_of

LEAST_READ = {"": 54, "-2": 54, "-3": 50}  # of each sheet of sixty lines
SHEETS = {
    f"{game}{number}": game for game in GAMES for number in LEAST_READ
}  # 2, 3: written before the words were known
CASES = [(game, sheet, *line) for sheet, game in SHEETS.items() for line in lines_of(sheet)]
READABLE = [(game, sheet, typed, meaning) for game, sheet, typed, mark, meaning in CASES if mark == READ]
UNREADABLE = [(game, sheet, typed, meaning) for game, sheet, typed, mark, meaning in CASES if mark == SUGGESTED]
NEVER = [  # each was close to being read as something else
    ("kontor", "bo draws 2 cards"),
    ("kontor", "bo draws two cards"),
    ("kontor", "ana takes card 36"),
    ("kontor", "bo draw 3 6 at"),
    ("kontor", "bo moves 1,1 2,1"),
    ("kontor", "bo does not pass"),
    ("kontor", "ana draws dock 12 from the canals"),
    ("kontor", "ana picks a card 36"),
    ("kontor", "ana ne passe pas"),
    ("mayflower", "ana draws a tile"),
    ("mayflower", "red place 4:3 as"),
    ("mayflower", "ana places farmer 1:2"),
    ("mayflower", "bo scores road 2:3 n and city 3:1 w"),
    ("mayflower", "ana places 1:2 north"),
    ("mayflower", "chloe draw an"),
    ("mayflower", "ana place 1:2 rotated"),
    ("mayflower", "ana doesn't place 1:2"),
    ("mayflower", "bo places merchant road"),
    ("mayflower", "chloe discards bo"),
    ("new-haven", "ana does not build w4 up 4.2"),
    ("new-haven", "ana builds w4 up 4.2 instead of 4.3"),
    ("new-haven", "ana picks w2 or s6"),
    ("new-haven", "bo goods S b5 as"),
    ("new-haven", "ana and bo pass"),
    ("new-haven", "ana picks w2, bo s6"),
    ("new-haven", "ana draws 2"),
    ("new-haven", "ana harvest c3 ts"),
    ("new-haven", "gets w2"),
    ("new-haven", "ana puts w4 4.2"),
    ("nieuw-amsterdam", "ana pays 3 coins to bo"),
    ("nieuw-amsterdam", "bo bids 3 wood"),
    ("nieuw-amsterdam", "ana takes 2 coins"),
    ("nieuw-amsterdam", "dirk trades top lynx"),
    ("nieuw-amsterdam", "bo company to 2 fee"),
    ("nieuw-amsterdam", "bo ship 2 with 1 beaver 1 muskrat 1"),
    ("nieuw-amsterdam", "ana bids 3 bo passes"),
    ("nieuw-amsterdam", "ana gets a beaver"),
    ("nieuw-amsterdam", "ana raises 2"),
    ("nieuw-amsterdam", "ana picks column 2"),
    ("nieuw-amsterdam", "ana offers 3 coins"),
]


def texts(typed: str, game: str, sheet: str = "") -> str:
    """The canonical lines of a typed line."""
    setup = table_of(game, sheet)
    return " ; ".join(write_entry(line, setup).strip() for line in read_typed(typed, setup))


def test_there_are_sixty_lines_of_every_game_and_fifty_of_them_are_read():
    for sheet, game in SHEETS.items():
        marks, number = [mark for _, mark, _ in lines_of(sheet)], sheet.removeprefix(game)
        assert len(marks) == 60
        assert marks.count(READ) >= LEAST_READ[number]


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_sloppy_line_is_read_as_it_was_meant(sheet):
    lines = [(typed, meaning) for _, own, typed, meaning in READABLE if own == sheet]

    assert [(typed, texts(typed, SHEETS[sheet], sheet)) for typed, _ in lines] == lines


@pytest.mark.parametrize(("game", "sheet", "typed", "meaning"), UNREADABLE)
def test_an_unreadable_line_gets_the_intended_line_as_suggestion(game, sheet, typed, meaning):
    with pytest.raises(NotRecorded):
        texts(typed, game, sheet)
    found = nearest(typed, table_of(game, sheet))

    meant = meaning.replace(" ; ", " + ")
    assert meant in (found.text, found.example, *found.choices, *(instead.text for instead in found.instead))
    assert found.example


@pytest.mark.parametrize(("game", "typed"), NEVER)
def test_a_line_that_may_mean_something_else_is_refused(game, typed):
    with pytest.raises(NotRecorded):
        texts(typed, game)


def test_two_meanings_are_both_named():
    with pytest.raises(Ambiguous) as refused:
        texts("dirk draws a tile", "mayflower")

    assert refused.value.facts["fits"] == "R draw A / R draw ?"
    assert nearest("dirk draws a tile", table_of("mayflower")).choices == ("R draw A", "R draw ?")


def test_a_missing_word_is_reported_with_all_candidates():
    found = nearest("ana build w4 4.2", table_of("new-haven"))

    assert found.text == "B build W4 up 4.2" and [one.word for one in found.instead] == ["down"]


def test_a_wrong_word_is_shown_where_it_stands():
    typed = "ana build w9 up 4.2"
    found = nearest(typed, table_of("new-haven"))

    assert typed[slice(*found.broke)] == "w9"
    assert {"W1", "W6"} <= {one.word for one in found.instead}


def test_a_misspelt_word_is_suggested_as_the_word_it_is_like():
    assert nearest("ana picks whaet 3", table_of("new-haven")).text == "B pick W3"
    assert {one.word[0] for one in nearest("ana picks whaet 8", table_of("new-haven")).instead[:5]} == {"W"}


def test_lines_that_may_be_recorded_now_come_first():
    table, offers = table_of("new-haven"), ("Y build S1 down 1.1", "Y done")

    assert nearest("build s1 1.1", table, offers).text == "Y build S1 down 1.1"


@pytest.mark.parametrize(
    ("typed", "meaning"),
    [
        ("~ 4 ana build w4 up 4.2", "~ 4  B build W4 up 4.2"),
        ("~ 4+ bo passes", "~ 4+ Y pass"),
        ("| a chloe passe", "| a  G pass"),
        ("= ana points 12", "= B points 12"),
    ],
)
def test_a_nested_line_and_a_value_are_read_leniently_too(typed, meaning):
    assert texts(typed, "new-haven").replace("  ", " ") == meaning.replace("  ", " ")
