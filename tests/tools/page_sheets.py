"""Every page on three screens, in both languages, light and dark: a picture of each, and a sheet for each page.

Run `.venv/bin/python -m tests.tools.page_sheets FOLDER [--pages home desk] [--kinds 390 1280-en-light]`.
Needs Chromium.
"""

from __future__ import annotations

import argparse
import tempfile
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any

from PIL import Image

from tests.api.pages.browsers import LOCALES, chromium
from tests.api.pages.club import Club, case_of, club_of, enter, ready
from tests.api.service import Serving

WIDTHS = {390: 844, 1280: 800, 1920: 1080}
KINDS = [f"{width}-{lang}-{theme}" for width, lang, theme in product(WIDTHS, ("en", "fr"), ("light", "dark"))]
GAMES = ("nieuw-amsterdam", "kontor", "mayflower", "new-haven")
OF_EACH_GAME = ("watch", "television", "replay", "audit", "compare", "record", "desk", "rulebook", "clause")
TALL = 2600  # pixels of a page that a picture shows at most
GAP = 12  # pixels between two pictures of a sheet


def main(folder: Path, wanted: list[str], kinds: list[str]) -> None:
    """Takes the pictures into a folder, and prints the pages that are wider than their screen."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as store, chromium() as browser:
        house = Serving(f"sqlite:///{store}/sheets.sqlite")
        try:
            shown = addresses(house, club_of(house))
            names = [name for name in shown if not wanted or name in wanted or name.partition(".")[0] in wanted]
            for kind in (kind for kind in KINDS if not kinds or any(one in kind for one in kinds)):
                visitors = Visitors(browser, house.home, kind)
                for name in names:
                    visitors.picture(name, *shown[name]).save(folder / f"{name}-{kind}.png")
                visitors.leave()
        finally:
            house.close()
    for name, width in product(names, WIDTHS):
        pictures = sorted(folder.glob(f"{name}-{width}-*.png"))
        if len(pictures) > 1:
            side_by_side(pictures).save(folder / f"sheet-{name}-{width}.png")


def addresses(house: Any, club: Club) -> dict[str, tuple[str, str]]:
    """Every page by its name and game, with its address and the key its browser holds."""
    by_name = {}
    for game in GAMES:
        pages = {name: (path, "") for name, path in club.pages(game).items()} | case_of(house, game).pages()
        by_name |= {f"{name}.{game}": at for name, at in pages.items() if game == GAMES[0] or name in OF_EACH_GAME}
    return by_name


class Visitors:
    """Browsers with one screen, language and theme: one for each key to a table."""

    def __init__(self, browser: Any, home: str, kind: str):
        width, lang, theme = kind.split("-")
        self.kind, self.width, self.pages = kind, int(width), dict[str, Any]()
        size = {"width": self.width, "height": WIDTHS[self.width]}
        phone = {"has_touch": True, "is_mobile": True} if self.width == min(WIDTHS) else {}
        device = {"viewport": size, "locale": LOCALES[lang], "color_scheme": theme, "base_url": home, **phone}
        self.come = lambda: browser.new_context(**device, service_workers="block").new_page()

    def picture(self, name: str, path: str, key: str) -> Image.Image:
        """A page as the holder of a key sees it."""
        page = self.pages.get(key) or self._with_key(key)
        page.goto(path)
        ready(page, name.partition(".")[0])
        page.wait_for_timeout(400)
        wide, high = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        if wide > self.width:
            print(f"{name} {self.kind}: {wide} pixels wide", flush=True)
        clip = {"x": 0, "y": 0, "width": self.width, "height": min(high, TALL)}
        return Image.open(BytesIO(page.screenshot(full_page=True, clip=clip))).convert("RGB")

    def _with_key(self, key: str) -> Any:
        self.pages[key] = page = self.come()
        enter(page, key)
        return page

    def leave(self) -> None:
        """Closes all browsers."""
        for page in self.pages.values():
            page.context.close()


def side_by_side(paths: list[Path]) -> Image.Image:
    """One picture of several."""
    pictures = [Image.open(path) for path in paths]
    width, height = sum(one.width + GAP for one in pictures) - GAP, max(one.height for one in pictures)
    sheet, at = Image.new("RGB", (width, height), "grey"), 0
    for picture in pictures:
        sheet.paste(picture, (at, 0))
        at += picture.width + GAP
    return sheet


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", nargs="*", default=[])
    parser.add_argument("--kinds", nargs="*", default=[])
    chosen = parser.parse_args()
    main(chosen.folder, chosen.pages, chosen.kinds)
