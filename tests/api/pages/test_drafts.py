"""Half-entered lines and fixes survive a cut connection and a closed tab; no line is lost or recorded twice."""

import pytest
from playwright.sync_api import expect

from tests.api.pages.browsers import AWAY, PHONE
from tests.api.pages.proxy import Link
from tests.api.pages.recorder import box, log_of, new_table, nothing_waits, opened, ready, stands

POOL = "- pool W1 S3 T2 R6 W4"
BUILT = (POOL, "B harvest c3 TS/WS", "B build S2 up 2.1", "B done")
STEP = "[data-step=pool]"


@pytest.fixture
def link(house):
    """A proxy between the scribe and the service."""
    made = Link(house.port)
    yield made
    made.close()


def entered(page, *buildings):
    for building in buildings:
        page.locator(f"{STEP} [data-value={building}]").click()


def come_back(page, table):
    """Closes the tab and opens another one."""
    context = page.context
    page.close()
    page = context.new_page()
    page.goto(f"/s/{table.session}/record")
    ready(page)
    return page


def test_a_half_entered_line_survives_a_closed_tab_and_a_cut_link(house, room, link):
    table = new_table(house, faces="printed")
    page = opened(room.come(PHONE, home=link.home, may=AWAY), table)
    entered(page, "W1", "S3")
    page = come_back(page, table)
    expect(page.locator(f"{STEP} .spot.free")).to_have_count(3)
    link.cuts()
    expect(page.locator('[data-link="away"]')).to_be_visible()
    entered(page, "T2", "R6", "W4")
    page.locator(f"{STEP} [data-record]").click()
    expect(page.locator("[data-pending] li")).to_have_count(1)
    link.restores()
    stands(page, 1)
    page = come_back(page, table)
    nothing_waits(page)

    assert log_of(house, table) == [f"1 {POOL}"]


def test_a_line_whose_answer_is_lost_is_recorded_once(house, room, link):
    table = new_table(house, faces="printed")
    page = opened(room.come(PHONE, home=link.home, may=AWAY), table)
    entered(page, "W1", "S3", "T2", "R6", "W4")
    page.route("**/api/sessions/*/lines", lambda route: (route.fetch(), route.abort()), times=1)  # the answer is lost
    page.locator(f"{STEP} [data-record]").click()
    stands(page, 1)

    assert log_of(house, table) == [f"1 {POOL}"]


def test_a_half_entered_fix_survives_a_closed_tab_and_a_cut_link_and_is_recorded_once(house, room, link):
    table = new_table(house, lines=BUILT)
    page = opened(room.come(PHONE, home=link.home, may=AWAY), table)
    page.locator(".recnav [data-open=repair]").click()
    page.locator("#repair [data-line='1']").click()
    ready(page)
    page.locator(f'{STEP} [data-spot="buildings:1"]').click()
    entered(page, "S5")
    page = come_back(page, table)
    expect(page.locator("[data-repair] h2")).to_contain_text("1")
    expect(page.locator(f'{STEP} [data-spot="buildings:1"] del')).to_have_text("Sheep 3")
    link.cuts()
    expect(page.locator('[data-link="away"]')).to_be_visible()
    page.locator(f'{STEP} [data-spot="buildings:2"]').click()
    entered(page, "T6")
    page.locator(f"{STEP} [data-record]").click()
    expect(page.locator("[data-pending] li")).to_have_count(1)
    expect(page.locator("[data-repair]")).not_to_be_visible()
    link.restores()
    nothing_waits(page)
    page = come_back(page, table)
    expect(page.locator("[data-repair]")).not_to_be_visible()

    assert log_of(house, table)[4:] == ["5 ~ 1 - pool W1 S5 T6 R6 W4"]


def test_a_line_of_another_scribe_does_not_change_a_fix(house, room):
    table = new_table(house, lines=BUILT)
    page = opened(room.come(PHONE), table)
    page.locator(".recnav [data-open=repair]").click()
    page.locator("#repair [data-line='1']").click()
    ready(page)
    page.locator(f'{STEP} [data-spot="buildings:1"]').click()
    entered(page, "S5")
    written = house.ask("POST", table.at("/lines"), table.tokens["scribe"], {"lines": ["Y pass"]})
    assert written.status_code == 201
    expect(page.locator("[data-saved]")).to_contain_text("5")
    ready(page)
    expect(page.locator(f'{STEP} [data-spot="buildings:1"] del')).to_have_text("Sheep 3")
    page.locator(f"{STEP} [data-record]").click()
    nothing_waits(page)

    assert log_of(house, table)[5:] == ["6 ~ 1 - pool W1 S5 T2 R6 W4"]


def test_typed_text_survives_a_closed_tab_until_it_is_recorded(house, room):
    table = new_table(house, lines=BUILT)
    page = opened(room.come(PHONE), table)
    box(page).fill("bo pass")
    page = come_back(page, table)
    expect(page.locator("#ty")).to_have_value("bo pass")
    page.locator("#ty").press("Enter")
    stands(page, 5)
    page = come_back(page, table)
    expect(page.locator("#ty")).to_have_value("")

    assert log_of(house, table)[4:] == ["5 Y pass"]
