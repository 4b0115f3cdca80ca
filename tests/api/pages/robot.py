"""A robot scribe: enters lines it did not make by the controls it sees, and counts its taps, swipes and waiting."""

from __future__ import annotations

import re
import time
from random import Random
from typing import Any

import msgspec
from playwright.sync_api import expect

from domain.record.line_text import read_entry, write_entry
from domain.record.lines import Played
from domain.rules import Action
from domain.setup import Setup
from tests.api.pages.club import session_view
from tests.api.pages.recorder import typed
from tests.replays.line_patterns import fitting, half_seen
from tests.replays.real_games import alike
from tests.replays.tapped_games import ENDINGS
from tests.replays.taps import LESS, MORE, NAME, SIGNS, in_order, join_of, payment_taps, taps_for

SCREEN = 480  # pixels a swipe moves a page
BUTTONS = {NAME: ".name", MORE: "button:last-child", LESS: "button:first-child"}  # of an amount
PATIENCE = 15_000  # milliseconds after which a line counts as not recorded
# Between two lines a person takes longer than two taps on one button: the page's clock goes on by this much.
CLOCK = "{ const now = performance.now.bind(performance); window.later = 0; performance.now = () => now() + later; }"
PLACE = """one => {
  const box = one.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const seen = document.elementFromPoint(x, y);
  return [x, y, one.disabled ? -1 : seen && one.contains(seen) ? 0 : Math.abs(y - innerHeight / 2) + 1];
}"""  # the middle of a control, and how far away it is, if a finger there would not touch it
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
RECORDED = """([number, patience]) => new Promise((done, fail) => {
  const late = setTimeout(() => fail(new Error(`line ${number} is not recorded`)), patience);
  const look = () => {
    const main = document.querySelector("main");
    const saved = document.querySelector("[data-saved]").textContent.match(/\\d+$/)?.[0] === String(number);
    const drawn = main.dataset.ready === "yes" && main.dataset.line === String(number + 1);
    const asks = document.querySelector("#ask[open] [data-ask=yes]") !== null;
    if (!asks && !(saved && drawn && !document.querySelector("[data-pending] li"))) return setTimeout(look, 5);
    clearTimeout(late);
    window.later += 400;
    done(asks);
  };
  look();
})"""  # waits until a line is recorded and the next can be entered, or the page asks whether it happened
SHOWN = """([spot, field, value]) => {
  const find = (one) => document.querySelector(one);
  const shown = find(`.enter [data-spot="${spot}"]`);
  const button = find(`.enter [data-field="${field}"][data-value="${value}"]`);
  return {
    shown: shown && shown.innerText.trim(), open: shown?.hasAttribute("aria-current"),
    button: button !== null, pressed: button?.getAttribute("aria-pressed") === "true",
    none: button?.classList.contains("none"),
    lit: find(`[data-light="${value}"]`) !== null, own: find(`.enter [data-field="${field}"][data-unseen]`) !== null,
  };
}"""  # what the page shows of a spot and of a value for it
COUNTS = """field => Object.fromEntries([...document.querySelectorAll(`.enter [data-fill^="${field}:"]`)].map(
  (one) => [one.dataset.fill.slice(field.length + 1), parseInt(one.querySelector("output").innerText)]))"""


