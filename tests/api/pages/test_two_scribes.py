"""Two scribes at one table, and lines that are refused: nothing is lost, nothing is written twice."""

import pytest
from playwright.sync_api import expect

from tests.api.pages.browsers import DESK, PHONE, REFUSED
from tests.api.pages.recorder import log_of, new_table, nothing_waits, opened, ready, stands, typed
from tests.api.pages.test_axe import found

POOL = "- pool W1 S3 T2 R6 W4"
HARVEST = "B harvest c3 TS/WS"
ASKED = "[data-asked]"


def written_first(house, page, table, line):
    """Has another scribe's line recorded just before the next line of this page."""

    def hold(route):
        assert house.ask("POST", table.at("/lines"), table.tokens["scribe"], {"lines": [line]}).status_code == 201
        route.continue_()

    page.route("**/api/sessions/*/lines", hold, times=1)


def test_two_scribes_see_each_others_lines_and_who_wrote_them(house, room):
    table = new_table(house, lines=(POOL,))
    one, other = opened(room.come(PHONE), table), opened(room.come(DESK, "fr"), table, "scribe")
    typed(other, HARVEST)
    expect(stands(one, 2).locator(".by")).to_have_text("recorded by the other scribe")
    expect(other.locator("#l2 .by")).to_have_count(0)
    typed(one, "B done")
    expect(stands(other, 3).locator(".by")).to_have_text("enregistré par le responsable")
    assert found(other) == []
    seat = opened(room.come(PHONE), table, "seat")
    typed(seat, "B pass")
    expect(stands(one, 4).locator(".by")).to_have_text("recorded by Ana")


@pytest.mark.parametrize("mine", ["send-after", "drop-mine"])
def test_a_line_that_conflicts_with_another_scribe_is_kept_and_the_scribe_decides(house, room, mine):
    table = new_table(house, lines=(POOL, HARVEST))
    page = opened(room.come(PHONE, may=REFUSED), table)
    written_first(house, page, table, "B build S2 up 2.1")
    typed(page, "B done")
    expect(page.locator(f"{ASKED} [role=alert]")).to_contain_text("Recorded meanwhile by the other scribe")
    expect(page.locator(f"{ASKED} .theirs")).to_contain_text("Sheep 2")
    expect(page.locator(ASKED)).to_contain_text("Your line is kept")
    expect(page.locator(f"{ASKED} .primary")).to_have_text("Record after it")
    assert found(page) == []
    page.reload()
    expect(page.locator(f"{ASKED} .theirs")).to_contain_text("Sheep 2")
    page.locator(f"{ASKED} [data-{mine}]").click()
    nothing_waits(page)
    expect(page.locator(ASKED)).not_to_be_visible()

    kept = ["3 B build S2 up 2.1", "4 B done"]
    assert log_of(house, table)[2:] == (kept if mine == "send-after" else kept[:1])


def test_an_equal_line_of_two_scribes_is_proposed_to_be_dropped(house, room):
    table = new_table(house, lines=(POOL, HARVEST))
    page = opened(room.come(PHONE, may=REFUSED), table)
    written_first(house, page, table, "B done")
    page.locator("[data-offers] [data-record]").first.click()
    expect(page.locator(f"{ASKED} .primary")).to_have_text("Same thing: drop mine")
    page.locator(f"{ASKED} .primary").click()
    nothing_waits(page)
    ready(page)

    assert log_of(house, table)[2:] == ["3 B done"]


def test_a_line_for_another_seat_is_shown_as_refused_with_its_reason_and_a_way_on(house, room):
    table = new_table(house, lines=(POOL, HARVEST, "B done"))
    page = opened(room.come(PHONE, may=REFUSED), table, "seat")
    typed(page, "Y pass")
    refused = page.locator("[data-pending] .refused")
    expect(refused.locator("[role=alert]")).to_contain_text("This link writes for Ana only.")
    expect(page.locator('[data-link="away"]')).not_to_be_visible()
    assert found(page) == []
    refused.locator("[data-drop]").click()
    nothing_waits(page)

    assert len(log_of(house, table)) == 3
