"""A club in the browser: founding it, its house rules, a table of it, and the links of its scribe and arbiter."""

from playwright.sync_api import expect

from tests.api.pages.browsers import DESK, PHONE
from tests.api.pages.table_form import handed_out, named, with_faces
from tests.api.people import LINES, json_of


def founded(page, name: str, lang: str = "en") -> str:
    """Founds a club by the form; returns the address of its page."""
    page.goto(f"/clubs/new?lang={lang}")
    page.locator("#c-name").fill(name)
    page.locator("#c-claims").select_option("round")
    page.locator("[data-club-form] .primary").click()
    expect(page.locator("h1")).to_have_text(name)
    return page.url


def linked(page, role: str) -> str:
    """The link of a role in the club, as its organiser takes it from the page."""
    page.locator(f"[data-give-form] input[value={role}]").check(force=True)
    page.locator("[data-give-form] button").click()
    given = page.locator("[data-given] a")
    expect(page.locator("[data-given] b")).to_have_text(role.capitalize())
    expect(given).to_be_visible()
    return given.get_attribute("href")


def test_a_club_is_founded_and_its_people_record_and_rule_by_one_link(house, room):
    page = room.come(DESK)
    address = founded(page, "Quayside")
    page.locator("[aria-labelledby=h-house] p a", has_text="New Haven").click()
    page.locator("input[name=variant][value=careful-harvest]").check(force=True)
    page.locator("[data-house]").click()
    expect(page.locator("[data-house-says]")).to_contain_text("Saved")

    page.goto(address)
    expect(page.locator("[aria-labelledby=h-house]")).to_contain_text("Careful Harvest")
    page.locator("a.primary").click()
    expect(page.locator("input[value=careful-harvest]")).to_be_checked()
    named(page, "Chloé", "Dirk")
    with_faces(page)
    session = handed_out(page, 5)
    page.goto(address)
    scribe, arbiter = linked(page, "scribe"), linked(page, "arbiter")

    phone = room.come(PHONE)
    phone.goto(scribe)
    expect(phone.locator("body")).to_have_attribute("data-role", "scribe")
    phone.locator(".sess a").click()
    expect(phone.locator(".crumb").first).to_contain_text("Quayside")
    phone.goto(f"/s/{session}/record")
    expect(phone.locator("body")).to_have_attribute("data-role", "scribe")
    expect(phone.locator("[aria-labelledby=h-links]")).to_have_count(0)
    token = page.evaluate("id => JSON.parse(localStorage.getItem('griffier-club:' + id)).token", address.split("/")[-1])
    json_of(house.ask("POST", f"/api/sessions/{session}/lines", token, {"lines": list(LINES)}), 201)

    listed = {"params": {"club": address.split("/")[-1]}}
    while not json_of(house.ask("GET", "/api/docket", token, **listed), 200)["rows"]:
        page.wait_for_timeout(50)  # until the read models have the dispute

    desk = room.come(DESK)
    desk.goto(arbiter)
    desk.wait_for_url("**/docket")
    expect(desk.locator("main")).not_to_contain_text("Chloé")
    expect(desk.locator(f"a[href*='{session}']").first).to_be_visible()
