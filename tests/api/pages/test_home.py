"""The home page: what it is, a practice table, the tables now and the closed ones, times as people write them."""

import re

import pytest
from playwright.sync_api import expect

from domain.words import LANGUAGES
from tests.api.pages.browsers import DESK, PHONE
from tests.api.pages.club import club_of
from tests.api.pages.recorder import ready, typed

TIMES = """async ([at, now]) => {
    const script = [...document.scripts].find((one) => one.src.endsWith("home.js")).src.replace("home.js", "times.js");
    return (await import(script)).localTime(at, new Date(now));
}"""
NOW = "2026-11-17T21:40:30+01:00"


@pytest.fixture(scope="module")
def club(house):
    """Tables of every game, in a service of its own, because the first page lists all tables."""
    return club_of(house)


SAID = (
    ("2026-11-17T21:40:10+01:00", "20 s ago", "il y a 20 s"),
    ("2026-11-17T21:38:00+01:00", "2 min ago", "il y a 2 min"),
    ("2026-11-17T20:05:00+01:00", "20:05", "20:05"),
    ("2026-11-16T22:14:00+01:00", "yesterday, 22:14", "hier, 22:14"),
    ("2026-11-14T12:00:00+01:00", "Sat 14 Nov", "sam. 14 nov."),
    ("2025-11-14T12:00:00+01:00", "Fri 14 Nov 2025", "ven. 14 nov. 2025"),
    ("2026-11-17T22:10:00+01:00", "22:10", "22:10"),  # the end of a code
)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_times_are_written_as_people_say_them(room, lang):
    page = room.come(DESK, lang, timezone_id="Europe/Paris")
    page.goto("/")
    for at, *texts in SAID:
        assert page.evaluate(TIMES, [at, NOW]) == texts[LANGUAGES.index(lang)]


@pytest.mark.parametrize(
    "lang, now, closed",
    [
        ("en", r"round \d+, turn \d+: .+ · Bo to act · last line \d+ s ago", r"won by Daan · 249 lines, 6"),
        (
            "fr",
            r"tour de jeu \d+, tour \d+\s: .+ · Bo à jouer · dernière ligne il y a \d+\s",
            r"gagnée par Daan · 249 lignes",
        ),
    ],
)
def test_open_tables_say_whose_turn_it_is_and_closed_ones_who_won(room, club, lang, now, closed):
    page = room.come(DESK, lang)
    page.goto("/")
    playing = page.locator("section", has=page.locator("#h-now")).locator(".sess").filter(has_text="Nieuw Amsterdam")
    over = page.locator("section", has=page.locator("#h-late")).locator(".sess").filter(has_text="Daan")

    expect(playing.locator(".meta")).to_have_text(re.compile(now))
    expect(over.locator(".meta")).to_have_text(re.compile(closed))
    expect(over.locator(".sc svg").first).to_have_attribute("aria-label", "Daan")  # the winner stands first
    for time in page.locator("time").all():
        assert re.match(r"\d{4}-\d\d-\d\dT", time.get_attribute("datetime")) and len(time.get_attribute("title")) > 12


def test_the_example_shows_a_mistake_a_claim_and_a_ruling(room):
    page = room.come(PHONE, "fr")
    page.goto("/")
    demo = page.locator(".demo .line")

    expect(demo).to_have_count(4)
    expect(demo.nth(1)).to_contain_text("NH-BUILD-3")
    expect(demo.nth(2)).to_contain_text("Bo conteste la ligne 4")
    expect(demo.nth(3)).to_contain_text("Décision")


def test_two_newcomers_record_at_tables_of_their_own(room):
    names = []
    for _ in range(2):
        page = room.come(PHONE)
        page.goto("/")
        page.get_by_role("link", name="Try it now").click()
        page.wait_for_url("**/record")
        ready(page)
        typed(page, "- pool W1 S3 T2 R6 W4")
        expect(page.locator("[data-ledger]")).to_contain_text("the pool")
        names.append(page.url)
        page.goto("/")
        expect(page.locator("[data-yours]")).to_contain_text("New Haven")

    assert names[0] != names[1]


@pytest.mark.parametrize("lang, says", [("en", "Nothing found for “Anna”."), ("fr", "Rien trouvé pour « Anna ».")])
def test_a_search_in_vain_says_so_and_offers_the_nearest_name(room, club, lang, says):
    page = room.come(PHONE, lang)
    page.goto("/?search=Anna")

    expect(page.locator(".empty")).to_contain_text(says)
    page.locator(".empty a").click()
    expect(page.locator(".sess").first).to_contain_text("Ana")
