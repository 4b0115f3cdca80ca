"""Announcements about no effect of their line: finds the neighbouring line that is meant, or reads the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domain.deviations.announcements import (
    OPEN,
    TRUE,
    compared,
    fold_gift,
    in_doubt,
    is_done,
    may_be_chosen,
    of_nothing,
    partial_sums,
)
from domain.deviations.deviation import Deviation
from domain.fold import follow_on
from domain.numbers import exact, least, most
from domain.observables import (
    Observation,
    Suspect,
    adjust,
    fold_observation,
    is_another_players,
    is_other_count,
    points_off,
    surplus_name,
)
from domain.record.lines import AROUND, DISPUTING, Line, Note, Omitted, Played, Seen
from domain.rules import POINTS, Effect, Rules, Step, replace
from domain.timeline.order import Entry
from domain.timeline.suspects import agree, clause_of_others, mover, suspects_of, with_cause

if TYPE_CHECKING:
    from domain.timeline.timeline import Timeline


def settle_announcements(
    timeline: Timeline, step: Step, waiting: tuple[Observation, ...], line: int, before: Any
) -> Step:
    """The step of a line with all announcements judged that are about none of its effects."""
    late, timeline.pending = timeline.pending, ()
    for observation in waiting:
        observable = timeline.rules.observables[observation.what]
        needs = in_doubt(timeline.rules, step.state, observation)
        shown = _shown_early(timeline, step, observation, before)
        was_pending = observation in late and before is not None and observable.is_pending(before, observation.key)
        if observable.is_pending(step.state, observation.key) and not (was_pending and is_done(step, observation)):
            is_past = observation not in late and line and _of_the_line_before(timeline, line, observation) is TRUE
            timeline.pending += () if is_past else (observation,)
        elif was_pending:
            step = _read_after(timeline, step, observation, before)
        elif observation in late:
            timeline.pending += (observation,) if needs else ()
        elif shown is not None and _of_the_line_after(timeline, line, observation, step) is TRUE:
            continue  # the next line has the effect
        elif _comes_later(timeline.rules, step, observation, before):
            continue  # the turn leads to it, by lines that are not recorded yet
        elif observation.by is None and not observation.clause and _agrees(timeline, step, observation):
            step = _read_after(timeline, step, observation, before)
        elif shown is not None:
            step = shown
        elif not may_be_chosen(timeline.rules, step.state, observation) and not _is_neighbours(
            timeline, line, observation, before, step
        ):
            if needs:
                timeline.pending += (observation,)
                step = _with(step, of_nothing(needs, line, observation))
            elif timeline.judging or observation.by is None:
                step = _settled(timeline, step, observation, before)
    return step


def _comes_later(rules: Rules, step: Step, observation: Observation, before: Any) -> bool:
    """Whether a difference is one that the running turn leads to before its lines are recorded."""
    observable = rules.observables[observation.what]
    if before is None or not observation.by or observation.forgotten or observable.values_ahead is None:
        return False
    value = exact(observable.get(step.state, observation.key) + observation.by)
    return value is not None and value in map(exact, observable.values_ahead(rules, step.state, observation.key))


def _agrees(timeline: Timeline, step: Step, observation: Observation) -> bool:
    """Whether the value agrees with the table after the line."""
    return not fold_observation(timeline.rules, step.state, observation).findings


def _shown_early(timeline: Timeline, step: Step, observation: Observation, before: Any) -> Step | None:
    """The step with what an announcement shows to have been done already, where its order is free; else None."""
    observable = timeline.rules.observables[observation.what]
    if observable.reveal_choice is None or not observable.counts or before is None:
        return None
    value = observation.value if observation.by is None else observable.get(before, observation.key) + observation.by
    shown = observable.reveal_choice(step.state, observation.key, value)
    return None if shown is step.state else replace(step, state=shown)


def _with(step: Step, *findings: Any) -> Step:
    return replace(step, findings=(*step.findings, *findings))


IN_BETWEEN = (Note, Seen, Omitted, *AROUND, *DISPUTING)


# The line that is meant -----------------------------------------------------------------------------


def _is_neighbours(timeline: Timeline, line: int, observation: Observation, before: Any, step: Step) -> bool:
    """Whether an announcement is about a neighbouring line of the same moment; a wrong one is moved there.

    People announce where they act: on the line that names the scoring, on the declared step, on the end of the game,
    although the rules carry it out one line earlier or later.
    """
    if line == 0 or _moves(timeline, before, step, observation):
        return False
    earlier = _of_the_line_before(timeline, line, observation)
    later = _of_the_line_after(timeline, line, observation, step)
    following = _following(timeline, line)
    if TRUE in (earlier, later):
        return True
    if isinstance(earlier, Deviation):
        timeline.back_to = _place_before(timeline)
        timeline.moved[observation.reporting_line] = timeline.frames[timeline.back_to].line
    elif isinstance(later, Deviation) and following is not None:
        timeline.moved[observation.reporting_line] = following.line
    return isinstance(earlier, Deviation) or isinstance(later, Deviation)


def _of_the_line_before(timeline: Timeline, line: int, observation: Observation) -> Deviation | str:
    place = _place_before(timeline)
    frame = timeline.frames[place]
    if not place or not _same_moment(frame.entry, timeline.body_of(line)):
        return OPEN
    return _compared(frame.rules, timeline.frames[place - 1].step.state, frame.step, observation)


def _place_before(timeline: Timeline) -> int:
    """The frame of the last line that had effects; notes, values and lines that only name a step are in between."""
    place = len(timeline.frames) - 1
    while place and _is_in_between(timeline.frames[place].entry, timeline.frames[place].step):
        place -= 1
    return place


def _is_in_between(entry: Line | None, step: Step) -> bool:
    names_a_step = isinstance(entry, Played) and entry.action.seat is None and not step.effects
    return names_a_step or isinstance(entry, IN_BETWEEN)


def _of_the_line_after(timeline: Timeline, line: int, observation: Observation, step: Step) -> Deviation | str:
    """Compares with the next played line, if that was written before the announcement."""
    following = _following(timeline, line)
    if following is None or timeline.order.place[following.line] > timeline.order.place[observation.reporting_line]:
        return OPEN
    body = timeline.body_of(following.line)
    if not isinstance(body, Played) or not _same_moment(timeline.body_of(line), body):
        return OPEN
    return _compared(timeline.rules, step.state, timeline.try_next(step.state, following.line, body), observation)


def _following(timeline: Timeline, line: int) -> Entry | None:
    later = timeline.order.entries[timeline.order.place[line] + 1 :]
    return next((entry for entry in later if not isinstance(entry.body, IN_BETWEEN)), None)


def _compared(rules: Rules, before: Any, step: Step, observation: Observation) -> Deviation | str:
    """As `compared`, but the sum of some consecutive effects is true, too: a line may name only a part of a step."""
    fits = [effect for effect in step.effects if observation.is_about(effect)]
    if not fits:
        return TRUE if is_other_count(rules, before, step.state, observation) else OPEN
    is_part = bool(exact(observation.by)) and exact(observation.by) in partial_sums(_whole(rules, fits))
    return TRUE if is_part else compared(rules, before, step, observation)


def _whole(rules: Rules, effects: list[Effect]) -> list[Effect]:
    """Effects, with those that are only counted together added up."""
    made: list[Effect] = []
    for effect in effects:
        if made and effect.source.partition(":")[0] in rules.counted_with:
            made[-1] = replace(made[-1], by=made[-1].by + effect.by)
        else:
            made.append(effect)
    return made


def _same_moment(one: Line | None, other: Line | None) -> bool:
    """Whether two played lines, one after the other, belong together: by one seat, or the second by the table."""
    if not isinstance(one, Played) or not isinstance(other, Played):
        return False
    return other.action.seat in (None, one.action.seat)


# Announcements about no line ------------------------------------------------------------------------


def _settled(timeline: Timeline, step: Step, observation: Observation, before: Any) -> Step:
    """Judges an announcement as a gift under its clause, as an observation, or as about a missing effect."""
    observable = timeline.rules.observables[observation.what]
    if observation.clause and not observation.forgotten:
        if observation.by == 0:
            return step  # nothing was due by that clause, and nothing was given
        if observation.clause in timeline.citable:
            made = fold_gift(timeline.rules, before, step, observation)
            is_known = any(is_another_players(made.findings[-1], finding) for finding in step.findings)
            return replace(made, findings=step.findings) if is_known else made
    elif observation.by is None:
        return _read_after(timeline, step, observation, before)
    elif not observation.forgotten and observable.counts and _may_move(timeline, before, step, observation):
        return _read_after(timeline, step, observation, before)  # the action itself moved something else
    clause = "" if observation.forgotten else _clause_of_the_loser(timeline, step, observation)
    if clause:
        made = adjust(
            timeline.rules,
            step.state,
            observation.what,
            observation.key,
            observation.by,
            clause,
            surplus_name(observation.by),
        )
        return Step(made.state, step.findings, (*step.effects, *(replace(effect, due=0) for effect in made.effects)))
    clause = clause_of_others(timeline.rules, step, observation)
    if clause and observation.by and not observation.forgotten:
        return fold_gift(timeline.rules, before, step, replace(observation, clause=clause))
    return _with(step, of_nothing("", step.state.line, observation))


def _clause_of_the_loser(timeline: Timeline, step: Step, observation: Observation) -> str:
    """The clause under which another seat lacks the points announced for this seat; nothing where none does."""
    if observation.what != POINTS:
        return ""
    turn = (frame.step for frame in reversed(timeline.frames) if frame.step.state.turn == step.state.turn)
    findings = (finding for other in (step, *turn) for finding in other.findings)
    others = (finding for finding in findings if finding.facts.get("key") != observation.key)
    return next((finding.clause for finding in others if points_off(finding) == -observation.by), "")


def _moves(timeline: Timeline, before: Any, step: Step, observation: Observation) -> bool:
    """Whether a line changed a number."""
    observable = timeline.rules.observables[observation.what]
    if before is None or not observable.counts:
        return False
    was, now = observable.get(before, observation.key), observable.get(step.state, observation.key)
    return (least(was), most(was)) != (least(now), most(now))


def _may_move(timeline: Timeline, before: Any, step: Step, observation: Observation) -> bool:
    """Whether a line changed a number, or decided that the pieces it counts stay where they are."""
    return _moves(timeline, before, step, observation) or bool(mover(timeline.rules, step, observation).clause)


def _suspects_of(timeline: Timeline, step: Step, observation: Observation, before: Any) -> tuple[Suspect, ...]:
    """Suspects of a wrong difference are the effects of this line, of a wrong value also all earlier ones."""
    effects = [effect for effect in step.effects if (effect.what, effect.key) == (observation.what, observation.key)]
    own = tuple(Suspect(step.state.line, effect.clause, effect.seat) for effect in reversed(effects))
    if not own and _may_move(timeline, before, step, observation):
        own = (mover(timeline.rules, step, observation),)
    elif not own and (clause := clause_of_others(timeline.rules, step, observation)):
        own = (Suspect(step.state.line, clause),)
    return own + suspects_of(timeline, observation) if timeline.judging and observation.by is None else own


def _read_after(timeline: Timeline, step: Step, observation: Observation, before: Any) -> Step:
    """Judges a value as read off the table after the line."""
    seen = observation
    if observation.by is not None:
        value = timeline.rules.observables[observation.what].get(before, observation.key) + observation.by
        seen = replace(observation, by=None, value=value)
    read = fold_observation(timeline.rules, step.state, seen, lambda: _suspects_of(timeline, step, observation, before))
    agree(timeline, (observation.what, observation.key))
    judged = read.findings if timeline.judging else ()
    new = [finding for finding in judged if not any(is_another_players(finding, other) for other in step.findings)]
    findings = tuple(
        with_cause(timeline, replace(finding, reporting_line=observation.reporting_line)) for finding in new
    )
    state, following = follow_on(timeline.rules, read.state)
    return Step(state, step.findings + findings, (*step.effects, *following))
