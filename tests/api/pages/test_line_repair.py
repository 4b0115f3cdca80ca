"""Fixing, inserting, striking and swapping lines with the inputs that record them."""

import pytest
from playwright.sync_api import expect

from tests.api.pages.browsers import DESK, PHONE
from tests.api.pages.recorder import log_of, new_table, nothing_waits, opened, ready, stands
from tests.api.pages.test_axe import found
from tests.samples import sample

POOL = "- pool W1 S3 T2 R6 W4"
HARVEST = "B harvest c3 TS/WS"
BUILT = (POOL, HARVEST, "B build S2 up 2.1", "B done")
REPAIR = "[data-repair]"


def chosen(page, line):
    """Chooses a line of the list, to fix it."""
    page.locator(".recnav [data-open=repair]").click()
    page.locator(f"#repair [data-line='{line}']").click()
    ready(page)
    expect(page.locator(f"{REPAIR} h2")).to_contain_text(str(line))


def written(page):
    """Records the prepared fix; the recorder returns to the end of the record."""
    page.locator(f"{REPAIR} [data-write]").click()
    nothing_waits(page)
    expect(page.locator(REPAIR)).not_to_be_visible()
    ready(page)


def test_a_line_is_fixed_with_its_inputs_and_shows_the_old_value_too(house, room):
    table = new_table(house, lines=BUILT)
    page = opened(room.come(PHONE), table)
    chosen(page, 1)
    spot = page.locator('[data-step=pool] [data-spot="buildings:4"]')
    expect(spot).to_have_attribute("aria-label", "5: Wheat 4")
    expect(page.locator("[data-step=pool] [data-record]")).to_be_disabled()  # as long as nothing is changed
    expect(page.locator("[data-step=pool] .will")).to_contain_text("Nothing is changed yet")
    spot.click()
    page.locator("[data-step=pool] [data-value=W5]").click()
    expect(spot.locator("del")).to_have_text("Wheat 4")
    expect(page.locator(f"{REPAIR} .was .code del")).to_have_text("W4")
    expect(page.locator(f"{REPAIR} .was .code ins")).to_have_text("W5")
    expect(page.locator(f"{REPAIR} .outcome")).to_contain_text("Nothing later changes")
    page.locator("[data-step=pool] [data-record]").click()
    expect(page.locator(REPAIR)).not_to_be_visible()
    nothing_waits(page)

    assert log_of(house, table)[4:] == ["5 ~ 1 - pool W1 S3 T2 R6 W5"]


def test_a_fix_shows_its_effect_on_later_lines_before_it_is_recorded(house, room):
    table = new_table(house, lines=BUILT)
    page = opened(room.come(DESK), table)
    page.locator("#l2 .what").click()
    ready(page)
    page.locator(f"{REPAIR} [data-strike]").click()
    expect(page.locator(f"{REPAIR} .later .broken").first).to_contain_text("Line 3:")
    page.locator("#repair-why").fill('heard "T" for "D"')
    written(page)
    expect(page.locator("#l2.struck")).to_be_visible()

    assert log_of(house, table)[4:] == ['5 ~ 2 "heard \\"T\\" for \\"D\\"" -']


def test_a_line_is_inserted_with_the_offers_of_that_moment(house, room):
    table = new_table(house, lines=BUILT)
    page = opened(room.come(PHONE), table)
    chosen(page, 2)
    page.locator(f"{REPAIR} [data-insert]").click()
    ready(page)
    expect(page.locator(f"{REPAIR} h2")).to_have_text("Insert after line 2")
    page.locator("[data-offers] .stepbuttons [data-record]").first.click()
    expect(page.locator(f"{REPAIR} .outcome")).to_contain_text("finished")
    written(page)

    assert log_of(house, table)[4:] == ["5 ~ 2+ B done"]


def test_two_lines_change_places_in_one_step(house, room):
    table = new_table(house, lines=(POOL, "B build S2 up 2.1", HARVEST, "B done"))
    page = opened(room.come(DESK), table)
    chosen(page, 2)
    page.locator(f"{REPAIR} [data-swap]").click()
    expect(page.locator(f"{REPAIR} .later .lawful").first).to_contain_text("no longer")
    written(page)

    assert log_of(house, table)[4:] == [f"5 ~ 2 {HARVEST}", "6 ~ 3 B build S2 up 2.1"]


def test_a_half_entered_fix_survives_a_reload_and_leaving_it_records_nothing(house, room):
    table = new_table(house, lines=BUILT)
    page = opened(room.come(PHONE, "fr"), table)
    chosen(page, 1)
    page.locator('[data-step=pool] [data-spot="buildings:0"]').click()
    page.locator("[data-step=pool] [data-value=W6]").click()
    page.reload()
    ready(page)
    expect(page.locator(f"{REPAIR} h2")).to_have_text("Corriger la ligne 1")
    expect(page.locator('[data-step=pool] [data-spot="buildings:0"] del')).to_be_visible()
    page.locator(f"{REPAIR} [data-close-repair]").click()
    stands(page, 4)
    expect(page.locator(REPAIR)).not_to_be_visible()

    assert len(log_of(house, table)) == 4


