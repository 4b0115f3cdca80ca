"""A player calls the arbiter by one tap on a line; the arbiter's open page shows the call at once."""

import re

import pytest
from playwright.sync_api import expect

from tests.api.pages.browsers import DESK, PHONE
from tests.api.people import LINES, open_table


@pytest.mark.parametrize("lang, shown", [("en", "The arbiter was called."), ("fr", "L’arbitre a été appelé.")])
def test_one_tap_on_a_line_reaches_the_arbiter(house, room, lang, shown):
    table = open_table(house, LINES)
    player, arbiter = room.come(PHONE, lang), room.come(DESK, lang)
    arbiter.goto(f"/s/{table.session}#k={table.tokens['arbiter']}")
    arbiter.wait_for_url("**/disputes")
    expect(arbiter.locator(".case")).to_have_count(1)
    player.goto(f"/s/{table.session}#k={table.tokens['seat']}")
    player.wait_for_url("**/record")
    player.goto(f"/s/{table.session}")
    button = player.locator("[data-call]").last
    box = button.bounding_box()
    assert box["height"] >= 44
    button.tap()

    expect(player.locator("[role=status]").filter(has_text=shown).or_(player.locator(".line.now i"))).not_to_have_count(
        0
    )
    expect(arbiter.locator(".case")).to_have_count(2)
    expect(arbiter).to_have_title(re.compile(r"^\(1\) "))
    expect(arbiter.locator("[data-calls]")).not_to_be_empty()
