"""Concludes from a later line whether the table went on from the last unlawful line, and folds with that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domain.deviations.misplacement import OUT_OF_PLACE, do_out_of_place, is_conclusion, shown_out_of_place
from domain.facts import Key, KnownFacts
from domain.fold import fold as folded
from domain.fold import is_out_of_place, lawful, may_act
from domain.observables import fold_observation
from domain.record.lines import Gap, OnBranch, Played, Position, Seen, TakenBack
from domain.rules import BROKEN, UNDETERMINED, Action, RefusedAction, Step, replace
from domain.timeline.order import Entry

if TYPE_CHECKING:
    from domain.timeline.frame import Frame
    from domain.timeline.timeline import Timeline

MOST_LINES = 30  # between the two lines; further apart they are judged each on its own
FEW_LINES = 6  # before a wrong line, among which one that came too early is looked for


def with_conclusion(timeline: Timeline, step: Step, entry: Entry) -> Step:
    """The step of a wrong line, with the conclusion that it allows about the last unlawful line before it.

    Where it allows none, lines before it that the table did not wait for are asked: one may have come too early.
    If this line and all between the two are lawful on the table as it was without that line, the line was out of place.
    If the line counted as out of place, and they are lawful only on the table as it was with it, it was not.
    """
    last = timeline.at.get(timeline.last_broken, 0)
    if not _is_wrong(timeline, step, entry, last == len(timeline.frames) - 1):
        return step
    shown = _shown_of(timeline, step, entry, last) if last else None
    at = last
    if shown is None:
        at = _early_line(timeline, entry.body)
        shown = True if at else None
    if shown is None:
        return step
    known: KnownFacts = step.state.known
    drawn = {key for key in known.added_since(timeline.state.known) if is_conclusion(key)}
    if any(timeline.frame_of(line) <= at for line, _ in drawn):  # this one is drawn again if it still follows
        return step
    known.missing.late -= drawn  # they rest on the table as it was with that line
    known = (known.without(drawn) if drawn else known).with_fact(
        (timeline.frames[at].line, OUT_OF_PLACE), shown, entry.line
    )
    return replace(step, state=replace(step.state, known=known))


def _early_line(timeline: Timeline, body: Any) -> int:
    """The frame of an action that the table did not wait for, shortly before a line that does the same in its place.

    Without it the table waits for every line from there on, this one included; 0 where there is no such action.
    """
    if not isinstance(body, Played):
        return 0
    rules, again = timeline.rules, timeline.action_of(body)
    for at in range(len(timeline.frames) - 1, max(0, len(timeline.frames) - 1 - FEW_LINES), -1):
        early = timeline.frames[at].entry
        if not isinstance(early, Played) or timeline.frames[at].fate or timeline.frames[at].rules is not rules:
            return 0
        action, state = timeline.action_of(early), timeline.frames[at - 1].step.state
        state = replace(state, line=timeline.frames[at].line, known=state.known.detached())
        if rules.plans[type(action)].is_expected(rules, state, action):
            continue
        is_same = action.seat == again.seat and _are_expected_alike(rules, action, again)
        if is_same and _breaks_a_rule(rules, state, action) and _waits_for_all(timeline, state, action, at, again):
            return at
    return 0


def _are_expected_alike(rules: Any, one: Action, other: Action) -> bool:
    """Whether the table waits for both kinds of action at the same moments."""
    expected = rules.expected_actions
    return type(one) is type(other) or expected.get(type(one), one) == expected.get(type(other), other)


def _breaks_a_rule(rules: Any, state: Any, action: Action) -> bool:
    """Whether an action is unlawful if it was out of place."""
    return not lawful(rules, _out_of_place_at(state), action)


def _out_of_place_at(state: Any) -> Any:
    return replace(state, known=state.known.with_fact((state.line, OUT_OF_PLACE), True, state.line))


def _waits_for_all(timeline: Timeline, state: Any, action: Action, at: int, again: Action) -> bool:
    """Whether the table waits for all lines after a frame, and for one more, if the action there was out of place."""
    rules, frames = timeline.rules, timeline.frames[at + 1 :]
    state, _ = do_out_of_place(rules, _out_of_place_at(state), action)
    for frame in frames:
        if not isinstance(frame.entry, Played):
            return False
        between = timeline.action_of(frame.entry)
        state = replace(state, line=frame.line)
        if not (_is_in_order(timeline, state, between) and lawful(rules, state, between)):
            return False
        state = folded(rules, state, between, frame.line).state
    state = replace(state, line=state.line + 1)
    return _is_in_order(timeline, state, again) and lawful(rules, state, again)


def _shown_of(timeline: Timeline, step: Step, entry: Entry, at: int) -> bool | None:
    """Whether a wrong line shows that the line of a frame was out of place, or was not; None where it shows neither."""
    broken, later = timeline.frames[at], timeline.frames[at + 1 :]
    if len(later) > MOST_LINES or not isinstance(broken.entry, Played) or broken.fate:
        return None
    action = timeline.action_of(broken.entry)
    before = timeline.frames[at - 1].step.state
    trial = step.state.known.detached()
    state = replace(before, line=broken.line, known=trial)
    shown = _shown(timeline, step, entry, state, action, later, _left_open_by(timeline, before, broken.step))
    step.state.known.missing.ask(trial.missing.first_asked)
    return shown


def _shown(
    timeline: Timeline, step: Step, entry: Entry, state: Any, action: Action, later: list[Frame], left_open: set[str]
) -> bool | None:
    """Whether a wrong line shows that an earlier one was out of place; None where it shows neither."""
    if shown_out_of_place(state) is not None or _is_in_order(timeline, state, action):
        return None
    broken = state.line
    out_of_place = is_out_of_place(timeline.rules, state, action, bool(timeline.announcements.get(broken)))
    again = entry.body.action if out_of_place and isinstance(entry.body, Played) else None
    if again is not None and (again == action or type(again) in timeline.rules.moves_out_of_phase):
        return None  # the same line twice does not show that the table went on from the first
    if out_of_place:
        went_on = replace(state, known=state.known.with_fact((broken, OUT_OF_PLACE), False, entry.line))
        state = folded(timeline.rules, went_on, action, broken).state
    elif isinstance(entry.body, Seen) or (timeline.rules.phases and type(action) not in timeline.rules.phases):
        return None
    else:
        state, _ = do_out_of_place(timeline.rules, _out_of_place_at(state), action)
    for frame in later:
        if isinstance(frame.entry, LEADING):
            return None
        if not isinstance(frame.entry, Played):
            continue
        if (state := _lawful(timeline, state, frame.entry, frame.line, _unsure_of(frame.step) | left_open)) is None:
            return None
    return not out_of_place if _agrees(timeline, state, step, entry, left_open) else None


LEADING = (Position, Gap, TakenBack, OnBranch)  # lines that put the table somewhere else


def _is_in_order(timeline: Timeline, state: Any, action: Action) -> bool:
    """Whether the table waited for such an action by this seat: then it was unlawful, but not out of place."""
    waiting = (None, *timeline.rules.to_act(timeline.rules, state))
    return action.seat in waiting and may_act(timeline.rules, state, like=action)


def _is_wrong(timeline: Timeline, step: Step, entry: Entry, next_to_it: bool) -> bool:
    """Whether a line does not fit the table: an unlawful action, or an observation that differs.

    Right after the unlawful line an action that cannot be checked, or one of the set-up, counts, too, and so does what
    a seat does after the game is over.
    A refusal never does: it moves nothing.
    """
    if isinstance(entry.body, Seen):
        return _differs(step)
    if not isinstance(entry.body, Played):
        return False
    verdicts = [finding.verdict for finding in step.findings if finding.reporting_line == entry.line]
    is_over = timeline.state.result is not None and entry.body.action.seat is not None
    shows = is_over or UNDETERMINED in verdicts or type(entry.body.action) in timeline.rules.setup_actions
    wrong = BROKEN in verdicts or (next_to_it and shows)
    return wrong and not isinstance(entry.body.action, RefusedAction)


def _differs(step: Step) -> bool:
    """Whether an observation certainly differs from the table."""
    return any(finding.verdict != UNDETERMINED for finding in step.findings)


def _agrees(timeline: Timeline, state: Any, step: Step, entry: Entry, left_open: set[str]) -> bool:
    """Whether a line fits this table; if it could not be checked on the other table, it must be checkable here."""
    if isinstance(entry.body, Seen):
        return not _differs(fold_observation(timeline.rules, replace(state, line=entry.line), entry.body.observation))
    if not isinstance(entry.body, Played):
        return False
    broken = any(finding.verdict == BROKEN for finding in step.findings)
    unsure = _unsure_of(step) | left_open if broken else set()
    return _lawful(timeline, state, entry.body, entry.line, unsure) is not None


def _unsure_of(step: Step) -> set[str]:
    """The clauses whose checks of a line came out undetermined."""
    return {finding.clause for finding in step.findings if finding.verdict == UNDETERMINED}


def _left_open_by(timeline: Timeline, before: Any, step: Step) -> set[str]:
    """The facts that a line left open itself, such as a face that was not seen: what rests on them shows nothing."""
    needs = {str(finding.facts["needs"]) for finding in step.findings if "needs" in finding.facts}
    return needs - {timeline.rules.unknown_progress(timeline.rules, before)}


def _lawful(timeline: Timeline, state: Any, played: Played, line: int, unsure: set[str]) -> Any:
    """The table after a line; None if it is unlawful, or undetermined by clauses and facts that are not `unsure`."""
    step = folded(timeline.rules, state, timeline.action_of(played), line)
    open_findings = [finding for finding in step.findings if finding.verdict == UNDETERMINED]
    is_clean = open_findings == list(step.findings) and all(
        finding.clause in unsure or finding.facts.get("needs") in unsure for finding in open_findings
    )
    return step.state if is_clean else None


# Folding with conclusions ---------------------------------------------------------------------------------------------


def learn_conclusions(timeline: Timeline, shown_at: int) -> int:
    """Rewinds with the conclusions that the line of a frame allows. Returns the first frame to fold again.

    Those of later lines are drawn again if they still follow. The look-ups of the frames that led to them are kept,
    because they rest on these.
    """
    known: KnownFacts = timeline.frames[shown_at].step.state.known
    missing = known.missing
    shown = {key for key in missing.late if is_conclusion(key) and key in known}
    first = min(missing.first_asked[key] for key in shown)
    _give_up(timeline, known, shown_at)
    timeline.concluded |= shown
    added = known.added_since(timeline.frames[first - 1].step.state.known)
    gone = {key for key in added if is_conclusion(key)} - timeline.concluded
    timeline.cut(first)
    timeline.forget_moves()
    timeline.set_known(known.without(gone) if gone else known)
    missing.frame = first
    missing.ask([key for key, at in missing.rewind(first).items() if at <= shown_at])
    missing.late = set()
    return first


def first_frame_with(timeline: Timeline, key: Key) -> int:
    """The first frame that knows a fact: that of its line, or of one that takes it over from another fold."""
    frames, at = timeline.frames, timeline.frame_of(timeline.state.known[key].reporting_line)
    return next(frame for frame in range(at, len(frames)) if key in frames[frame].step.state.known)


def _give_up(timeline: Timeline, known: KnownFacts, shown_at: int) -> None:
    """Gives up, once each, the conclusions that lines after a frame have shown: the table they rest on changes now."""
    later = {key for key in timeline.concluded if key in known}
    later = {key for key in later if timeline.frame_of(known[key].reporting_line) > shown_at} - timeline.given_up
    timeline.concluded -= later
    timeline.given_up |= later


def conclusions_from(timeline: Timeline, first: int) -> tuple[int, set[Key]]:
    """The conclusions that fall when the lines from this frame on are folded again, and the first frame they change."""
    known = timeline.state.known.items()
    drawn = {key: timeline.frame_of(fact.reporting_line) for key, fact in known if is_conclusion(key)}
    gone: set[Key] = set()
    while more := {key for key, at in drawn.items() if at >= first} - gone:
        first = min(first, *(timeline.frame_of(line) for line, _ in more))
        gone |= more
    return first, gone