def test_an_offer_is_fixed_with_its_old_value_filled_in(house, room):
    lines = ("B found market", "Y found docks", "B found docks", "Y found docks")
    table = new_table(house, "nieuw-amsterdam", lines=lines)
    page = opened(room.come(PHONE), table)
    chosen(page, 3)
    expect(page.locator(f"{REPAIR} .was")).to_contain_text("B found docks")
    card = page.locator("[data-offers] [data-step=found]")
    expect(card.locator("[data-value=docks]")).to_have_attribute("aria-pressed", "true")
    card.locator("[data-value=granary]").click()
    expect(page.locator(f"{REPAIR} .was .code ins")).to_have_text("granary")
    card.locator("[data-record]").click()
    expect(page.locator(REPAIR)).not_to_be_visible()
    nothing_waits(page)

    assert log_of(house, table)[4:] == ["5 ~ 3 B found granary"]


@pytest.mark.parametrize(
    ("device", "scheme"), sample([(PHONE, "light"), (DESK, "dark")], (PHONE, "light")), ids=("phone", "desk")
)
def test_axe_finds_nothing_while_a_line_is_fixed_struck_disputed_or_undone(house, room, device, scheme):
    table = new_table(house, lines=BUILT)
    page = opened(room.come(device, color_scheme=scheme), table)
    chosen(page, 1)
    page.locator('[data-step=pool] [data-spot="buildings:0"]').click()
    page.locator("[data-step=pool] [data-value=W6]").click()
    expect(page.locator(f"{REPAIR} .outcome")).to_be_visible()
    assert found(page) == []
    page.locator("[data-close-repair]").click()
    chosen(page, 2)
    page.locator(f"{REPAIR} [data-claim]").click()
    assert found(page) == []
    page.locator("#claim [data-close]").click()
    page.locator(f"{REPAIR} [data-strike]").click()
    expect(page.locator(f"{REPAIR} .later")).to_be_visible()
    assert found(page) == []
    written(page)
    expect(page.locator("[data-notice]")).to_be_visible()
    assert found(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it is wider than the screen"


def test_an_announced_value_and_a_note_are_fixed_without_notation(house, room):
    table = new_table(
        house, lines=("- pool W1 S3 T2 R6 W4", "B harvest c3 TS/WS", "= B points 4", '; Y "a slip of the pen"')
    )
    page = opened(room.come(PHONE), table)
    page.locator(".recnav [data-open=repair]").click()
    page.locator("#repair [data-line='3']").click()
    page.locator(".repair .step button").first.click()
    page.locator(".repair [data-id=ofY]").click()
    expect(page.locator("[data-repair] .outcome")).to_contain_text("3")
    expect(page.locator(".r-act")).not_to_be_visible()
    assert found(page) == []
    page.locator("[data-repair] [data-write]").click()
    nothing_waits(page)
    ready(page)

    page.locator(".recnav [data-open=repair]").click()
    page.locator("#repair [data-line='4']").click()
    page.locator(".repair input").fill("a word of thanks")
    expect(page.locator(".repair input")).to_be_focused()
    page.locator("[data-repair] [data-write]").click()
    nothing_waits(page)
    assert log_of(house, table)[4:] == ["5 ~ 3 = Y points 3", '6 ~ 4 ; Y "a word of thanks"']


THREE = [{"letter": letter, "name": name} for letter, name in (("B", "Ana"), ("Y", "Bo"), ("O", "Chloé"))]
AUCTION = ("@ - phase tiles ; - shown ls", "- tiles LLT CCT LT CT CL")
SETTLED = (
    "- settle b2=pond d2=TS/WS f2=off:4 b4=pond f4=WW/WT b6=off:3+ d6=SR/TR f6=TR/TW",
    "- clear c3=W4 e3=S1 d4=T2 c5=R6 e5=W1",
    "? the first turns",
    "B harvest c3 WW/WS",
)
MISSING = {  # what a record lacks: table, lines, the audit’s button and where it leads, two taps, the line they write
    "a field of a line": (
        ("en", PHONE, {"game": "nieuw-amsterdam", "seats": THREE}),
        (*AUCTION, "B select 1 bid 3", "Y bid ?", "O bid 6"),
        ("Enter the amount of the bid", "Fix line 4"),
        (".enter [data-value='4']", ".enter [data-record]"),
        "6 ~ 4 Y bid 4",
    ),
    "a line": (
        ("fr", DESK, {"game": "nieuw-amsterdam", "seats": THREE}),
        (*AUCTION, "B select 1 bid 2", "Y pass", "O pass", "Y select 2 bid 0"),
        ("Indiquer le paiement", "Insérer après la ligne 5"),
        ("[data-offers] .stepbuttons [data-record]", f"{REPAIR} [data-write]"),
        "7 ~ 5+ B pay 2 coins",
    ),
    "a value read off the table": (
        ("fr", PHONE, {"variants": ["side-b"], "faces": "printed"}),
        SETTLED,
        ("Indiquer la tuile en c3", "Insérer après la ligne 4"),
        ("#seen[open] #seen-value", "#seen[open] button.primary"),
        "5 ~ 4+ = - space c3 WW/WS",
    ),
}


@pytest.mark.parametrize("missing", MISSING)
def test_the_audit_leads_to_the_input_of_what_is_missing(house, room, missing):
    (lang, device, setup), lines, (button, heading), taps, written = MISSING[missing]
    table = new_table(house, lines=lines, **setup)
    page = opened(room.come(device, lang), table)
    page.goto(f"/s/{table.session}/audit")
    page.locator(".finding .btn.primary", has_text=button).first.click()
    page.wait_for_url("**/record")
    ready(page)
    expect(page.locator(f"{REPAIR} h2")).to_have_text(heading)
    for tap in taps:
        page.locator(tap).first.click()
    nothing_waits(page)
    expect(page.locator(REPAIR)).not_to_be_visible()

    assert log_of(house, table)[-1] == written
