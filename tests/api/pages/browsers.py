"""Browser contexts for several people, and a check that none of them saw an error."""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # the first is the lightest
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 800}}
TELEVISION = {"viewport": {"width": 1920, "height": 1080}}
LOCALES = {"en": "en-GB", "fr": "fr-FR"}
PATIENCE = 15_000  # milliseconds after which a step counts as hanging
REFUSED = re.compile(r"Failed to load resource: the server responded with a status of 4\d\d")
AWAY = re.compile(r"Failed to load resource: (net::ERR_|the server responded with a status of 4\d\d)")
# The address bar's suggestions are two pages of their own in every context, and a spare renderer one process more: half
# of what a context costs. Of two such switches the last one counts, so what Playwright turns off is listed too.
FEATURES_OFF = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess"),
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"),
    *("ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints"),
    *("NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"),
)
FLAGS = ["--no-sandbox", "--disable-gpu", f"--disable-features={','.join(FEATURES_OFF)}"]


def found_chromium() -> str:
    """The path of the Chromium on this machine; empty where there is none."""
    chosen = os.environ.get("CHROMIUM", "")
    return chosen or next((path for name in NAMES if (path := shutil.which(name))), "")


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser. Without a Chromium the tests are skipped; they fail where `CI` is set."""
    path = found_chromium()
    if not path:
        why = f"no Chromium here: none of {', '.join(NAMES)} is installed and CHROMIUM names none"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(why)
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


class Room:
    """The open browser contexts, and the errors that occurred in them."""

    def __init__(self, browser: Any, home: str):
        self.browser, self.home = browser, home
        self.contexts: list[Any] = []
        self.troubles: list[str] = []

    def come(self, device: dict = DESK, lang: str = "en", home: str = "", may: re.Pattern | None = None, **more: Any):
        """A person's device: its first page. `may` is what its console may say nevertheless.

        Without a service worker, so that every request of a page is its own; the tests of that ask for one.
        """
        more = {"service_workers": "block", **more}
        context = self.browser.new_context(**device, locale=LOCALES[lang], base_url=home or self.home, **more)
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        context.on("page", lambda page: self.listen(page, may))
        return context.new_page()

    def listen(self, page: Any, may: re.Pattern | None) -> None:
        """Errors of the console and of scripts; so are a server's failure and a request to another host."""

        def heard(message: Any) -> None:
            if message.type == "error" and not (may and may.search(message.text)):
                where = (message.location or {}).get("url", "")
                self.troubles.append(f"console at {page.url}: {message.text} {where}")

        page.on("console", heard)
        page.on("pageerror", lambda error: self.troubles.append(f"script at {page.url}: {error}"))

    def leave(self) -> None:
        """Closes all contexts, and fails if an error occurred in one of them."""
        for context in self.contexts:
            context.close()
        assert not self.troubles, "\n".join(self.troubles)
