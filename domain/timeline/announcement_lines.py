"""Announcements about no effect of their line: finds the neighbouring line that is meant, or reads the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domain.deviations.announcements import (
    OPEN,
    TRUE,
    compared,
    given,
    in_doubt,
    is_done,
    may_be_chosen,
    of_nothing,
    partial_sums,
)
from domain.deviations.corrections import Correction
from domain.fold import follow_on
from domain.numbers import exact, least, most
from domain.observables import (
    Observation,
    Suspect,
    adjust,
    is_another_players,
    is_other_count,
    points_off,
    reading,
    surplus_name,
)
from domain.record.lines import AROUND, DISPUTING, Line, Note, Omitted, Played, Seen
from domain.rules import POINTS, Effect, Rules, Step, replace
from domain.timeline.order import Entry
from domain.timeline.suspects import agree, suspects_of, with_cause

if TYPE_CHECKING:
    from domain.timeline.timeline import Timeline


def settle(fold: Timeline, step: Step, waiting: tuple[Observation, ...], line: int, before: Any) -> Step:
    """The step of a line with all announcements judged that are about none of its effects."""
    late, fold.carried = fold.carried, ()
    for observation in waiting:
        needs, observable = in_doubt(fold.rules, step.state, observation), fold.rules.observables[observation.what]
        shown = _shown_early(fold, step, observation, before)
        was_awaited = observation in late and before is not None and observable.is_pending(before, observation.key)
        if observable.is_pending(step.state, observation.key) and not (was_awaited and is_done(step, observation)):
            is_past = observation not in late and line and _of_the_line_before(fold, line, observation) is TRUE
            fold.carried += () if is_past else (observation,)
        elif was_awaited:
            step = _read_after(fold, step, observation, before)
        elif observation in late:
            fold.carried += (observation,) if needs else ()
        elif shown is not None and _of_the_line_after(fold, line, observation, step) is TRUE:
            continue  # the next line did it
        elif observation.by is None and not observation.clause and _agrees(fold, step, observation):
            step = _read_after(fold, step, observation, before)
        elif shown is not None:
            step = shown
        elif not may_be_chosen(fold.rules, step.state, observation) and not _is_neighbours(
            fold, line, observation, before, step
        ):
            if needs:
                fold.carried += (observation,)
                step = _with(step, of_nothing(needs, line, observation))
            elif fold.judging or observation.by is None:
                step = _settled(fold, step, observation, before)
    return step


def _agrees(fold: Timeline, step: Step, observation: Observation) -> bool:
    """Whether the value agrees with the table after the line."""
    return not reading(fold.rules, step.state, observation, ()).findings


def _shown_early(fold: Timeline, step: Step, observation: Observation, before: Any) -> Step | None:
    """The step with what an announcement shows to have been done already, where its order is free; else None."""
    observable = fold.rules.observables[observation.what]
    if observable.reveal_choice is None or not observable.counts or before is None:
        return None
    value = observation.value if observation.by is None else observable.get(before, observation.key) + observation.by
    shown = observable.reveal_choice(step.state, observation.key, value)
    return None if shown is step.state else replace(step, state=shown)


def _with(step: Step, *findings: Any) -> Step:
    return replace(step, findings=(*step.findings, *findings))


IN_BETWEEN = (Note, Seen, Omitted, *AROUND, *DISPUTING)


# The line that is meant -----------------------------------------------------------------------------


def _is_neighbours(fold: Timeline, line: int, observation: Observation, before: Any, step: Step) -> bool:
    """Whether an announcement is about a neighbouring line of the same moment; a wrong one is moved there.

    People announce where they act: on the line that names the scoring, on the declared step, on the end of the game,
    although the rules carried it out one line earlier or later.
    """
    if line == 0 or _moves(fold, before, step, observation):
        return False
    earlier, later = _of_the_line_before(fold, line, observation), _of_the_line_after(fold, line, observation, step)
    if TRUE in (earlier, later):
        return True
    if isinstance(earlier, Correction):
        fold.back_to = _place_before(fold)
        fold.moved[observation.reporting_line] = fold.frames[fold.back_to].line
    elif isinstance(later, Correction):
        fold.moved[observation.reporting_line] = _following(fold, line).line
    return isinstance(earlier, Correction) or isinstance(later, Correction)


def _of_the_line_before(fold: Timeline, line: int, observation: Observation) -> Correction | str:
    place = _place_before(fold)
    frame = fold.frames[place]
    if not place or not _same_moment(frame.entry, fold.body_of(line)):
        return OPEN
    return _compared(frame.rules, fold.frames[place - 1].step.state, frame.step, observation)


def _place_before(fold: Timeline) -> int:
    """The frame of the last line that had effects; notes, values and lines that only name a step are in between."""
    place = len(fold.frames) - 1
    while place and _is_in_between(fold.frames[place].entry, fold.frames[place].step):
        place -= 1
    return place


def _is_in_between(entry: Line | None, step: Step) -> bool:
    names_a_step = isinstance(entry, Played) and entry.action.seat is None and not step.effects
    return names_a_step or isinstance(entry, IN_BETWEEN)


def _of_the_line_after(fold: Timeline, line: int, observation: Observation, step: Step) -> Correction | str:
    """Compares with the next played line, if that was written before the announcement."""
    following = _following(fold, line)
    if following is None or fold.order.place[following.line] > fold.order.place[observation.reporting_line]:
        return OPEN
    body = fold.body_of(following.line)
    if not _same_moment(fold.body_of(line), body):
        return OPEN
    return _compared(fold.rules, step.state, fold.foreseen(step.state, following.line, body), observation)


def _following(fold: Timeline, line: int) -> Entry | None:
    later = fold.order.entries[fold.order.place[line] + 1 :]
    return next((entry for entry in later if not isinstance(entry.body, IN_BETWEEN)), None)


def _compared(rules: Rules, before: Any, step: Step, observation: Observation) -> Correction | str:
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


def _settled(fold: Timeline, step: Step, observation: Observation, before: Any) -> Step:
    """Judges an announcement as a gift under its clause, as a reading, or as about a missing effect."""
    observable = fold.rules.observables[observation.what]
    if observation.clause and not observation.forgotten:
        if observation.by == 0:
            return step  # nothing was due by that clause, and nothing was given
        if observation.clause in fold.citable:
            made = given(fold.rules, before, step, observation)
            is_known = any(is_another_players(made.findings[-1], one) for one in step.findings)
            return replace(made, findings=step.findings) if is_known else made
    elif observation.by is None:
        return _read_after(fold, step, observation, before)
    elif not observation.forgotten and observable.counts and _moves(fold, before, step, observation):
        return _read_after(fold, step, observation, before)  # the action itself moved something else
    clause = "" if observation.forgotten else _clause_of_the_loser(fold, step, observation)
    if clause:
        made = adjust(
            fold.rules,
            step.state,
            observation.what,
            observation.key,
            observation.by,
            clause,
            surplus_name(observation.by),
        )
        return Step(made.state, step.findings, (*step.effects, *(replace(one, due=0) for one in made.effects)))
    return _with(step, of_nothing("", step.state.line, observation))


def _clause_of_the_loser(fold: Timeline, step: Step, observation: Observation) -> str:
    """The clause under which another seat lacks the points announced for this seat; nothing where none does."""
    turn = (frame.step for frame in reversed(fold.frames) if frame.step.state.turn == step.state.turn)
    found = [one for each in (step, *turn) for one in each.findings if one.facts.get("key") != observation.key]
    return next((one.clause for one in found if observation.what == POINTS and points_off(one) == -observation.by), "")


def _moves(fold: Timeline, before: Any, step: Step, observation: Observation) -> bool:
    """Whether a line changed a number."""
    observable = fold.rules.observables[observation.what]
    if before is None or not observable.counts:
        return False
    was, now = observable.get(before, observation.key), observable.get(step.state, observation.key)
    return (least(was), most(was)) != (least(now), most(now))


def _read_after(fold: Timeline, step: Step, observation: Observation, before: Any) -> Step:
    """Judges a value as read off the table after the line.

    Suspects of a wrong difference are the effects of this line, of a wrong value also all earlier ones.
    """
    effects = [effect for effect in step.effects if (effect.what, effect.key) == (observation.what, observation.key)]
    own = tuple(Suspect(step.state.line, effect.clause, effect.seat) for effect in reversed(effects))
    if not own and _moves(fold, before, step, observation):
        own = (Suspect(step.state.line),)
    earlier = suspects_of(fold, observation) if fold.judging and observation.by is None else ()
    if observation.by is not None:
        observation = replace(
            observation,
            by=None,
            value=fold.rules.observables[observation.what].get(before, observation.key) + observation.by,
        )
    read = reading(fold.rules, step.state, observation, (*own, *earlier))
    agree(fold, (observation.what, observation.key))
    judged = read.findings if fold.judging else ()
    found = tuple(with_cause(fold, replace(one, reporting_line=observation.reporting_line)) for one in judged)
    found = step.findings + found
    state, effects = follow_on(fold.rules, read.state)
    return Step(state, found, (*step.effects, *effects))
