"""Every page of a table shows its reader's role, whose turn it is, the possible actions and open questions."""

import pytest
from playwright.sync_api import expect

from tests.api.pages.browsers import PHONE
from tests.api.pages.recorder import new_table, opened, ready
from tests.api.people import json_of

POOL, HARVEST, BUILD = "- pool W1 S3 T2 R6 W4", "B harvest c3 TS/WS", "B build S2 up 2.1"
PAGES = ("", "/replay", "/audit", "/disputes", "/compare", "/record")


@pytest.fixture
def table(house):
    return new_table(house, lines=(POOL,))


def test_every_page_shows_a_seat_its_role_and_that_it_is_its_turn(room, table):
    page = opened(room.come(PHONE), table, "seat")
    for path in PAGES:
        page.goto(f"/s/{table.session}{path}")
        expect(page.locator(".me")).to_contain_text("You are Ana, seat B")
        expect(page.locator(".me .turn")).to_have_text("Your turn")
    page.goto(f"/s/{table.session}")
    expect(page.locator(".me")).to_contain_text("Possible now:")


def test_a_waiting_seat_sees_whose_turn_it_is_and_when_its_own_begins(house, room, table):
    page = opened(room.come(PHONE, "fr"), table, "other")
    expect(page.locator(".me")).to_contain_text("Vous êtes Bo, place Y")
    expect(page.locator(".me .turn")).to_have_text("C’est à Ana de jouer")
    expect(page.locator(".awaited")).to_contain_text("C’est à Ana de jouer")
    owner = table.tokens["owner"]
    json_of(house.ask("POST", table.at("/lines"), owner, {"lines": [HARVEST, "B done", "Y done", "B pick W1"]}), 201)
    expect(page.locator(".awaited")).to_contain_text("enregistre ce qui sort")
    json_of(house.ask("POST", table.at("/lines"), owner, {"lines": ["- refill W2"]}), 201)
    expect(page.locator(".me .turn[role=alert]")).to_have_text("À vous de jouer")
    ready(page)
    expect(page.locator(".awaited")).to_have_count(0)


def test_a_dispute_about_a_seat_is_shown_to_it_until_it_answers(house, room, table):
    page = opened(room.come(PHONE), table, "seat")
    lines = {"lines": [HARVEST, BUILD, '! Y 3 NH-BUILD-3 "too dear"']}
    json_of(house.ask("POST", table.at("/lines"), table.tokens["owner"], lines), 201)
    expect(page.locator(".me .notice")).to_contain_text("A dispute about your seat")
    page.locator(".me .notice a").click()
    page.wait_for_url("**/disputes/4")
    body = {"text": "I paid", "seat": "B"}
    json_of(house.ask("POST", table.at("/disputes/4/statements"), table.tokens["seat"], body), 201)
    page.reload()
    expect(page.locator(".me .notice")).to_have_count(0)
    other = opened(room.come(PHONE), table, "other")
    expect(other.locator(".me .notice")).to_have_count(0)


def test_the_api_returns_the_same_role_and_turn(house, table):
    answer = json_of(house.ask("GET", table.at(), table.tokens["other"]), 200)
    assert (answer["seat"], answer["moment"]["waits"], answer["questions"]) == ("Y", ["B"], [])
    lines = {"lines": [HARVEST, BUILD, '! Y 3 NH-BUILD-3 "too dear"']}
    json_of(house.ask("POST", table.at("/lines"), table.tokens["owner"], lines), 201)
    answer = json_of(house.ask("GET", table.at(), table.tokens["seat"]), 200)
    assert [one["line"] for one in answer["questions"]] == [4]


def test_guests_see_no_role(room, table):
    page = room.come(PHONE)
    page.goto(f"/s/{table.session}")
    expect(page.locator(".me")).to_have_count(0)
    scribe = opened(room.come(PHONE), table, "scribe")
    scribe.goto(f"/s/{table.session}")
    expect(scribe.locator(".me")).to_contain_text("You write the record")
