"""The replay page: a step needs no request, and hidden later lines stay hidden."""

import gzip
import statistics
from random import Random

import pytest
from playwright.sync_api import expect

from domain.games import GAMES
from domain.record.line_text import write_entry
from replays.simulation.random_play import random_setup, simulate
from tests.api.pages.browsers import DESK, PHONE
from tests.api.pages.club import club_of, ready
from tests.api.pages.recorder import laid, link, log_of
from tests.api.people import fresh_token, said

PATCHES = 1_000_000  # bytes of all patches of a game, as they are sent
STEP = 16  # milliseconds
STEPS = """() => [...Array(490).keys()].map(() => {
    const from = performance.now();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    document.body.offsetHeight; // laid out anew
    return performance.now() - from;
})"""
PARTS = "[...document.querySelectorAll('[data-board] [data-layer]')].map((one) => one.outerHTML).sort()"


@pytest.fixture(scope="module")
def club(house):
    """Tables of every game."""
    return club_of(house)


@pytest.fixture(scope="module")
def long(house):
    """A session of 500 lines: a whole game of four players, filled up with notes."""
    game = GAMES["new-haven"]
    played = simulate(game, random_setup(game, 4, (), Random("long")), Random("long"), (), ())
    session = played.session
    lines = [write_entry(line, session.setup).strip() for line in session.log]
    lines += [f'; - "note {number}"' for number in range(500 - len(lines))]
    seats = [{"letter": letter, "name": letter} for letter in session.setup.seats]
    owner, body = fresh_token(), {"game": game.id, "seats": seats, "faces": "stand-in", **session.setup.told}
    made = said(house.ask("POST", "/api/sessions", owner, body), 201)["session"]
    for at in range(0, len(lines), 50):
        said(house.ask("POST", f"/api/sessions/{made}/lines", owner, {"lines": lines[at : at + 50]}), 201)
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
    assert asked == []
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
def test_a_step_is_quick(room, long, device):
    page = opened(room, f"/s/{long}/replay?line=0", device)
    took = page.evaluate(STEPS)
    print(f"a step: median {statistics.median(took):.1f} ms, worst {max(took):.1f} ms")

    assert statistics.median(took) < STEP


def test_the_board_after_a_line_does_not_depend_on_how_it_is_reached(room, club):
    for game, session in club.over.items():
        page = opened(room, f"/s/{session}/replay?line=0")
        first = page.evaluate(PARTS)
        page.keyboard.press("End")
        assert page.evaluate(PARTS) != first, game
        page.keyboard.press("Home")
        assert page.evaluate(PARTS) == first, game
        page.close()


@pytest.mark.parametrize("address", ("?line=48", "#48"))
def test_a_link_opens_the_replay_at_its_line(room, club, address):
    page = opened(room, f"/s/{club.over['nieuw-amsterdam']}/replay{address}")

    expect(page.locator("#an")).to_have_text("Line 48")
    expect(page.locator("[data-anno]")).to_contain_text("NA-SPEC-1")


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


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_note_is_recorded_once_and_the_replay_stays_at_its_line(house, room, lang):
    table = laid(house, lines=("- pool W1 S3 T2 R6 W4", "B harvest c2 TS/WS"))
    page = room.come(PHONE, lang)
    page.goto(link(table))
    page.wait_for_url("**/record")
    page.goto(f"/s/{table.session}/replay?line=1")
    ready(page, "replay")
    page.locator("#note").fill("a good game\nso far")
    page.locator("[data-note] button").click()

    expect(page.locator("[data-notes]")).to_contain_text("a good game so far")
    expect(page.locator("[data-at]").first).to_have_text("1")
    assert log_of(house, table)[2:] == ['3 ; - "a good game so far"']
