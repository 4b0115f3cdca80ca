"""A robot scribe: enters lines it did not make by the controls it sees, and counts its taps, swipes and waiting."""

from __future__ import annotations

import re
import time
from typing import Any

import msgspec
from playwright.sync_api import expect

from domain.rules import Action
from domain.sessions.entry import write_entry
from domain.sessions.fielding import action_fields
from domain.sessions.lines import Played
from domain.setup import Setup
from tests.api.pages.reading import session_view
from tests.api.pages.recording import TWICE, nothing_waits, ready, typed
from tests.replays.real_games import alike

SCREEN = 480  # pixels a swipe moves a page
SIGNS = re.compile(r"[!$*]")


class Line(msgspec.Struct, frozen=True):
    """How one line was entered."""

    text: str
    taps: int
    swipes: int
    waited: float
    typed: bool


class Robot:
    """One scribe before one page."""

    def __init__(self, page: Any, house: Any, table: Any, setup: Setup):
        self.page, self.house, self.table, self.setup = page, house, table, setup
        self.lines: list[Line] = []
        self.taps = self.swipes = 0

    def enter(self, action: Action) -> None:
        """One line, by taps if there is a way, else typed."""
        text = write_entry(Played(action=action), self.setup).strip()
        self.taps = self.swipes = 0
        told = self.house.ask("GET", self.table.at("/options"), self.table.tokens["owner"]).json()
        if self.lines and self.lines[-1].text == text:
            self.page.wait_for_timeout(TWICE)  # sooner it would be taken for the same tap
        state = session_view(self.house, self.table.session).frames[-1].step.state
        same = alike(state, action)
        texts = [write_entry(Played(action=one), self.setup).strip() for one in same]
        by_step = any(self._by_step(told, one) for one in texts)
        by_hand = not by_step and not any(self._by_offer(told, one) for one in same)
        since = time.monotonic()
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
        ready(self.page)
        self.lines.append(Line(text, self.taps, self.swipes, time.monotonic() - since, by_hand))

    def tap(self, what: Any) -> None:
        """A control that is seen; one that is not is swiped to."""
        box = what.bounding_box()
        top, bottom = self._window()
        if box and not (top - 1 <= box["y"] and box["y"] + box["height"] <= bottom + 1):
            self.swipes += 1 + int(abs(box["y"] - (top + bottom) / 2) // SCREEN)
            what.evaluate("one => one.scrollIntoView({ block: 'center' })")
        what.click()
        self.taps += 1

    def _window(self) -> tuple[float, float]:
        """Between the bar and the dock."""
        bar, dock = self.page.locator(".recbar").bounding_box(), self.page.locator(".dock").bounding_box()
        return bar["y"] + bar["height"], dock["y"]

    # Steps ----------------------------------------------------------------------------------------

    def _by_step(self, told: dict, text: str) -> bool:
        for step in told["steps"]:
            found, asked = _match(step, text)
            if found is None:
                continue
            self._open(step)
            for at in sorted(asked):
                self._fill(at, step["inputs"][at], found)
            card = self.page.locator(".enter")
            if step["inputs"]:
                expect(card.locator("[data-record]")).to_be_enabled()
                self._written(card, text)
                self.tap(card.locator("[data-record]"))
            return True
        return False

    def _written(self, card: Any, text: str) -> None:
        """The line says what is meant before it is recorded: a robot that taps wrongly must not go on."""
        shown = card.locator(".will .code").inner_text()
        assert _plain(shown) == _plain(text), f"{shown} instead of {text}"

    def _open(self, step: dict) -> None:
        self.page.wait_for_timeout(20)
        opened = self.page.locator(".enter .code")
        begins = step["write"].partition("{")[0].strip()
        if step["inputs"] and opened.count() and opened.inner_text().startswith(begins):
            return
        self.tap(self.page.locator(f'[data-writes="{step["write"]}"]'))

    def _fill(self, at: int, field: dict, found: re.Match) -> None:
        if field["kind"] == "counts":
            self._pay(field, found[f"f{at}"])
            return
        if field.get("joins"):
            if found[f"f{at}"]:
                self._paint(field, found[f"f{at}"].removeprefix(field.get("lead", "")))
            return
        for spot, where in enumerate(field["spots"]):
            value = found[f"f{at}s{spot}"]
            if value is not None:
                self._put(field, f"{field['name']}:{spot}", value, where)

    def _put(self, field: dict, spot: str, value: str, where: dict) -> None:
        """A value into a spot; the spot is usually open already."""
        shown = self.page.locator(f'.enter [data-spot="{spot}"]')
        if not field.get("chance", True) and "free" not in shown.get_attribute("class"):
            if _shown(shown) == value:
                return
            self.tap(shown)
        elif shown.get_attribute("aria-current") is None:
            self.tap(shown)
        values = [one["text"] for row in field["palettes"][where.get("palette", 0)] for one in row["values"]]
        tray = self.page.locator(".enter .palette")
        if value not in values:
            self.tap(self.page.locator(".enter [data-unseen]"))
            return
        button = tray.locator(f'[data-value="{value}"]')
        if button.count() == 0 and not field.get("digits"):
            self.tap(self.page.locator(".enter [data-more]"))
        if button.count():
            self.tap(button)
        else:
            self._digits(tray, value, shown)
        if self.page.locator(".enter [data-anyway]").is_visible():
            self.tap(self.page.locator(".enter [data-anyway]"))

    def _digits(self, tray: Any, value: str, shown: Any) -> None:
        for digit in value:
            self.tap(tray.locator(f'[data-digit="{digit}"]'))
        if tray.count() and tray.locator(f'.take[data-value="{value}"]').count():
            self.tap(tray.locator(f'.take[data-value="{value}"]'))

    def _paint(self, field: dict, face: str) -> None:
        """Edges, how they join, and what is printed on the parts."""
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
        wanted = {kind: int(count) for count, kind in re.findall(r"(\d+) (\w+)", paid)}
        values = [one["text"] for row in field["palettes"][0] for one in row["values"]]
        steppers = self.page.locator(".enter .split:not(.signs) .step")
        for way, button in ((-1, "first"), (1, "last")):
            for at, kind in enumerate(values):
                stepper = steppers.nth(at)
                due = next((count for name, count in wanted.items() if kind.rstrip("s") == name.rstrip("s")), 0)
                while (due - int(stepper.locator("output").inner_text())) * way > 0:
                    self.tap(getattr(stepper.locator("button"), button))

    # Offers ---------------------------------------------------------------------------------------

    def _by_offer(self, told: dict, action: Action) -> bool:
        wanted = msgspec.to_builtins(action_fields(action, self.setup))
        entered = {(step["deed"], step["seat"]) for step in told["steps"]}
        for deed in told["deeds"]:
            choices = [one for one in deed["choices"] if (deed["deed"], one["seat"]) not in entered]
            fits = [(at, one) for at, one in enumerate(choices) if _fits(one, wanted)]
            if fits:
                at, choice = min(fits, key=lambda fit: len(fit[1]["open"]))
                self._offer(deed, choices, at, choice, wanted)
                return True
        return False

    def _offer(self, deed: dict, choices: list[dict], at: int, choice: dict, wanted: dict) -> None:
        card = self.page.locator(f"[data-offers] > .offer[data-deed={deed['deed']}]")
        if card.count() == 0:
            one = self.page.locator("[data-offers] .offer.one[data-record]", has_text=choice["says"]).first
            self.tap(one)
            return
        if len(choices) > 1 and at:
            self._select(card.locator("> select"), at)
        controls = card.locator(".fields > *")
        for place, field in enumerate(choice["open"]):
            self._control(controls.nth(place), field, wanted[field["name"]], choice["action"][field["name"]])
        self.tap(card.locator("[data-record]"))

    def _select(self, box: Any, at: int) -> None:
        """A list of the device's own: a tap opens it, a tap chooses."""
        self.tap(box)
        box.select_option(index=at)
        self.taps += 1

    def _control(self, control: Any, field: dict, wanted: Any, now: Any) -> None:
        if field["kind"] == "split":
            self._split(control, field, {_key(kind): count for kind, count in wanted})
        elif wanted == now:
            return
        elif field["kind"] == "between" and control.locator(".val").count():
            self.tap(control.locator("button").nth(wanted - field["least"]))
        elif field["kind"] == "between":
            button = control.locator("button").last if wanted > now else control.locator("button").first
            for _ in range(abs(wanted - now)):
                self.tap(button)
        else:
            at = next(n for n, one in enumerate(field["values"]) if one["value"] == wanted)
            if control.evaluate("one => one.tagName") == "SELECT":
                self._select(control, at)
            else:
                self.tap(control.locator("button").nth(at))

    def _split(self, control: Any, field: dict, wanted: dict) -> None:
        steppers = control.locator(".step")
        for way, button in ((-1, "first"), (1, "last")):
            for at, one in enumerate(field["values"]):
                stepper = steppers.nth(at)
                while (wanted.get(_key(one["value"]), 0) - int(stepper.locator("output").inner_text())) * way > 0:
                    self.tap(getattr(stepper.locator("button"), button))


def _key(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _fits(choice: dict, wanted: dict) -> bool:
    """Whether an offer can be made to say this."""
    opened = {field["name"]: field for field in choice["open"]}
    return all(_can_be(opened.get(name), choice["action"].get(name), value) for name, value in wanted.items())


def _can_be(field: dict | None, now: Any, value: Any) -> bool:
    if field is None:
        return now == value
    if field["kind"] == "between":
        return isinstance(value, int) and field["least"] <= value <= field["most"]
    if field["kind"] == "one-of":
        return any(one["value"] == value for one in field["values"])
    most = {_key(one["value"]): one["most"] for one in field["values"]}
    total = sum(count for _, count in value)
    return field["least"] <= total <= field["most"] and all(most.get(_key(kind), 0) >= count for kind, count in value)


def _match(step: dict, text: str) -> tuple[re.Match | None, set[int]]:
    """What a step would hold to write this line, and which of its inputs it asks for then."""
    asked: set[int] = set(range(len(step["inputs"])))
    while True:
        found = _pattern(step, asked).fullmatch(text)
        if found is None:
            return None, asked
        held = {step["inputs"][at]["name"]: _texts(step["inputs"][at], at, found) for at in sorted(asked)}
        now = {at for at, field in enumerate(step["inputs"]) if _is_asked(field, held)}
        if now == asked:
            return found, asked
        asked = now


def _texts(field: dict, at: int, found: re.Match) -> set[str]:
    if field.get("joins") or field["kind"] == "counts":
        return set()
    return {found[f"f{at}s{spot}"] or "" for spot in range(len(field["spots"]))}


def _is_asked(field: dict, held: dict[str, set[str]]) -> bool:
    conditions = field.get("when", ())
    return not conditions or any(set(one["among"]) & held.get(one["input"], set()) for one in conditions)


def _pattern(step: dict, asked: set[int]) -> re.Pattern:
    """The lines a step can write with these inputs."""
    fields = {field["name"]: at for at, field in enumerate(step["inputs"])}

    def put(name: str) -> str:
        if name.endswith("#"):
            return r"\d+"
        at = fields[name]
        return rf"\s*(?P<f{at}>{_field(at, step['inputs'][at])})\s*" if at in asked else ""

    pieces = re.split(r"\{([^}]+)\}", step["write"])
    return re.compile("".join(put(piece) if n % 2 else _spaced(piece) for n, piece in enumerate(pieces)))


def _field(at: int, field: dict) -> str:
    lead = _spaced(field.get("lead", ""))
    if field.get("joins"):
        return rf"(?:{lead}\S+)?" if field.get("when") else rf"{lead}\S+"
    if field["kind"] == "counts":
        return r"[\w ]+?"
    spots = "".join(_spot(at, number, field, spot) for number, spot in enumerate(field["spots"]))
    whole = f"{lead}{spots}"
    return f"(?:{whole})?" if field.get("when") or field.get("unseen") == "" else whole


def _spot(at: int, number: int, field: dict, spot: dict) -> str:
    texts = [value["text"] for row in field["palettes"][spot.get("palette", 0)] for value in row["values"]]
    nobody = spot.get("unseen") or field.get("unseen")
    texts += [nobody] if nobody else []
    if "" in texts:
        values = "|".join(re.escape(text) for text in sorted(texts, key=len, reverse=True))
        return rf"(?P<f{at}s{number}>{values})"
    values = "|".join(re.escape(text) for text in sorted(texts, key=len, reverse=True))
    found = (
        rf"{_spaced(spot.get('lead', ''))}(?P<f{at}s{number}>{values})(?![\w])"
        if _wordy(texts)
        else (rf"{_spaced(spot.get('lead', ''))}(?P<f{at}s{number}>{values})")
    )
    may_lack = spot.get("needs") or number >= field["least"]
    return f"(?:{found})?" if may_lack else found


def _wordy(texts: list[str]) -> bool:
    return not any(len(text) <= 2 and text.isupper() and not text.isdigit() for text in texts)


def _spaced(text: str) -> str:
    return r"\s*".join(map(re.escape, text.split(" "))) if text else ""


def _plain(text: str) -> str:
    """A line without what may be written in more than one way."""
    words = [word.rstrip("s") if word.isalpha() and word.islower() else word for word in SIGNS.sub("", text).split()]
    return " ".join(str(_in_order(word)) if ";" in word else word for word in words)


def _in_order(face: str) -> tuple:
    edges, *parts = face.split(";")
    return edges, *sorted(f"{part[:2]}{sorted(part[2:-1].split(','))}" for part in parts)


def _shown(spot: Any) -> str:
    return spot.inner_text().strip()
