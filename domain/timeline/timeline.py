"""The timeline of a record: its lines in table order folded into frames, as played or as ruled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from domain.deviations.misplacement import is_conclusion
from domain.facts import Fact, KnownFacts
from domain.fold import fold, fold_announced, fold_void, masked, may_act, set_up, set_up_announced
from domain.games import GAMES
from domain.observables import Observation, adjust
from domain.record.lines import CORRECTIONS, FACTS, OBSERVING, Line, Omitted, OnBranch, Played, Ruled, Seen
from domain.rules import BROKEN, Action, Key, Rules, Step, as_judged, replace
from domain.setup import EVERYTHING, Setup, Viewer
from domain.timeline.announcement_lines import settle_announcements
from domain.timeline.branches import BranchFolds
from domain.timeline.frame import ADJUSTED, BACK, LEFT, VOID, Frame, Mark
from domain.timeline.observation_lines import fold_report
from domain.timeline.order import Entry, Remedies, first_difference, remedies_of, table_order
from domain.timeline.resumption import conclusions_from, first_frame_with, learn_conclusions, with_conclusion
from domain.timeline.suspects import traced_to_the_end
from domain.timeline.visibility import shown


class Timeline:
    """The frames of a record in table order; it grows when lines are added.

    The list of frames is only appended to. A change of earlier frames makes a new list, so that a list and a length
    that were handed out stay valid.
    """

    def __init__(
        self,
        setup: Setup,
        log: Sequence[Line],
        ruled: bool = False,
        known: Mapping[Key, Fact] | None = None,
        judging: bool = True,
        viewer: Viewer = EVERYTHING,
        branch: str = "",
        branch_folds: BranchFolds | None = None,
    ):
        self.setup, self.game = setup, GAMES[setup.game]
        self.ruled, self.judging, self.viewer, self.branch = ruled, judging, viewer, branch
        self.log = self._visible(log)
        self.known_at_start = known or {}
        self.uses_later_facts = False  # whether a frame uses a fact that only a later line reports
        self.branch_folds = branch_folds or BranchFolds()
        self.until = None if branch_folds is None else 0  # of a branch that is not taken: the last line that is folded
        self.back_to: int | None = None  # how many frames stay, where an announcement is about an earlier line
        self.shared = 0  # how many frames of the list were handed out
        self.first_redone = 0  # the first frame that was folded again because of that
        self._put_in_order()
        self._set_up()
        self._fold_on()

    @classmethod
    def from_snapshot(cls, setup: Setup, last: Frame, mark: Mark, viewer: Viewer = EVERYTHING) -> Timeline:
        """A timeline with nothing but its last frame: enough to try the next action, and no other timeline changes."""
        timeline = cls.__new__(cls)
        timeline.setup, timeline.judging, timeline.viewer = setup, True, viewer
        timeline.announcements, timeline.moved = {}, {}
        timeline._restore(mark)
        known: KnownFacts = last.step.state.known.detached()
        known.missing = last.step.state.known.missing.copy()  # a fact that comes late still does
        state = replace(last.step.state, known=known)
        timeline.frames, timeline.at = [replace(last, step=Step(state))], {}
        return timeline

    def try_action(self, line: int, played: Played) -> Step:
        """The step of an action that may come next; the timeline stays as it is."""
        return self._played(Entry(line, played, line), played, void=False)

    @property
    def state(self) -> Any:
        """The table as it stands now."""
        return self.frames[-1].step.state

    def grow(self, *lines: Line) -> int:
        """Adds lines. Returns the first frame that is new: an earlier one where the lines change the past."""
        visible, self.shared = self._visible(lines), len(self.frames)
        self.log += visible
        if all(map(self._only_appends, visible)):
            for number, line in enumerate(visible, len(self.log) - len(visible) + 1):
                self.order.append(number, line)
            first = len(self.frames)
        else:
            first = self._reconsider()
        self.first_redone = first
        self._fold_on()
        return min(first, self.first_redone)

    def _visible(self, lines: Iterable[Line]) -> list[Line]:
        """Lines as the viewer may know them; actions are masked where they are folded."""
        if self.viewer == EVERYTHING:
            return list(lines)
        return [line if type(line) is Played else shown(line, self.viewer, self.setup) for line in lines]

    def can_grow(self, lines: Iterable[Line]) -> bool:
        """Whether facts that were used before they were reported stay known: a correction may remove them."""
        undoing: tuple[type[Line], ...] = (*CORRECTIONS, Ruled) if self.ruled else CORRECTIONS
        if self.branch:  # the other branches go on meanwhile
            undoing = (Line,)
        return not self.uses_later_facts or not any(isinstance(line, undoing) for line in lines)

    def learn(self) -> int:
        """Folds again, with all facts known now, from the first frame that looked up a fact before it was reported.

        The new fold may report more facts, so this is repeated until no fact comes late. It pauses where a line allows
        a conclusion about an earlier one: only the lines between the two are folded again with it, after the facts that
        were reported up to there. Returns the first frame that is new; the frames before it cannot change.
        """
        first = self.shared = len(self.frames)
        while late := self.state.known.missing.late:
            self.uses_later_facts = True
            known = self.state.known
            shown_at = min((first_frame_with(self, key) for key in late if is_conclusion(key)), default=-1)
            known = self.frames[shown_at].step.state.known  # facts of later lines rest on the table without it
            facts = [key for key in late if not is_conclusion(key) and key in known]
            self.first_redone = self._learn_facts(facts, known) if facts else learn_conclusions(self, shown_at)
            self._fold_on(pausing=True)
            first = min(first, self.first_redone)
        return first

    def _learn_facts(self, late: list[Key], known: KnownFacts) -> int:
        """Rewinds to where these facts were first looked up. Returns the first frame to fold again."""
        first = self._fold_again(min(known.missing.first_asked[key] for key in late), known)
        known.missing.late = set()
        return first

    def _fold_again(self, first: int, known: KnownFacts | None = None) -> int:
        """Rewinds to a frame, and further to the line of every conclusion that a line from there on has shown.

        Those conclusions are dropped; the other facts are those of that frame, or `known`. Returns the first frame to
        fold again.
        """
        first, gone = conclusions_from(self, first)
        self.concluded -= gone
        self.given_up -= {key for key in self.given_up if self.frame_of(key[0]) >= first}
        known = self.frames[first - 1].step.state.known if known is None else known
        return self._rewind_with(first, known.without(gone))

    def frame_of(self, line: int) -> int:
        """The frame of a line in table order, whether it is folded yet or not."""
        return self.order.place.get(line, len(self.order.entries)) + 1

    def _rewind_with(self, first: int, known: KnownFacts) -> int:
        """Keeps the frames before this one, with these facts known after the last of them. Returns the frame."""
        if first == 0:
            self.known_at_start = known
            self._set_up()
            return 0
        self._rewind(first)
        self.forget_moves()
        self.set_known(known)
        return first

    def set_known(self, known: KnownFacts) -> None:
        """Replaces the facts known after the last frame."""
        last = self.frames.pop()
        state = replace(last.step.state, known=known)
        self.frames.append(replace(last, step=replace(last.step, state=state)))

    def _only_appends(self, line: Line) -> bool:
        """Whether a line adds a frame at the end and changes no earlier one."""
        about = isinstance(line, OBSERVING) and line.observation.about is not None
        if isinstance(line, OnBranch) and (self.ruled or self.branch_folds.folds):
            return False
        if self.ruled and isinstance(line, Ruled):
            return False
        return not (about or self.branch or isinstance(line, CORRECTIONS))

    def _reconsider(self) -> int:
        """Rewinds to the first frame that the new table order or new announcements can change."""
        order, announced_at, switched = self.order, self.announced_at, self.branch_folds.first_switch
        self.branch_folds.clear()
        self._put_in_order()
        changed = {
            about
            for about in announced_at.keys() | self.announced_at.keys()
            if announced_at.get(about) != self.announced_at.get(about)
        }
        lines = {line for about in changed for line, _ in announced_at.get(about, ())}
        changed |= {self.moved[line] for line in lines if line in self.moved}
        place = min(
            first_difference(order, self.order),
            *(self.order.place.get(about, len(self.log)) for about in changed if about),
            len(self.log) if switched is None else switched - 1,
        )
        if self.ruled or self.branch or 0 in changed:
            self._set_up()
            return 0
        return self._fold_again(place + 1)

    def _put_in_order(self) -> None:
        self.order = table_order(self.log)
        self.remedies = remedies_of(self.order, self.ruled, self.branch) if self.ruled or self.branch else Remedies()
        self.announcements: dict[int, tuple[Observation, ...]] = {}  # by line: the announcements about it
        self.announced_at: dict[int, tuple[tuple[int, int], ...]] = {}  # by line: where those are written
        for entry in self.order.entries:
            body = None if entry.line in self.remedies.void else self._effective(entry)
            if isinstance(body, (Seen, Omitted)) and body.observation.about is not None:
                about = self.order.meant(body.observation.about)
                forgotten = isinstance(body, Omitted)
                observation = replace(body.observation, about=about, reporting_line=entry.line, forgotten=forgotten)
                self.announcements[about] = (*self.announcements.get(about, ()), observation)
                self.announced_at[about] = (*self.announced_at.get(about, ()), (entry.line, entry.written))

    def _set_up(self) -> None:
        self.frames: list[Frame] = []
        self.concluded: set[Key] = set()  # conclusions that this fold takes into account
        self.given_up: set[Key] = set()  # those of them it has given up once, for an earlier one
        self.marks: list[Mark] = []  # what each frame left for the next
        self.at: dict[int, int] = {}  # line -> its frame
        self.agreed_at: Mapping[tuple[str, Key], int] = {}
        self.made_good: frozenset[tuple[Any, ...]] = frozenset()
        self.last_broken, self.after_end = 0, False
        self.pending: tuple[Observation, ...] = ()
        self.moved: dict[int, int] = {}  # wrong announcement -> the neighbouring line that it is about
        self.readings: Mapping[str, str] = dict(self.setup.readings)
        self.rules: Rules = self.game.rules(self.setup, self.readings)
        self._adopt(0)
        start = set_up(self.rules, self.setup, self.known_at_start, self.judging)
        if self.announcements.get(0):
            start = settle_announcements(self, *set_up_announced(self.rules, start, self.announcements[0]), 0, None)
        self._append(Frame(0, None, start, self.rules))

    def _fold_on(self, pausing: bool = False) -> None:
        """Folds the lines that have no frame yet, or as far as the first conclusion if no other fact comes late."""
        end = len(self.order.entries) if self.until is None else self.order.place.get(self.until, -1) + 1
        while (place := len(self.frames) - 1) < end:
            if place:
                self._adopt(place)
            self.state.known.missing.frame = place + 1
            frame = self._frame(self.order.entries[place])
            if self.back_to is None:
                self._append(frame)
                if pausing and any(map(is_conclusion, self.state.known.missing.late)):
                    return
            else:
                known = self.state.known
                kept = {key: fact for key, fact in known.items() if key in self.concluded}
                self._rewind(self.back_to)
                if kept:  # conclusions are entered at a later frame than this one
                    self.set_known(KnownFacts({**self.state.known, **kept}, known.missing))
                self.first_redone, self.back_to = min(self.first_redone, self.back_to), None

    def _rewind(self, count: int) -> None:
        """Keeps only the first `count` frames, and everything else as it was after the last of them."""
        self.state.known.missing.rewind(count)
        self.cut(count)

    def cut(self, count: int) -> None:
        """Drops all but the first `count` frames, from a copy of the list if it was handed out with some of them."""
        for frame in self.frames[count:]:
            del self.at[frame.line]
        if count <= self.shared:  # the last of them may be replaced
            self.frames, self.shared = self.frames[:count], 0
        del self.frames[count:], self.marks[count:]
        self._restore(self.marks[-1])

    def _restore(self, mark: Mark) -> None:
        for name in mark.__struct_fields__:
            setattr(self, name, getattr(mark, name))

    def forget_moves(self) -> None:
        """Drops the moves of announcements about lines that are folded again."""
        if not self.moved:
            return
        announcements = (each for listed in self.announcements.values() for each in listed)
        about = {each.reporting_line: each.about for each in announcements}
        self.moved = {number: line for number, line in self.moved.items() if about.get(number) in self.at}

    def _append(self, frame: Frame) -> None:
        for line, ruled in self.remedies.adjust.get(frame.line, ()):
            made = adjust(self.rules, frame.step.state, ruled.what, ruled.key, ruled.by, ruled.clause, "ruled")
            step = Step(made.state, frame.step.findings, frame.step.effects + made.effects)
            frame = replace(frame, step=step, fate=f"{ADJUSTED} {line}")
        self.at[frame.line] = len(self.frames)
        self.frames.append(frame)
        state = (self.agreed_at, self.made_good, self.last_broken, self.after_end, self.pending, self.readings)
        self.marks.append(Mark(*state, self.rules))

    def body_of(self, line: int) -> Line | None:
        """The body of a line in table order; on a branch that is taken, the line without its branch."""
        place = self.order.place.get(line)
        return None if place is None else self._effective(self.order.entries[place])

    @property
    def citable(self) -> frozenset[str]:
        """The clauses that can be cited at this table."""
        return frozenset(clause.id for clause in self.game.citable)

    def _adopt(self, place: int) -> None:
        if place in self.remedies.adopt:
            self.readings = {**self.readings, **self.remedies.adopt[place]}
            self.rules = self.game.rules(self.setup, self.readings)

    def _effective(self, entry: Entry) -> Line:
        """The line to fold: on a branch that is taken, the line inside it."""
        body = entry.body
        return body.body if isinstance(body, OnBranch) and entry.line in self.remedies.taken else body

    def _frame(self, entry: Entry) -> Frame:
        body = self._effective(entry)
        void = entry.line in self.remedies.void and isinstance(body, FACTS)
        entry = entry if body is entry.body else replace(entry, body=body)
        if entry.line in self.remedies.left:
            step, fate = Step(replace(self.state, line=entry.line)), LEFT
        elif entry.line in self.remedies.dropped and isinstance(body, FACTS):
            step, fate = Step(replace(self.state, line=entry.line)), BACK
        else:
            fate = ""
            step = self._played(entry, body, void) if isinstance(body, Played) else self._reported(entry, void)
        return Frame(entry.line, body, step, self.rules, entry.written, VOID if void and not fate else fate)

    def _reported(self, entry: Entry, void: bool) -> Step:
        state = replace(self.state, line=entry.line)
        step = Step(state) if void else fold_report(self, state, entry)
        if not step.findings or not isinstance(entry.body, Seen):
            return step
        step = traced_to_the_end(self, step)
        return with_conclusion(self, step, entry) if entry.body.observation.about is None else step

    def on_branch(self, branch: str, line: int) -> Any:
        """The state after a line on a branch that is not taken here, where the table switches to that branch."""
        if self.until is None:
            self.branch_folds.refresh(self)
        other = self.branch_folds.folds.get(branch)
        if other is None:
            known = self.state.known if self.until is None else self.known_at_start
            other = Timeline(self.setup, self.log, self.ruled, known, False, self.viewer, branch, self.branch_folds)
            self.branch_folds.folds[branch] = other
        if line not in other.at:
            other.until = line
            other._fold_on()
        self.branch_folds.switch(self, other)
        return other.frames[other.at[line]].step.state

    # Played lines ---------------------------------------------------------------------------

    def _played(self, entry: Entry, played: Played, void: bool) -> Step:
        state, action = self.state, as_judged(self.rules, self.state, self.action_of(played), entry.line)
        observations = self._announced_of(entry.line)
        if void:
            step = fold_void(self.rules, state, action, entry.line, self.judging)
        elif not (observations or self.pending):
            step = fold(self.rules, state, action, entry.line, self.judging)
        else:
            announced = fold_announced(self.rules, state, action, entry.line, observations, self.pending, self.judging)
            step = settle_announcements(self, *announced, entry.line, state)
        if step.findings or state.result is not None or type(action) in self.rules.setup_actions:
            step = self._rooted(state, with_conclusion(self, step, entry), entry.line)
        return step

    def try_next(self, state: Any, line: int, played: Played) -> Step:
        """The step of a played line on some state, without the announcements about it."""
        state = replace(state, known=state.known.detached())  # its look-ups and facts are not noted
        action = as_judged(self.rules, state, self.action_of(played), line)
        return fold(self.rules, state, action, line, judging=False)

    def action_of(self, played: Played) -> Action:
        """An action as the viewer may know it."""
        return played.action if self.viewer == EVERYTHING else masked(played.action, self.viewer)

    def _announced_of(self, line: int) -> tuple[Observation, ...]:
        """The announcements about a line, written of this line or of a neighbouring one."""
        if not self.moved:
            return self.announcements.get(line, ())
        own = (each for each in self.announcements.get(line, ()) if self.moved.get(each.reporting_line, line) == line)
        others = (each for listed in self.announcements.values() for each in listed if each.about != line)
        return (*own, *(each for each in others if self.moved.get(each.reporting_line) == line))

    def _rooted(self, before: Any, step: Step, line: int) -> Step:
        """The step, its findings traced to the last broken line where that line left no lawful option."""
        if not any(finding.verdict == BROKEN for finding in step.findings):
            return step
        is_over = before.result is not None
        if self.last_broken and ((is_over and self.after_end) or self._is_stuck(before)):  # playing on is one mistake
            findings = tuple(replace(finding, root=self.last_broken) for finding in step.findings)
            return replace(step, findings=findings)
        self.last_broken, self.after_end = line, is_over
        return step

    def _is_stuck(self, state: Any) -> bool:
        """Whether the game goes on, and no option is lawful."""
        return state.phase in self.rules.offers and not may_act(self.rules, state)


def replay(setup: Setup, log: Sequence[Line], ruled: bool = False, viewer: Viewer = EVERYTHING) -> list[Frame]:
    """The frames of a record as they were known at each line, as played or as ruled, for a viewer."""
    return Timeline(setup, log, ruled, viewer=viewer).frames


def audit(setup: Setup, log: Sequence[Line], ruled: bool = False, viewer: Viewer = EVERYTHING) -> list[Frame]:
    """The frames of a record judged with all facts that the whole record reports."""
    timeline = Timeline(setup, log, ruled, viewer=viewer)
    timeline.learn()
    return timeline.frames
