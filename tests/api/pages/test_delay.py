"""The public delay in the browser: a line can be undone before guests see it, and the owner sets the delay."""

from playwright.sync_api import expect

from tests.api.pages.browsers import DESK, PHONE
from tests.api.pages.recorder import new_table, nothing_waits, opened, stands, typed

OPENING = ("- pool W1 S3 T2 R6 W4",)


def test_guests_see_a_line_after_the_delay_and_an_undone_line_never(house, room):
    table = new_table(house, lines=OPENING)
    owner, guest = opened(room.come(PHONE), table), room.come(DESK)
    house.ask("POST", table.at("/delay"), table.tokens["owner"], {"seconds": 3})
    owner.reload()
    owner.locator('[data-open="menu"]').click()
    expect(owner.locator("[data-delay] select")).to_have_value("3 0")
    owner.locator("#menu [data-close]").click()
    guest.goto(f"/s/{table.session}")
    expect(guest.locator(".delayed")).to_contain_text("3 seconds later")
    typed(owner, "B harvest c3 TS/WS")
    stands(owner, 2)
    owner.locator("[data-undo]").click()
    nothing_waits(owner)
    typed(owner, "B harvest c4 TS/WS")
    stands(owner, 4)
    expect(guest.locator("[data-live=lines] .line")).to_have_count(2)  # the set-up and the first line

    expect(guest.locator("#l4")).to_contain_text("c4")
    assert "c3" not in guest.locator("body").inner_text()
    seat = room.come(PHONE)
    opened(seat, table, "seat")
    expect(seat.locator("#l2 del").first).to_contain_text("c3")


def test_a_chosen_delay_is_saved_at_once(house, room):
    table = new_table(house, lines=OPENING)
    page = opened(room.come(PHONE, lang="fr"), table)
    page.locator('[data-open="menu"]').click()
    expect(page.locator("[data-delay] select")).to_have_value("0 0")
    page.locator("[data-delay] select").select_option("10 5")
    expect(page.locator("[data-delay-kept]")).to_contain_text("prochaines lignes")

    answer = house.ask("GET", table.at(""), table.tokens["owner"]).json()
    assert answer["delay"] == {"seconds": 10, "lines": 5}
    scribe = opened(room.come(PHONE), table, "scribe")
    expect(scribe.locator("[data-delay]")).to_have_count(0)
