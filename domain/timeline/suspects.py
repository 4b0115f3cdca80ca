"""Suspects: the lines that can have made an observable differ, since table and rules last agreed on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.clauses import GR_SEEN
from domain.deviations.deviation import total_of
from domain.numbers import exact, is_surely, least, most
from domain.observables import Observation, Suspect, is_another_players, is_omitted_with, points_off
from domain.record.lines import Played, TakenBack
from domain.rules import POINTS, Effect, Facts, Finding, Key, Rules, Step, replace

if TYPE_CHECKING:
    from domain.timeline.timeline import Timeline


def suspects_of(timeline: Timeline, observation: Observation) -> tuple[Suspect, ...]:
    """The lines that touched an observable since it last agreed, the latest first, without those taken back."""
    suspects: list[Suspect] = []
    at, since = len(timeline.frames) - 1, timeline.agreed_at.get((observation.what, observation.key), 0)
    while at >= since:
        frame = timeline.frames[at]
        effects = [e for e in frame.step.effects if (e.what, e.key) == (observation.what, observation.key)]
        if at == since:  # the frame in which it agreed: the effect of that observation is no suspect
            effects = [e for e in effects if e.clause != GR_SEEN.id]
        for effect in reversed(effects):
            suspects.append(Suspect(frame.line, effect.clause, effect.seat))
            if effect.sets:
                return _only_effect(timeline, observation, suspects) or tuple(suspects)
        if not effects and at and isinstance(frame.entry, Played):
            moving = mover(frame.rules, frame.step, observation)
            suspects += (moving,) if moving.clause or _moved(timeline, at, observation) else ()
        at = came_from(timeline, at)
    if suspects:
        return _only_effect(timeline, observation, suspects) or tuple(suspects)
    return (
        _only_scoring(timeline, observation, since)
        or _of_a_choice(timeline, observation)
        or _before_the_end(timeline, observation)
    )


def _only_effect(timeline: Timeline, observation: Observation, suspects: list[Suspect]) -> tuple[Suspect, ...]:
    """The only effect since the set-up, if the value is exactly the one without it; else none."""
    played = [suspect for suspect in suspects if suspect.line]
    observable = timeline.rules.observables[observation.what]
    if len(played) != 1 or not played[0].clause or observable.clause or not observable.counts:
        return ()
    step = timeline.frames[timeline.at[played[0].line]].step
    done = total_of(effect for effect in step.effects if observation.is_about(effect))
    now = observable.get(timeline.frames[-1].step.state, observation.key)
    return (played[0],) if exact(done) and exact(now - observation.value) == exact(done) else ()


def _of_a_choice(timeline: Timeline, observation: Observation) -> tuple[Suspect, ...]:
    """The line that left a free choice, if this value shows one and another observation has shown the other."""
    observable = timeline.rules.observables[observation.what]
    for frame in reversed(timeline.frames) if observable.reveal_choice is not None else ():
        effect = next((candidate for candidate in frame.step.effects if candidate.what == observation.what), None)
        state = frame.step.state
        if effect is not None and isinstance(frame.entry, Played):
            is_free = observable.reveal_choice(state, observation.key, observation.value) is not state
            return (Suspect(frame.line, effect.clause, effect.seat),) if is_free else ()
    return ()


def _before_the_end(timeline: Timeline, observation: Observation) -> tuple[Suspect, ...]:
    """The last line, if points were read while there can be none; none for a value announced of the set-up."""
    if not timeline.frames:
        return ()
    last = timeline.frames[-1]
    clause = _too_early(last.rules, last.step, observation)
    return (Suspect(last.line, clause),) if clause else ()


def _only_scoring(timeline: Timeline, observation: Observation, since: int) -> tuple[Suspect, ...]:
    """The line that scored for others, if only one did, since points were read that no line gave."""
    if observation.what != POINTS:
        return ()
    scorings = [frame for frame in timeline.frames[since:] if _score_lines(frame.rules, frame.step)]
    if scorings and not any(_is_booked(frame.step) for frame in scorings):  # the first of those that say the same
        last = _score_lines(scorings[-1].rules, scorings[-1].step)
        scorings = [frame for frame in scorings if _score_lines(frame.rules, frame.step) == last][:1]
    if len(scorings) != 1:
        return ()
    clause = clause_of_others(scorings[0].rules, scorings[0].step, observation)
    return (Suspect(scorings[0].line, clause),) if clause else ()


def clause_of_others(rules: Rules, step: Step, observation: Observation) -> str:
    """The clause by which a line gave to others, or took from them, what is said of a seat it left alone.

    Of several clauses it is the one that gave as many; nothing where none or several did.
    """
    effects = _score_lines(rules, step) if observation.what == POINTS else _of_others(rules, step, observation)
    clauses = {effect.clause for effect in effects}
    if len(clauses) > 1:
        clauses = {effect.clause for effect in effects if observation.by and exact(effect.by) == observation.by}
    return clauses.pop() if len(clauses) == 1 else "" if clauses else _too_early(rules, step, observation)


def _too_early(rules: Rules, step: Step, observation: Observation) -> str:
    """The clause by which there are no points before the end of the game, for points that were given before it."""
    is_over = observation.what != POINTS or step.state.result is not None
    return "" if is_over or not (observation.by or observation.value) else rules.scores_late


def _of_others(rules: Rules, step: Step, observation: Observation) -> list[Effect]:
    """The effects of a line that moved the same thing of other seats the same way."""
    by, is_of_a_seat = exact(observation.by), rules.observables[observation.what].key[:1] in (("seat",), ("side",))
    if not by or not is_of_a_seat:
        return []
    rest = observation.key[1:]
    others = [effect for effect in step.effects if effect.what == observation.what and effect.key[1:] == rest]
    return [effect for effect in others if by * (exact(effect.by) or 0) > 0]


def _score_lines(rules: Rules, step: Step) -> list[Effect]:
    """The points a line gave; where points are counted before they are booked, those that count so far."""
    booked = [effect for effect in step.effects if effect.what == POINTS]
    if booked or rules.observables[POINTS].subtotals is None or step.state.result is not None:
        return booked
    return [*rules.forecast(rules, step.state)]


def _is_booked(step: Step) -> bool:
    return any(effect.what == POINTS for effect in step.effects)


def is_suspect(finding: Finding, line: int, clause: str) -> bool:
    """Whether a finding names the effect of a line as one that may have gone wrong."""
    return any((suspect.line, suspect.clause) == (line, clause) for suspect in finding.facts.get("suspects", ()))


def with_cause(timeline: Timeline, finding: Finding) -> Finding:
    """A finding with its root: the line of the same turn where an effect was omitted that this one goes with.

    Or the line where another seat got as many points too few, or too many, as this one got too many, or too few.
    """
    suspects = [(suspect.line, suspect.clause) for suspect in finding.facts.get("suspects", ())]
    for line, clause in (
        [(finding.line, finding.clause), *suspects] if timeline.rules.omitted_with and timeline.frames else ()
    ):
        at = timeline.at.get(line, len(timeline.frames))
        turn = timeline.frames[max(0, at - 1)].step.state.turn
        for frame in reversed(timeline.frames[: at + 1]):
            if frame.step.state.turn < turn:
                break
            if any(
                is_omitted_with(timeline.rules, replace(finding, clause=clause), earlier)
                for earlier in frame.step.findings
            ):
                return replace(finding, root=frame.line)
    other = _points_of_another(timeline, finding) or _omitted_in_one_turn(timeline, finding)
    return finding if other is None else replace(finding, root=other.root)


def traced_to_the_end(timeline: Timeline, step: Step) -> Step:
    """The step of an observation; what it shows to be wrong since the table played on is part of that mistake."""
    if step.state.result is None or not timeline.after_end:
        return step
    since, new = timeline.at[timeline.last_broken], len(timeline.frames)
    findings = (
        replace(finding, root=timeline.last_broken) if timeline.at.get(finding.line, new) > since else finding
        for finding in step.findings
    )
    return replace(step, findings=tuple(findings))


def _omitted_in_one_turn(timeline: Timeline, finding: Finding) -> Finding | None:
    """The earlier finding about a value that lacks what was due in the same turn; the cause of both is open."""
    turns = _lacking_turns(timeline, finding)
    found = (earlier for frame in timeline.frames for earlier in frame.step.findings) if turns else ()
    return next((earlier for earlier in found if turns & _lacking_turns(timeline, earlier)), None)


def _lacking_turns(timeline: Timeline, finding: Finding) -> set[int]:
    """The turns in which points, or an effect omitted with them, would make up for what a value lacks."""
    facts = finding.facts
    if finding.clause != GR_SEEN.id or "suspects" not in facts or not timeline.rules.omitted_with:
        return set()
    places = [
        (timeline.at[suspect.line], suspect.clause) for suspect in facts["suspects"] if suspect.line in timeline.at
    ]
    return {
        timeline.frames[at - 1].step.state.turn
        for at, clause in places
        if at and (clause in timeline.rules.omitted_with or _lacks_points(timeline.frames[at].step, facts))
    }


def _lacks_points(step: Step, facts: Facts) -> bool:
    """Whether a side has exactly as few points as if a line had given it none."""
    if facts["what"] != POINTS:
        return False
    given = total_of(effect for effect in step.effects if (effect.what, effect.key) == (POINTS, facts["key"]))
    return bool(exact(given)) and exact(facts["rules"] - facts["seen"]) == exact(given)


def _points_of_another(timeline: Timeline, finding: Finding) -> Finding | None:
    """The finding about points that went to the wrong player, if this one is about the other of the two."""
    if not points_off(finding):
        return None
    since = timeline.agreed_at.get((POINTS, finding.facts["key"]), 0)
    found = [earlier for frame in timeline.frames[since:] for earlier in frame.step.findings]
    roots = {
        earlier.root for earlier in found if earlier.root != earlier.line
    }  # a mistake that explains another finding already
    return next(
        (earlier for earlier in found if earlier.root not in roots and is_another_players(finding, earlier)), None
    )


def came_from(timeline: Timeline, place: int) -> int:
    """The frame that a frame goes on from: the one before it, or the one to which its line takes the table back."""
    entry = timeline.frames[place].entry
    to = timeline.at.get(timeline.order.standing(entry.to)) if isinstance(entry, TakenBack) else None
    return place - 1 if to is None or to >= place else to


def _moved(timeline: Timeline, at: int, observation: Observation) -> bool:
    """Whether the action of a line changed an observable itself, without an effect."""
    observable = timeline.rules.observables[observation.what]
    if not observable.counts or not isinstance(timeline.frames[at].entry, Played):
        return False
    before = observable.get(timeline.frames[at - 1].step.state, observation.key)
    after = observable.get(timeline.frames[at].step.state, observation.key)
    return (least(before), most(before)) != (least(after), most(after))


def mover(rules: Rules, step: Step, observation: Observation) -> Suspect:
    """A line that moved pieces without an effect here: a suspect with the clause of its effects at their other end."""
    end, names = (
        rules.observables[observation.what].other_end,
        {part for part in observation.key if isinstance(part, str)},
    )
    effects = [effect for effect in step.effects if effect.what == end and names and names <= {*effect.key}]
    effects = [effect for effect in effects if not is_surely(effect.by, 0)] or effects
    ends = {(effect.clause, effect.seat) for effect in effects}
    return Suspect(step.state.line, *ends.pop()) if len(ends) == 1 else Suspect(step.state.line)


def agree(timeline: Timeline, *observed: tuple[str, Key]) -> None:
    """Notes that table and rules agree on these observables from this frame on."""
    timeline.agreed_at = {**timeline.agreed_at, **dict.fromkeys(observed, len(timeline.frames))}
