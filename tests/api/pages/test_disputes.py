"""From "that was not allowed" to a decided score: raised on a phone, ruled on a tablet, seen on the television."""

import re

import pytest
from playwright.sync_api import expect

from domain.record.line_text import write_entry
from replays.boards import seat_slots
from replays.boards.shapes import COLOURS
from replays.record_text import read_record
from tests.api.operation_requests import jpeg
from tests.api.pages.browsers import AWAY, DESK, PHONE, TELEVISION
from tests.api.pages.club import LIBRARY
from tests.api.pages.recorder import nothing_waits, ready, tapped
from tests.api.pages.test_axe import found
from tests.api.people import fresh_token, json_of
from tests.samples import sample

# For each game the beginning of a sample, up to a line the rules have something against, and who claims by what.
CASES = {
    "new-haven": (13, "Y", "NH-GATHER-1"),
    "nieuw-amsterdam": (31, "Y", "NA-SPEC-2"),
    "mayflower": (13, "", ""),
    "kontor": (20, "", ""),
}
TABLET = {"viewport": {"width": 1024, "height": 1180}}


NO_ANSWER = [("en", "does not answer"), ("fr", "ne répond pas")]


class Table:
    """A table with a broken line, a player's key and an arbiter's."""

    def __init__(self, house, game):
        lines, letter, self.clause = CASES[game]
        sample = next((LIBRARY / game / "samples").glob("a-table-with-everything.record"))
        session, _ = read_record(sample.read_text(encoding="utf-8"))
        self.setup, owner = session.setup, fresh_token()
        seats = [{"letter": seat, "name": session.setup.name(at)} for at, seat in enumerate(session.setup.seats)]
        setup = {"game": game, "faces": "stand-in", "seats": seats, "variants": list(session.setup.variants)}
        setup |= {"readings": dict(session.setup.readings), "first": session.setup.seats[session.setup.first]}
        free = ("place", "date", "edition", "scribe", "guests", "claims")
        setup["told"] = {word: value for word, value in session.setup.details.items() if word not in free}
        self.id = json_of(house.ask("POST", "/api/sessions", owner, setup), 201)["session"]
        written = [write_entry(line, session.setup).strip() for line in session.log[:lines]]
        json_of(house.ask("POST", f"/api/sessions/{self.id}/lines", owner, {"lines": written}), 201)
        self.about, self.letter = lines, letter or session.setup.seats[-1]
        self.player = self._link(house, owner, {"role": "seat", "seat": self.letter})
        self.arbiter = self._link(house, owner, {"role": "arbiter"})
        self.owner = f"{self.id}#k={owner}"

    def _link(self, house, owner, role):
        return json_of(house.ask("POST", f"/api/sessions/{self.id}/grants", owner, role), 201)["link"].split("/s/")[1]

    @property
    def names(self):
        return [self.setup.name(seat) for seat in range(len(self.setup.seats))]

    @property
    def telling(self):
        """All words that identify a player: names, and colours of seats."""
        return [*self.names, *(word for slot in seat_slots(self.setup) for word in COLOURS[slot])]


