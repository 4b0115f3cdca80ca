"""Closing in the browser: the table states its result, confirms it with a second tap, and can reopen the record."""

import pytest
from playwright.sync_api import expect

from tests.api.library import LIBRARY, bring
from tests.api.pages.browsers import DESK, PHONE, REFUSED
from tests.api.pages.recorder import link, new_table, opened
from tests.api.people import json_of, open_table

WHOLE = LIBRARY / "new-haven" / "games" / "whole-game-2-players.record"


@pytest.fixture
def table(house):
    return bring(house, WHOLE)


def at_the_result(page, table):
    page.goto(f"/s/{table.session}#k={table.owner}")
    page.wait_for_url("**/record")
    page.goto(f"/s/{table.session}/result")


def pad(page, number):
    for digit in str(number):
        page.locator(f"[data-digit='{digit}']").click()


def computed(house, table):
    sides = json_of(house.ask("GET", table.at("/result"), table.owner), 200)["sides"]
    return [side["computed"] for side in sides]


def test_the_table_states_its_result_and_the_difference_stays_marked(house, room, table):
    page = room.come(PHONE)
    at_the_result(page, table)
    first, second = computed(house, table)
    expect(page.locator("[data-close-it]")).to_be_disabled()
    pad(page, first - 2)
    expect(page.locator("[data-verdict] .contradiction")).to_contain_text("−2")
    expect(page.locator("[data-differences] a")).to_contain_text("line")
    page.locator("[data-in]").nth(1).click()
    pad(page, second)
    expect(page.locator("[data-verdict] .lawful")).to_have_count(1)
    page.locator("[data-close-it]").click()
    assert not json_of(house.ask("GET", table.at(""), table.owner), 200)["closed"]
    expect(page.locator("[data-sure] h3")).to_be_focused()
    expect(page.locator("[data-kept]")).to_contain_text("The difference stays marked.")
    page.locator("[data-yes]").click()
    expect(page.locator(".stamp")).to_contain_text("Closed")
    expect(page.locator("[data-reopen]")).to_be_visible()

    kept = json_of(house.ask("GET", table.at("/scoreboard")), 200)
    assert (kept["stated"], kept["same"], kept["differs"]) == ({"B": first - 2, "Y": second}, False, ["B"])
    page.goto(f"/s/{table.session}")
    expect(page.locator(".stated .contradiction")).to_have_count(1)
    page.goto(f"/s/{table.session}/replay")
    expect(page.locator(".result [data-verdict] .contradiction")).to_be_visible()

    page.goto(f"/s/{table.session}/result")
    page.locator("[data-reopen]").click()
    page.locator("[data-yes]").click()
    page.wait_for_url("**/record")
    assert not json_of(house.ask("GET", table.at(""), table.owner), 200)["closed"]


def test_accepting_the_computed_result_takes_three_taps(house, room, table):
    page = room.come(PHONE, "fr")
    at_the_result(page, table)
    for which in ("[data-same]", "[data-close-it]", "[data-yes]"):
        page.locator(which).click()
    expect(page.locator(".ended")).to_contain_text("La table a repris le résultat calculé.")
    assert json_of(house.ask("GET", table.at("/result"), table.owner), 200)["same"]


def test_the_result_is_entered_by_keyboard_alone(house, room, table):
    page = room.come(DESK)
    at_the_result(page, table)
    page.locator("[data-in]").first.focus()
    page.keyboard.type("-12")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.type("7")
    expect(page.locator("[data-in]").first).to_have_text("-12")
    page.locator("[data-close-it]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-sure] h3")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("[data-close-it]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-sure] h3")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("[data-reopen]")).to_be_visible()


def test_a_half_entered_result_survives_a_reload_and_a_new_line(house, room, table):
    page = room.come(PHONE, may=REFUSED)
    at_the_result(page, table)
    pad(page, 12)
    page.reload()
    expect(page.locator("[data-in]").first).to_have_text("12")
    expect(page.locator("[data-in]").nth(1)).to_have_attribute("aria-pressed", "true")
    pad(page, 7)
    json_of(house.ask("POST", table.at("/lines"), table.owner, {"lines": ['; B "wait"']}), 201)
    page.locator("[data-close-it]").click()
    with page.expect_navigation():  # the page as it is now, with what was entered
        page.locator("[data-yes]").click()
    expect(page.locator("[data-in]").nth(1)).to_have_text("7")
    assert not json_of(house.ask("GET", table.at(""), table.owner), 200)["closed"]
    page.locator("[data-close-it]").click()
    page.locator("[data-yes]").click()
    expect(page.locator("[data-reopen]")).to_be_visible()


def test_a_side_of_two_is_counted_once_and_closed_for_both(house, room):
    seats = [
        {"letter": letter, "name": name} for letter, name in zip("ABYD", ("Ana", "Bo", "Cleo", "Dan"), strict=True)
    ]
    table = new_table(house, "kontor", ('; A "a note"',), seats=seats, told={"colours": "RRBB"}, variants=["four"])
    page = opened(room.come(PHONE), table)
    page.goto(f"/s/{table.session}/result")
    expect(page.locator("[data-in]")).to_have_count(2)
    pad(page, 3)
    page.locator("[data-in]").nth(1).click()
    pad(page, 1)
    page.locator("[data-close-it]").click()
    page.locator("[data-yes]").click()
    expect(page.locator("[data-reopen]")).to_be_visible()
    stated = json_of(house.ask("GET", table.at("/scoreboard")), 200)["stated"]
    assert stated == {"A": 3, "B": 3, "Y": 1, "D": 1}


def test_an_empty_record_is_deleted_or_left_open(house, room):
    table = open_table(house, lines=(), used=False)
    page = room.come(PHONE)
    page.goto(link(table))
    page.wait_for_url("**/record")
    page.goto(f"/s/{table.session}/result")
    expect(page.locator("[data-close-it]")).to_have_count(0)
    page.locator("[data-delete]").click()
    page.locator("[data-no]").click()
    page.locator("[data-delete]").click()
    page.locator("[data-yes]").click()
    page.wait_for_url("**/")
    assert house.ask("GET", table.at(), table.tokens["owner"]).status_code == 404


def test_other_roles_see_the_result_and_cannot_change_it(house, room, table):
    json_of(house.ask("POST", table.at("/closing"), table.owner, {"same": True}), 200)
    page = room.come(PHONE)
    page.goto(f"/s/{table.session}/result")
    expect(page.locator(".result tbody tr")).to_have_count(2)
    expect(page.locator("[data-reopen], [data-in], [data-close-it]")).to_have_count(0)
