"""The recorder in a browser: typing, tapping, values, corrections, handing over, and a table without help."""

import re

from playwright.sync_api import expect

from tests.api.pages.browsers import DESK, PHONE, REFUSED
from tests.api.pages.recorder import TWICE, as_played, link, log_of, new_table, opened, ready, stands, tapped, typed

POOL = "- pool W1 S3 T2 R6 W4"
HARVEST = "B harvest c3 TS/WS"
TO_A_COIN = (
    *("B found market", "Y found docks", "B found docks", "Y found docks"),
    *("- lands blue 2/2/3 2/3/3 2/5/1 3/4/3", "- ships blue 2/5/6 1/1/2 1/2/2 1/2/3", "- tiles CCC LLL TT TT CL"),
    *("B select 1 bid 1", "Y pass", "B pay 1 coin", "Y take 5", "B pass-tile city"),
)


def test_a_line_is_typed_another_tapped_and_a_third_confirmed(house, room):
    table = new_table(house)
    page = opened(room.come(PHONE), table)
    typed(page, POOL)
    stands(page, 1)
    tapped(page)
    stands(page, 2)
    typed(page, "Y build R6 up 3.1")
    expect(page.locator("#ask[open] .clause").first).to_be_visible()
    page.keyboard.press("Enter")  # typing on is no confirmation
    page.locator("#ask[open] [data-ask=no]").click()
    expect(page.locator("#ty")).to_have_value("Y build R6 up 3.1")
    assert len(log_of(house, table)) == 2

    page.locator("#ty").press("Enter")
    as_played(page)
    stands(page, 3, "Y build R6 up 3.1")
    expect(page.locator("[data-recorded]")).to_contain_text("3")
    assert len(log_of(house, table)) == 3


def test_a_double_tap_records_once_and_keeps_the_focus(house, room):
    table = new_table(house, lines=(POOL, HARVEST))
    page = opened(room.come(DESK), table)
    page.locator("[data-offers] [data-record]").first.dblclick()
    stands(page, 3)
    assert len(log_of(house, table)) == 3

    page.locator("[data-offers] [data-record]").first.focus()
    page.keyboard.press("Enter")
    stands(page, 4)
    assert page.evaluate("document.activeElement.closest('[data-offers]') !== null")


def test_undo_strikes_a_line_taking_back_records_one_and_others_see_both(house, room):
    table = new_table(house, lines=(POOL, HARVEST, "B done"))
    page, other = opened(room.come(PHONE), table), opened(room.come(DESK, "fr"), table, "scribe")
    page.locator(".recnav [data-undo]").click()
    expect(other.locator("#l3.struck del").first).to_be_visible()
    expect(other.locator("#l3 .no small")).to_have_text("~ 4")
    typed(page, "B build S2 up 2.1")
    stands(page, 5)
    page.locator("#l5 .what").click()
    page.locator("[data-repair] [data-took-it-back]").click()
    page.locator("[data-repair] [data-write]").click()
    stands(page, 6)
    expect(other.locator("#l6 .no i")).to_have_text("<")
    expect(other.locator("#l5 svg.seat")).to_have_count(1)  # badges as on lines the server wrote

    assert log_of(house, table)[3:] == ["4 ~ 3 -", "5 B build S2 up 2.1", "6 < 4"]


def test_a_value_is_announced_about_an_effect_of_the_last_line(house, room):
    table = new_table(house, "nieuw-amsterdam", lines=TO_A_COIN)
    page = opened(room.come(PHONE), table)
    page.locator(".recnav [data-open=seen]").click()
    page.locator("#seen [data-about=line]").click()
    page.locator("#seen [data-effects] label").first.click()
    expect(page.locator("#seen [data-due]")).to_contain_text(re.compile(r"\d"))
    page.locator("#seen [data-step='1']").click()
    expect(page.locator("[data-seen-preview]")).not_to_be_empty()
    page.locator("#seen form button.primary").click()
    stands(page, 13)

    assert re.fullmatch(r"13 = B coins \+\d+ @12/NA-\S+", log_of(house, table)[12])


