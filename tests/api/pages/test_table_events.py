"""Events of the table: a pause, a clock, another person on a seat, and the read-back that each seat answers."""

from playwright.sync_api import expect

from tests.api.pages.browsers import DESK, PHONE
from tests.api.pages.recorder import log_of, new_table, opened, stands
from tests.two_rounds import ROUNDS

OPENING = ("- pool W1 S3 T2 R6 W4", "B harvest c3 TS/WS")
ROUND = ROUNDS[:20]


def other(page):
    page.locator('[data-open="else"]').click()
    panel = page.locator(".around")
    if panel.get_attribute("open") is None:
        panel.locator("summary").click()
    return panel


def test_a_pause_a_clock_and_another_person_are_lines_by_taps(house, room):
    table = new_table(house, lines=OPENING)
    page = opened(room.come(PHONE), table)
    other(page).locator('[data-around=": pause"]').click()
    stands(page, 3, "the game is paused")
    panel = other(page)
    panel.locator("[data-clock] select").select_option("Y")
    panel.locator("#clock-shows").fill("12:30")
    panel.locator("#clock-shows").press("Enter")
    stands(page, 4, "Bo: the clock shows 12:30")
    panel = other(page)
    panel.locator("[data-seat-taken] select").select_option("Y")
    panel.locator("#seat-name").fill("Dana")
    panel.locator("#seat-name").press("Enter")
    stands(page, 5, "Dana takes seat Y")

    assert log_of(house, table)[2:] == ["3 : pause", "4 : clock Y 12:30", '5 : seat Y "Dana"']
    guest = room.come(PHONE, lang="fr")
    guest.goto(f"/s/{table.session}/replay?line=4")
    expect(guest.locator("[data-anno]")).to_contain_text("Bo\u00a0: la pendule affiche 12:30")
    guest.goto(f"/s/{table.session}")
    expect(guest.locator(".w-scores")).to_contain_text("Dana")


def test_each_seat_answers_the_read_back_on_its_phone_and_a_query_leads_to_a_fix(house, room):
    table = new_table(house, lines=ROUND, game="new-haven")
    owner = opened(room.come(DESK), table)
    expect(owner.locator(".readback summary")).to_contain_text("Read-back to round 1, line 20")
    ana, bo = opened(room.come(PHONE), table, "seat"), opened(room.come(PHONE, lang="fr"), table, "other")
    ana.locator("[data-agree=B]").click()
    expect(ana.locator(".readback .chip.lawful")).to_have_count(1)
    expect(ana.locator("[data-agree]")).to_have_count(0)
    expect(bo.locator("[data-agree=B], [data-query=B]")).to_have_count(0)
    bo.locator("[data-query=Y]").click()
    form = bo.locator("[data-query-form=Y]")
    expect(form.locator("option")).to_have_count(20)
    form.locator("select").select_option("17")
    form.locator("input").fill("deux ?")
    form.locator("button").click()
    expect(owner.locator(".readback .chip.broken")).to_have_count(1)

    owner.locator(".readback summary").click()
    expect(owner.locator(".readback")).to_contain_text("deux ?")
    owner.locator("[data-fix-line='17']").click()
    expect(owner.locator("[data-repair]")).to_be_visible()
    assert log_of(house, table)[20:] == ["21 : agree B 20", '22 : query Y 17 "deux ?"']
    house.ask("POST", table.at("/lines"), table.tokens["scribe"], {"lines": ["~ 17 Y pick S4"]})
    expect(bo.locator(".readback .chip.pending")).to_have_count(2)
    expect(bo.locator("[data-agree=Y]")).to_be_visible()
