"""Accessibility: axe finds nothing, the keyboard reaches every control, every board has a text alternative."""

import itertools
from functools import cache

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

from tests.api.pages.browsers import DESK, PHONE, REFUSED, TELEVISION
from tests.api.pages.club import case_of, enter, ready
from tests.api.pages.recorder import new_table, opened, typed
from tests.api.pages.recorder import ready as recording
from tests.api.pages.table_form import asked, handed_out, with_faces
from tests.samples import sample

GAMES = ("kontor", "mayflower", "new-haven", "nieuw-amsterdam")
NAMES = (
    *("home", "search", "lay", "watch", "television", "overlay", "replay", "result", "audit", "compare"),
    *("rulebooks", "rulebook", "clause", "docket", "standings", "breaches", "player", "refusal", "nowhere"),
)
WITH_OWN_CONTROLS = ("home", "watch", "replay", "audit", "rulebook")  # the others have links, or a test of their own
WITH_KEYS = (  # pages of a table with a dispute, most of them for the holder of a key
    *("record", "roles", "close", "noted", "cases", "desk", "disputes", "dispute"),
    *("embed", "not-embedded", "evidence", "verify", "offline", "ledger", "precedents"),
)
KINDS = list(itertools.product((PHONE, DESK), ("en", "fr"), ("light", "dark")))
SAMPLED = {"cases": KINDS[1], "desk": KINDS[6], "embed": KINDS[2], "roles": KINDS[7]}
DIALOGS = ("seen", "repair", "else", "menu")
RULES = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]},
    "resultTypes": ["violations"],  # what passes is not described, which takes half the time
}


@pytest.fixture(scope="module")
def house(club_house):
    """The service with the tables of the club."""
    return club_house


@pytest.fixture(scope="module")
def cases(house):
    """A table of each game with a dispute, once it is asked for."""
    return cache(lambda game: case_of(house, game))