class Line(msgspec.Struct, frozen=True):
    """The taps, swipes and waiting time of one entered line; `counted`: the taps its inputs let expect."""

    text: str
    taps: int
    counted: int | None
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
        page.evaluate(CLOCK)

    def enter(self, action: Action) -> None:
        """Enters one line: by taps where possible, else typed."""
        text = write_entry(Played(action=action), self.setup).strip()
        self.taps = self.swipes = 0
        answer = self.house.ask("GET", self.table.at("/options"), self.table.tokens["owner"]).json()
        state = session_view(self.house, self.table.session).frames[-1].step.state
        same = alike(state, action)
        texts = [write_entry(Played(action=one), self.setup).strip() for one in same]
        written = (half_seen(answer, one, self.missing, self.rng) for one in texts)
        by_taps = next((one for one in written if self._by_step(answer, one)), None)
        ending = next((step["write"] for step in answer["steps"] if step["deed"] in ENDINGS), None)
        if by_taps is None and ending:  # whether a turn or a step is over may be unsure: the scribe says so
            self.enter(read_entry(ending, self.setup).action)
            return self.enter(action)
        since = time.monotonic()
        if by_taps is None:
            typed(self.page, text)
        number = len(self.lines) + 1
        if self.page.evaluate(RECORDED, [number, PATIENCE]):
            self.tap("#ask[open] [data-ask=yes]")
            assert not self.page.evaluate(RECORDED, [number, PATIENCE])
        counted = taps_for(answer, by_taps) if by_taps else None
        waited = time.monotonic() - since
        self.lines.append(Line(text, self.taps, counted, self.swipes, waited, typed=by_taps is None))

    def tap(self, what: Any) -> None:
        """A control that is seen, not only there; one that is covered or scrolled away is swiped to."""
        what = self.page.locator(what) if isinstance(what, str) else what
        x, y, away = what.evaluate(PLACE)
        assert away >= 0, f"{what} is disabled"
        if away:  # the board may still be moving what can be chosen into sight
            self.page.evaluate(FRAMES)
            x, y, away = what.evaluate(PLACE)
        if away:
            self.swipes += 1 + int(away // SCREEN)
            what.evaluate("one => one.scrollIntoView({ block: 'center' })")
            x, y, away = what.evaluate(PLACE)
            assert not away, f"{what} is covered"
        self.page.mouse.click(x, y)
        self.taps += 1

    # Steps ----------------------------------------------------------------------------------------

    def _by_step(self, options: dict, text: str) -> bool:
        fit = fitting(options, text)
        if fit is None:
            return False
        step, held, asked = fit
        self._open(step)
        if "way" in step:
            first, value = step["way"]
            self._put(first, f"{first['name']}:0", value, {})
        for at in sorted(asked):
            self._fill(at, step["inputs"][at], held)
        if step["inputs"] or "way" in step:
            self._written(text)
            self.tap(".enter [data-record]")
        return True

    def _written(self, text: str) -> None:
        """Checks the text of the line before it is recorded, so that a wrong tap is noticed."""
        shown = self.page.locator(".enter .will .code").inner_text()
        assert _plain(shown) == _plain(text), f"{shown} instead of {text}"

    def _open(self, step: dict) -> None:
        opened = self.page.evaluate("document.querySelector('.enter .code')?.innerText ?? null")
        begins = step["write"].partition("{")[0].strip()
        if (step["inputs"] or "way" in step) and opened is not None and opened.startswith(begins):
            return
        self.tap(f'[data-writes="{step["write"]}"]')

    def _fill(self, at: int, field: dict, found: re.Match) -> None:
        if field["kind"] == "counts":
            self._pay(field, found[f"f{at}"])
            return
        if field.get("joins"):
            if found[f"f{at}"]:
                self._paint(field, found[f"f{at}"].removeprefix(field.get("lead", "")))
            else:
                self.tap(".enter [data-rest]")
            return
        for spot, where in enumerate(field["spots"]):
            value = found[f"f{at}s{spot}"]
            if value or (value is not None and field.get("unseen") != ""):
                self._put(field, f"{field['name']}:{spot}", value, where)
            elif field.get("unseen") == "":
                self.tap(".enter .tools [data-unseen]")

    def _put(self, field: dict, spot: str, value: str, where: dict) -> None:
        """Enters a value into a spot: on the board where its place is lit, else by its button."""
        found = self.page.evaluate(SHOWN, [spot, field["name"], value])
        if found["pressed"]:
            return
        if field["kind"] == "cells" and found["lit"]:
            if found["shown"] != value:
                self.tap(f'[data-light="{value}"]')
            return
        if found["shown"] is not None:
            if not field.get("chance", True) and found["shown"] == value:
                return
            if not found["open"]:
                self.tap(f'.enter [data-spot="{spot}"]')
                found = self.page.evaluate(SHOWN, [spot, field["name"], value])
        values = [one["text"] for row in field["palettes"][where.get("palette", 0)] for one in row["values"]]
        if value not in values:
            own = f'.enter [data-field="{field["name"]}"][data-unseen]'
            self.tap(own if found["own"] else ".enter .tools [data-unseen]")
            return
        if not found["button"] and not field.get("digits"):
            self.tap(".enter [data-more]")
            found = self.page.evaluate(SHOWN, [spot, field["name"], value])
        if found["button"]:
            self.tap(f'.enter [data-field="{field["name"]}"][data-value="{value}"]')
        else:
            self._digits(value)
        if (found["none"] or not found["button"]) and self.page.locator(".enter [data-anyway]").is_visible():
            self.tap(".enter [data-anyway]")

    def _digits(self, value: str) -> None:
        tray = ".enter .palette:not(.inline)"
        for digit in value:
            self.tap(f'{tray} [data-digit="{digit}"]')
        if self.page.locator(f'{tray} .take[data-value="{value}"]').count():
            self.tap(f'{tray} .take[data-value="{value}"]')

    def _paint(self, field: dict, face: str) -> None:
        """Paints a face: its edges, how they join, and the signs on its parts."""
        edges, spots = face[:4], field["spots"]
        for spot, where in enumerate(spots):
            side = where.get("palette", spot)
            self._put(field, f"{field['name']}:{spot}", edges[side], where)
        joins = self.house.ask("GET", f"{field['joins']}/{edges.replace('?', '%3F')}").json()["joins"]
        at = join_of(joins, face)
        if len(joins) > 1:
            button = self.page.locator(f'.enter [data-join="{at}"]')
            expect(self.page.locator(".enter [data-join]").first).to_be_visible()
            if button.count() == 0:
                self.tap(".enter [data-more]")
            self.tap(button)
        expect(self.page.locator(".enter .signs, .enter .canvas.joined").first).to_be_visible()
        for part, written in enumerate(re.findall(r"([^;]*\{\d+\})", joins[at]["text"])):
            bare = in_order(f"x;{re.sub(r'{.*}', '', written)}")[1:]
            own = next(one for one in face.split(";")[1:] if in_order(f"x;{SIGNS.sub('', one)}")[1:] == bare)
            for _ in SIGNS.findall(own):
                self.tap(self.page.locator(".enter .signs .step").nth(part).locator("button").last)

    def _pay(self, field: dict, paid: str) -> None:
        """Enters a payment."""
        given = self.page.evaluate(COUNTS, field["name"])
        for _ in payment_taps(field, paid, given, lambda kind, button: self._step(field, kind, BUTTONS[button])):
            pass

    def _step(self, field: dict, kind: str, button: str) -> dict[str, int]:
        """Taps a button of an amount, and gives all amounts after it."""
        self.tap(f'.enter .step:has([data-fill="{field["name"]}:{kind}"]) > {button}')
        return self.page.evaluate(COUNTS, field["name"])


def _plain(text: str) -> str:
    """A line in a normal form, for comparison."""
    words = [word.rstrip("s") if word.isalpha() and word.islower() else word for word in SIGNS.sub("", text).split()]
    plain = " ".join(str(in_order(word)) if ";" in word else word for word in words)
    return re.sub(
        r"\d+ [a-z]+(?: \d+ [a-z]+)+", lambda paid: " ".join(sorted(re.findall(r"\d+ [a-z]+", paid[0]))), plain
    )
