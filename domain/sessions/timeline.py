"""Table order -> fold, as played or as ruled: one function, one flag."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from domain.clauses import GR_AGREED, GR_SEEN
from domain.fold import fold, follow_looking, follow_on, lay, masked, options
from domain.games import GAMES
from domain.known import Fact
from domain.numbers import is_surely, least, most
from domain.observables import Look, Suspect, adjust, points_line, put, reading, unmet
from domain.rules import BROKEN, UNDETERMINED, Key, Rules, ScoreLine, Seat, Step, replace
from domain.sessions import lines as kinds
from domain.sessions.lines import Line
from domain.sessions.order import Entry, Remedies, first_difference, remedies, table_order
from domain.setup import Setup

EVERYTHING = "everything"
VOID, BACK, ADJUSTED = "void", "back", "adjusted"


class Frame(Struct, frozen=True):
    """The table after a line. `written` is the log line its text comes from, `fate` what a ruling made of it."""

    line: int
    entry: Line | None
    step: Step
    rules: Rules
    written: int = 0
    fate: str = ""


class Fold:
    """One walk along the table order, which can go on when a line is added.

    Frames are only ever added to a list; whoever changes what stood before goes on with a new list, so that
    a list and a length, once given away, stay what they were.
    """

    def __init__(
        self,
        setup: Setup,
        log: Sequence[Line],
        ruled: bool = False,
        known: Mapping[Key, Fact] | None = None,
        judging: bool = True,
        viewer: Seat | str | None = EVERYTHING,
    ):
        self.setup, self.game, self.log = setup, GAMES[setup.game], list(log)
        self.ruled, self.judging, self.viewer = ruled, judging, viewer
        self.given = known or {}
        self._put_in_order()
        self._lay()
        self._go_on()

    @property
    def state(self) -> Any:
        """The table as it stands now."""
        return self.frames[-1].step.state

    def grow(self, line: Line) -> int:
        """One line more. Gives the first frame that is new: an earlier one where the line speaks of the past."""
        self.log.append(line)
        if self._stands_alone(line):
            self.order.append(len(self.log), line)
            first = len(self.frames)
        else:
            first = self._reconsider()
        self._go_on()
        return first

    def _stands_alone(self, line: Line) -> bool:
        about = getattr(line, "look", None) is not None and line.look.about is not None
        return not (about or isinstance(line, kinds.MENDINGS) or (self.ruled and isinstance(line, kinds.Ruled)))

    def _reconsider(self) -> int:
        """Back to the first frame that the new order, or what is now said of a line, can change."""
        order, told = self.order, self.told
        self._put_in_order()
        changed = {about for about in told.keys() | self.told.keys() if told.get(about) != self.told.get(about)}
        place = min(
            first_difference(order, self.order),
            *(self.order.place.get(about, len(self.log)) for about in changed if about),
            len(self.log),
        )
        if self.ruled or 0 in changed:
            self._lay()
            return 0
        self._rewind(place + 1)
        return place + 1

    def _put_in_order(self) -> None:
        self.order = table_order(self.log)
        self.asked = remedies(self.order) if self.ruled else Remedies()
        self.looks: dict[int, tuple[Look, ...]] = {}  # what was said of each line's effects
        self.told: dict[int, tuple[tuple[int, int], ...]] = {}  # and where that is written
        for entry in self.order.entries:
            if isinstance(entry.body, (kinds.Seen, kinds.Omitted)) and entry.body.look.about is not None:
                about = self.order.meant(entry.body.look.about)
                look = replace(entry.body.look, about=about, told_by=entry.line)
                self.looks[about] = (*self.looks.get(about, ()), look)
                self.told[about] = (*self.told.get(about, ()), (entry.line, entry.written))

    def _lay(self) -> None:
        self.frames: list[Frame] = []
        self.marks: list[tuple] = []  # the fields below as they were after each frame
        self.at: dict[int, int] = {}  # line -> its frame
        self.agreed_at: Mapping[tuple[str, Key], int] = {}
        self.made_good: frozenset[tuple] = frozenset()
        self.last_broken = 0
        self.carried: tuple[Look, ...] = ()
        self.readings: Mapping[str, str] = dict(self.setup.readings)
        self.rules: Rules = self.game.rules(self.setup, self.readings)
        self._adopt(0)
        laid = lay(self.rules, self.setup, self.given, self.looks.get(0, ()), self.judging)
        self._keep(Frame(0, None, laid, self.rules))

    def _go_on(self) -> None:
        for place in range(len(self.frames) - 1, len(self.order.entries)):
            if place:
                self._adopt(place)
            self._keep(self._frame(self.order.entries[place]))

    def _rewind(self, count: int) -> None:
        """Only so many frames, and everything else as it was after the last of them."""
        self.frames, self.marks = self.frames[:count], self.marks[:count]
        self.at = {frame.line: at for at, frame in enumerate(self.frames)}
        self.agreed_at, self.made_good, self.last_broken, self.carried, self.readings, self.rules = self.marks[-1]

    def _keep(self, frame: Frame) -> None:
        for line, ruled in self.asked.adjust.get(frame.line, ()):
            made = adjust(self.rules, frame.step.state, ruled.what, ruled.key, ruled.by, ruled.clause, "ruled")
            step = Step(made.state, frame.step.findings, frame.step.effects + made.effects)
            frame = replace(frame, step=step, fate=f"{ADJUSTED} {line}")
        self.at[frame.line] = len(self.frames)
        self.frames.append(frame)
        self.marks.append((self.agreed_at, self.made_good, self.last_broken, self.carried, self.readings, self.rules))

    def _adopt(self, place: int) -> None:
        if place in self.asked.adopt:
            self.readings = {**self.readings, **self.asked.adopt[place]}
            self.rules = self.game.rules(self.setup, self.readings)

    def _frame(self, entry: Entry) -> Frame:
        state, body = replace(self.state, line=entry.line), entry.body
        void = entry.line in self.asked.void
        if isinstance(body, kinds.FACTS) and entry.line in self.asked.dropped:
            return Frame(entry.line, body, Step(state), self.rules, entry.written, BACK)
        if isinstance(body, kinds.Played):
            step = self._played(state, entry, void)
        elif void or type(body) not in STEPPING:
            step = Step(state)
        else:
            step = self._scored(state, STEPPING[type(body)](self, state, entry), entry)
        return Frame(entry.line, body, step, self.rules, entry.written, VOID if void else "")

    def _scored(self, before: Any, step: Step, entry: Entry) -> Step:
        """A side's score is the sum of its score lines, always: whatever else moved it is told as one."""
        lines = [effect for effect in step.effects if isinstance(effect, ScoreLine)]
        for side, (old, new) in enumerate(zip(before.scores, step.state.scores, strict=True)):
            told = sum((line.by for line in lines if line.key == (side,)), 0)
            if not is_surely(new - old - told, 0):
                line = points_line(side, new - old - told, GR_SEEN.id, SOURCES[type(entry.body)])
                step = replace(step, effects=(*step.effects, line))
        return step

    # Lines that were played ---------------------------------------------------------------------------

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

    # Lines that tell ----------------------------------------------------------------------------------

    def _seen(self, state: Any, entry: Entry) -> Step:
        look = entry.body.look
        if look.about is not None:
            return self._of_no_deed(state, entry)
        suspects = self._suspects(look) if self.judging else ()
        step = reading(self.rules, state, look, suspects)
        self._agree((look.what, look.key))
        return self._followed(step if self.judging else Step(step.state))

    def _of_no_deed(self, state: Any, entry: Entry) -> Step:
        """What is said of a line is met inside its fold; of a line that did nothing nothing can be said."""
        about = self.order.meant(entry.body.look.about)
        if about == 0 or (about in self.at and isinstance(self.frames[self.at[about]].entry, kinds.Played)):
            return Step(state)
        later = self.order.place.get(about, -1) > self.order.place[entry.line]
        if later or not self.judging:
            return Step(state)
        return Step(state, unmet(self.rules, state, (replace(entry.body.look, told_by=entry.line),)))

    def _suspects(self, look: Look) -> tuple[Suspect, ...]:
        """What touched an observable since it last agreed, the latest first; what was taken back touched nothing."""
        found: list[Suspect] = []
        at, since = len(self.frames) - 1, self.agreed_at.get((look.what, look.key), 0)
        while at >= since:
            frame = self.frames[at]
            effects = [e for e in frame.step.effects if (e.what, e.key) == (look.what, look.key)]
            for effect in reversed(effects):
                found.append(Suspect(frame.line, effect.clause, effect.seat))
                if effect.sets:
                    return tuple(found)
            if not effects and at and self._moved(at, look):
                found.append(Suspect(frame.line))
            back = isinstance(frame.entry, kinds.TakenBack)
            at = self.at.get(self.order.standing(frame.entry.to), 0) if back else at - 1
        return tuple(found)

    def _moved(self, at: int, look: Look) -> bool:
        """Whether a played line changed an observable by a deed, which no effect tells."""
        observable = self.rules.observables[look.what]
        if not observable.counts or not isinstance(self.frames[at].entry, kinds.Played):
            return False
        before = observable.get(self.frames[at - 1].step.state, look.key)
        after = observable.get(self.frames[at].step.state, look.key)
        return (least(before), most(before)) != (least(after), most(after))

    def _agree(self, *observed: tuple[str, Key]) -> None:
        """Table and rules have been brought together here."""
        self.agreed_at = {**self.agreed_at, **dict.fromkeys(observed, len(self.frames))}

    def _position(self, state: Any, entry: Entry) -> Step:
        values = {(name, key): value for name, key, value in entry.body.values}
        self._agree(*values)
        return self._followed(Step(put(self.rules, state, values)))

    def _followed(self, step: Step) -> Step:
        """What must follow from the table as it was seen, with what was said of it before."""
        if self.carried:
            return self._carry(follow_looking(self.rules, step, (), self.carried), self.carried)
        after, effects = follow_on(self.rules, step.state)
        return Step(after, step.findings, effects)

    def _gap(self, state: Any, entry: Entry) -> Step:
        return Step(self.rules.forget(self.rules, state, f"gap {entry.line}"))

    def _taken_back(self, state: Any, entry: Entry) -> Step:
        """The table of that line, which is not to come yet; what people know they keep."""
        at = self.at.get(self.order.standing(entry.body.to))
        then = state if at is None else self.frames[at].step.state
        return Step(replace(then, known=state.known, line=entry.line))

    def _made_good(self, state: Any, entry: Entry) -> Step:
        """What an effect still owes, once."""
        look = replace(entry.body.look, about=self.order.meant(entry.body.look.about))
        at = self.at.get(look.about)
        effects = self.frames[at].step.effects if at is not None else ()
        owed = next((effect for effect in effects if look.is_about(effect)), None)
        once = (look.about, look.what, look.key, look.clause, look.source)
        if owed is None or once in self.made_good:
            return Step(state)
        self.made_good |= {once}
        return adjust(self.rules, state, look.what, look.key, owed.due - owed.by, owed.clause, "made-good")

    def _agreed(self, state: Any, entry: Entry) -> Step:
        look = entry.body.look
        observable = self.rules.observables[look.what]
        by = look.by
        if by is None:
            by = look.value - observable.get(state, look.key) if observable.counts else look.value
        self._agree((look.what, look.key))
        return adjust(self.rules, state, look.what, look.key, by, GR_AGREED.id, "agreed")


