"""The replay page: a step needs no request, and hidden later lines stay hidden."""

import gzip
import itertools
import re
import statistics
from random import Random

import pytest
from playwright.sync_api import expect

from api.pages.table_header import units
from domain.games import GAMES
from domain.record.line_text import write_entry
from replays.simulation.random_play import random_setup, simulate
from tests.api.library import bring
from tests.api.pages.browsers import DESK, PHONE
from tests.api.pages.club import LIBRARY, ready
from tests.api.pages.recorder import link, log_of, new_table
from tests.api.people import fresh_token, json_of
from tests.samples import sample

PATCHES = 1_000_000  # bytes of all patches of a game, as they are sent
STEP = 16  # milliseconds
SIZES_OF_A_DESK = [(1280, 800), (1920, 1080)]
ADDRESSES = [*itertools.product(("?line=48", "#48", "#/48"), (PHONE, DESK))]
STEPS = """count => [...Array(count).keys()].map(() => {
    const from = performance.now();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    document.body.offsetHeight; // laid out anew
    return performance.now() - from;
})"""
FIRST_DRAWN = """
    window.drawn = [];
    const look = () => {
        const svg = document.querySelector("[data-board] > svg");
        const line = document.querySelector("#an");
        if (document.documentElement.hidden || !line) return;
        window.drawn.push({ line: line.textContent, board: svg?.textContent.match(/after line \\d+/)?.[0] ?? "" });
    };
    addEventListener("DOMContentLoaded", look);
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
"""  # what a reader may have seen after each change of the page
SIZES = """least => {
    const on = [...document.querySelectorAll("[data-board] text")].filter((one) => one.getBoundingClientRect().width);
    const size = (one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a;
    return on.filter((one) => size(one) < least).map((one) => `${size(one).toFixed(1)} ${one.textContent}`);
}"""
PARTS = (
    "[...document.querySelectorAll(':is([data-board], [data-aside]) [data-layer]')].map((one) => one.outerHTML).sort()"
)


@pytest.fixture(scope="module")
def house(club_house):
    """The service with the tables of the club."""
    return club_house


@pytest.fixture(scope="module")
def long(house):
    """A session of 500 lines: a whole game of four players, filled up with notes."""
    game = GAMES["new-haven"]
    played = simulate(game, random_setup(game, 4, (), Random("long")), Random("long"), (), ())
    session = played.session
    lines = [write_entry(line, session.setup).strip() for line in session.log]
    lines += [f'; - "note {number}"' for number in range(500 - len(lines))]
    seats = [{"letter": letter, "name": letter} for letter in session.setup.seats]
    owner, body = fresh_token(), {"game": game.id, "seats": seats, "faces": "stand-in", **session.setup.details}
    made = json_of(house.ask("POST", "/api/sessions", owner, body), 201)["session"]
    for at in range(0, len(lines), 50):
        json_of(house.ask("POST", f"/api/sessions/{made}/lines", owner, {"lines": lines[at : at + 50]}), 201)
    return made


def opened(room, path, device=DESK):
    """Opens a replay and waits until it is loaded."""
    page = room.come(device)
    page.goto(path)
    ready(page, "replay")
    return page


def test_no_step_sends_a_request(room, long):
    page = opened(room, f"/s/{long}/replay?line=0")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    for key in ("ArrowRight",) * 30 + ("End", "ArrowLeft", "Home", "ArrowRight"):
        page.keyboard.press(key)

    expect(page.locator("#an")).to_have_text("Line 1")
    assert [url for url in asked if not url.endswith("/icon.svg")] == []  # the icon of a new address is in the cache
    assert int(page.locator("#pos").get_attribute("max")) >= 499


def test_all_patches_of_a_long_game_are_small(house, long, club):
    for session in (long, *club.over.values()):
        total, place, places = 0, 0, 2
        while place < places - 1:
            path = f"/api/sessions/{session}/pictures?first={place}&last={place + 100}"
            answer = house.ask("GET", path)
            response = answer.json()
            total += len(gzip.compress(answer.content))
            place, places = place + len(response["patches"]), response["places"]
        assert total < PATCHES, (session, total)


