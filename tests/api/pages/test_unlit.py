"""A tap on a place that is not lit: the rule it would break, another choice, or the line as it was played."""

import pytest
from playwright.sync_api import expect

from tests.api.pages.browsers import PHONE
from tests.api.pages.recorder import TWICE, log_of, new_table, opened, stands
from tests.api.pages.test_axe import found
from tests.samples import sample

POOL = "- pool W1 S3 T2 R6 W4"
CASES = [
    ("new-haven", (POOL,), ("WS", "TS"), "space:b2", "NH-HARVEST-2", "B harvest b2 WS/TS"),
    ("new-haven", (POOL, "B harvest c3 TS/WS"), ("S1 up",), "home:B:6.3", "NH-BUILD-3", "B build S1 up 6.3"),
    ("mayflower", ("- explorers 0:1 0:10", "B draw A"), (), "cell:1:2", "MF-PLACE-3", "B place 1:2"),
    ("kontor", ("Y pass", "- reveal B 7"), (), "cell:-3:-3", "KO-PLACE-2", "B place 7 at -3,-3"),
]


@pytest.mark.parametrize(("game", "lines", "values", "place", "clause", "line"), sample(CASES, *CASES[::2]))
def test_an_unlit_place_is_recorded_anyway(house, room, game, lines, values, place, clause, line):
    table = new_table(house, game, lines=lines)
    page = opened(room.come(PHONE), table)
    for value in values:
        page.locator(f'.enter [data-value="{value}"]').click()
        page.wait_for_timeout(TWICE)  # the board takes the room that the values leave
    page.locator(f'[id="{place}"]').click(force=True)
    refused = page.locator(".unlawful")
    expect(refused.locator(".clause")).to_have_text(clause)
    expect(page.locator(".lit.unlit")).to_have_count(1)
    assert found(page) == []
    page.locator("[data-choose-other]").click()
    expect(refused).to_have_count(0)
    expect(page.locator(".enter [data-record]")).to_be_disabled()

    page.locator(f'[id="{place}"]').click(force=True)
    page.locator("[data-record-anyway]").click()
    stands(page, len(lines) + 1)
    assert log_of(house, table)[-1].endswith(line)
    expect(page.locator("[data-recorded]")).to_be_visible()


def test_a_tile_on_an_unlit_cell_can_be_turned_and_is_drawn_there(house, room):
    table = new_table(house, "mayflower", lines=("- explorers 0:1 0:10", "B draw A"))
    page = opened(room.come(PHONE), table)
    page.locator('[id="cell:1:2"]').click(force=True)
    expect(page.locator(".unlawful")).to_be_visible()
    page.locator('.enter [data-value="r1"]').click()
    expect(page.locator(".lit.unlit svg.piece")).to_have_count(1)
    page.locator("[data-record-anyway]").click()
    stands(page, 3)

    assert log_of(house, table)[-1].endswith("B place 1:2 r1")
