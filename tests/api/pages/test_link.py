"""A bad connection: lines wait in the browser, and each is recorded once and in order."""

import pytest
from playwright.sync_api import expect

from tests.api.pages.browsers import AWAY, PHONE
from tests.api.pages.proxy import Link
from tests.api.pages.recorder import log_of, new_table, nothing_waits, opened, ready, stands, tapped, typed
from tests.api.service import Serving

OPENING = ("- pool W1 S3 T2 R6 W4",)
FIVE = ("B harvest c3 TS/WS", "B done", "Y pass", "B pick W4", "B draw")
WAITING = "[data-pending] li"


@pytest.fixture
def link(house):
    """A proxy between the browsers and the service."""
    made = Link(house.port)
    yield made
    made.close()


def type_them(page, lines=FIVE, before=0):
    for number, line in enumerate(lines, before + 1):
        typed(page, line)
        expect(page.locator(WAITING)).to_have_count(number)


def cut(page, link):
    link.cuts()
    expect(page.locator('[data-link="away"]')).to_be_visible()


def test_five_lines_through_a_cut_link_a_closed_tab_and_a_restarted_server(browser, room, tmp_path):
    url = f"sqlite:///{tmp_path}/griffier.sqlite"
    serving = Serving(url)
    link = Link(serving.port)
    table = new_table(serving, lines=OPENING)
    page = opened(room.come(PHONE, home=link.home, may=AWAY), table)
    cut(page, link)
    type_them(page)
    expect(page.locator(WAITING).first).to_contain_text(FIVE[0])
    expect(page.locator(f"{WAITING} .chip.pending")).to_have_count(5)  # each is marked for a look
    page.close()

    serving.close()
    serving = Serving(url)
    link.restores(serving.port)
    page = room.contexts[0].new_page()
    page.goto(f"/s/{table.session}/record")
    ready(page)
    nothing_waits(page)
    stands(page, 6)

    assert log_of(serving, table) == [f"{number} {line}" for number, line in enumerate((*OPENING, *FIVE), 1)]
    expect(page.locator("[data-ledger] .mark button.chip")).to_have_count(5)
    page.close()
    link.close()
    serving.close()


def test_a_tap_shows_its_line_within_a_tenth_of_a_second_however_slow_the_link(house, room):
    link = Link(house.port, delay=0.075)  # each way: 150 ms for a round trip
    table = new_table(house, lines=(*OPENING, FIVE[0]))
    page = opened(room.come(PHONE, home=link.home), table)
    page.locator("[data-offers] [data-record]").first.wait_for()

    took = page.evaluate("""() => new Promise((told) => {
      const list = document.querySelector("[data-pending]");
      const since = performance.now();
      new MutationObserver(() => list.children.length && requestAnimationFrame(() => told(performance.now() - since)))
        .observe(list, { childList: true });
      document.querySelector("[data-offers] [data-record]").click();
    })""")

    assert took < 100, took
    stands(page, 3)
    link.close()


def test_a_line_typed_before_the_cut_was_noticed_is_confirmed_too(house, room, link):
    table = new_table(house, lines=OPENING)
    page = opened(room.come(PHONE, home=link.home, may=AWAY), table)
    link.cuts()
    typed(page, FIVE[0])
    expect(page.locator(f"{WAITING} .chip.pending")).to_have_count(1)
    assert house.ask("POST", table.at("/lines"), table.tokens["scribe"], {"lines": ["? lunch"]}).status_code == 201
    link.restores()
    page.locator("[data-asked] .btn").first.click()
    stands(page, 3)

    assert log_of(house, table)[1:] == ["2 ? lunch", f"3 {FIVE[0]}"]


@pytest.mark.parametrize("mine", ["send", "drop"])
def test_waiting_lines_stay_after_lines_of_another_scribe_and_are_confirmed_once(house, room, link, mine):
    table = new_table(house, lines=OPENING)
    page = opened(room.come(PHONE, home=link.home, may=AWAY), table)
    cut(page, link)
    type_them(page, FIVE[:3])
    theirs = {"lines": ['; B "written meanwhile"']}
    assert house.ask("POST", table.at("/lines"), table.tokens["scribe"], theirs).status_code == 201
    link.restores()

    asked = page.locator("[data-asked] .btn")
    expect(asked).to_have_count(2)
    expect(page.locator(WAITING)).to_have_count(3)
    asked.nth(0 if mine == "send" else 1).click()
    nothing_waits(page)
    expect(asked).to_have_count(0)

    kept = ['2 ; B "written meanwhile"', *(f"{number} {line}" for number, line in enumerate(FIVE[:3], 3))]
    assert log_of(house, table)[1:] == (kept if mine == "send" else kept[:1])


def test_an_unreadable_line_shows_its_reason_and_later_lines_wait(house, room, link):
    table = new_table(house, lines=OPENING)
    page = opened(room.come(PHONE, home=link.home, may=AWAY), table)
    cut(page, link)
    type_them(page, ["B harvest nowhere at all", '; B "behind it"', "Y gibberish"])
    link.restores()
    stuck = page.locator("[data-pending] .refused")
    expect(stuck.locator("[role=alert] .chip.broken")).to_have_text("not recorded")
    expect(stuck.locator(".mean code").first).to_be_visible()
    expect(page.locator(WAITING)).to_have_count(3)
    expect(page.locator("[data-waiting]")).to_contain_text("2")
    assert len(log_of(house, table)) == 1

    stuck.locator("input").fill("B harvest c3 TS/WS")
    stuck.locator("input").press("Enter")
    expect(page.locator("#l3")).to_be_attached()
    expect(page.locator(WAITING)).to_have_count(1)
    stuck.locator("[data-drop]").click()
    nothing_waits(page)

    assert log_of(house, table) == ["1 - pool W1 S3 T2 R6 W4", "2 B harvest c3 TS/WS", '3 ; B "behind it"']


def test_a_line_undone_offline_is_never_sent(house, room, link):
    table = new_table(house, lines=OPENING)
    page = opened(room.come(PHONE, home=link.home, may=AWAY), table)
    cut(page, link)
    type_them(page, FIVE[:2])
    page.locator(".recnav [data-undo]").click()
    expect(page.locator(WAITING)).to_have_count(1)
    link.restores()
    stands(page, 2)

    assert len(log_of(house, table)) == 2


def test_offers_shown_offline_state_their_time(house, room, link):
    table = new_table(house, lines=OPENING)
    page = opened(room.come(PHONE, home=link.home, may=AWAY), table)
    cut(page, link)

    expect(page.locator("[data-offlabel]")).to_contain_text("1")
    tapped(page)
    expect(page.locator(WAITING)).to_have_count(1)
    link.restores()
    stands(page, 2)