@pytest.mark.soak
@pytest.mark.parametrize("device", (PHONE, DESK), ids=("phone", "desk"))
@pytest.mark.parametrize("game", GAMES)
def test_a_step_is_quick(room, house, long, game, device):
    """The longest whole game of the library, or the game of 500 lines; run it on a machine that does nothing else."""
    longest = max((LIBRARY / game / "games").glob("*.record"), key=lambda path: path.stat().st_size)
    session = long if game == "new-haven" else bring(house, longest).session
    page = opened(room, f"/s/{session}/replay?line=0", device)
    took = page.evaluate(STEPS, int(page.locator("#pos").get_attribute("max")))
    slow = statistics.quantiles(took, n=20)[-1]
    print(f"{len(took)} steps: median {statistics.median(took):.1f} ms, p95 {slow:.1f}, worst {max(took):.1f} ms")

    assert slow < STEP


def test_the_board_after_a_line_does_not_depend_on_how_it_is_reached(room, club):
    for game, session in club.over.items():
        page = opened(room, f"/s/{session}/replay?line=0")
        first = page.evaluate(PARTS)
        page.keyboard.press("End")
        assert page.evaluate(PARTS) != first, game
        page.keyboard.press("Home")
        assert page.evaluate(PARTS) == first, game
        page.close()


@pytest.mark.parametrize("address, device", sample(ADDRESSES, ADDRESSES[0], ADDRESSES[3], ADDRESSES[4]))
def test_the_first_board_and_line_drawn_are_those_of_the_address(room, club, address, device):
    page = room.come(device)
    page.context.add_init_script(FIRST_DRAWN)
    page.route("**/api/sessions/*/replay*", slowly)  # the lines arrive after the board
    page.goto(f"/s/{club.over['nieuw-amsterdam']}/replay{address}")
    ready(page, "replay")

    expect(page.locator("[data-anno]")).to_contain_text("NA-SPEC-1")
    drawn = page.evaluate("window.drawn")
    assert drawn and {one["line"] for one in drawn} == {"Line 48"}
    boards = [one["board"] for one in drawn if one["board"]]
    assert boards and all("48" in one for one in boards), boards


def test_a_key_pressed_before_the_lines_are_loaded_steps_once_they_are(room, club):
    page = room.come(DESK)
    held = []
    page.route("**/api/sessions/*/replay*", lambda route: held.append(route))
    page.goto(f"/s/{club.over['nieuw-amsterdam']}/replay?line=48")
    expect(page.locator("[data-board] > svg")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#an [data-at]")).to_have_text("48")
    for route in held:
        route.continue_()
    expect(page.locator("#an [data-at]")).to_have_text("47")


def slowly(route):
    """Answers like a slow link."""
    answer = route.fetch()
    route.fulfill(response=answer)


def test_a_jump_before_everything_is_loaded_draws_only_the_wanted_board(room, long):
    page = room.come(DESK)
    page.context.add_init_script(FIRST_DRAWN)
    page.route(re.compile(r"/pictures.*last=(100|200|300|400)$"), lambda route: None)  # patches never arrive
    page.goto(f"/s/{long}/replay?line=0")
    expect(page.locator("[data-board] > svg")).to_be_visible()
    expect(page.locator("[data-points] b").first).to_be_visible()
    page.wait_for_function("() => document.querySelector('.marks')")
    page.keyboard.press("End")
    expect(page.locator("[data-board] > svg")).to_contain_text("after line 500")

    boards = {one["board"] for one in page.evaluate("window.drawn")} - {""}
    assert {re.search(r"\d+$", one)[0] for one in boards} == {"0", "500"}, boards


def test_the_address_follows_every_step_and_leads_back(room, club):
    page = opened(room, f"/s/{club.over['kontor']}/replay?line=9&ruled=true")
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
    page.wait_for_url("**/replay?line=10&ruled=true")
    for _ in range(60):
        page.keyboard.press("ArrowRight")
    line = page.locator("#an [data-at]").inner_text()
    page.wait_for_url(f"**/replay?line={line}&ruled=true")
    expect(page.locator("[data-what-if]")).to_have_attribute("href", re.compile(rf"/what-if\?after={line}$"))
    page.reload()
    expect(page.locator("#an")).to_have_text(f"Line {line}")


@pytest.mark.parametrize("lang, says", sample([("en", "Copied"), ("fr", "Copié")], ("fr", "Copié")))
def test_the_link_is_copied_and_the_page_says_so(room, club, lang, says):
    page = room.come(DESK, lang)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"/s/{club.over['kontor']}/replay?line=9")
    ready(page, "replay")
    page.keyboard.press("ArrowRight")
    page.locator("[data-copy]").click()

    expect(page.locator("[data-says-copied]")).to_have_text(says)
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{room.home}/s/{club.over['kontor']}/replay?line=10&lang={lang}"
    expect(page.locator("[data-says-copied]")).to_have_text("")


