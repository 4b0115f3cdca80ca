"""A robot scribe: enters lines it did not make by the controls it sees, and counts its taps, swipes and waiting."""

from __future__ import annotations

import re
import time
from math import hypot
from random import Random
from typing import Any

import msgspec
from playwright.sync_api import expect

from domain.record.line_text import write_entry
from domain.record.lines import Played
from domain.rules import Action
from domain.setup import Setup
from tests.api.pages.club import session_view
from tests.api.pages.recorder import TWICE, nothing_waits, typed
from tests.replays.line_patterns import fitting, half_seen
from tests.replays.real_games import alike

SCREEN = 480  # pixels a swipe moves a page
SIGNS = re.compile(r"[!$*]")
PLACE = """one => {
  const box = one.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const seen = document.elementFromPoint(x, y);
  return [x, y, seen && one.contains(seen) ? 0 : Math.abs(y - innerHeight / 2) + 1];
}"""  # the middle of a control, and how far away it is, if a finger there would not touch it
NEAR = 24  # pixels within which a second tap is taken for the same


class Line(msgspec.Struct, frozen=True):
    """The taps, swipes and waiting time of one entered line."""

    text: str
    taps: int
    swipes: int
    waited: float
    typed: bool


class Robot:
    """A scribe on one page."""

    def __init__(self, page: Any, house: Any, table: Any, setup: Setup, missing: float = 0.0):
        self.page, self.house, self.table, self.setup = page, house, table, setup
        self.missing, self.rng = missing, Random(7)  # the share of values that it does not see
        self.lines: list[Line] = []
        self.taps = self.swipes = 0
        self.recorded, self.last = 0.0, ("", 0.0, 0.0)  # when a line was recorded last, which, and where it was tapped

    def enter(self, action: Action) -> None:
        """Enters one line: by taps where possible, else typed."""
        text = write_entry(Played(action=action), self.setup).strip()
        self.taps = self.swipes = 0
        answer = self.house.ask("GET", self.table.at("/options"), self.table.tokens["owner"]).json()
        state = session_view(self.house, self.table.session).frames[-1].step.state
        same = alike(state, action)
        texts = [write_entry(Played(action=one), self.setup).strip() for one in same]
        by_hand = not any(self._by_step(answer, half_seen(answer, one, self.missing, self.rng)) for one in texts)
        since = self.recorded = time.monotonic()
        if by_hand:
            typed(self.page, text)
        number = len(self.lines) + 1
        question = self.page.locator("#ask[open] [data-ask=yes]")
        nothing = self.page.locator("[data-saved]", has_text=re.compile(rf"\b{number}$"))
        expect(nothing.or_(question).first).to_be_visible()
        if question.is_visible():
            self.tap(question)
        nothing_waits(self.page)
        expect(nothing).to_be_visible()
        expect(self.page.locator(f'main[data-ready=yes][data-line="{number + 1}"]')).to_be_visible()
        self.lines.append(Line(text, self.taps, self.swipes, time.monotonic() - since, by_hand))

    def tap(self, what: Any, line: str = "") -> None:
        """A control that is seen, not only there; one that is covered or scrolled away is swiped to.

        `line` is what the tap records.
        """
        x, y, away = what.evaluate(PLACE)
        if away:
            self.swipes += 1 + int(away // SCREEN)
            what.evaluate("one => one.scrollIntoView({ block: 'center' })")
            x, y, _ = what.evaluate(PLACE)
        if line:
            self._unlike_the_last(line, x, y)
        what.click()
        self.taps += 1

    def _unlike_the_last(self, line: str, x: float, y: float) -> None:
        """Waits where the page would take a tap that records for a second one on the same button."""
        before, left, top = self.last
        if line == before or hypot(x - left, y - top) <= NEAR:
            self.page.wait_for_timeout(max(0, TWICE - 1000 * (time.monotonic() - self.recorded)))
        self.last = line, x, y

    # Steps ----------------------------------------------------------------------------------------

    def _by_step(self, options: dict, text: str) -> bool:
        found = fitting(options, text)
        if found is None:
            return False
        step, held, asked = found
        self._open(step)
        if "way" in step:
            first, value = step["way"]
            self._put(first, f"{first['name']}:0", value, {})
        for at in sorted(asked):
            self._fill(at, step["inputs"][at], held)
        if step["inputs"] or "way" in step:
            card = self.page.locator(".enter")
            expect(card.locator("[data-record]")).to_be_enabled()
            self._written(card, text)
            self.tap(card.locator("[data-record]"), text)
        return True

    def _written(self, card: Any, text: str) -> None:
        """Checks the text of the line before it is recorded, so that a wrong tap is noticed."""
        shown = card.locator(".will .code").inner_text()
        assert _plain(shown) == _plain(text), f"{shown} instead of {text}"

    def _open(self, step: dict) -> None:
        self.page.wait_for_timeout(20)
        opened = self.page.locator(".enter .code")
        begins = step["write"].partition("{")[0].strip()
        if (step["inputs"] or "way" in step) and opened.count() and opened.inner_text().startswith(begins):
            return
        writes = "" if step["inputs"] or "way" in step else step["write"]
        self.tap(self.page.locator(f'[data-writes="{step["write"]}"]'), writes)

    def _fill(self, at: int, field: dict, found: re.Match) -> None:
        if field["kind"] == "counts":
            self._pay(field, found[f"f{at}"])
            return
        if field.get("joins"):
            if found[f"f{at}"]:
                self._paint(field, found[f"f{at}"].removeprefix(field.get("lead", "")))
            else:
                self.tap(self.page.locator(".enter [data-rest]"))
            return
        for spot, where in enumerate(field["spots"]):
            value = found[f"f{at}s{spot}"]
            if value or (value is not None and field.get("unseen") != ""):
                self._put(field, f"{field['name']}:{spot}", value, where)
            elif field.get("unseen") == "":
                self.tap(self.page.locator(".enter .tools [data-unseen]"))

    def _put(self, field: dict, spot: str, value: str, where: dict) -> None:
        """Enters a value into a spot: on the board where its place is lit, else by its button."""
        shown = self.page.locator(f'.enter [data-spot="{spot}"]')
        buttons = self.page.locator(f'.enter [data-field="{field["name"]}"]')
        button = buttons.and_(self.page.locator(f'[data-value="{value}"]'))
        lit = self.page.locator(f'[data-light="{value}"]')
        if button.count() and button.get_attribute("aria-pressed") == "true":
            return
        if field["kind"] == "cells" and lit.count():
            if not shown.count() or _shown(shown) != value:
                self.tap(lit)
            return
        if shown.count():
            if not field.get("chance", True) and _shown(shown) == value:
                return
            if shown.get_attribute("aria-current") is None:
                self.tap(shown)
        values = [one["text"] for row in field["palettes"][where.get("palette", 0)] for one in row["values"]]
        if value not in values:
            own = buttons.and_(self.page.locator("[data-unseen]"))
            self.tap(own if own.count() else self.page.locator(".enter .tools [data-unseen]"))
            return
        if button.count() == 0 and not field.get("digits"):
            self.tap(self.page.locator(".enter [data-more]"))
        if button.count():
            self.tap(button)
        else:
            self._digits(self.page.locator(".enter .palette:not(.inline)"), value, shown)
        if self.page.locator(".enter [data-anyway]").is_visible():
            self.tap(self.page.locator(".enter [data-anyway]"))

    def _digits(self, tray: Any, value: str, shown: Any) -> None:
        for digit in value:
            self.tap(tray.locator(f'[data-digit="{digit}"]'))
        if tray.count() and tray.locator(f'.take[data-value="{value}"]').count():
            self.tap(tray.locator(f'.take[data-value="{value}"]'))

    def _paint(self, field: dict, face: str) -> None:
        """Paints a face: its edges, how they join, and the signs on its parts."""
        edges, spots = face[:4], field["spots"]
        for spot, where in enumerate(spots):
            side = where.get("palette", spot)
            self._put(field, f"{field['name']}:{spot}", edges[side], where)
        joins = self.house.ask("GET", f"{field['joins']}/{edges.replace('?', '%3F')}").json()["joins"]
        wanted = _in_order(SIGNS.sub("", face))
        at = next(n for n, join in enumerate(joins) if _in_order(re.sub(r"\{\d+\}", "", join["text"])) == wanted)
        if len(joins) > 1:
            button = self.page.locator(f'.enter [data-join="{at}"]')
            expect(self.page.locator(".enter [data-join]").first).to_be_visible()
            if button.count() == 0:
                self.tap(self.page.locator(".enter [data-more]"))
            self.tap(button)
        expect(self.page.locator(".enter .signs, .enter .canvas.joined").first).to_be_visible()
        for part, written in enumerate(re.findall(r"([^;]*\{\d+\})", joins[at]["text"])):
            bare = _in_order(f"x;{re.sub(r'{.*}', '', written)}")[1:]
            own = next(one for one in face.split(";")[1:] if _in_order(f"x;{SIGNS.sub('', one)}")[1:] == bare)
            for _ in SIGNS.findall(own):
                self.tap(self.page.locator(".enter .signs .step").nth(part).locator("button").last)

    def _pay(self, field: dict, paid: str) -> None:
        """Enters a payment: kinds paid in full by a tap on their name, others one by one."""
        wanted = {kind: int(count) for count, kind in re.findall(r"(\d+) (\w+)", paid)}
        values = [one for row in field["palettes"][0] for one in row["values"]]
        due = {one["text"]: _counted(one["text"], wanted) for one in values}
        has = {one["text"]: one.get("most", 99) for one in values}
        exact = not field.get("most") or field["least"] == field["most"]
        kinds = [kind for kind in due if self._given(field, kind) < due[kind]]
        for kind in sorted(kinds, key=lambda kind: (due[kind] != has[kind], due[kind])):
            whole = exact and (
                due[kind] == has[kind] or all(self._given(field, k) == due[k] for k in kinds if k != kind)
            )
            if whole and due[kind] - self._given(field, kind) > 1:
                self.tap(self._step(field, kind).locator(".name"))
            while self._given(field, kind) < due[kind]:
                self.tap(self._step(field, kind).locator("button").last)
        for kind in due:
            while self._given(field, kind) > due[kind]:
                self.tap(self._step(field, kind).locator("button").first)

    def _step(self, field: dict, kind: str) -> Any:
        return self.page.locator(f'.enter .step:has([data-fill="{field["name"]}:{kind}"])')

    def _given(self, field: dict, kind: str) -> int:
        return int(self._step(field, kind).locator("output").inner_text().partition("/")[0])


def _counted(kind: str, wanted: dict[str, int]) -> int:
    return next((count for name, count in wanted.items() if kind.rstrip("s") == name.rstrip("s")), 0)


def _plain(text: str) -> str:
    """A line in a normal form, for comparison."""
    words = [word.rstrip("s") if word.isalpha() and word.islower() else word for word in SIGNS.sub("", text).split()]
    plain = " ".join(str(_in_order(word)) if ";" in word else word for word in words)
    return re.sub(
        r"\d+ [a-z]+(?: \d+ [a-z]+)+", lambda paid: " ".join(sorted(re.findall(r"\d+ [a-z]+", paid[0]))), plain
    )


def _in_order(face: str) -> tuple:
    edges, *parts = face.split(";")
    return edges, *sorted(f"{part[:2]}{sorted(part[2:-1].split(','))}" for part in parts)


def _shown(spot: Any) -> str:
    return spot.inner_text().strip()
