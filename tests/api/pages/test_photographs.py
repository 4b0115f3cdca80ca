"""Photographs at any line: taken at the recorder, also without a link, added and erased in the replay."""

import io

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.api.pages.browsers import AWAY, PHONE
from tests.api.pages.proxy import Link
from tests.api.pages.recorder import new_table, opened, stands, typed

LINES = ("- pool W1 S3 T2 R6 W4", "B harvest c3 TS/WS")
CAMERA = "#else [data-photo]"


def shot(colour="green"):
    """A photograph as a phone uploads it."""
    made = io.BytesIO()
    Image.new("RGB", (64, 48), colour).save(made, "JPEG")
    return {"name": "table.jpg", "mimeType": "image/jpeg", "buffer": made.getvalue()}


def taken(house, table):
    """The photographs in the store, by line."""
    answer = house.ask("GET", table.at("/photographs"), table.tokens["owner"]).json()["photographs"]
    return [(one["line"], one["kept"]) for one in answer]


@pytest.fixture
def link(house):
    """A proxy between the browsers and the service."""
    made = Link(house.port)
    yield made
    made.close()


def test_a_photograph_taken_at_the_recorder_is_shown_with_its_line_and_in_the_replay(house, room):
    table = new_table(house, lines=LINES)
    page = opened(room.come(PHONE), table)
    page.locator('[data-open="else"]').click()
    page.locator(CAMERA).set_input_files(shot())
    expect(page.locator("#l2 img.photo")).to_have_attribute("alt", "Photograph after line 2")
    expect(page.locator("[data-notice]")).to_contain_text("Photograph kept with line 2")

    guest = room.come(PHONE, lang="fr")
    guest.goto(f"/s/{table.session}/replay?line=2")
    expect(guest.locator("[data-anno] img.photo")).to_have_attribute("alt", "Photo après la ligne 2")
    guest.keyboard.press("ArrowLeft")
    expect(guest.locator("[data-anno] img.photo")).to_have_count(0)
    expect(guest.locator("[data-photograph]")).to_have_count(0)


def test_the_owner_adds_a_photograph_in_the_replay_and_erases_it(house, room):
    table = new_table(house, lines=LINES)
    page = opened(room.come(PHONE), table)
    page.goto(f"/s/{table.session}/replay?line=1")
    page.wait_for_selector(".rp[data-ready]")
    page.locator("[data-photograph]").set_input_files(shot("red"))
    expect(page.locator("[data-anno] img.photo")).to_have_count(1)
    assert taken(house, table) == [(1, True)]

    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("[data-anno] .photos button").click()
    expect(page.locator("[data-anno] img.photo")).to_have_count(0)
    expect(page.locator("[data-anno]")).to_contain_text("was erased")
    assert taken(house, table) == [(1, False)]


def test_up_to_twenty_photographs_wait_offline_each_for_its_own_line(house, room, link):
    table = new_table(house, lines=LINES)
    page = opened(room.come(PHONE, home=link.home, may=AWAY), table)
    link.cuts()
    expect(page.locator('[data-link="away"]')).to_be_visible()
    page.locator(CAMERA).set_input_files(shot())
    typed(page, "B done")
    expect(page.locator("[data-pending] li")).to_have_count(2)
    for number in range(19):
        page.locator(CAMERA).set_input_files(shot(f"#{number:02d}4466"))
    expect(page.locator("[data-pending] li")).to_have_count(21)
    page.locator(CAMERA).set_input_files(shot("blue"))
    expect(page.locator("[data-refused]")).to_contain_text("20 photographs are waiting")
    expect(page.locator("[data-pending] li")).to_have_count(21)
    link.restores()
    expect(page.locator("[data-pending] li")).to_have_count(0, timeout=90_000)  # each is drawn anew by a process
    stands(page, 3)
    expect(page.locator("#l3 img.photo")).to_have_count(19)

    assert taken(house, table) == [(2, True), *[(3, True)] * 19]
