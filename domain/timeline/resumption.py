"""Finds out from a later line whether the table went on from the last unlawful line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domain.deviations.misplacement import OUT_OF_PLACE, do_out_of_place, shown_out_of_place
from domain.fold import fold as folded
from domain.fold import is_out_of_place, options
from domain.observables import fold_observation
from domain.record.lines import Gap, OnBranch, Played, Position, Seen, TakenBack
from domain.rules import BROKEN, UNDETERMINED, Action, RefusedAction, Step, replace
from domain.timeline.order import Entry

if TYPE_CHECKING:
    from domain.timeline.frame import Frame
    from domain.timeline.timeline import Timeline

MOST_LINES = 30  # between the two lines; further apart they are judged each on its own


def with_conclusion(timeline: Timeline, step: Step, entry: Entry) -> Step:
    """The step of a wrong line, with the conclusion that it allows about the last unlawful line before it.

    If this line and all between the two are lawful on the table as it was without that line, the line was out of place.
    If the line counted as out of place, and they are lawful only on the table as it was with it, it was not.
    """
    at = timeline.at.get(timeline.last_broken)
    if not at or not _is_wrong(timeline, step, entry, at == len(timeline.frames) - 1):
        return step
    broken, later = timeline.frames[at], timeline.frames[at + 1 :]
    if len(later) > MOST_LINES or not isinstance(broken.entry, Played) or broken.fate:
        return step
    action = timeline.action_of(broken.entry)
    before = timeline.frames[at - 1].step.state
    trial = step.state.known.detached()
    shown = _shown(timeline, step, entry, replace(before, line=broken.line, known=trial), action, later)
    step.state.known.missing.ask(trial.missing.first_asked)
    if shown is None:
        return step
    known = step.state.known.with_fact((broken.line, OUT_OF_PLACE), shown, entry.line)
    return replace(step, state=replace(step.state, known=known))


def _shown(timeline: Timeline, step: Step, entry: Entry, state: Any, action: Action, later: list[Frame]) -> bool | None:
    """Whether a wrong line shows that an earlier one was out of place; None where it shows neither."""
    if shown_out_of_place(state) is not None or _is_in_order(timeline, state, action):
        return None
    broken = state.line
    out_of_place = is_out_of_place(timeline.rules, state, action, bool(timeline.announcements.get(broken)))
    if out_of_place and isinstance(entry.body, Played) and type(entry.body.action) in timeline.rules.moves_out_of_phase:
        return None
    if out_of_place:
        went_on = replace(state, known=state.known.with_fact((broken, OUT_OF_PLACE), False, entry.line))
        state = folded(timeline.rules, went_on, action, broken).state
    elif isinstance(entry.body, Seen) or (timeline.rules.phases and type(action) not in timeline.rules.phases):
        return None
    else:
        state, _ = do_out_of_place(timeline.rules, state, action)
    for frame in later:
        if isinstance(frame.entry, LEADING):
            return None
        if not isinstance(frame.entry, Played):
            continue
        if (state := _lawful(timeline, state, frame.entry, frame.line, _unsure_of(frame.step))) is None:
            return None
    return not out_of_place if _agrees(timeline, state, step, entry) else None


LEADING = (Position, Gap, TakenBack, OnBranch)  # lines that put the table somewhere else


def _is_in_order(timeline: Timeline, state: Any, action: Action) -> bool:
    """Whether the table waited for an action of this kind by this seat: then it was unlawful, but not out of place."""
    waiting = (None, *timeline.rules.to_act(timeline.rules, state))
    offered = (offer.example for offer in options(timeline.rules, state)) if action.seat in waiting else ()
    return any((type(example), example.seat) == (type(action), action.seat) for example in offered)


def _is_wrong(timeline: Timeline, step: Step, entry: Entry, next_to_it: bool) -> bool:
    """Whether a line does not fit the table: an unlawful action, or an observation that differs.

    Right after the unlawful line an action that cannot be checked, or one of the set-up, counts, too.
    A refusal never does: it moves nothing.
    """
    if isinstance(entry.body, Seen):
        return _differs(step)
    if not isinstance(entry.body, Played):
        return False
    verdicts = [finding.verdict for finding in step.findings if finding.reporting_line == entry.line]
    shows = UNDETERMINED in verdicts or type(entry.body.action) in timeline.rules.setup_actions
    wrong = BROKEN in verdicts or (next_to_it and shows)
    return wrong and not isinstance(entry.body.action, RefusedAction)


def _differs(step: Step) -> bool:
    """Whether an observation certainly differs from the table."""
    return any(finding.verdict != UNDETERMINED for finding in step.findings)


def _agrees(timeline: Timeline, state: Any, step: Step, entry: Entry) -> bool:
    """Whether a line fits this table; if it could not be checked on the other table, it must be checkable here."""
    if isinstance(entry.body, Seen):
        return not _differs(fold_observation(timeline.rules, replace(state, line=entry.line), entry.body.observation))
    if not isinstance(entry.body, Played):
        return False
    broken = any(finding.verdict == BROKEN for finding in step.findings)
    return _lawful(timeline, state, entry.body, entry.line, _unsure_of(step) if broken else set()) is not None


def _unsure_of(step: Step) -> set[str]:
    """The clauses whose checks of a line came out undetermined."""
    return {finding.clause for finding in step.findings if finding.verdict == UNDETERMINED}


def _lawful(timeline: Timeline, state: Any, played: Played, line: int, unsure: set[str]) -> Any:
    """The table after a line; None if it is unlawful, or undetermined by other clauses than those in `unsure`."""
    step = folded(timeline.rules, state, timeline.action_of(played), line)
    is_clean = all(finding.verdict == UNDETERMINED and finding.clause in unsure for finding in step.findings)
    return step.state if is_clean else None
