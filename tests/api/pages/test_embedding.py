"""The replay in a frame of another site: only where the owner allows it, and only what guests see."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect

from tests.api.pages.browsers import DESK, PHONE, REFUSED
from tests.api.pages.recorder import link, new_table
from tests.api.pages.test_axe import found
from tests.samples import sample

LINES = ("- pool W1 S3 T2 R6 W4", "B harvest c2 TS/WS", "B build R6 up 3.2")


class FramingPage(BaseHTTPRequestHandler):
    """A page that frames the address after its first slash."""

    def do_GET(self):
        page = f'<!doctype html><title>A club</title><iframe src="{self.path[1:]}" width="640" height="480"></iframe>'
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(page.encode())

    def log_message(self, *_):
        """Stays silent."""


@pytest.fixture(scope="module")
def club_site():
    """Another site: the same machine, another port, so another origin."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), FramingPage)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def framed(page, site, address):
    """The frame of an address in a page of another site."""
    page.goto(f"{site}/{address}")
    return page.frame_locator("iframe")


@pytest.mark.parametrize("lang", sample(["en", "fr"], "fr"))
def test_an_owner_allows_and_forbids_to_frame_the_replay(house, room, club_site, lang):
    table = new_table(house, lines=LINES)
    owner, reader = room.come(PHONE, lang), room.come(DESK, lang, may=REFUSED)
    address = f"{house.home}/s/{table.session}/embed?line=2"
    expect(framed(reader, club_site, address).locator("main a")).to_have_attribute("href", f"/s/{table.session}/replay")
    owner.goto(link(table))
    owner.wait_for_url("**/record")
    owner.goto(f"/s/{table.session}/roles")
    expect(owner.locator("[data-embed-address]")).to_be_hidden()
    owner.locator("[data-embed]").click()
    expect(owner.locator("[data-embed-address] input")).to_have_value(f"{house.home}/s/{table.session}/embed")
    assert found(owner) == []

    frame = framed(reader, club_site, address)
    expect(frame.locator(".rp[data-ready=yes] [data-board] > svg")).to_be_visible()
    frame.locator("[data-go=next]").click()
    expect(frame.locator("#an [data-at]")).to_have_text("3")
    expect(frame.locator(".rp-finding").first).to_contain_text("NH-BUILD")
    expect(frame.locator(".rp-mark")).to_have_attribute(
        "href", f"{house.home}/s/{table.session}/replay?line=2&lang={lang}"
    )
    owner.locator("[data-embed]").click()
    expect(owner.locator("[data-embed-address]")).to_be_hidden()
    expect(framed(reader, club_site, address).locator("[data-board]")).to_have_count(0)


def test_a_framed_replay_shows_its_owner_no_more_than_a_guest(house, room):
    table = new_table(house, lines=LINES)
    house.ask("POST", table.at("/embedding"), table.tokens["owner"], {"allowed": True})
    page = room.come({"viewport": {"width": 640, "height": 480}})
    page.goto(link(table))
    page.wait_for_url("**/record")
    page.goto(f"/s/{table.session}/embed")
    expect(page.locator(".rp[data-ready=yes]")).to_be_visible()

    expect(page.locator("form[data-note], [data-photograph], .masthead, .tabs")).to_have_count(0)
    assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [640, 480]
    assert found(page) == []


def test_no_other_page_can_be_framed(house, room):
    table = new_table(house, lines=LINES)
    for path in ("", "/replay", "/audit", "/record", "/disputes", "/overlay"):
        policy = house.ask("GET", f"/s/{table.session}{path}").headers["content-security-policy"]
        assert "frame-ancestors 'none'" in policy, path
    assert "frame-ancestors *" in house.ask("GET", f"/s/{table.session}/embed").headers["content-security-policy"]
