"""The table form in a browser: conflicts between choices are shown at once, with their solutions."""

import json

import pytest
from playwright.sync_api import expect

from tests.api.pages.browsers import DESK, PHONE, REFUSED
from tests.api.pages.recorder import ready
from tests.api.pages.table_form import asked, handed_out, named, with_faces


def test_an_unwise_choice_is_named_and_blocks_nothing(room):
    page = room.come(DESK)
    asked(page, "new-haven")
    for variant in ("side-b", "careful-harvest"):
        page.locator(f"input[value={variant}]").check()
    expect(page.locator("[data-unwise]")).to_contain_text("“Side B” is not meant for “Careful")
    expect(page.locator("[data-lay-it]")).to_be_enabled()


def chosen(page, *variants):
    """Chooses variants of the form."""
    closed = page.locator("details[data-shelf]:not([open]) > summary")
    while closed.count():
        closed.first.click()
    for variant in variants:
        page.locator(f"input[name=variant][value={variant}]").check()


@pytest.mark.parametrize(
    "lang, reason", [("en", "only one scenario is played at a time"), ("fr", "un scénario à la fois")]
)
def test_a_conflict_is_explained_with_both_ways_out_and_the_table_waits(room, lang, reason):
    page = room.come(DESK, lang)
    asked(page, "kontor", lang)
    chosen(page, "advanced", "KO-V-GEANT", "KO-V-GULLIVER")
    expect(page.locator("[data-clash-says]")).to_contain_text("Gulliver")
    expect(page.locator("[data-clash-says]")).to_contain_text(reason)
    expect(page.locator("[data-lay-it]")).to_be_disabled()
    expect(page.locator("[data-clash-fix] .btn")).to_have_count(2)
    page.locator("[data-clash-fix] .btn").last.click()
    expect(page.locator("[data-clash]")).not_to_be_visible()
    expect(page.locator("[data-lay-it]")).to_be_enabled()


def test_a_variant_that_is_needed_is_added_with_one_tap(room):
    page = room.come(PHONE)
    asked(page, "kontor")
    chosen(page, "KO-V-ILE")
    expect(page.locator("[data-clash-says]")).to_contain_text("Advanced game or Four players")
    page.locator("[data-clash-fix] .btn", has_text="With Advanced game").click()
    expect(page.locator("[data-clash]")).not_to_be_visible()
    expect(page.locator("[data-readback]")).to_contain_text("Advanced game")


def test_a_variant_that_needs_another_is_shown_under_it(room):
    page = room.come(PHONE)
    asked(page, "kontor")
    chosen(page)
    wedding = page.locator("label:has(input[value=KO-EV-MARIAGE])")
    expect(wedding).not_to_be_visible()
    chosen(page, "KO-V-EVENTS", "KO-EV-MARIAGE")
    expect(wedding).to_be_visible()
    expect(page.locator("[data-shelf] [data-chosen]").last).to_contain_text("2")


def test_two_seats_of_one_colour_must_be_resolved_before_the_set_up(room):
    page = room.come(PHONE, "fr")
    asked(page, "mayflower", "fr")
    page.locator(".sw:has(input[name=c1][value=B])").click()
    expect(page.locator("[data-twice]")).to_be_visible()
    expect(page.locator("[data-lay-it]")).to_be_disabled()
    page.locator(".sw:has(input[name=c1][value=G])").click()
    expect(page.locator("[data-lay-it]")).to_be_enabled()


def test_the_sides_of_a_game_have_its_own_colours(house, room):
    page = room.come(PHONE)
    asked(page, "kontor")
    page.locator(".sw:has(input[name=c1] + svg use[href='#seat-r'])").click()
    expect(page.locator("[data-twice]")).to_be_visible()  # two reds and no black
    for _ in range(2):
        page.locator("[data-seats='1']").click()
    named(page, "Ana", "Bo", "Cleo", "Dan")
    page.locator(".sw:has(input[name=c2] + svg use[href='#seat-k'])").click()
    with_faces(page)
    session = handed_out(page, codes=7)

    table = house.ask("GET", f"/api/sessions/{session}").json()["table"]
    assert table["told"] == {"colours": "RRBB"} and [one["letter"] for one in table["seats"]] == [*"ABCD"]


def test_a_box_is_read_from_its_file_and_a_bad_file_is_reported(house, room, tmp_path):
    page = room.come(DESK, may=REFUSED)
    asked(page, "new-haven")
    named(page, "Ana", "Bo")
    page.locator("input[name=faces][value=box]").check()
    page.locator("[data-lay-it]").click()
    expect(page.locator("[data-box-says]")).not_to_be_empty()
    expect(page.locator("[data-box]")).to_be_focused()
    box = tmp_path / "box.json"
    for content, says in (("no box at all", "JSON"), (json.dumps({"faces": {"harvest": {"nonsense": 1}}}), "nonsense")):
        box.write_text(content)
        page.locator("[data-box]").set_input_files(box)
        expect(page.locator("[data-box-says]")).to_contain_text(says)
    box.write_text(json.dumps({"faces": {"harvest": {"TS/WS": 1, "RR/WT": 2}}}))
    page.locator("[data-box]").set_input_files(box)
    expect(page.locator("[data-box-says]")).to_contain_text("box-")
    session = handed_out(page, codes=5)

    assert house.ask("GET", f"/api/sessions/{session}").json()["table"]["faces"] not in ("printed", "stand-in")


def test_a_double_press_sets_up_one_table_and_leads_the_owner_to_the_recorder(house, room):
    page = room.come(PHONE)
    asked(page, "new-haven")
    named(page, "Eva", "Finn")
    page.locator("[data-lay-it]").dblclick()
    expect(page.locator("[data-codes][data-ready=yes]")).to_be_visible()
    page.locator("[data-to-record]").click()
    ready(page)


def test_without_scripts_the_page_says_that_it_needs_them(room):
    page = room.come(DESK, java_script_enabled=False)
    page.goto("/lay")
    expect(page.locator("noscript .notice, .notice.broken").first).to_be_visible()