def test_shift_and_an_arrow_go_by_turns(room, club):
    page = opened(room, f"/s/{club.over['kontor']}/replay?line=9")
    before = page.locator("h1 [data-live]").inner_text()
    page.keyboard.press("Shift+ArrowRight")
    after = page.locator("h1 [data-live]").inner_text()

    assert before.partition(":")[0] != after.partition(":")[0]


@pytest.mark.parametrize(
    "lang, says", [("en", "There is no line 196; the game has 90."), ("fr", "Il n’y a pas de ligne 196")]
)
def test_a_line_that_does_not_exist_opens_the_last_one_and_says_so(room, club, lang, says):
    page = room.come(DESK, lang)
    page.goto(f"/s/{club.over['kontor']}/replay?line=196")
    ready(page, "replay")

    expect(page.locator(".rp-title")).to_contain_text(says)
    expect(page.locator("#an [data-at]")).to_have_text("90")


@pytest.mark.parametrize("width, height", sample(SIZES_OF_A_DESK, (1920, 1080)))
def test_on_a_wide_screen_the_board_fits_and_only_the_right_column_scrolls(room, club, width, height):
    page = room.come({"viewport": {"width": width, "height": height}})
    for game, session in club.over.items():
        page.goto(f"/s/{session}/replay?line=30")
        ready(page, "replay")
        assert page.evaluate("document.documentElement.scrollHeight") <= height, game
        board, player = (page.locator(which).bounding_box() for which in ("[data-board] > svg", ".player"))
        assert board["y"] + board["height"] <= height and board["x"] + board["width"] <= player["x"], game
        assert board["height"] > height * 0.6 or board["width"] > width * 0.6, (game, board)
        assert page.locator(".ctl [data-by]").last.bounding_box()["x"] < width - 60, game


def test_on_a_phone_the_board_fits_above_the_controls_at_the_foot(room, club):
    page = room.come(PHONE)
    for game, session in club.over.items():
        page.goto(f"/s/{session}/replay?line=30")
        ready(page, "replay")
        board, player = (page.locator(which).bounding_box() for which in ("[data-board]", ".player"))
        assert board["y"] + board["height"] <= player["y"] and player["y"] + player["height"] == 844, (game, board)
        assert board["height"] >= 288, game
        tab = page.locator("[data-tabs] [aria-pressed=true]").bounding_box()
        assert tab["x"] >= 0 and tab["x"] + tab["width"] <= 390, game  # the open tab is seen
        assert page.evaluate("document.documentElement.scrollWidth") == 390, game


def test_headings_of_turns_stand_before_their_first_line(house, room, club):
    frames = house.ask("GET", f"/api/sessions/{club.over['kontor']}/replay").json()["frames"]
    first = [frame for frame in frames if frame["heading"]][3]
    page = opened(room, f"/s/{club.over['kontor']}/replay?line={first['line']}")
    shown = page.locator("[data-ledger] > li").all_inner_texts()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")

    assert shown[-2] == first["heading"] and str(first["line"]) in shown[-1]
    assert page.locator("[data-ledger] > li").all_inner_texts()[-2] == first["heading"]


def test_later_lines_stay_hidden_on_demand(room, club):
    page = opened(room, f"/s/{club.over['nieuw-amsterdam']}/replay?hide=true")

    expect(page.locator("#an")).to_have_text("Line 0")
    visible = page.locator("main").inner_text()
    assert [word for word in (": over", "amended", "94", "Good game", "NA-AUCTION-8") if word in visible] == []
    expect(page.locator("#pos")).to_have_attribute("max", "0")
    expect(page.locator(".pinned:visible")).to_have_count(0)
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    expect(page.locator("[data-found] > li:visible")).to_have_count(1)
    expect(page.locator(".pinned:not([data-ahead]) .broken")).to_have_count(1)