STEPPING = {
    kinds.Seen: Fold._seen,
    kinds.Omitted: Fold._of_no_deed,
    kinds.Position: Fold._position,
    kinds.Gap: Fold._gap,
    kinds.TakenBack: Fold._taken_back,
    kinds.MadeGood: Fold._made_good,
    kinds.Agreed: Fold._agreed,
}
SOURCES = {
    kinds.Seen: "seen",
    kinds.Omitted: "seen",
    kinds.Position: "position",
    kinds.Gap: "position",
    kinds.TakenBack: "taken-back",
    kinds.MadeGood: "made-good",
    kinds.Agreed: "agreed",
}


def replay(
    setup: Setup, log: Sequence[Line], ruled: bool = False, viewer: Seat | str | None = EVERYTHING
) -> list[Frame]:
    """The frames as they were known then, as played or as ruled, for whoever may see so much."""
    return Fold(setup, log, ruled, viewer=viewer).frames


def audit(
    setup: Setup, log: Sequence[Line], ruled: bool = False, viewer: Seat | str | None = EVERYTHING
) -> list[Frame]:
    """The frames as they are known now: what the whole record tells is gathered first, then judged with."""
    return known_now(Fold(setup, log, ruled, viewer=viewer)).frames


def known_now(then: Fold) -> Fold:
    """The same walk with what its whole record tells; itself where nothing was told too late."""
    if not then.state.known.late:
        return then
    return Fold(then.setup, then.log, then.ruled, then.state.known, then.judging, then.viewer)
