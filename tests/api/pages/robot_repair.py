"""A robot scribe that fixes lines and inserts forgotten ones by the controls it sees, and counts its taps."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from domain.record.line_text import write_entry
from domain.record.lines import Played
from domain.rules import Action
from tests.api.pages.recorder import ASKED, nothing_waits, ready
from tests.api.pages.robot import Robot

REPAIR = "[data-repair]"
OTHER = (  # buttons first: a lit place may lie under the edge of the board
    ".enter .palette :is([data-value], [data-digit]):not(.none):not([disabled])",
    "[data-light]:not(.chosen)",
)


class RepairRobot(Robot):
    """A scribe who corrects a record."""

    def insert(self, after: int, action: Action) -> int:
        """Inserts a forgotten line after another, and returns the number of taps."""
        self.taps = 0
        self._open_lines()
        self.tap(self.page.locator(f'#repair [data-insert-after="{after}"]'))
        ready(self.page)
        options = self._options(f"after={after}")
        text = write_entry(Played(action=action), self.setup).strip()
        assert self._by_step(options, text), text
        return self._written_down()

    def fix(self, line: int) -> int | None:
        """Changes one value of a line, and returns the number of taps; None where nothing can be changed."""
        self.taps = 0
        self._open_lines()
        self.tap(self.page.locator(f'#repair [data-line="{line}"]'))
        ready(self.page)
        was = self._options(f"at={line}")["was"]
        has_values = was["entered"] and was["entered"]["values"]
        changed = self._another_value(was) if has_values else self._another_offer(was)
        if not changed:
            self.page.locator("[data-close-repair]").click()
            ready(self.page)
            return None
        return self._written_down()

    def _open_lines(self) -> None:
        """Opens the list of lines, and waits until it is drawn."""
        self.tap(".recnav [data-open=repair]")
        self.page.locator("#repair[open]:not([aria-busy=true])").wait_for()

    def _options(self, moment: str) -> dict:
        return self.house.ask("GET", f"{self.table.at('/options')}?{moment}", self.table.tokens["owner"]).json()

    def _another_value(self, was: dict) -> bool:
        """Enters another value where one is possible, and the values that depend on it."""
        card = self.page.locator(".enter")
        held = [text for value in was["entered"]["values"].values() for text in value["chosen"]]
        others = [one for group in OTHER for one in self.page.locator(group).all()]
        other = next((one for one in others if one.get_attribute("data-value") not in held), None)
        if other is None:
            if not self._another_payment(card):
                return False
        else:
            self.tap(other)
        while not card.locator("[data-record]").is_enabled():
            self.tap(next(choices for group in ASKED if (choices := self.page.locator(group)).count()).first)
        self._read()
        self.tap(card.locator("[data-record]"))
        return True

    def _another_payment(self, card: Any) -> bool:
        """Pays one less of a kind and one more of another."""
        steps = card.locator(".step").all()
        given = next((one for one in steps if one.locator("button").first.is_enabled()), None)
        if given is None or len(steps) < 2:
            return False
        label = given.get_attribute("aria-label")
        self.tap(given.locator("button").first)
        more = [one for one in steps if one.locator("button").last.is_enabled()]
        other = next((one for one in more if one.get_attribute("aria-label") != label), None)
        if other is None:
            return False
        self.tap(other.locator("button").last)
        return True

    def _read(self) -> None:
        """Waits for the preview of later lines."""
        expect(self.page.locator(f"{REPAIR} .outcome")).to_be_visible()

    def _another_offer(self, was: dict) -> bool:
        """Chooses another line that takes one tap."""
        once = self.page.locator("[data-offers] .stepbuttons [data-record]")
        others = [one for one in once.all() if one.get_attribute("data-writes") != was["text"]]
        if not others:
            return False
        self.tap(others[0])
        return True

    def _written_down(self) -> int:
        """Confirms the preview, where there is one, and records the line."""
        write = self.page.locator(f"{REPAIR} [data-write]")
        expect(write.or_(self.page.locator(f"{REPAIR}[hidden]"))).to_have_count(1)
        if write.is_visible():
            self.tap(write)
        expect(self.page.locator(REPAIR)).not_to_be_visible()
        nothing_waits(self.page)
        ready(self.page)
        return self.taps