def test_a_pressed_button_stays_in_place_while_an_answer_arrives(house, room):
    table = new_table(house, lines=(POOL,))
    page = opened(room.come(DESK), table)
    page.locator(".recnav [data-open=seen]").click()
    page.locator("#seen-what").select_option("points")
    page.locator("#seen-value").fill("7")
    page.locator("#seen form button.primary").hover()
    with page.expect_response("**/preview"):
        page.mouse.down()
    page.wait_for_timeout(TWICE)
    page.mouse.up()
    stands(page, 2, "7")


def test_a_line_is_sent_without_a_pointerup_event(house, room):
    table = new_table(house, lines=(POOL,))
    page = opened(room.come(DESK), table)
    page.evaluate("dispatchEvent(new PointerEvent('pointerdown'))")  # a menu of the browser's own has taken the rest
    typed(page, HARVEST)
    stands(page, 2)


def test_a_tap_on_the_board_asks_only_for_what_can_go_there(house, room):
    table = new_table(house, lines=(POOL, HARVEST))
    page = opened(room.come(DESK), table)
    pieces = page.locator("[data-step=build] .palette [data-value]")
    before = pieces.count()
    page.locator('[id="home:B:1.3"]').click()
    expect(pieces.first).to_be_visible()
    assert 0 < pieces.count() < before
    pieces.first.click()
    expect(page.locator('[data-step=build] [data-spot^="home"]')).to_have_text("1.3")
    page.locator("[data-step=build] [data-record]").click()
    stands(page, 3, "1.3")

    assert log_of(house, table)[2].endswith("1.3")


