"""Undo and redo as buttons with a short notice, and two taps on one button."""

import pytest
from playwright.sync_api import expect

from domain.record.line_text import write_entry
from domain.record.lines import Played
from tests.api.pages.browsers import AWAY, DESK, PHONE
from tests.api.pages.proxy import Link
from tests.api.pages.recorder import log_of, new_table, nothing_waits, opened, ready, stands, typed
from tests.replays.real_games import real_game

POOL = "- pool W1 S3 T2 R6 W4"
HARVEST = "B harvest c3 TS/WS"
NOTICE = "[data-notice]"


def pressed(page, what):
    """Presses a button of the recorder, and waits until its requests are answered."""
    page.locator(what).click()
    nothing_waits(page)
    ready(page)


def test_undo_shows_a_notice_redo_restores_the_line_and_the_next_line_ends_the_notice(house, room):
    table = new_table(house, lines=(POOL, HARVEST, "B done"))
    page = opened(room.come(PHONE), table)
    pressed(page, "[data-undo]")
    expect(page.locator(NOTICE)).to_contain_text("Undone: line 3")
    pressed(page, "[data-undo]")
    expect(page.locator(NOTICE)).to_contain_text("Undone: line 2")
    pressed(page, "[data-redo]")
    expect(page.locator(NOTICE)).to_contain_text("Undone: line 3")
    page.reload()
    ready(page)
    pressed(page, "[data-redo]")
    expect(page.locator(NOTICE)).not_to_be_visible()
    assert log_of(house, table)[3:] == ["4 ~ 3 -", "5 ~ 2 -", "6 ~ 5 -", "7 ~ 4 -"]

    pressed(page, "[data-undo]")
    typed(page, "B build S2 up 2.1")
    stands(page, 9)
    expect(page.locator(NOTICE)).not_to_be_visible()
    expect(page.locator("#l3.struck")).to_have_count(1)
    assert log_of(house, table)[7:] == ["8 ~ 3 -", "9 B build S2 up 2.1"]


def test_a_set_up_line_that_was_undone_is_asked_for_again(house, room):
    table = new_table(house, faces="printed", lines=(POOL,))
    page = opened(room.come(PHONE, "fr"), table)
    pressed(page, "[data-undo]")
    expect(page.locator(NOTICE)).to_contain_text("Annulé\u00a0: ligne 1")
    expect(page.locator("[data-step=pool]")).to_be_visible()


def test_offline_undo_removes_the_waiting_line_and_redo_restores_it(house, room):
    link = Link(house.port)
    table = new_table(house, lines=(POOL,))
    page = opened(room.come(PHONE, home=link.home, may=AWAY), table)
    link.cuts()
    expect(page.locator('[data-link="away"]')).to_be_visible()
    for number, line in enumerate((HARVEST, "B done"), 1):
        typed(page, line)
        expect(page.locator("[data-pending] li")).to_have_count(number)
    page.locator("[data-undo]").click()
    expect(page.locator("[data-pending] li")).to_have_count(1)
    expect(page.locator(NOTICE)).to_contain_text("B done")
    page.locator("[data-redo]").click()
    expect(page.locator("[data-pending] li")).to_have_count(2)
    link.restores()
    stands(page, 3)
    link.close()

    assert log_of(house, table)[1:] == [f"2 {HARVEST}", "3 B done"]


@pytest.mark.parametrize("pause", [0, 400])
def test_two_equal_taps_are_two_lines_unless_they_are_a_double_tap(house, room, pause):
    setup, actions = real_game("new-haven", 2, 5)
    lines = [write_entry(Played(action=action), setup).strip() for action in actions]
    drawn = next(at for at, line in enumerate(lines) if line == lines[at + 1] == "B draw")
    table = new_table(house, lines=tuple(lines[:drawn]), first=setup.seats[setup.first])
    page = opened(room.come(DESK), table)
    draw = page.locator("[data-offers] [data-record]", has_text="draw").first
    if pause:
        draw.click()
        stands(page, drawn + 1)
        page.wait_for_timeout(pause)
        draw.click()
    else:
        draw.dblclick()
        stands(page, drawn + 1)
        expect(page.locator(NOTICE)).to_contain_text("Recorded once")
        assert log_of(house, table)[drawn:] == [f"{drawn + 1} B draw"]
        page.locator("[data-again]").click()
    stands(page, drawn + 2)
    expect(page.locator(NOTICE)).not_to_be_visible()
    assert log_of(house, table)[drawn:] == [f"{drawn + 1} B draw", f"{drawn + 2} B draw"]