def test_marks_above_the_slider_have_labels(room, club):
    page = opened(room, f"/s/{club.over['kontor']}/replay")

    titles = page.locator(".scrub .pinned title").evaluate_all("(all) => all.map((one) => one.textContent)")
    assert any("KO-CRANE-1 broken" in title for title in titles) and any("ruling" in title for title in titles)


def test_steps_go_by_turn_round_and_scoring(room, club):
    page = opened(room, f"/s/{club.over['mayflower']}/replay?line=0")
    reached = []
    for by in ("turn", "round", "scoring"):
        page.locator(f"[data-by={by}]").click()
        page.keyboard.press("ArrowRight")
        reached.append(int(page.locator("#an [data-at]").inner_text()))

    assert reached == sorted(reached) and len(set(reached)) == 3


AUDIENCES = [("en", "only me", "everyone"), ("fr", "moi seulement", "tout le monde")]


@pytest.mark.parametrize("lang, private, public", sample(AUDIENCES, AUDIENCES[1]))
def test_a_note_is_written_about_the_line_that_is_shown_and_erased(house, room, lang, private, public):
    table = new_table(house, lines=("- pool W1 S3 T2 R6 W4", "B harvest c2 TS/WS"))
    page, guest = room.come(PHONE, lang), room.come(DESK, lang)
    page.goto(link(table))
    page.wait_for_url("**/record")
    page.goto(f"/s/{table.session}/replay?line=0")
    ready(page, "replay")
    page.keyboard.press("ArrowRight")
    page.locator("#note").fill("a good game\nso far")
    page.locator("[data-note] button").click()  # for oneself, if nothing else is chosen
    expect(page.locator("[data-notes] li")).to_contain_text(private)
    page.locator("#note").fill("look at the wheat")
    page.locator("[data-note] [name=audience]").select_option("public")
    page.locator("[data-note] [name=mark]").select_option("good")
    page.locator("[data-note] button").click()
    expect(page.locator("[data-notes] li").last).to_contain_text(public)

    assert len(log_of(house, table)) == 2  # a note is no line of the record
    page.reload()
    expect(page.locator("[data-notes] li")).to_have_count(2)
    guest.goto(f"/s/{table.session}/replay")
    expect(guest.locator("[data-notes] li")).to_have_count(1)
    expect(guest.locator("[data-notes] a")).to_have_attribute("href", re.compile("line=1"))
    expect(guest.locator("[data-note], [data-erase-note]")).to_have_count(0)
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("[data-erase-note]").first.click()
    expect(page.locator("[data-notes] li")).to_have_count(1)
    expect(page.locator("[data-notes] li")).to_contain_text("wheat")


@pytest.mark.parametrize("width, height", sample(SIZES_OF_A_DESK, (1280, 800)))
def test_the_text_of_a_board_on_a_desk_is_readable_until_all_panels_are_wanted(room, club, width, height):
    page = room.come({"viewport": {"width": width, "height": height}})
    for game, session in club.over.items():
        page.goto(f"/s/{session}/replay?line=30")
        ready(page, "replay")
        assert page.evaluate(SIZES, 10) == [], game
    parts = page.locator("[data-board] [data-layer]").count()
    page.locator("[data-layout=wide]").click()
    expect(page.locator("[data-beside]")).to_be_hidden()
    ready(page, "replay")
    assert page.locator("[data-board] [data-layer]").count() > parts


def test_the_moment_of_a_replay_and_its_choices_stand_side_by_side(room, club):
    page = room.come(DESK, "fr")
    page.goto(f"/s/{club.over['kontor']}/replay?line=30")
    ready(page, "replay")
    title, choices = (page.locator(one).bounding_box() for one in (".rp-title", ".rp-how"))

    assert title["x"] + title["width"] <= choices["x"]
    assert page.locator(".rp-title [data-at]").bounding_box()["x"] < choices["x"]


@pytest.mark.parametrize(
    ("game", "named"),
    [("kontor", ("tour", "coup")), ("nieuw-amsterdam", ("tour de jeu", "tour")), ("mayflower", ("manche", "tour"))],
)
def test_rounds_and_turns_are_called_as_the_game_calls_them(game, named):
    assert tuple(units(GAMES[game].speak("fr")).values()) == named
