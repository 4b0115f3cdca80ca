"""Table order -> fold, as played or as ruled: one function, one flag."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from domain.deviations.out_of_place import is_conclusion
from domain.fold import fold, fold_announced, lay, lay_announced, masked, options
from domain.games import GAMES
from domain.known import Fact, Known
from domain.observables import Observation, adjust
from domain.record.lines import FACTS, MENDINGS, Line, Omitted, OnBranch, Played, Ruled, Seen
from domain.rules import BROKEN, Action, Key, Rules, Seat, Step, replace
from domain.setup import EVERYTHING, Setup
from domain.timeline.announcement_lines import settle
from domain.timeline.branches import Ways
from domain.timeline.frame import ADJUSTED, BACK, LEFT, VOID, Frame, Mark
from domain.timeline.observation_lines import tell
from domain.timeline.order import Entry, Remedies, first_difference, remedies, table_order
from domain.timeline.resumption import left_aside
from domain.timeline.visibility import shown


class Timeline:
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
        branch: str = "",
        ways: Ways | None = None,
    ):
        self.setup, self.game = setup, GAMES[setup.game]
        self.ruled, self.judging, self.viewer, self.branch = ruled, judging, viewer, branch
        self.log = self._seen(log)
        self.given = known or {}
        self.learned = False  # whether a line knows what only a later one told
        self.ways = ways or Ways()
        self.until = None if ways is None else 0  # the last line that is walked, of a way beside another
        self.back_to: int | None = None  # how many frames stay, where an announcement is about an earlier line
        self.redone = 0  # the first frame that was made anew because of one
        self._put_in_order()
        self._lay()
        self._go_on()

    @classmethod
    def ahead(cls, setup: Setup, last: Frame, mark: Mark, viewer: Seat | str | None = EVERYTHING) -> Timeline:
        """A walk that knows only where it stands, and carries nobody else's on: enough for a deed that comes next."""
        fold = cls.__new__(cls)
        fold.setup, fold.judging, fold.viewer, fold.announcements, fold.moved = setup, True, viewer, {}, {}
        fold._restore(mark)
        state = replace(last.step.state, known=last.step.state.known.detached())
        fold.frames, fold.at = [replace(last, step=Step(state))], {}
        return fold

    def deed(self, line: int, played: Played) -> Step:
        """What would come of a deed; nothing is kept of it."""
        return self._played(Entry(line, played, line), void=False)

    @property
    def state(self) -> Any:
        """The table as it stands now."""
        return self.frames[-1].step.state

    def grow(self, *lines: Line) -> int:
        """Lines more. Gives the first frame that is new: an earlier one where they speak of the past."""
        lines = self._seen(lines)
        self.log += lines
        if all(map(self._stands_alone, lines)):
            for number, line in enumerate(lines, len(self.log) - len(lines) + 1):
                self.order.append(number, line)
            first = len(self.frames)
        else:
            first = self._reconsider()
        self.redone = first
        self._go_on()
        return min(first, self.redone)

    def _seen(self, lines: Iterable[Line]) -> list[Line]:
        """Lines as whoever walks may know them; deeds are masked where they are done."""
        if self.viewer == EVERYTHING:
            return list(lines)
        return [line if type(line) is Played else shown(line, self.viewer, self.setup) for line in lines]

    def can_grow(self, lines: Iterable[Line]) -> bool:
        """Whether all that is known stays so; once mended or ruled on, what a later line had told may be not."""
        undoing = (*MENDINGS, Ruled) if self.ruled else MENDINGS
        if self.branch:  # beside it, others go on
            undoing = Line
        return not self.learned or not any(isinstance(line, undoing) for line in lines)

    def learn(self) -> int:
        """Walk again, with all that is known now, from where the rules first asked in vain for what was told later.

        A later walk may tell more, so it is repeated until nothing that was asked in vain is told. Gives the first
        frame that is new; before it nothing could have come out otherwise.
        """
        first = len(self.frames)
        while late := self.state.known.missing.late:
            self.learned = True
            told = [key for key in late if not is_conclusion(key)]
            self.redone = self._learn_facts(told) if told else self._learn_conclusion(late)
            self._go_on()
            first = min(first, self.redone)
        return first

    def _learn_facts(self, told: list[Key]) -> int:
        """Rewind to where these facts were first asked for. Gives the first frame to walk again."""
        known = self.state.known
        return self._walk_again(min(known.missing.first_asked[key] for key in told), known)

    def _learn_conclusion(self, late: set[Key]) -> int:
        """Rewind with the first of these conclusions; the others are drawn again if they still follow.

        What was asked on the abandoned walk stays asked: the conclusion rests on it.
        """
        known = self.state.known
        asked = known.missing.first_asked
        shown = min(late, key=lambda key: self.at[known[key].reporting_line])
        first = asked[shown]
        self.concluded |= {shown}
        gone = {key for key, at in self._conclusions().items() if at >= first} - self.concluded
        self._rewind_with(first, {key: fact for key, fact in known.items() if key not in gone})
        known.missing.first_asked, known.missing.late = asked, set()
        return first

    def _walk_again(self, first: int, known: Known | None = None) -> int:
        """Rewind to a frame, and further to the line of every conclusion that a line from there on has shown.

        Those conclusions are forgotten; what else is known there is as it was, or as it is `known` now. Gives the
        first frame to walk again.
        """
        drawn = self._conclusions()
        gone: set[Key] = set()
        while more := {key for key, at in drawn.items() if at >= first} - gone:
            first = min(first, *(self.at[line] for line, _ in more))
            gone |= more
        self.concluded -= gone
        known = self.frames[first - 1].step.state.known if known is None else known
        return self._rewind_with(first, {key: fact for key, fact in known.items() if key not in gone})

    def _conclusions(self) -> dict[Key, int]:
        """The conclusions drawn so far, each with the frame of the line that shows it."""
        return {key: self.at[fact.reporting_line] for key, fact in self.state.known.items() if is_conclusion(key)}

    def _rewind_with(self, first: int, facts: Mapping[Key, Fact]) -> int:
        """Only the frames before this one, with these facts known after the last of them. Gives the frame."""
        asking = self.state.known.missing
        if first == 0:
            self.given = facts
            self._lay()
            return 0
        self._rewind(first)
        self._forget_moves()
        last = self.frames.pop()
        state = replace(last.step.state, known=Known(facts, asking))
        self.frames.append(replace(last, step=replace(last.step, state=state)))
        return first

    def _stands_alone(self, line: Line) -> bool:
        about = getattr(line, "observation", None) is not None and line.observation.about is not None
        if isinstance(line, OnBranch) and (self.ruled or self.ways.folds):
            return False
        if self.ruled and isinstance(line, Ruled):
            return False
        return not (about or self.branch or isinstance(line, MENDINGS))

    def _reconsider(self) -> int:
        """Back to the first frame that the new order, or what is now said of a line, can change."""
        order, told, gone_over = self.order, self.told, self.ways.first
        self.ways.forget()
        self._put_in_order()
        changed = {about for about in told.keys() | self.told.keys() if told.get(about) != self.told.get(about)}
        place = min(
            first_difference(order, self.order),
            *(self.order.place.get(about, len(self.log)) for about in changed if about),
            len(self.log) if gone_over is None else gone_over - 1,
        )
        if self.ruled or self.branch or 0 in changed:
            self._lay()
            return 0
        return self._walk_again(place + 1)

    def _put_in_order(self) -> None:
        self.order = table_order(self.log)
        self.asked = remedies(self.order, self.ruled, self.branch) if self.ruled or self.branch else Remedies()
        self.announcements: dict[int, tuple[Observation, ...]] = {}  # what was said of each line's effects
        self.told: dict[int, tuple[tuple[int, int], ...]] = {}  # and where that is written
        for entry in self.order.entries:
            body = None if entry.line in self.asked.void else self._counted(entry)
            if isinstance(body, (Seen, Omitted)) and body.observation.about is not None:
                about = self.order.meant(body.observation.about)
                forgotten = isinstance(body, Omitted)
                observation = replace(body.observation, about=about, reporting_line=entry.line, forgotten=forgotten)
                self.announcements[about] = (*self.announcements.get(about, ()), observation)
                self.told[about] = (*self.told.get(about, ()), (entry.line, entry.written))

    def _lay(self) -> None:
        self.frames: list[Frame] = []
        self.concluded: frozenset[Key] = frozenset()  # conclusions that the walk took into account
        self.marks: list[Mark] = []  # what each frame left for the next
        self.at: dict[int, int] = {}  # line -> its frame
        self.agreed_at: Mapping[tuple[str, Key], int] = {}
        self.made_good: frozenset[tuple] = frozenset()
        self.last_broken, self.after_end = 0, False
        self.carried: tuple[Observation, ...] = ()
        self.moved: dict[int, int] = {}  # wrong announcement -> the neighbouring line that it is about
        self.readings: Mapping[str, str] = dict(self.setup.readings)
        self.rules: Rules = self.game.rules(self.setup, self.readings)
        self._adopt(0)
        laid = lay(self.rules, self.setup, self.given, self.judging)
        if self.announcements.get(0):
            laid = settle(self, *lay_announced(self.rules, laid, self.announcements[0]), 0, None)
        self._keep(Frame(0, None, laid, self.rules))

    def _go_on(self) -> None:
        end = len(self.order.entries) if self.until is None else self.order.place.get(self.until, -1) + 1
        while (place := len(self.frames) - 1) < end:
            if place:
                self._adopt(place)
            self.state.known.missing.frame = place + 1
            frame = self._frame(self.order.entries[place])
            if self.back_to is None:
                self._keep(frame)
            else:
                self._rewind(self.back_to)
                self.redone, self.back_to = min(self.redone, self.back_to), None

    def _rewind(self, count: int) -> None:
        """Only so many frames, and everything else as it was after the last of them."""
        self.state.known.missing.rewind(count)
        self.frames, self.marks = self.frames[:count], self.marks[:count]
        self.at = {frame.line: at for at, frame in enumerate(self.frames)}
        self._restore(self.marks[-1])

    def _restore(self, mark: Mark) -> None:
        self.agreed_at, self.made_good, self.last_broken, self.after_end, self.carried, self.readings, self.rules = mark

    def _forget_moves(self) -> None:
        """Announcements of lines that are walked again are asked about anew."""
        about = {one.reporting_line: one.about for found in self.announcements.values() for one in found}
        self.moved = {told: line for told, line in self.moved.items() if about.get(told) in self.at}

    def _keep(self, frame: Frame) -> None:
        for line, ruled in self.asked.adjust.get(frame.line, ()):
            made = adjust(self.rules, frame.step.state, ruled.what, ruled.key, ruled.by, ruled.clause, "ruled")
            step = Step(made.state, frame.step.findings, frame.step.effects + made.effects)
            frame = replace(frame, step=step, fate=f"{ADJUSTED} {line}")
        self.at[frame.line] = len(self.frames)
        self.frames.append(frame)
        state = (self.agreed_at, self.made_good, self.last_broken, self.after_end, self.carried, self.readings)
        self.marks.append(Mark(*state, self.rules))

    def body_of(self, line: int) -> Line | None:
        """A line as it stands in the table order and counts here."""
        place = self.order.place.get(line)
        return None if place is None else self._counted(self.order.entries[place])

    @property
    def citable(self) -> frozenset[str]:
        """The clauses that can be cited at this table."""
        return frozenset(clause.id for clause in self.game.citable)

    def _adopt(self, place: int) -> None:
        if place in self.asked.adopt:
            self.readings = {**self.readings, **self.asked.adopt[place]}
            self.rules = self.game.rules(self.setup, self.readings)

    def _counted(self, entry: Entry) -> Line:
        """A line as it counts here: what stands on a branch is done only where that branch is taken."""
        on_branch = isinstance(entry.body, OnBranch)
        return entry.body.body if on_branch and entry.line in self.asked.taken else entry.body

    def _frame(self, entry: Entry) -> Frame:
        body = self._counted(entry)
        void = entry.line in self.asked.void and isinstance(body, FACTS)
        entry = entry if body is entry.body else replace(entry, body=body)
        if entry.line in self.asked.left:
            step, fate = Step(replace(self.state, line=entry.line)), LEFT
        elif entry.line in self.asked.dropped and isinstance(body, FACTS):
            step, fate = Step(replace(self.state, line=entry.line)), BACK
        else:
            step, fate = self._played(entry, void) if isinstance(body, Played) else self._told(entry, void), ""
        return Frame(entry.line, body, step, self.rules, entry.written, VOID if void and not fate else fate)

    def _told(self, entry: Entry, void: bool) -> Step:
        state = replace(self.state, line=entry.line)
        step = Step(state) if void else tell(self, state, entry)
        is_reading = step.findings and isinstance(entry.body, Seen) and entry.body.observation.about is None
        return left_aside(self, step, entry) if is_reading else step

    def on_branch(self, branch: str, line: int) -> Any:
        """The table of a line on a branch that is not taken here, for whoever goes over to it."""
        if self.until is None:
            self.ways.keep_up(self)
        beside = self.ways.folds.get(branch)
        if beside is None:
            known = self.state.known if self.until is None else self.given
            how = {"judging": False, "viewer": self.viewer, "branch": branch, "ways": self.ways}
            beside = self.ways.folds[branch] = Timeline(self.setup, self.log, self.ruled, known, **how)
        if line not in beside.at:
            beside.until = line
            beside._go_on()
        self.ways.go_over(self, beside)
        return beside.frames[beside.at[line]].step.state

    # Lines that were played ---------------------------------------------------------------------------

    def _played(self, entry: Entry, void: bool) -> Step:
        state, action = self.state, self.action_of(entry.body)
        observations = self._announced_of(entry.line)
        if void or not (observations or self.carried):
            step = fold(self.rules, state, action, entry.line, self.judging, void)
        else:
            found = fold_announced(self.rules, state, action, entry.line, observations, self.carried, self.judging)
            step = settle(self, *found, entry.line, state)
        if step.findings or type(action) in self.rules.setup_actions:
            step = self._rooted(state, left_aside(self, step, entry), entry.line)
        return step

    def foreseen(self, state: Any, line: int, played: Played) -> Step:
        """What a played line would come to on a table, without what was said of it."""
        state = replace(state, known=state.known.detached())  # what it asks or tells is not remembered
        return fold(self.rules, state, self.action_of(played), line, judging=False)

    def action_of(self, played: Played) -> Action:
        """What the viewer may know of an action."""
        return played.action if self.viewer == EVERYTHING else masked(played.action, self.viewer)

    def _announced_of(self, line: int) -> tuple[Observation, ...]:
        """The announcements about a line, written of this line or of a neighbouring one."""
        if not self.moved:
            return self.announcements.get(line, ())
        own = (one for one in self.announcements.get(line, ()) if self.moved.get(one.reporting_line, line) == line)
        others = (one for found in self.announcements.values() for one in found if one.about != line)
        return (*own, *(one for one in others if self.moved.get(one.reporting_line) == line))

    def _rooted(self, before: Any, step: Step, line: int) -> Step:
        """A finding where no lawful option existed goes back to the line that led there."""
        if not any(finding.verdict == BROKEN for finding in step.findings):
            return step
        is_over = before.result is not None
        if self.last_broken and ((is_over and self.after_end) or self._is_stuck(before)):  # playing on is one mistake
            found = tuple(replace(finding, root=self.last_broken) for finding in step.findings)
            return replace(step, findings=found)
        self.last_broken, self.after_end = line, is_over
        return step

    def _is_stuck(self, state: Any) -> bool:
        """Whether the game goes on, and no option is lawful."""
        return state.phase in self.rules.offers and not any(options(self.rules, state))


def replay(
    setup: Setup, log: Sequence[Line], ruled: bool = False, viewer: Seat | str | None = EVERYTHING
) -> list[Frame]:
    """The frames as they were known then, as played or as ruled, for whoever may see so much."""
    return Timeline(setup, log, ruled, viewer=viewer).frames


def audit(
    setup: Setup, log: Sequence[Line], ruled: bool = False, viewer: Seat | str | None = EVERYTHING
) -> list[Frame]:
    """The frames as they are known now: what the whole record tells is gathered first, then judged with."""
    fold = Timeline(setup, log, ruled, viewer=viewer)
    fold.learn()
    return fold.frames
