"""Home with the tables of this browser, the join box, the same table again, names, and roles in the pages."""

import pytest
from playwright.sync_api import expect

from tests.api.pages.browsers import DESK, PHONE, REFUSED
from tests.api.pages.recorder import link, new_table, opened
from tests.api.pages.table_form import asked, handed_out, named, with_faces
from tests.api.people import fresh_token, grants_of, json_of

POOL = "- pool W1 S3 T2 R6 W4"


@pytest.fixture
def table(house):
    return new_table(house, lines=(POOL,))


def code(house, table, **body):
    return json_of(house.ask("POST", table.at("/codes"), table.tokens["owner"], body), 201)["code"]


def joined(page, typed):
    page.goto("/")
    page.locator("#join-code").fill(typed)
    page.locator("[data-join] button").click()


def test_home_lists_the_tables_to_which_this_browser_has_a_key(room, table):
    page = room.come(PHONE)
    page.goto("/")
    expect(page.locator("#h-yours")).to_be_hidden()
    opened(page, table, "seat")
    page.goto("/")
    mine = page.locator(".mine")
    expect(mine).to_contain_text("You are Ana, seat B")
    expect(mine).to_contain_text("your turn")
    mine.locator(".btn.primary").click()
    page.wait_for_url(f"**/s/{table.session}/record")


def test_a_code_leads_to_the_public_page_or_gives_the_role(house, room, table):
    guest = room.come(PHONE)
    joined(guest, code(house, table).lower())
    guest.wait_for_url(f"**/s/{table.session}")
    player = room.come(PHONE, "fr")
    joined(player, code(house, table, role="seat", seat="Y"))
    player.wait_for_url(f"**/s/{table.session}/record")
    expect(player.locator(".me")).to_contain_text("Vous êtes Bo, place Y")


def test_a_wrong_code_says_what_to_do_and_a_role_once_held_is_kept(house, room, table):
    page = room.come(PHONE, may=REFUSED)
    joined(page, "KADE BORU 37")
    expect(page.locator("[data-join-says]")).to_contain_text("No table has this code now.")
    expect(page.locator("#join-code")).to_be_focused()
    opened(page, table)
    before = len(grants_of(house, table.session, table.tokens["owner"]))
    joined(page, code(house, table, role="viewer"))
    page.wait_for_url(f"**/s/{table.session}")
    expect(page.locator(".me")).to_contain_text("Your table")
    assert len(grants_of(house, table.session, table.tokens["owner"])) == before


def test_the_same_table_can_be_set_up_again_with_its_people_and_agreements(house, room):
    page = room.come(DESK)
    asked(page, "new-haven")
    named(page, "Chloé", "Dirk")
    page.locator("input[name=c0][value=G]").check(force=True)
    page.locator("input[name=variant]").first.check()
    page.locator("input[name=first][value='1']").check()
    with_faces(page)
    first = handed_out(page, 5)
    page.goto("/")
    page.locator(".mine a", has_text="Same table again").click()
    expect(page.locator("[data-again]")).to_be_visible()
    expect(page.locator("[data-readback]")).to_contain_text("Dirk begins, then Chloé")
    second = handed_out(page, 5)
    before, after = (json_of(house.ask("GET", f"/api/sessions/{one}"), 200)["table"] for one in (first, second))
    assert first != second and {**after, "date": before["date"]} == before
    assert before["variants"] and before["seats"][0] == {"letter": "G", "name": "Chloé"}


def test_the_copied_form_has_the_sides_and_the_questions_of_its_game(house, room):
    letters = zip("ABCD", ("Ana", "Bo", "Cleo", "Dan"), strict=True)
    body = {"seats": [{"letter": letter, "name": name} for letter, name in letters], "variants": ["four"]}
    body |= {"game": "kontor", "told": {"colours": "RBRB", "facing": "mirror"}, "faces": "stand-in", "help": False}
    owner = fresh_token()
    first = json_of(house.ask("POST", "/api/sessions", owner, body), 201)["session"]
    page = room.come(PHONE)
    page.goto(f"/s/{first}#k={owner}")
    page.wait_for_url("**/record")
    page.goto(f"/lay?game=kontor&again={first}")
    expect(page.locator("[data-again]")).to_be_visible()
    second = handed_out(page, 7)
    before, after = (json_of(house.ask("GET", f"/api/sessions/{one}"), 200)["table"] for one in (first, second))
    assert {name: after[name] for name in ("seats", "variants", "told", "help")} == {
        name: before[name] for name in ("seats", "variants", "told", "help")
    }


def test_only_names_known_to_this_browser_are_suggested(house, room, table):
    page = opened(room.come(DESK), table, "seat")
    page.goto("/lay")
    met = page.locator("#known-names option")
    expect(met).to_have_count(2)
    assert sorted(one.get_attribute("value") for one in met.all()) == ["Ana", "Bo"]
    stranger = room.come(DESK)
    stranger.goto("/lay")
    expect(stranger.locator("[data-readback]")).not_to_be_empty()
    expect(stranger.locator("#known-names option")).to_have_count(0)


def test_roles_are_listed_granted_by_a_code_and_revoked(house, room, table):
    page = opened(room.come(PHONE), table)
    page.goto(f"/s/{table.session}/roles")
    expect(page.locator("[data-grant]")).to_have_count(6)
    own = page.locator("[data-grant]", has_text="this browser")
    expect(own.locator("[data-revoke]")).to_have_count(0)  # a table is never without an owner
    page.locator("label:has([value='seat B'])").click()
    page.locator("[name=how][value=code]").click()
    shown = page.locator(".readout").inner_text()
    other = room.come(PHONE)
    joined(other, shown)
    other.wait_for_url("**/record")
    page.reload()
    expect(page.locator("[data-grant]")).to_have_count(7)
    viewer = page.locator(f"[data-grant='{table.grants['viewer']}'] [data-revoke]")
    viewer.click()
    expect(page.locator("[data-grant]")).to_have_count(7)
    viewer.click()
    expect(page.locator("[data-grant]")).to_have_count(6)
    assert table.grants["viewer"] not in {
        one["grant"] for one in grants_of(house, table.session, table.tokens["owner"])
    }


def test_a_table_is_handed_over_to_another_owner(house, room, table):
    page = opened(room.come(PHONE), table)
    page.goto(f"/s/{table.session}/roles")
    page.locator("label:has([value=owner])").click()
    expect(page.locator("[name=how][value=code]")).to_be_disabled()
    page.locator("[name=how][value=link]").click()
    address = page.locator("[data-given] a").get_attribute("href")
    other = room.come(DESK)
    other.goto(address)
    other.wait_for_url("**/record")
    page.reload()
    mine = page.locator("[data-grant]", has_text="this browser").locator("[data-revoke]")
    mine.click()
    mine.click()
    page.wait_for_url("**/")
    expect(page.locator("#h-yours")).to_be_hidden()
    other.goto(f"/s/{table.session}/roles")
    expect(other.locator("[data-grant]", has_text="Owner")).to_have_count(1)
    assert house.ask("GET", table.at("/grants"), table.tokens["owner"]).status_code == 403


def test_only_the_owner_sees_the_roles(room, table):
    page = room.come(PHONE, may=REFUSED)
    page.goto(link(table, "scribe"))
    page.wait_for_url("**/record")
    page.goto(f"/s/{table.session}")
    expect(page.locator(".tab[href$='/roles']")).to_have_count(0)
    page.goto(f"/s/{table.session}/roles")
    expect(page.locator("[data-grant]")).to_have_count(0)
