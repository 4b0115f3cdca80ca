"""The README's pictures, taken of the pages as they are: demo sessions, a server of their own, a browser."""

from __future__ import annotations

import secrets
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
from PIL import Image

from api.cli.tasks.records import LIBRARY
from tests.api.pages.browsers import NAMES, found_chromium

FOLDER = Path(__file__).parents[1] / "api/pages/shots"  # beside the tests of the pages: no package carries them
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 1.5, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 800}}
GAP = 24  # between phones that lie side by side
COLOURS = 256


def shoot() -> Iterator[Path]:
    """Every picture, one after the other."""
    FOLDER.mkdir(exist_ok=True)
    with _serving() as (home, tables), _browser() as browser:
        yield _kept("watch", _taken(browser, home, DESK, f"/s/{tables['nieuw-amsterdam'][0]}", "[data-board] > svg"))
        session, token = tables["new-haven"]
        phones = [
            _taken(browser, home, PHONE, f"/s/{session}#k={token}", "[data-offers] li"),
            _taken(browser, home, PHONE, f"/s/{session}/replay?line=165", "[data-ready=yes]"),
            _taken(browser, home, PHONE, f"/s/{session}/audit", ".finding"),
        ]
        yield _kept("phones", _beside(phones))


@contextmanager
def _serving() -> Iterator[tuple[str, dict[str, tuple[str, str]]]]:
    """A service with the tables that are not over, each with its owner's key."""
    from api.http.app import create_app
    from api.http.server import Server
    from api.http.settings import Settings

    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
        settings = Settings(database=f"sqlite:///{folder}/shots.sqlite", host="127.0.0.1", port=port, reads=0, writes=0)
        server = Server(create_app(settings), settings)
        running = threading.Thread(target=server.run, kwargs={"sockets": [held]}, daemon=True)
        running.start()
        while not server.started and running.is_alive():
            time.sleep(0.01)
        home = f"http://127.0.0.1:{port}"
        try:
            yield home, {file.parts[-3]: _brought(home, file) for file in LIBRARY.glob("*/samples/an-*.record")}
        finally:
            server.should_exit = True
            running.join(30)


def _brought(home: str, file: Path) -> tuple[str, str]:
    token = secrets.token_urlsafe(32)
    headers = {"authorization": f"Bearer {token}", "content-type": "text/plain"}
    answer = httpx.post(f"{home}/api/imports", content=file.read_bytes(), headers=headers, timeout=60)
    return answer.raise_for_status().json()["session"], token


@contextmanager
def _browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    path = found_chromium()
    if not path:
        raise FileNotFoundError(", ".join(NAMES))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


def _taken(browser: Any, home: str, device: dict, path: str, until: str) -> Image.Image:
    """A page, once this is there to be seen."""
    context = browser.new_context(**device, locale="en-GB", base_url=home)
    page = context.new_page()
    page.goto(path)
    page.locator(until).first.wait_for(state="attached")
    page.wait_for_timeout(500)
    made = Image.open(BytesIO(page.screenshot())).convert("RGB")
    context.close()
    return made


def _beside(pictures: list[Image.Image]) -> Image.Image:
    width = sum(one.width + GAP for one in pictures) - GAP
    made = Image.new("RGB", (width, max(one.height for one in pictures)), "white")
    at = 0
    for one in pictures:
        made.paste(one, (at, 0))
        at += one.width + GAP
    return made


def _kept(name: str, picture: Image.Image) -> Path:
    path = FOLDER / f"{name}.png"
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    return path
