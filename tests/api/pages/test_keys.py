"""The recorder by keyboard alone: record, undo, redo, fix, type, help, grids and the pad."""

from playwright.sync_api import expect

from tests.api.pages.browsers import DESK, PHONE
from tests.api.pages.recorder import log_of, new_table, nothing_waits, opened, ready, stands
from tests.api.pages.test_axe import found

POOL = "- pool W1 S3 T2 R6 W4"
HARVEST = "B harvest c3 TS/WS"


def focused(page):
    """The value or label of the focused element."""
    return page.evaluate("document.activeElement.dataset.value ?? document.activeElement.dataset.id ?? ''")


def keys(page, *all_of_them):
    for key in all_of_them:
        page.keyboard.press(key)


def taken(page):
    nothing_waits(page)
    ready(page)


def test_a_line_is_entered_recorded_undone_redone_and_fixed_with_keys(house, room):
    table = new_table(house, faces="printed")
    page = opened(room.come(DESK), table)
    keys(page, "ArrowDown")
    assert focused(page) == "W1"
    keys(page, "Enter", "ArrowRight", "Space", "ArrowDown")
    assert focused(page) == "S2"
    keys(page, "Enter", "ArrowLeft", "Enter", "ArrowUp", "Enter")
    assert focused(page) == "go"
    keys(page, "Enter")
    stands(page, 1)
    assert log_of(house, table) == ["1 - pool W1 W2 S2 S1 W1"]

    keys(page, "u")
    taken(page)
    expect(page.locator("[data-notice]")).to_contain_text("Undone: line 1")
    keys(page, "Shift+U")
    taken(page)
    stands(page, 1)
    keys(page, "f")
    ready(page)
    expect(page.locator("[data-repair] h2")).to_be_focused()
    keys(page, "ArrowDown")
    page.locator("[data-step=pool] [data-value=R6]").focus()
    keys(page, "Enter")
    expect(page.locator("[data-repair] .outcome")).to_be_visible()
    assert focused(page) == "go"
    keys(page, "Enter")
    taken(page)
    assert log_of(house, table)[1:] == ["2 ~ 1 -", "3 ~ 2 -", "4 ~ 1 - pool R6 W2 S2 S1 W1"]


def test_escape_goes_back_one_step_and_typing_triggers_no_hotkey(house, room):
    table = new_table(house, lines=(POOL, HARVEST))
    page = opened(room.come(DESK), table)
    keys(page, "?")
    expect(page.locator("#keys[open] kbd").first).to_be_visible()
    assert found(page) == []
    keys(page, "Escape")
    expect(page.locator("#keys")).not_to_be_visible()
    keys(page, "/")
    expect(page.locator("#ty")).to_be_focused()
    keys(page, "u", "f", "?")
    expect(page.locator("#ty")).to_have_value("uf?")
    page.locator("#ty").fill("B done")
    keys(page, "Enter")
    stands(page, 3)
    keys(page, "Escape", "f")
    ready(page)
    expect(page.locator("[data-repair]")).to_be_visible()
    keys(page, "Escape")
    expect(page.locator("[data-repair]")).not_to_be_visible()

    assert log_of(house, table)[2:] == ["3 B done"]


def test_digits_go_to_the_pad_and_a_key_held_down_records_once(house, room):
    table = new_table(house, "kontor", faces="printed", lines=("B choose", "Y choose"))
    page, asked = room.come(PHONE), []
    page.on("request", lambda request: asked.append(request.url) if "/options" in request.url else None)
    opened(page, table)
    pad = page.locator("[data-step=reveal]")
    keys(page, "6")
    note = {"lines": ['; Y "who is first?"']}
    assert house.ask("POST", table.at("/lines"), table.tokens["scribe"], note).status_code == 201
    stands(page, 3)
    keys(page, "7")
    expect(pad.locator('[data-spot$=":0"]').first).to_contain_text("67")
    assert len(asked) == 2  # when the page opened, and after the note
    page.locator("[data-rest], [data-unseen]").first.wait_for()
    page.evaluate("dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', repeat: true }))")
    assert len(log_of(house, table)) == 3


def test_the_list_of_lines_and_a_strike_are_reached_with_keys(house, room):
    table = new_table(house, lines=(POOL, HARVEST, "B done"))
    page = opened(room.come(PHONE), table)
    page.locator(".recnav [data-open=repair]").focus()
    keys(page, "Enter")
    page.locator("#repair[open] [data-line='3']").wait_for()
    keys(page, "ArrowDown", "ArrowDown", "ArrowLeft")
    page.locator("#repair [data-line='2']").focus()
    keys(page, "Enter")
    ready(page)
    expect(page.locator("[data-repair] h2")).to_be_focused()
    keys(page, "Tab", "Tab", "Tab", "Enter")
    expect(page.locator("[data-repair] [data-write]")).to_be_focused()
    keys(page, "Enter")
    taken(page)

    assert log_of(house, table)[3:] == ["4 ~ 2 -"]


def test_a_grid_is_one_stop_and_the_focus_goes_to_the_first_input_of_the_next_moment(house, room):
    table = new_table(house, lines=(POOL, HARVEST))
    page = opened(room.come(DESK), table)
    keys(page, "ArrowDown")
    assert page.locator(".enter .palette button[tabindex='0']").count() == page.locator(".enter .palette").count()
    keys(page, "ArrowRight")
    assert page.evaluate("document.activeElement.tabIndex") == 0
    keys(page, "Space")
    lit = page.locator("[data-light]")
    expect(lit.first).to_be_visible()
    assert lit.and_(page.locator("[tabindex='0']")).count() == 1
    lit.first.focus()
    keys(page, "ArrowRight")
    place = page.evaluate("document.activeElement.dataset.light")
    assert place != lit.first.get_attribute("data-light")
    keys(page, "Enter")
    expect(page.locator(".lit.chosen")).to_be_focused()
    keys(page, "Enter")
    stands(page, 3)
    taken(page)
    assert log_of(house, table)[2].endswith(place)
    assert page.evaluate("document.activeElement.matches('.enter .palette button')")


def test_r_turns_a_tile_to_its_next_way(house, room):
    table = new_table(house, "mayflower", lines=("- explorers 0:1 0:10", "B draw A"))
    page = opened(room.come(DESK), table)
    ways = page.locator(".enter [data-field^=turn]")
    for cell in page.locator("[data-light]").all():
        cell.click()
        if ways.count() > 1:
            break
    texts = []
    for _ in range(2):
        keys(page, "r")
        texts.append(page.locator(".enter [data-field^=turn][aria-pressed=true]").get_attribute("data-value"))
    assert len(set(texts)) == 2


def test_the_dock_of_the_left_hand_stays_mirrored(house, room):
    table = new_table(house, lines=(POOL,))
    page = opened(room.come(PHONE), table)
    record = page.locator(".enter [data-record]")
    expect(record).to_be_visible()
    assert record.bounding_box()["x"] > 195
    page.locator(".recnav [data-open=else]").click()
    page.locator("[data-lefthand]").check()
    page.reload()
    ready(page)
    expect(record).to_be_visible()
    assert record.bounding_box()["x"] < 100