def found(page) -> list[str]:
    """The problems axe finds on a page, with their elements."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    violations = page.evaluate("async rules => (await axe.run(rules)).violations", RULES)
    nodes = ((one["id"], node) for one in violations for node in one["nodes"])
    return [f"{rule}: {node['html'][:200]} {node['failureSummary']}" for rule, node in nodes]


def looked_at(room, club, name, kind, game):
    """Opens a page on a device, in a language and a colour scheme."""
    device, lang, scheme = kind
    device = TELEVISION if name in ("television", "overlay") else device
    page = room.come(device, lang, may=REFUSED, color_scheme=scheme)
    page.goto(club.pages(game)[name])
    ready(page, name)
    return page


def with_key(room, case, name, kind):
    """Opens a page of a table with a dispute, with the key its reader holds."""
    device, lang, scheme = kind
    page = room.come(device, lang, may=REFUSED, color_scheme=scheme)
    path, key = case.pages()[name]
    enter(page, key)
    page.goto(path)
    ready(page, name)
    return page


@pytest.mark.parametrize("nth, name", list(enumerate(NAMES)), ids=lambda one: one if isinstance(one, str) else "")
def test_axe_finds_nothing_and_the_keyboard_reaches_own_controls(room, club, nth, name):
    page = looked_at(room, club, name, KINDS[nth % len(KINDS)], GAMES[nth % len(GAMES)])

    assert found(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it is wider than the screen"
    if name in WITH_OWN_CONTROLS:
        all_reached(page)


@pytest.mark.parametrize("name", SAMPLED)
def test_axe_finds_nothing_on_the_pages_of_a_dispute(room, cases, name):
    page = with_key(room, cases("new-haven"), name, SAMPLED[name])

    assert found(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it is wider than the screen"


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind[0]['viewport']['width']}-{kind[1]}-{kind[2]}")
@pytest.mark.parametrize("name", WITH_KEYS)
def test_axe_finds_nothing_on_any_page_of_a_dispute(room, cases, name, kind, game):
    page = with_key(room, cases(game), name, kind)

    assert found(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it is wider than the screen"


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind[0]['viewport']['width']}-{kind[1]}-{kind[2]}")
@pytest.mark.parametrize("name", NAMES)
def test_axe_finds_nothing_anywhere(room, club, name, kind, game):
    page = looked_at(room, club, name, kind, game)

    assert found(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it is wider than the screen"


UNLAWFUL = {
    "kontor": "B place 5 at 9,9",
    "mayflower": "Y draw A",
    "new-haven": "Y build R6 up 3.1",
    "nieuw-amsterdam": "B found millwork",
}
OPENINGS = {
    "kontor": ("Y pass",),
    "mayflower": ("- explorers 0:1 0:10",),
    "new-haven": ("- pool W1 S3 T2 R6 W4",),
    "nieuw-amsterdam": ("B found docks", "B found docks"),
}


@pytest.mark.parametrize("game", sample(GAMES, "nieuw-amsterdam"))
def test_axe_finds_nothing_on_the_recorder_and_its_dialogs(house, room, game):
    device, lang, scheme = KINDS[1::2][GAMES.index(game)]
    page = opened(room.come(device, lang, color_scheme=scheme), new_table(house, game, OPENINGS[game]))

    assert found(page) == []
    for name in DIALOGS:
        page.locator(f"[data-open={name}]").first.click()
        assert found(page) == [], name
        page.locator(f"#{name} [data-close]").click()
    typed(page, UNLAWFUL[game])
    page.locator("#ask[open]").wait_for()
    assert found(page) == []
    page.locator("#ask [data-ask=yes]").click()
    page.locator("[data-recorded] .btn").first.wait_for()
    assert found(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it is wider than the screen"


@pytest.mark.parametrize("device, lang, scheme", sample(KINDS[1::4], KINDS[1]), ids=("phone", "desk"))
def test_axe_finds_nothing_on_the_table_form_its_codes_and_a_table_without_help(room, device, lang, scheme):
    page = room.come(device, lang, color_scheme=scheme)
    asked(page, "kontor", lang)
    page.locator("details[data-shelf] > summary").first.click()
    page.locator("input[value=KO-V-ILE]").check()
    page.locator("[data-clash-fix] .btn").nth(1).wait_for()
    assert found(page) == []
    page.locator("[data-clash-fix] .btn").nth(1).click()
    with_faces(page, help="off")
    handed_out(page, codes=5)
    assert found(page) == []
    page.locator("[data-to-record]").click()
    recording(page)
    assert found(page) == []


@pytest.mark.parametrize("device, lang, scheme", sample(KINDS[2::3], KINDS[5]), ids=("phone", "desk"))
def test_axe_finds_nothing_where_an_owner_closes_and_gives_roles(house, room, device, lang, scheme):
    table = new_table(house, lines=OPENINGS["new-haven"])
    page = opened(room.come(device, lang, color_scheme=scheme), table)
    page.goto("/")
    page.locator(".mine").wait_for()
    assert found(page) == []
    page.goto(f"/s/{table.session}/roles")
    for how in ("code", "link"):
        page.locator(f"[name=how][value={how}]").click()
        page.locator("[data-given] > *").first.wait_for()
        assert found(page) == []
    page.goto(f"/s/{table.session}/result")
    page.locator("[data-digit='7']").click()
    page.locator("[data-differences] .notice").wait_for()
    assert found(page) == []
    page.locator("[data-same]").click()
    page.locator("[data-close-it]").click()
    page.locator("[data-sure] h3").wait_for()
    assert found(page) == []
    page.locator("[data-yes]").click()
    page.locator("[data-reopen]").wait_for()
    assert found(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it is wider than the screen"


CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary"
WANTED = f"""(within) => {{
    for (const one of document.querySelectorAll('[data-nth]')) delete one.dataset.nth;
    const seen = [...document.querySelectorAll(within + ' :is({CONTROLS})')]
        .filter((one) => one.checkVisibility() && !one.disabled);
    const groups = new Set(); // of the buttons of one question the keyboard stops at one
    return seen.filter((one) => {{
        if (one.type !== 'radio') return true;
        const group = seen.filter((other) => other.type === 'radio' && other.name === one.name);
        return one === (group.find((other) => other.checked) ?? group[0]) && groups.size < groups.add(one.name).size;
    }}).map((one, i) => (one.dataset.nth = String(i))).length;
}}"""
FOCUSED = """() => {
    const one = document.activeElement;
    const shown = [one, one?.closest('label')].some((part) => part && getComputedStyle(part).outlineStyle !== 'none');
    return [one?.dataset.nth ?? '', shown];
}"""


ARROWS = ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")


def all_reached(page, within="body") -> None:
    """Checks that the Tab key, and arrows within a grid, reach every visible control, with a visible focus."""
    wanted, shown = page.evaluate(WANTED, within), set()
    for _ in range(2 * wanted + 12):
        nth, seen = page.evaluate(FOCUSED)
        shown |= {nth} if nth and seen else set()
        if len(shown) == wanted:
            break
        page.keyboard.press("Tab")
    open_ends = page.locator(f"{within} [data-nth][tabindex='0']").evaluate_all(
        "all => all.map(one => one.dataset.nth)"
    )
    while open_ends:  # from the one stop of a grid
        start = open_ends.pop()
        for key in ARROWS:
            page.locator(f"[data-nth='{start}']").focus()
            page.keyboard.press(key)
            nth, seen = page.evaluate(FOCUSED)
            if nth and seen and nth not in shown:
                shown.add(nth)
                open_ends.append(nth)
    missed = page.locator(f"{within} [data-nth]").evaluate_all(
        "(all, shown) => all.filter((one) => !shown.includes(one.dataset.nth)).map((one) => one.outerHTML)", [*shown]
    )
    assert wanted and missed == []


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_every_control_is_reached_by_keyboard_and_shows_it(room, club, name):
    all_reached(looked_at(room, club, name, (DESK, "en", "light"), "new-haven"))


def test_every_control_of_the_table_form_is_reached_by_keyboard(room):
    page = room.come(DESK)
    asked(page, "kontor")
    for summary in page.locator("details > summary").all():
        summary.click()
    all_reached(page)


@pytest.mark.parametrize("game", sample(GAMES, "kontor"))
def test_every_control_of_the_recorder_is_reached_by_keyboard(house, room, game):
    device = DESK if game in ("mayflower", "nieuw-amsterdam") else PHONE
    page = opened(room.come(device), new_table(house, game, OPENINGS[game]))
    all_reached(page)
    for name in DIALOGS:
        page.locator(f"[data-open={name}]").first.focus()
        page.keyboard.press("Enter")
        page.locator(f"#{name}[open]:not([aria-busy=true])").wait_for()
        all_reached(page, f"#{name}")
        page.keyboard.press("Escape")
        expect(page.locator(f"[data-open={name}]").first).to_have_attribute("aria-expanded", "false")
        expect(page.locator(f"[data-open={name}]").first).to_be_focused()  # back where one was


@pytest.mark.parametrize(("game", "more"), [("kontor", ()), ("mayflower", ("B draw A",))])
def test_a_map_is_panned_and_zoomed_by_keys(house, room, game, more):
    page = opened(room.come(PHONE), new_table(house, game, (*OPENINGS[game], *more)))
    looks, views = page.locator("[data-board] svg[data-cell]"), []
    page.locator("[data-tabs] button").first.click()
    page.locator("[data-board]").focus()
    for key in ("+", "ArrowRight", "ArrowDown", "-"):
        views.append(looks.get_attribute("viewBox"))
        page.keyboard.press(key)
    views.append(looks.get_attribute("viewBox"))

    assert len(set(views)) == len(views)


@pytest.mark.parametrize("game, name", [*zip(GAMES, ("watch", "replay") * 2, strict=True)])
def test_every_board_has_a_text_alternative(room, club, game, name):
    page = looked_at(room, club, name, (DESK, "fr", "light"), game)
    page.get_by_text("La table en mots").click()
    words = page.locator(".inwords li")
    assert words.count() > 10 and all(words.all_inner_texts())
    assert page.locator("[data-board] > svg > title").text_content()
