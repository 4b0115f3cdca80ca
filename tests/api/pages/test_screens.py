"""The television and the overlay: sizes of text, the same page on every screen, and what each shows when."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.api.pages.browsers import AWAY, TELEVISION
from tests.api.pages.proxy import Link
from tests.api.pages.recorder import link, new_table
from tests.samples import sample

GAMES = ("kontor", "mayflower", "new-haven", "nieuw-amsterdam")
SMALLEST = 16  # pixels, on a screen 1920 wide
SIZES = (Path(__file__).parent / "text_sizes.js").read_text(encoding="utf-8")
PLACES = """() => [...document.querySelectorAll('main section, main h1, [data-board] > svg, .qr')].map((one) => {
  const box = one.getBoundingClientRect();
  return [box.x, box.y, box.width, box.height].map((length) => length / innerWidth); })"""
OPENING = ("- pool W1 S3 T2 R6 W4", "B harvest c3 TS/WS")


@pytest.fixture(scope="module")
def house(club_house):
    """The service with the tables of the club."""
    return club_house


@pytest.mark.parametrize("nth, game", sample(enumerate(GAMES), (0, GAMES[0]), (3, GAMES[3])))
def test_no_text_on_a_television_is_small_and_the_board_is_as_high_as_the_screen(room, club, nth, game):
    page = room.come(TELEVISION, ("en", "fr")[nth % 2])
    for session in (club.open[game], club.over[game]):
        page.goto(f"/s/{session}?tv=true")
        expect(page.locator("[data-board][data-ready]")).to_be_visible()

        assert page.evaluate(SIZES, SMALLEST) == []
        assert page.locator("[data-board] > svg").bounding_box()["height"] > 900
        assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [
            1920,
            1080,
        ]
        lines, cut = page.locator(".tv-lines").bounding_box(), page.locator(".tv-lines .line:not(.out)")
        assert min(one.bounding_box()["y"] for one in cut.all()) >= lines["y"] - 1  # whole lines only
        whole = page.locator(".tv-scores").evaluate("(panel) => panel.scrollHeight <= panel.clientHeight")
        assert whole, "the scores or their legend are cut"
        expect(page.locator("td.soon")).to_have_count(
            0 if session == club.over[game] else page.locator(".total").count()
        )
        foot = page.locator(".tv-foot").bounding_box()
        assert foot["y"] + foot["height"] <= 1080 and page.locator(".tv-lines .line").last.is_visible()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_scores_fit_their_panel_on_a_television(room, club, lang):
    page = room.come(TELEVISION, lang)
    page.goto(f"/s/{club.open['nieuw-amsterdam']}?tv=true")
    expect(page.locator("[data-board][data-ready]")).to_be_visible()
    panel, table = (page.locator(one).bounding_box() for one in (".tv-scores", ".tv-scores table"))

    assert table["x"] + table["width"] <= panel["x"] + panel["width"]


def test_every_screen_shows_the_same_page(room, club):
    page = room.come(TELEVISION)
    page.goto(f"/s/{club.open['kontor']}?tv=true")
    expect(page.locator("[data-board][data-ready]")).to_be_visible()
    usual = page.evaluate(PLACES)
    for width, height in ((1280, 720), (3840, 2160)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("width => innerWidth === width", arg=width)
        for box, other in zip(usual, page.evaluate(PLACES), strict=True):
            assert other == pytest.approx(box, abs=0.003)


def test_before_the_first_line_a_television_shows_the_seats_and_a_large_code(house, room):
    table = new_table(house)
    page = room.come(TELEVISION)
    page.goto(f"/s/{table.session}?tv=true")

    assert page.locator(".qr").bounding_box()["width"] > 300
    assert page.locator(".qr path").last.bounding_box()["width"] > 250
    expect(page.locator(".scores th .seat")).to_have_count(2)
    expect(page.locator(".tv-lines")).to_be_hidden()
    house.ask("POST", table.at("/lines"), table.tokens["owner"], {"lines": list(OPENING)})
    expect(page.locator(".tv-lines .line.now")).to_contain_text("c3")
    expect(page.locator("[data-board]")).to_have_attribute("data-ready", "2")
    expect(page.locator("[data-since]")).to_contain_text("line 2")
    assert page.locator(".qr").bounding_box()["width"] < 200
    assert page.locator("[aria-live]").evaluate_all("all => all.map((one) => one.dataset.live)") == ["lines"]


def test_the_owner_of_a_table_shows_a_code_to_join_by(house, room):
    table = new_table(house, lines=OPENING)
    page = room.come(TELEVISION)
    page.goto(link(table))
    page.wait_for_url("**/record")
    page.goto(f"/s/{table.session}?tv=true")
    expect(page.locator("[data-join]")).to_have_text(re.compile(r"^[A-Z]{4} \d\d$"))
    code = page.locator("[data-join]").inner_text()

    assert house.ask("POST", "/api/joins", "", {"code": code}).json()["session"] == table.session
    page.reload()
    expect(page.locator("[data-join]")).to_have_text(code)


def test_a_ruling_is_stamped_and_the_winner_becomes_the_heading(house, room, club):
    table = new_table(house, lines=OPENING)
    page, beside = room.come(TELEVISION), room.come(TELEVISION)
    beside.clock.install()
    page.goto(f"/s/{table.session}?tv=true")
    beside.goto(f"/s/{table.session}/overlay")
    expect(beside.locator(".ov-ruling")).to_be_hidden()
    expect(page.locator("[data-board][data-ready]")).to_be_visible()
    ruling = {"lines": ['$ - adjust B points +3 after 2 NH-SCORE-1 "as agreed"']}
    house.ask("POST", table.at("/lines"), table.tokens["arbiter"], ruling)

    expect(page.locator(".stamp.fresh")).to_contain_text("NH-SCORE-1")
    expect(page.locator(".stamp .said")).to_have_text("Ana scores 3 points after line 2")
    expect(beside.locator(".ov-ruling")).to_be_visible()
    expect(beside.locator(".ov-seats .total").first).to_have_text("3")
    beside.clock.fast_forward(10_000)
    expect(beside.locator(".ov-ruling")).to_be_hidden()

    page.goto(f"/s/{club.over['new-haven']}?tv=true")
    expect(page.locator("h1")).to_contain_text("wins")


def test_without_a_link_both_say_so_and_stay(house, room):
    table, between = new_table(house, lines=OPENING), Link(house.port)
    try:
        page, beside = (room.come(TELEVISION, home=between.home, may=AWAY) for _ in range(2))
        page.goto(f"/s/{table.session}?tv=true")
        beside.goto(f"/s/{table.session}/overlay")
        expect(page.locator("[data-board][data-ready]")).to_be_visible()
        between.cuts()

        expect(page.locator("[data-since]")).to_contain_text("Offline since")
        expect(beside.locator("[data-quiet]")).to_contain_text("no news since")
        expect(beside.locator(".ov-seats li")).to_have_count(2)
        expect(page.locator("[data-board] > svg")).to_be_visible()
        between.restores()
        expect(page.locator("[data-since]")).to_contain_text("line 2")
        expect(beside.locator("[data-quiet]")).to_be_hidden()
    finally:
        between.close()


def test_an_overlay_is_transparent_and_shows_what_its_address_says(house, room):
    table, page = new_table(house), room.come(TELEVISION)
    page.goto(f"/s/{table.session}/overlay?theme=dark&scale=75&code=KADE%2037")

    expect(page.locator(".ov-line")).to_contain_text("No line yet")
    expect(page.locator(".ov-line .brand")).to_contain_text("KADE 37")
    expect(page.locator(".ov-seats .total")).to_have_count(0)
    assert (
        page.evaluate("[document.documentElement, document.body].map((one) => getComputedStyle(one).backgroundColor)")
        == ["rgba(0, 0, 0, 0)"] * 2
    )
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "18px"
    plates = page.locator(".ov-game, .ov-seats, .ov-line").evaluate_all(
        "all => all.map((one) => getComputedStyle(one).backgroundColor)"
    )
    assert len(plates) == 3 and not [plate for plate in plates if plate.startswith("rgba")]
    page.goto(f"/s/{table.session}/overlay?seats=false&line=false&ruling=false")
    assert page.locator(".ov-seats, .ov-line, .ov-ruling").count() == 0
    expect(page.locator(".ov-game")).to_be_visible()
