"""Nobody is shut out: axe finds nothing on any page, the keyboard reaches every control, every board has its words."""

import itertools

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.api.pages.browsing import DESK, PHONE, REFUSED, TELEVISION
from tests.api.pages.reading import club_of, ready
from tests.api.pages.recording import laid, opened

GAMES = ("kontor", "mayflower", "new-haven", "nieuw-amsterdam")
NAMES = (
    *("home", "search", "lay", "watch", "television", "replay", "audit", "compare", "rulebooks", "rulebook", "clause"),
    *("docket", "standings", "breaches", "player", "refusal", "nowhere"),
)
KINDS = list(itertools.product((PHONE, DESK), ("en", "fr"), ("light", "dark")))
DIALOGS = ("seen", "mend", "else", "handover")
RULES = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
}
BOARD = {"exclude": [["[data-board] > svg"]]}  # its own text is small and drawn; what it says is in words below it


@pytest.fixture(scope="module")
def club(house):
    """Tables of every game."""
    return club_of(house)


def found(page) -> list[str]:
    """What axe has against a page, with where it is."""
    violations = Axe().run(page, options=RULES).response["violations"]
    nodes = ((one["id"], node) for one in violations for node in one["nodes"])
    return [f"{rule}: {node['html'][:200]} {node['failureSummary']}" for rule, node in nodes]


def looked_at(room, club, name, kind, game):
    """A page on a device, in a language and a scheme."""
    device, lang, scheme = kind
    device = TELEVISION if name == "television" else device
    page = room.come(device, lang, may=REFUSED, color_scheme=scheme)
    page.goto(club.pages(game)[name])
    ready(page, name)
    return page


@pytest.mark.parametrize("nth, name", list(enumerate(NAMES)), ids=lambda one: one if isinstance(one, str) else "")
def test_axe_finds_nothing(room, club, nth, name):
    page = looked_at(room, club, name, KINDS[nth % len(KINDS)], GAMES[nth % len(GAMES)])

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


@pytest.mark.parametrize("kind", KINDS[1::4], ids=("phone", "desk"))
def test_axe_finds_nothing_on_the_recorder_and_its_dialogs(house, room, kind):
    device, lang, scheme = kind
    page = opened(room.come(device, lang, color_scheme=scheme), laid(house, lines=("- pool W1 S3 T2 R6 W4",)))

    assert found(page) == []
    for name in DIALOGS:
        page.evaluate(f"document.getElementById('{name}').showModal()")
        assert found(page) == [], name
        page.evaluate(f"document.getElementById('{name}').close()")


CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary"


@pytest.mark.parametrize("name", ("home", "watch", "replay", "audit", "clause"))
def test_every_control_is_reached_by_keyboard_and_shows_it(room, club, name):
    page = looked_at(room, club, name, (DESK, "en", "light"), "new-haven")
    wanted = page.evaluate(
        f"""[...document.querySelectorAll('{CONTROLS}')].filter((one) => one.checkVisibility() && !one.disabled)
        .filter((one) => one.type !== 'radio').map((one, i) => (one.dataset.nth = String(i))).length"""
    )
    reached, hidden = set(), set()
    page.evaluate("document.body.focus()")
    for _ in range(wanted + 3):
        page.keyboard.press("Tab")
        nth, seen = page.evaluate(
            "[document.activeElement?.dataset.nth ?? '', getComputedStyle(document.activeElement).outlineStyle]"
        )
        if nth:
            reached.add(nth)
            hidden |= {nth} if seen == "none" else set()

    assert len(reached) == wanted and not hidden


@pytest.mark.parametrize("game", GAMES)
def test_every_board_is_told_in_words_too(room, club, game):
    for name in ("watch", "replay"):
        page = looked_at(room, club, name, (DESK, "fr", "light"), game)
        page.get_by_text("La table en mots").click()
        words = page.locator(".inwords li")
        assert words.count() > 10 and all(words.all_inner_texts())
        assert page.locator("[data-board] > svg > title").text_content()