def betrays(html, words):
    """The words that occur in a page."""
    shown = re.sub(r"<(style|script|symbol|defs).*?</\1>", "", html, flags=re.DOTALL)
    return [word for word in words if re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", shown, re.IGNORECASE)]


def raised(page, table, text):
    """Raises a dispute as a player, and returns the line of the claim."""
    page.goto(f"/s/{table.player}")
    page.wait_for_url("**/record")
    page.goto(f"/s/{table.id}/disputes?about={table.about}&clause={table.clause}#raise")
    page.locator("#d-text").fill(text)
    page.locator("[data-raise] button").click()
    page.wait_for_url(re.compile(r"/disputes/\d+$"))
    return int(page.url.rpartition("/")[2])


@pytest.mark.parametrize("game, lang", sample([("nieuw-amsterdam", "en"), ("new-haven", "fr")], ("new-haven", "fr")))
def test_a_player_disputes_the_arbiter_rules_and_the_television_says_why(house, room, game, lang):
    table = Table(house, game)
    phone, tablet, screen = room.come(PHONE, lang), room.come(TABLET, lang), room.come(TELEVISION, lang)
    screen.goto(f"/s/{table.id}?tv=true&lang={lang}")
    expect(screen.locator("[data-board] > svg")).to_be_visible()

    claim = raised(phone, table, f"{table.names[0]} took one too many")
    phone.locator("#s-text").fill(f"{table.names[0]} and the whole table saw it")
    phone.locator("[data-speak] button").click()
    expect(phone.locator(".quote", has_text="saw it")).to_be_visible()

    tablet.goto(f"/s/{table.arbiter}")
    tablet.wait_for_url("**/disputes")
    tablet.goto(f"/s/{table.id}/disputes/{claim}/desk")
    expect(tablet.locator(".remedy").first).to_be_visible()
    assert betrays(tablet.content(), table.telling) == []
    tablet.locator("[data-own]").fill(f"$ {claim} adjust α points +7 after {table.about} {table.clause}")
    expect(tablet.locator("[data-impact]")).to_contain_text("α 7")
    tablet.locator("#r-text").fill("As the table told it.")
    tablet.locator("[data-ruling] button.seal").click()
    tablet.wait_for_url(re.compile(rf"/disputes/{claim}$"))
    expect(tablet.locator(".ruling-text")).to_contain_text("As the table told it.")
    assert betrays(tablet.content(), table.names[:1])  # the seats are shown once it is signed

    expect(screen.locator("[data-stamp]")).to_contain_text(table.clause)
    expect(screen.locator("table.scores tr", has_text=table.names[0]).locator("td.total")).to_have_text("7")


@pytest.mark.parametrize("game", sample(CASES, "nieuw-amsterdam"))
def test_a_desk_is_blind_for_every_game(house, room, game):
    table = Table(house, game)
    phone, tablet = room.come(PHONE, "en"), room.come(DESK, "en")
    claim = raised(phone, table, f"{table.names[0]} was wrong, and so was {table.names[-1]}")

    tablet.goto(f"/s/{table.arbiter}")
    tablet.wait_for_url("**/disputes")
    for lang in ("en", "fr"):
        tablet.goto(f"/s/{table.id}/disputes/{claim}/desk?lang={lang}")
        assert betrays(tablet.content(), table.telling) == []
        board = tablet.request.get(f"/s/{table.id}/disputes/{claim}/board.svg?line={table.about}&lang={lang}").text()
        assert betrays(board, table.telling) == []
    tablet.goto(f"/s/{table.id}/disputes/{claim}/desk?named=true&lang=en")
    assert betrays(tablet.content(), table.telling) == []  # asked first
    tablet.locator("[data-show-names-now]").click()
    expect(tablet.locator(".blind2")).to_contain_text("Your rulings at this table say so")
    assert betrays(tablet.content(), table.telling)


def test_axe_finds_nothing_where_disputes_are_read_and_ruled(house, room):
    table = Table(house, "nieuw-amsterdam")
    phone, tablet = room.come(PHONE, "fr"), room.come(DESK, "en", color_scheme="dark")
    claim = raised(phone, table, "faux")
    tablet.goto(f"/s/{table.arbiter}")
    tablet.wait_for_url("**/disputes")

    for page, path in (
        (phone, f"disputes/{claim}"),
        (phone, "disputes"),
        (tablet, f"disputes/{claim}/desk"),
        (tablet, "disputes"),
    ):
        page.goto(f"/s/{table.id}/{path}")
        assert found(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it is wider than the screen"


def test_a_ruling_draft_survives_a_question_to_the_table(house, room):
    table = Table(house, "new-haven")
    phone, tablet = room.come(PHONE, "en"), room.come(DESK, "en")
    claim = raised(phone, table, "too many")
    tablet.goto(f"/s/{table.arbiter}")
    tablet.wait_for_url("**/disputes")
    tablet.goto(f"/s/{table.id}/disputes/{claim}/desk")
    tablet.locator("[data-own]").fill(f"$ {claim} warn α")
    tablet.locator("#r-text").fill("A long reason.")
    tablet.locator("#s-text").fill("Who saw it?")
    tablet.locator("[data-speak] button").click()

    expect(tablet.locator(".quote", has_text="Who saw it?")).to_be_visible()
    expect(tablet.locator("#s-text")).to_have_value("")
    expect(tablet.locator("#r-text")).to_have_value("A long reason.")
    tablet.locator("[data-ruling] button.seal").click()
    tablet.wait_for_url(re.compile(rf"/disputes/{claim}$"))
    expect(tablet.locator(".ruling-text")).to_contain_text("A long reason.")


def test_a_statement_in_paragraphs_is_stored_as_one_line(house, room):
    table = Table(house, "new-haven")
    phone, tablet = room.come(PHONE, "en"), room.come(DESK, "en")
    claim = raised(phone, table, "too many\n\nby far")
    phone.locator("#s-text").fill("I saw it\nand so did all")
    phone.locator("[data-speak] button").click()
    expect(phone.locator(".quote", has_text="I saw it and so did all")).to_be_visible()

    tablet.goto(f"/s/{table.arbiter}")
    tablet.wait_for_url("**/disputes")
    tablet.goto(f"/s/{table.id}/disputes/{claim}/desk")
    expect(tablet.locator("h1")).to_have_text("too many by far")
    tablet.locator(".remedy input").first.check()
    tablet.locator("#r-text").fill("It stands.\n\nEverybody agreed.")
    tablet.locator("[data-ruling] button.seal").click()
    tablet.wait_for_url(re.compile(rf"/disputes/{claim}$"))
    expect(tablet.locator(".ruling-text")).to_contain_text("It stands. Everybody agreed.")


@pytest.mark.parametrize("lang, says", sample(NO_ANSWER, NO_ANSWER[1]))
def test_offline_a_statement_reports_it_and_its_draft_stays(house, room, lang, says):
    page, table = room.come(PHONE, lang, may=AWAY), Table(house, "new-haven")
    raised(page, table, "too many")
    page.context.set_offline(True)
    page.locator("#s-text").fill("I saw it")
    page.locator("[data-speak] button").click()
    expect(page.locator("[data-says]")).to_contain_text(says)
    page.locator("[data-says]").evaluate("one => one.textContent = ''")
    page.locator("[data-photo]").set_input_files({"name": "x.jpg", "mimeType": "image/jpeg", "buffer": jpeg()})
    expect(page.locator("[data-says]")).to_contain_text(says)

    page.context.set_offline(False)
    page.locator("[data-speak] button").click()
    expect(page.locator(".quote", has_text="I saw it")).to_have_count(1)


def test_adding_a_photograph_keeps_the_draft(house, room):
    page, table = room.come(PHONE, "en"), Table(house, "new-haven")
    raised(page, table, "too many")
    page.locator("#s-text").fill("As one sees here")
    page.locator("[data-photo]").set_input_files({"name": "x.jpg", "mimeType": "image/jpeg", "buffer": jpeg()})

    expect(page.locator("img.photo")).to_have_js_property("naturalWidth", 40)
    expect(page.locator("#s-text")).to_have_value("As one sees here")
    page.locator("[data-speak] button").click()
    expect(page.locator(".quote", has_text="As one sees here")).to_be_visible()
    expect(page.locator("#s-text")).to_have_value("")


def test_after_a_lost_answer_a_changed_statement_is_added_and_an_equal_one_is_not(house, room):
    page, table = room.come(PHONE, "en", may=AWAY), Table(house, "new-haven")
    raised(page, table, "too many")

    def lost(route):
        route.fetch()
        route.abort()

    page.route("**/statements", lost, times=2)
    for words in ("It was three", "It was three", "It was four"):
        page.locator("#s-text").fill(words)
        with page.expect_request("**/statements"):
            page.locator("[data-speak] button").first.click()
        expect(page.locator("[data-speak] button").first).to_be_enabled()

    expect(page.locator(".quote", has_text="It was four")).to_be_visible()
    expect(page.locator(".quote", has_text="It was three")).to_have_count(1)


def test_an_erased_photograph_shows_a_sentence_instead_of_a_broken_picture(house, room):
    page, table = room.come(PHONE, "fr"), Table(house, "new-haven")
    raised(page, table, "too many")
    page.locator("[data-photo]").set_input_files({"name": "x.jpg", "mimeType": "image/jpeg", "buffer": jpeg()})
    shown = page.locator("img.photo")
    expect(shown).to_be_visible()
    picture = shown.get_attribute("src").rpartition("/")[2]
    gone = house.ask("DELETE", f"/api/sessions/{table.id}/photographs/{picture}", table.owner.rpartition("=")[2])
    json_of(gone, 200)

    page.reload()
    expect(page.locator("main")).to_contain_text("Cette photo a été effacée.")
    expect(page.locator("img.photo")).to_have_count(0)


def test_a_finding_is_triaged_with_one_tap(house, room):
    table = Table(house, "nieuw-amsterdam")
    page = room.come(DESK, "en")
    page.goto(f"/s/{table.arbiter}")
    page.wait_for_url("**/disputes")
    page.goto(f"/s/{table.id}/audit")

    sorting = page.locator(f".triage[data-line='{table.about}']")
    page.locator("details", has=sorting).locator("summary").click()
    expect(sorting.locator("[data-error=played]")).to_contain_text("likely")
    sorting.locator("[data-error=recorded]").click()
    page.locator("details", has=sorting).locator("summary").click()
    expect(sorting.locator("[data-error=recorded]")).to_have_attribute("aria-pressed", "true")


def test_a_table_plays_on_under_protest_and_the_ruling_picks_that_branch(house, room):
    table = Table(house, "new-haven")
    scribe, arbiter = room.come(PHONE, "en"), room.come(DESK, "en")
    scribe.goto(f"/s/{table.owner}")
    scribe.wait_for_url("**/record")
    scribe.goto(f"/s/{table.id}/disputes?about={table.about}#raise")
    scribe.locator("#d-text").fill("too many")
    scribe.locator("[data-raise] button").click()
    scribe.wait_for_url(re.compile(r"/disputes/\d+$"))
    claim = int(scribe.url.rpartition("/")[2])
    scribe.locator("[data-fork]").click()
    scribe.wait_for_url("**/record?branch=a")
    ready(scribe)
    tapped(scribe)
    nothing_waits(scribe)
    expect(scribe.locator("[data-ledger] li").last).to_contain_text("on branch “a”")

    arbiter.goto(f"/s/{table.arbiter}")
    arbiter.wait_for_url("**/disputes")
    arbiter.goto(f"/s/{table.id}/disputes/{claim}/desk")
    arbiter.locator("input[name=entry][value*='pick a']").check()
    arbiter.locator("#r-text").fill("That line never was.")
    arbiter.locator("[data-ruling] button.seal").click()
    arbiter.wait_for_url(re.compile(rf"/disputes/{claim}$"))
    arbiter.goto(f"/s/{table.id}/compare")
    expect(arbiter.locator("main")).to_contain_text("not on the branch that counts")
