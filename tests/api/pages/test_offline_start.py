"""Starting offline: the recorder opens with its waiting lines over HTTPS; elsewhere the page says what to do."""

import time

import pytest
from playwright.sync_api import expect

from tests.api.pages.browsers import AWAY, PHONE
from tests.api.pages.proxy import Link
from tests.api.pages.recorder import log_of, new_table, nothing_waits, opened, ready, stands, typed
from tests.api.service import AT_LAST

POOL, HARVEST, DONE = "- pool W1 S3 T2 R6 W4", "B harvest c3 TS/WS", "B done"
WORKING = {"service_workers": "allow", "may": AWAY}
KEPT = """async (addresses) => {
  const names = (await caches.keys()).filter((name) => name.startsWith("griffier-"));
  if (!names.length || !navigator.serviceWorker.controller) return false;
  const cache = await caches.open(names[0]);
  const keys = (await cache.keys()).map((request) => new URL(request.url));
  return addresses.every((one) => keys.some((url) => url.pathname === one));
}"""


@pytest.fixture
def link(house):
    made = Link(house.port)
    yield made
    made.close()


def kept(page, table):
    """Waits until the service worker has cached the page and the board."""
    addresses = [f"/s/{table.session}/record", *(table.at(rest) for rest in ("", "/pictures", "/options"))]
    waited = time.monotonic() + AT_LAST
    while not page.evaluate(KEPT, addresses):
        assert time.monotonic() < waited, "it is never kept"
        page.wait_for_timeout(100)


def test_the_recorder_opens_offline_with_its_waiting_lines(house, room, link):
    table = new_table(house, lines=(POOL,))
    page = opened(room.come(PHONE, home=link.home, **WORKING), table)
    kept(page, table)
    link.cuts()
    expect(page.locator("[data-asked]")).to_contain_text("You may close this page")
    typed(page, HARVEST)
    expect(page.locator("[data-pending] li")).to_have_count(1)
    page.close()

    page = room.contexts[0].new_page()
    page.goto(f"{link.home}/s/{table.session}/record")
    expect(page.locator("[data-pending] li")).to_contain_text(HARVEST)
    expect(page.locator("[data-board] svg").first).to_be_visible()
    expect(page.locator("[data-asked]")).to_contain_text("The actions below are those possible after line 1.")
    expect(page.locator("[data-offers] > li").first).to_be_visible()
    typed(page, DONE)
    expect(page.locator("[data-pending] li")).to_have_count(2)
    link.restores()
    nothing_waits(page)
    stands(page, 3)
    assert log_of(house, table) == [f"1 {POOL}", f"2 {HARVEST}", f"3 {DONE}"]


def test_offline_any_other_page_lists_the_tables_that_open(house, room, link):
    table = new_table(house, lines=(POOL,))
    page = opened(room.come(PHONE, "fr", home=link.home, **WORKING), table)
    kept(page, table)
    page.goto("/")
    expect(page.locator(".mine")).to_be_visible()
    link.cuts()
    page.goto("/rules")
    expect(page.locator("h1")).to_have_text("Hors ligne")
    page.locator(".mine .btn.primary").click()
    page.wait_for_url("**/record")
    expect(page.locator('[data-link="away"]')).to_be_visible()


def test_over_plain_http_the_recorder_says_to_keep_the_page_open(house, room, link):
    table = new_table(house, lines=(POOL,))
    page = opened(room.come(PHONE, home=link.home, may=AWAY), table)  # no worker, as on an address that allows none
    link.cuts()
    expect(page.locator("[data-asked]")).to_contain_text("Keep this page open")
    link.restores()
    ready(page)


def test_the_app_can_be_added_to_a_home_screen(house):
    response = house.ask("GET", "/manifest.webmanifest")
    assert response.headers["content-type"].startswith("application/manifest+json")
    made = response.json()
    assert made["start_url"] == "/" and {"192x192", "512x512"} <= {icon["sizes"] for icon in made["icons"]}
    for icon in made["icons"]:
        answer = house.ask("GET", icon["src"])
        assert (answer.status_code, answer.headers["content-type"]) == (200, icon["type"])
    worker = house.ask("GET", "/worker.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.headers["cache-control"] == "no-cache"
