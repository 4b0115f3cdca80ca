"""The board's own tabs on a phone: which one is open, what is brought into sight, whole board, drag and pinch."""

import itertools

import pytest
from playwright.sync_api import expect

from tests.api.pages.browsers import PHONE
from tests.api.pages.recorder import new_table, opened, ready, stands
from tests.samples import sample

POOL = "- pool W1 S3 T2 R6 W4"
HARVEST = "B harvest c3 TS/WS"
TABS = {
    "new-haven": (["Board", "Villages", "Pool"], ["Plateau", "Villages", "Réserve"]),
    "mayflower": (["Map", "Players", "Features", "Scores"], ["Carte", "Joueurs", "Lieux", "Points"]),
    "nieuw-amsterdam": (
        ["Auction", "City", "Trade", "Cards", "Purses"],
        ["Enchère", "Ville", "Commerce", "Cartes", "Bourses"],
    ),
    "kontor": (["Harbour", "Hands", "Sectors"], ["Port", "Mains", "Secteurs"]),
}
IN_BOTH_LANGUAGES = [*itertools.product(TABS, ("en", "fr"))]
SEEN = """one => {
  const [box, stage] = [one.getBoundingClientRect(), document.querySelector("[data-board]").getBoundingClientRect()];
  const across = box.left >= stage.left && box.right <= stage.right;
  return box.width >= 20 && across && box.top >= stage.top && box.bottom <= stage.bottom;
}"""


def pressed(page):
    """The tab that is open."""
    return page.locator("[data-tabs] [aria-pressed=true]")


@pytest.mark.parametrize("game, lang", sample(IN_BOTH_LANGUAGES, *(IN_BOTH_LANGUAGES[at] for at in (0, 3, 4, 7))))
def test_every_board_names_its_tabs(house, room, game, lang):
    page = opened(room.come(PHONE, lang), new_table(house, game))
    assert page.locator("[data-tabs] button").all_inner_texts() == TABS[game][lang == "fr"]
    expect(pressed(page)).to_have_count(1)


def test_the_tab_of_the_next_action_is_open_until_another_is_tapped(house, room):
    page = opened(room.come(PHONE), new_table(house, lines=(POOL,)))
    expect(pressed(page)).to_have_text("Board")
    page = opened(room.come(PHONE), new_table(house, lines=(POOL, HARVEST)))
    expect(pressed(page)).to_have_text("Villages")
    page.locator("[data-step=build] [data-value]").nth(1).click()
    places = page.locator("[data-light]")
    expect(places.first).to_be_visible()
    assert all(one.evaluate(SEEN) for one in places.all())

    page.locator("[data-tabs] button", has_text="Pool").click()
    expect(pressed(page)).to_have_text("Pool")
    assert page.locator('[id="pool"]').evaluate(SEEN)
    page.locator('[data-writes="B done"]').click()
    stands(page, 3)
    expect(pressed(page)).not_to_have_text("Pool")


def test_every_lit_cell_of_a_map_is_in_sight_and_large_enough(house, room):
    lines = ("- explorers 0:1 0:10", "B draw A", "B place 1:3", "B skip", "Y draw C")
    page = opened(room.come(PHONE), new_table(house, "mayflower", lines=lines))
    expect(pressed(page)).to_have_text("Map")
    cells = page.locator("[data-light]")
    assert cells.count() > 1
    assert all(cell.evaluate(SEEN) for cell in cells.all())


def test_the_whole_board_is_one_tap_away_and_the_same_tap_comes_back(house, room):
    page = opened(room.come(PHONE), new_table(house, lines=(POOL, HARVEST)))
    drawing = page.locator("[data-board] > svg")
    before = drawing.get_attribute("viewBox")
    page.locator("[data-whole]").click()
    expect(pressed(page)).to_have_count(0)
    assert page.locator('[id="pool"]').evaluate("one => one.checkVisibility()")
    assert drawing.get_attribute("viewBox").startswith("0 0 390 ")
    page.locator("[data-whole]").click()
    expect(pressed(page)).to_have_text("Villages")
    assert drawing.get_attribute("viewBox") == before


@pytest.mark.parametrize("game", sample(["new-haven", "mayflower"], "mayflower"))
def test_two_fingers_zoom_and_one_drags(house, room, game):
    page = opened(room.come(PHONE), new_table(house, game))
    stage = page.locator("[data-board]").bounding_box()
    x, y = stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] / 2
    window = 'one => (one.querySelector("svg[data-cell]") ?? one.querySelector("svg")).getAttribute("viewBox")'
    view = lambda: [float(part) for part in page.locator("[data-board]").evaluate(window).split()]  # noqa: E731
    touch = page.context.new_cdp_session(page)

    def fingers(kind, *points):
        told = [{"x": px, "y": py, "id": at} for at, (px, py) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    before = view()
    fingers("touchStart", (x - 10, y), (x + 10, y))
    for step in range(1, 6):
        fingers("touchMove", (x - 10 - 6 * step, y), (x + 10 + 6 * step, y))
    fingers("touchEnd")
    zoomed = view()
    assert zoomed[2] < before[2] * 0.8
    fingers("touchStart", (x, y))
    for step in range(1, 6):
        fingers("touchMove", (x - 8 * step, y))
    fingers("touchEnd")
    ready(page)
    assert view()[0] > zoomed[0]
    assert view()[2] == pytest.approx(zoomed[2])
