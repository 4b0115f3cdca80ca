"""Log -> table order -> fold, as played or as ruled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from domain.clauses import GR_AGREED
from domain.fold import fold, lay, masked, options
from domain.games import GAMES
from domain.numbers import least, most
from domain.observables import Look, Suspect, adjust, put, reading
from domain.rules import BROKEN, UNDETERMINED, Fact, Key, Rules, Seat, Step, replace
from domain.sessions.lines import (
    ADJUST,
    ADOPT,
    BACK,
    VOID,
    Agreed,
    Corrected,
    Gap,
    Inserted,
    Line,
    MadeGood,
    Omitted,
    Played,
    Position,
    Ruled,
    Seen,
    Struck,
    TakenBack,
)
from domain.setup import Setup

EVERYTHING = "everything"


class Frame(Struct, frozen=True):
    """The table after a line. `written` is the log line its text comes from, `fate` what a ruling made of it."""

    line: int
    entry: Line | None
    step: Step
    written: int = 0
    fate: str = ""


class Entry(Struct, frozen=True):
    """A line in table order."""

    line: int
    body: Line
    written: int


def table_order(log: tuple[Line, ...]) -> list[Entry]:
    """The lines that count, in the order of the table; each keeps its number."""
    gone = struck_lines(log)
    versions: dict[int, list[tuple[int, Line]]] = {}
    inserted: dict[int, list[int]] = {}
    corrects: dict[int, int] = {}
    plain = []
    for number, line in enumerate(log, 1):
        if isinstance(line, Corrected):
            corrects[number] = target = corrects.get(line.target, line.target)
            versions.setdefault(target, []).append((number, line.body))
        elif isinstance(line, Inserted):
            inserted.setdefault(line.after, []).append(number)
            versions[number] = [(number, line.body)]
        elif not isinstance(line, Struck):
            plain.append(number)
            versions[number] = [(number, line)]

    def standing(number: int) -> Iterator[Entry]:
        if number and number not in gone:
            written, body = [one for one in versions[number] if one[0] == number or one[0] not in gone][-1]
            yield Entry(number, body, written)
        for child in inserted.get(number, ()):
            yield from standing(child)

    return [entry for number in (0, *plain) for entry in standing(number)]


def struck_lines(log: tuple[Line, ...]) -> frozenset[int]:
    """Lines a standing strike takes out; a strike that is itself struck does not stand."""
    gone: set[int] = set()
    for number in range(len(log), 0, -1):
        line = log[number - 1]
        if isinstance(line, Struck) and number not in gone:
            gone.add(line.target)
    return frozenset(gone)


def superseded_lines(log: tuple[Line, ...]) -> list[tuple[int, int]]:
    """Lines that do not count as they were written, each with the line that took its place or struck it."""
    counting = {entry.written for entry in table_order(log)}
    took = {line.target: number for number, line in enumerate(log, 1) if isinstance(line, (Corrected, Struck))}
    return [
        (number, took.get(number, number))
        for number, line in enumerate(log, 1)
        if number not in counting and not isinstance(line, Struck)
    ]


class Orders(Struct):
    """What the standing rulings ask of the as-ruled fold."""

    void: set[int] = set()
    dropped: dict[int, int] = {}
    adjust: dict[int, list[tuple[int, Ruled]]] = {}
    adopt: dict[int, dict[str, str]] = {}


def standing_rulings(order: list[Entry]) -> list[tuple[int, Ruled]]:
    """Rulings no appeal has superseded."""
    rulings = [(entry.line, entry.body) for entry in order if isinstance(entry.body, Ruled)]
    superseded = {ruled.supersedes for _, ruled in rulings}
    return [(line, ruled) for line, ruled in rulings if line not in superseded]


def orders(order: list[Entry]) -> Orders:
    """The remedies, gathered by the line they act on."""
    asked = Orders()
    place = {entry.line: at for at, entry in enumerate(order)}
    for line, ruled in standing_rulings(order):
        if ruled.remedy == VOID:
            asked.void.add(ruled.line)
        elif ruled.remedy == BACK:
            since = place[ruled.line] + 1 if ruled.line in place else 0
            asked.dropped.update((entry.line, line) for entry in order[since : place[line]])
        elif ruled.remedy == ADJUST:
            asked.adjust.setdefault(ruled.line or line, []).append((line, ruled))
        elif ruled.remedy == ADOPT:
            question, _, name = ruled.reading.partition("=")
            asked.adopt.setdefault(ruled.line, {})[question] = name
    return asked


class Fold:
    """One walk along the table order. Mutable inside, a list of frames outside."""

    def __init__(self, setup: Setup, log: tuple[Line, ...], ruled: bool, known: Mapping, judging: bool, viewer: Any):
        self.setup, self.game = setup, GAMES[setup.game]
        self.order = table_order(log)
        self.asked = orders(self.order) if ruled else Orders()
        self.judging, self.viewer = judging, viewer
        self.readings = {**setup.readings, **self.asked.adopt.get(0, {})}
        self.rules: Rules = self.game.rules(setup, self.readings)
        self.looks = _looks(self.order)
        self.frames: list[Frame] = []
        self.after: dict[int, Any] = {}
        self.agreed_at: dict[tuple[str, Key], int] = {}
        self.last_broken = 0
        self.carried: tuple[Look, ...] = ()
        self._keep(Frame(0, None, lay(self.rules, setup, known, self.looks.get(0, ()), judging)))

    def run(self) -> list[Frame]:
        """All frames, the table as laid first."""
        for entry in self.order:
            self._adopt(entry.line)
            self._keep(self._frame(entry))
        return self.frames

    @property
    def state(self) -> Any:
        return self.frames[-1].step.state

    def _keep(self, frame: Frame) -> None:
        for line, ruled in self.asked.adjust.get(frame.line, ()):
            done = adjust(self.rules, frame.step.state, ruled.what, ruled.key, ruled.by, ruled.clause)
            step = Step(done.state, frame.step.findings, frame.step.effects + done.effects)
            frame = replace(frame, step=step, fate=f"adjusted {line}")
        self.frames.append(frame)
        self.after[frame.line] = frame.step.state

    def _adopt(self, line: int) -> None:
        if line in self.asked.adopt:
            self.readings = {**self.readings, **self.asked.adopt[line]}
            self.rules = self.game.rules(self.setup, self.readings)

    def _frame(self, entry: Entry) -> Frame:
        state = replace(self.state, line=entry.line)
        if entry.line in self.asked.dropped and isinstance(entry.body, FACTS):
            return Frame(entry.line, entry.body, Step(state), entry.written, "back")
        void = entry.line in self.asked.void
        stepping = STEPPING.get(type(entry.body))
        step = stepping(self, state, entry, void) if stepping else Step(state)
        return Frame(entry.line, entry.body, step, entry.written, "void" if void else "")

    def _played(self, state: Any, entry: Entry, void: bool) -> Step:
        action = entry.body.action
        if self.viewer != EVERYTHING:
            action = masked(action, self.viewer)
        looks = () if void else (*self.carried, *self.looks.get(entry.line, ()))
        step = self._carry(fold(self.rules, state, action, entry.line, looks, self.judging, void), looks)
        return self._rooted(state, step, entry.line) if step.findings else step

    def _carry(self, step: Step, looks: tuple[Look, ...]) -> Step:
        """What was said of an effect that may still be to come waits for it; that it waits is told once."""
        waiting = {f.told_by for f in step.findings if f.check == "said_of_nothing" and f.verdict == UNDETERMINED}
        told = {look.told_by for look in self.carried}
        self.carried = tuple(look for look in looks if look.told_by in waiting)
        if not told & waiting:
            return step
        return replace(step, findings=tuple(f for f in step.findings if f.told_by not in told & waiting))

    def _rooted(self, before: Any, step: Step, line: int) -> Step:
        """A finding where no lawful option existed goes back to the line that led there."""
        if not any(finding.verdict == BROKEN for finding in step.findings):
            return step
        if self.last_broken and before.phase in self.rules.offers and not any(options(self.rules, before)):
            found = tuple(replace(finding, root=self.last_broken) for finding in step.findings)
            return replace(step, findings=found)
        self.last_broken = line
        return step

    def _seen(self, state: Any, entry: Entry, void: bool) -> Step:
        look = entry.body.look
        if look.about is not None:
            return Step(state)  # met inside the fold of its own line
        suspects = self._suspects(look) if self.judging else ()
        step, _ = reading(self.rules, state, look, suspects)
        self.agreed_at[look.what, look.key] = len(self.frames)
        return step if self.judging else Step(step.state)

    def _suspects(self, look: Look) -> tuple[Suspect, ...]:
        """What touched an observable since it last agreed, the latest first."""
        found: list[Suspect] = []
        observable = self.rules.observables[look.what]
        for at in range(len(self.frames) - 1, self.agreed_at.get((look.what, look.key), 0) - 1, -1):
            frame = self.frames[at]
            effects = [e for e in frame.step.effects if (e.what, e.key) == (look.what, look.key)]
            for effect in reversed(effects):
                found.append(Suspect(frame.line, effect.clause, effect.seat))
                if effect.sets:
                    return tuple(found)
            if at and observable.counts and isinstance(frame.entry, Played):
                before = observable.get(self.frames[at - 1].step.state, look.key)
                after = observable.get(frame.step.state, look.key)
                told = sum(least(effect.by) for effect in effects)
                if (least(after) - least(before), most(after) - most(before)) != (told, told) and not effects:
                    found.append(Suspect(frame.line))
        return tuple(found)

    def _position(self, state: Any, entry: Entry, void: bool) -> Step:
        values = {(name, key): value for name, key, value in entry.body.values}
        self.agreed_at.update(dict.fromkeys(values, len(self.frames)))
        return Step(put(self.rules, state, values))

    def _gap(self, state: Any, entry: Entry, void: bool) -> Step:
        return Step(self.rules.forget(self.rules, state, f"gap {entry.line}"))

    def _taken_back(self, state: Any, entry: Entry, void: bool) -> Step:
        """The table of that line; what people know they keep."""
        then = self.after.get(entry.body.to)
        return Step(state if then is None else replace(then, known=state.known, line=entry.line))

    def _made_good(self, state: Any, entry: Entry, void: bool) -> Step:
        look = entry.body.look
        for frame in self.frames:
            if frame.line == look.about:
                for effect in frame.step.effects:
                    if look.is_about(effect):
                        missing = effect.due - effect.by
                        return adjust(self.rules, state, look.what, look.key, missing, effect.clause, effect.seat)
        return Step(state)

    def _agreed(self, state: Any, entry: Entry, void: bool) -> Step:
        look = entry.body.look
        observable = self.rules.observables[look.what]
        by = look.by
        if by is None:
            by = look.value - observable.get(state, look.key) if observable.counts else look.value
        self.agreed_at[look.what, look.key] = len(self.frames)
        return adjust(self.rules, state, look.what, look.key, by, GR_AGREED.id)


STEPPING = {
    Played: Fold._played,
    Seen: Fold._seen,
    Position: Fold._position,
    Gap: Fold._gap,
    TakenBack: Fold._taken_back,
    MadeGood: Fold._made_good,
    Agreed: Fold._agreed,
}
FACTS = (Played, Seen, Omitted, MadeGood, Agreed, Position, Gap, TakenBack)


def _looks(order: Iterable[Entry]) -> dict[int, tuple[Look, ...]]:
    """What was said of each line's effects, with the line that told it."""
    looks: dict[int, tuple[Look, ...]] = {}
    for entry in order:
        if isinstance(entry.body, (Seen, Omitted)) and entry.body.look.about is not None:
            look = replace(entry.body.look, told_by=entry.line)
            looks[look.about] = (*looks.get(look.about, ()), look)
    return looks


def replay(
    setup: Setup, log: tuple[Line, ...], ruled: bool = False, viewer: Seat | str | None = EVERYTHING
) -> list[Frame]:
    """The frames as they were known then, as played or as ruled, for whoever may see so much."""
    return Fold(setup, log, ruled, {}, True, viewer).run()


def audit(
    setup: Setup, log: tuple[Line, ...], ruled: bool = False, viewer: Seat | str | None = EVERYTHING
) -> list[Frame]:
    """The frames as they are known now: what the whole record tells is gathered first, then judged with."""
    return Fold(setup, log, ruled, known_now(setup, log, ruled, viewer), True, viewer).run()


def known_now(setup: Setup, log: tuple[Line, ...], ruled: bool, viewer: Any) -> Mapping[Key, Fact]:
    """The timeless facts of a whole record."""
    return Fold(setup, log, ruled, {}, False, viewer).run()[-1].step.state.known
