"""Every page works without scripts, loads nothing from other hosts, is small, has one policy and both languages."""

import re

import pytest
from playwright.sync_api import expect

from tests.api.pages.browsers import DESK, PHONE, REFUSED
from tests.api.pages.club import REFUSALS, SCRIPTLESS, club_of, ready
from tests.api.pages.recorder import new_table

FIRST_PAGE = 60_000  # bytes in all, as they are sent
POLICY = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"


@pytest.fixture(scope="module")
def club(house):
    """Tables of every game, in a service of its own, because the first page lists all tables."""
    return club_of(house)


def test_the_first_page_is_small_with_everything_it_needs(room, club):
    page = room.come(DESK)
    sent = []
    page.on("requestfinished", lambda request: sent.append((request.url, request.sizes()["responseBodySize"])))
    page.goto("/", wait_until="networkidle")

    assert len(sent) > 3 and sum(size for _, size in sent) < FIRST_PAGE, sent


def test_every_page_has_the_security_policy_and_loads_nothing_from_other_hosts(room, club, house):
    page = room.come(DESK, may=REFUSED)
    hosts = set()
    page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    for name, path in club.pages().items():
        answer = page.goto(path)
        ready(page, name)
        assert answer.headers["content-security-policy"] == POLICY, name
        assert answer.status == (200 if name not in REFUSALS else answer.status) < 500, name
    assert hosts == {house.home.removeprefix("http://")}


def test_no_page_contains_what_the_security_policy_forbids(house, club):
    for name, path in club.pages().items():
        text = house.ask("GET", path, headers={"accept": "text/html"}).text
        assert not re.search(r"\sstyle=|\son[a-z]+=|<style|javascript:", text), name
        assert all('src="' in tag or 'type="application/json"' in tag for tag in re.findall(r"<script[^>]*>", text)), (
            name
        )


@pytest.mark.parametrize(
    "name, shows",
    [
        ("home", ("Nieuw Amsterdam", "Kontor", "most broken", "open disputes")),
        ("watch", ("NA-SPEC-2", "The table in words", "14")),
        ("replay", ("Line 30", "elections", "The table in words")),
        ("audit", ("NA-AUCTION-8", "Bo bid 3", "Bid to beat", "No finding changes a place")),
        ("compare", ("As played", "As ruled", "What differs", "Rulings in force")),
        ("clause", ("NA-AUCTION-8", "Une offre doit dépasser", "Where it was broken")),
    ],
)
def test_a_page_for_readers_is_complete_without_scripts(room, club, name, shows):
    page = room.come(DESK, **SCRIPTLESS)
    page.goto(club.pages()[name])
    main = page.locator("main")

    for text in shows:
        expect(main).to_contain_text(re.compile(re.escape(text), re.IGNORECASE))
    if name in ("watch", "replay"):
        assert page.locator("[data-board] img").evaluate("(one) => one.complete && one.naturalWidth > 100")


def test_a_replay_can_be_stepped_through_without_scripts(room, club):
    page = room.come(DESK, **SCRIPTLESS)
    page.goto(f"/s/{club.over['new-haven']}/replay?line=0")
    for _ in range(3):
        page.get_by_role("link", name="One step on").click()

    expect(page.locator("#an")).to_have_text("Line 5")  # 3 and 4 corrected line 2, and have no place of their own


@pytest.mark.parametrize("lang, word", [("en", "Tables now"), ("fr", "En ce moment")])
def test_a_page_is_in_the_language_of_its_reader_or_in_the_chosen_one(room, club, lang, word):
    page = room.come(PHONE, lang)
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", lang)
    other = "fr" if lang == "en" else "en"
    page.locator(f".lang a[hreflang={other}]").click()
    expect(page.locator("html")).to_have_attribute("lang", other)
    page.goto("/rules")
    expect(page.locator("html")).to_have_attribute("lang", other)  # it is kept


def test_sessions_can_be_searched_and_filtered(room, club):
    page = room.come(DESK)
    page.goto("/")
    page.get_by_text("Filters").click()
    page.locator("select[name=game]").select_option("kontor")
    page.locator("select[name=record]").select_option("closed")
    page.get_by_role("button", name="Search").click()

    expect(page.locator(".sess")).to_have_count(2)
    expect(page.locator(".sess").first).to_contain_text("Kontor")
    page.locator("select[name=findings]").select_option("without")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".sess")).to_have_count(0)


def test_findings_are_filtered_by_verdict_seat_and_clause(room, club):
    page = room.come(DESK)
    page.goto(f"/s/{club.over['nieuw-amsterdam']}/audit")
    expect(page.locator("article.finding")).to_have_count(7)
    page.locator(".filters").get_by_role("link", name="Cléo").click()
    expect(page.locator("article.finding")).to_have_count(2)
    page.get_by_text("More about the mistakes").click()
    page.locator("details a.clause", has_text="NA-SPEC-2").click()
    expect(page.locator("article.finding")).to_have_count(1)


def test_findings_hidden_without_help_are_on_no_page(house, room):
    table = new_table(house, lines=("- pool W1 S3 T2 R6 W4", "Y harvest c3 TS/WS"), help=False)
    page = room.come(DESK)
    for rest in ("", "/replay", "/audit", "/compare"):
        page.goto(f"/s/{table.session}{rest}")
        assert "NH-TURN" not in page.content() and not page.locator("main .notice.broken, main .finding").count(), rest


def test_a_watcher_sees_the_score_change_and_the_ruling_stamped(house, room):
    table = new_table(house, lines=("- pool W1 S3 T2 R6 W4", "B harvest c3 TS/WS"))
    page = room.come(DESK)
    page.goto(f"/s/{table.session}")
    expect(page.locator("[data-board]")).to_have_attribute("data-ready", "2")
    ruling = {"lines": ['$ - adjust B points +3 after 2 NH-SCORE-1 "as agreed"']}
    assert house.ask("POST", table.at("/lines"), table.tokens["arbiter"], ruling).status_code == 201

    expect(page.locator("[data-stamp]")).to_contain_text("NH-SCORE-1")
    expect(page.locator(".scores tbody tr").first.locator(".total")).to_have_text("3")
    expect(page.locator("[data-live=lines] .ruled-line")).to_contain_text("ruling")


def test_a_phone_turned_again_and_again_shows_the_board_of_its_last_width(room, club):
    page = room.come(PHONE)
    page.goto(f"/s/{club.open['mayflower']}")
    for width in (390, 1280, 390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
    expect(page.locator("[data-board] > svg")).to_have_attribute("viewBox", re.compile("^0 0 820 "))
