"""The box for typed lines in a browser: completions, previews and suggestions, by tap and by keyboard."""

from playwright.sync_api import expect

from tests.api.pages.browsers import DESK, PHONE, REFUSED
from tests.api.pages.recorder import box, log_of, new_table, opened, stands, typed
from tests.api.pages.test_axe import found

OPENING = ("- pool W1 S3 T2 R6 W4", "B harvest c3 TS/WS")


def begun(page, text: str) -> None:
    """Types a text key by key, without sending it."""
    box(page).fill("")
    page.locator("#ty").press_sequentially(text)


def test_a_line_is_completed_by_keys_alone(house, room):
    table = new_table(house, lines=OPENING)
    page = opened(room.come(DESK), table)
    box, options = page.locator("#ty"), page.locator("#ty-list [role=option]")
    begun(page, "an")
    expect(options.first).to_contain_text("Ana")
    expect(box).to_have_attribute("aria-expanded", "true")
    box.press("ArrowRight")
    expect(box).to_have_value("Ana ")
    begun(page, "Ana do")
    expect(options).to_have_count(1)
    box.press("ArrowDown")
    expect(box).to_have_attribute("aria-activedescendant", "ty-0")
    box.press("Enter")
    expect(box).to_have_value("Ana done ")
    box.press("Enter")
    stands(page, 3)

    assert log_of(house, table)[-1] == "3 B done"


def test_a_completion_is_tapped_and_the_box_keeps_the_focus(house, room):
    page = opened(room.come(PHONE), new_table(house, lines=OPENING))
    begun(page, "ana bui")
    page.locator("#ty-list [role=option]").first.tap()
    expect(page.locator("#ty")).to_have_value("ana build ")
    expect(page.locator("#ty")).to_be_focused()
    expect(page.locator("#ty-list [role=option]").nth(1)).to_be_visible()


def test_a_sloppy_line_shows_its_canonical_form_and_is_recorded_in_it(house, room):
    table = new_table(house, lines=OPENING)
    page = opened(room.come(PHONE, lang="fr"), table)
    begun(page, "Ana construit blé 1 face visible en 1.1")
    expect(page.locator("[data-preview] code")).to_have_text("B build W1 up 1.1")
    page.locator("#ty").press("Enter")
    stands(page, 3)

    assert log_of(house, table)[-1] == "3 B build W1 up 1.1"


def test_two_picks_typed_in_one_line_are_recorded_together(house, room):
    table = new_table(house, lines=(*OPENING, "B done", "Y pass"))
    page = opened(room.come(PHONE), table)
    begun(page, "ana picks wheat 1 and sheep 3")
    expect(page.locator("[data-preview] code")).to_have_text(["B pick W1", "B pick S3"])
    page.locator("#ty").press("Enter")
    stands(page, 6)

    assert log_of(house, table)[-2:] == ["5 B pick W1", "6 B pick S3"]


def test_an_unreadable_line_stays_in_the_box_with_a_suggestion(house, room):
    table = new_table(house, lines=OPENING)
    page = opened(room.come(PHONE, may=REFUSED), table)
    typed(page, "ana build w1 1.1")
    mean = page.locator("[data-mean]")
    expect(mean.locator("code").first).to_have_text("B build W1 up 1.1")
    expect(mean.locator("code u")).to_have_text("up")
    expect(page.locator("#ty")).to_have_value("ana build w1 1.1")
    assert len(log_of(house, table)) == 2

    mean.locator(".btn.primary").tap()
    stands(page, 3)
    assert log_of(house, table)[-1] == "3 B build W1 up 1.1"


def test_a_line_with_two_meanings_asks_which(house, room):
    table = new_table(house, "mayflower", lines=("- explorers 0:3 0:5",))
    page = opened(room.come(PHONE, may=REFUSED), table)
    typed(page, "ana draws a tile")
    choices = page.locator("[data-mean] li .btn")
    expect(choices).to_have_text(["B draw A", "B draw ?"])
    choices.nth(1).tap()
    expect(page.locator("#ty")).to_have_value("B draw ?")
    page.locator("#ty").press("Enter")
    stands(page, 2)

    assert log_of(house, table)[-1] == "2 B draw ?"


def test_a_line_for_another_seat_is_refused_with_its_reason(house, room):
    table = new_table(house, lines=OPENING)
    page = opened(room.come(PHONE, may=REFUSED), table, "seat")
    typed(page, "bo passes")
    refused = page.locator("[data-pending] .refused")
    expect(refused.locator(".chip.broken")).to_have_text("not recorded")
    expect(page.locator("[data-link=away]")).to_be_hidden()
    assert len(log_of(house, table)) == 2


def test_axe_finds_nothing_in_the_open_box(house, room):
    page = opened(room.come(PHONE, may=REFUSED), new_table(house, lines=OPENING))
    begun(page, "ana build ")
    expect(page.locator("#ty-list [role=option]").first).to_be_visible()
    assert found(page) == []
    typed(page, "ana build w9 up 1.1")
    expect(page.locator("[data-mean] .btn.primary")).to_be_visible()
    assert found(page) == []