def test_places_that_can_be_chosen_are_lit_and_a_tap_chooses(house, room):
    table = new_table(house, lines=(POOL,))
    page = opened(room.come(DESK), table)
    page.locator("[data-step=harvest] [data-value=WS]").click()
    page.locator("[data-light=c3]").click()
    expect(page.locator('[data-step=harvest] [data-spot="cell:0"]')).to_have_text("c3")
    expect(page.locator("[data-light=c3]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".lit.chosen .piece")).to_have_count(0)  # half a tile
    page.locator("[data-step=harvest] [data-value=TS]").click()
    expect(page.locator(".lit.chosen > .piece .piece")).to_have_count(2)
    page.locator("[data-step=harvest] [data-record]").click()
    stands(page, 2, "c3")


def test_a_card_is_drawn_on_the_chosen_place(house, room):
    table = new_table(house, "kontor", lines=("Y pass", "- reveal B 7"))
    page = opened(room.come(PHONE), table)
    page.locator('[data-light="1,1"]').tap()

    expect(page.locator(".lit.chosen > .piece")).to_have_count(1)


def test_a_tap_on_an_empty_place_of_the_map_chooses_its_cell(house, room):
    table = new_table(house, "mayflower", lines=("- explorers 0:1 0:10", "B draw A"))
    page = opened(room.come(DESK), table)
    cell = page.locator('[data-step=place] [data-spot="cell:0"]')
    expect(page.locator("[data-step=place] [data-record]")).to_be_disabled()
    place = house.ask("GET", table.at("/options"), table.tokens["owner"]).json()["deeds"][0]["choices"][0]["keys"][0]
    page.locator(f'[data-light="{place.partition(":")[2]}"]').click()

    expect(cell).to_have_text(place.partition(":")[2])


def test_a_draft_survives_a_reload_and_nothing_is_preselected(house, room):
    table = new_table(house, faces="printed")
    page = opened(room.come(PHONE), table)
    record = page.locator("[data-step=pool] [data-record]")
    expect(record).to_be_disabled()
    for building in ("W1", "S3"):
        page.locator(f"[data-value={building}]").click()
    page.reload()
    ready(page)
    expect(page.locator('[data-spot="buildings:1"]')).to_have_attribute("aria-label", re.compile("Sheep 3"))
    expect(record).to_be_disabled()
    page.locator("[data-rest]").click()
    record.click()
    stands(page, 1)

    assert log_of(house, table) == ["1 - pool W1 S3 ? ? ?"]


def test_a_building_with_no_copy_left_is_entered_after_one_question(house, room):
    turn = (HARVEST, "B done", "Y build W1 up 1.1", "Y done", "B pick W1", "B draw", "B draw", "B draw")
    table = new_table(house, lines=("- pool W1 W1 W1 W1 W1", *turn))
    page = opened(room.come(PHONE), table)
    gone = page.locator("[data-step=refill] [data-value=W1]")
    expect(gone).to_have_class(re.compile("none"))
    gone.click()
    expect(page.locator("[data-step=refill] [data-record]")).to_be_disabled()
    page.locator("[data-anyway]").click()
    page.locator("[data-step=refill] [data-record]").click()
    as_played(page)
    stands(page, 10)

    assert log_of(house, table)[9] == "10 - refill W1"


def test_a_tap_on_the_name_of_a_kind_pays_what_is_still_due_of_it(house, room):
    table = new_table(house, "nieuw-amsterdam", lines=(*TO_A_COIN[:-5], "B select 1 bid 4", "Y pass"))
    page = opened(room.come(PHONE), table)
    record = page.locator("[data-step=pay] [data-record]")
    expect(record).to_be_disabled()
    page.locator('[data-step=pay] .step:has([data-fill="paid:goods"]) button').last.click()
    expect(page.locator("[data-step=pay] .will")).to_contain_text("3 still to give")
    page.locator('[data-fill="paid:coins"]').click()
    expect(page.locator('[data-fill="paid:coins"] output')).to_contain_text("3")
    record.click()
    stands(page, len(TO_A_COIN) - 2)

    assert log_of(house, table)[-1].endswith("B pay 3 coins 1 good")


def test_an_optional_action_is_offered_in_words(house, room):
    table = new_table(house, "kontor", lines=("Y pass", "- reveal B 7"), variants=["KO-V-EXPORT"])
    page = opened(room.come(PHONE), table)
    expect(page.locator("[data-offers] .val", has_text="no export")).to_have_count(1)
    page.locator("[data-offers] .val", has_text="exporting wine").click()
    tapped(page)
    stands(page, 3, "exporting wine")

    assert log_of(house, table)[2].endswith("exporting wine")


def test_the_next_offers_are_asked_for_once(house, room):
    """Although a recorded line comes back twice: as the answer, and on the live stream."""
    page = opened(room.come(PHONE), new_table(house, lines=(POOL,)))
    asked = []
    page.on("request", lambda request: asked.append(request.url.partition("?")[0].rpartition("/")[2]))
    for line in (2, 3, 4):
        tapped(page)
        stands(page, line)
    page.wait_for_timeout(500)  # a second look would begin by now

    assert [asked.count(what) for what in ("options", "pictures")] == [3, 3]


def test_a_colonist_is_chosen_by_a_picture_of_its_place(house, room):
    table = new_table(house, "mayflower", lines=("- explorers 0:1 0:10", "B draw V", "B place 1:1"))
    page = opened(room.come(PHONE), table)
    posts = page.locator(".enter .val.named")

    assert posts.count() > 1
    assert all(posts.locator("svg.piece").nth(at).is_visible() for at in range(posts.count()))
    assert {text.split()[0] for text in posts.all_inner_texts()} >= {"trapper"}


def test_without_help_nothing_is_judged_before_a_line_is_locked(house, room):
    table = new_table(house, lines=(POOL,), help=False)
    page = opened(room.come(PHONE), table)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    typed(page, "Y build R6 up 3.1")
    stands(page, 2)
    expect(page.locator("#l2 .mark .icon")).to_have_count(0)
    expect(page.locator("[data-recorded]")).not_to_be_visible()
    page.locator(".recnav [data-open=else]").click()
    page.locator("[data-verb=harvest]").first.click()
    expect(page.locator("#ty")).to_have_value("B harvest ")

    assert not [url for url in asked if "/preview" in url or "/options" in url]


def test_without_help_every_free_place_is_marked_alike_and_can_be_tapped(house, room):
    table = new_table(house, lines=(POOL, HARVEST, "B done", "Y pass", "B pick W1", "- refill S2"), help=False)
    page = opened(room.come(PHONE), table)
    expect(page.locator("[data-light]")).to_have_count(20)  # all spaces without a tile
    page.locator(".rare summary").tap()
    page.locator('[data-writes^="Y build"]').tap()
    page.locator('.enter [data-value="S6 up"]').tap()  # which cannot be paid
    expect(page.locator("[data-light]")).to_have_count(30)
    page.locator('[data-light="1.1"]').tap()  # and not in that row
    expect(page.locator(".lit.unlit, .unlawful, .gain")).to_have_count(0)
    page.locator(".enter [data-record]").tap()
    stands(page, 7)
    expect(page.locator("#ask[open]")).to_have_count(0)
    expect(page.locator("[data-recorded]")).not_to_be_visible()

    assert log_of(house, table)[6].endswith("build S6 up 1.1")


def test_the_record_is_handed_over_by_a_link(house, room):
    table = new_table(house, lines=(POOL,))
    page = opened(room.come(PHONE), table)
    page.locator(".recbar [data-open=menu]").click()
    page.locator("#menu a[href$='/roles']").click()
    page.locator("label:has([value=scribe])").click()
    page.locator("[name=how][value=link]").click()
    given = page.locator("[data-given] a")
    expect(page.locator("[data-given] svg.qr")).to_be_visible()
    other = room.come(DESK)
    other.goto(given.get_attribute("href"))
    other.wait_for_url("**/record")
    page.go_back()
    typed(other, HARVEST)
    stands(other, 2)
    stands(page, 2)


def test_a_seat_records_its_own_actions_and_disputes_others(house, room):
    table = new_table(house, lines=(POOL, HARVEST, "Y build R6 up 3.1"))
    page = opened(room.come(PHONE), table, "seat")
    expect(page.locator(".recnav [data-open=seen]")).to_have_count(0)
    page.locator(".recnav [data-open=repair]").click()
    page.locator("#repair [data-line='3']").click()
    expect(page.locator("#claim-clause")).not_to_have_value("")
    page.locator("#claim-text").fill("not yours yet")
    page.locator("#claim button.primary").click()
    stands(page, 4)

    assert re.fullmatch(r'4 ! B 3 NH-\S+ "not yours yet"', log_of(house, table)[3])


def test_a_seat_keeps_its_secret_and_a_scribe_records_that_there_is_one(house, room):
    table = new_table(house, "kontor")
    own, scribe = opened(room.come(PHONE), table, "seat"), opened(room.come(DESK), table, "scribe")
    own.locator("[data-open-step=choose], [data-step=choose]").first.click()
    secret = own.locator("[data-step=choose]")
    secret.locator("[data-digit='7']").click()
    secret.locator("[data-value='7']").click()
    secret.locator("[data-record]").click()
    stands(own, 1, "7")
    expect(scribe.locator("#l1")).to_be_attached()
    expect(scribe.locator("#l1")).not_to_contain_text("7")
    typed(scribe, "Y choose")
    stands(scribe, 2)
    stands(own, 2)

    assert log_of(house, table)[0] == "1 B choose"  # what an owner may know


def test_a_visitor_who_is_no_scribe_is_shown_what_to_do(house, room):
    table = new_table(house, lines=(POOL,))
    page = room.come(PHONE, may=REFUSED)
    page.goto(link(table, "viewer"))
    expect(page.locator("body[data-role=viewer]")).to_be_attached()
    page.goto(f"/s/{table.session}/record")
    expect(page.locator("h1")).to_be_visible()
