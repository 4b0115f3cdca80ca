"""View models of effects, points and findings: values for programs with sentences for people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct, structs

from domain.numbers import Range, least, most
from domain.observables import Observable
from domain.record.json_convert import amount
from domain.record.value_text import OWNED, owner_letter
from domain.rules import Effect, Finding, ScoreLine
from domain.texts import number_text
from domain.words import kinds_of
from replays.annotation import OBSERVED, Annotator
from replays.finding_parts import (
    FindingFact,
    FrameIndex,
    MissingFact,
    cost_of,
    facts_of,
    missing_of,
    own_payments,
    title_of,
)

_RANGE = "Where it is not known exactly: `3..7` from 3 to 7, `3..?` 3 or more, `?` unknown."
Points = int | Annotated[str, Meta(pattern=r"^(\?|-?\d+\.\.(-?\d+|\?))$", description=_RANGE)]


class EffectView(Struct, frozen=True, kw_only=True):
    """A change that a clause made: of which observable, of whose, and by how much; `due` is what the rules give.

    The clause is empty for what the action itself paid or took, so that the effects of a line add up to the purse.
    """

    clause: str
    what: str
    seat: str | None
    key: list[str]
    by: int | str
    due: int | str
    source: str
    says: str


class ItemView(Struct, frozen=True):
    """One summand of points: a count of things, and the points for each."""

    name: str
    count: Points
    each: Points


class PointsView(Struct, frozen=True, kw_only=True):
    """Points of a side, with their line and clause, item by item."""

    line: int
    clause: str
    seat: str
    by: Points
    due: Points
    source: str
    items: list[ItemView]
    says: str


class FindingView(Struct, frozen=True, kw_only=True):
    """What the rules say against a line: `check` names the kind of finding, `facts` hold its details.

    A consequence follows from the line `root`; `told_by` is the line that revealed it.
    """

    line: int
    clause: str
    check: str
    seat: str | None
    verdict: str
    facts: dict[str, Any]
    told_by: int
    root: int
    consequence: bool
    says: str  # what is wrong
    concludes: str  # clause, verdict, seat and what is wrong, as one sentence
    title: str  # who did what, in at most 60 characters
    details: list[FindingFact]  # the facts that the title leaves out
    outcome: str  # what it comes to: what is owed, too much or too little, or what the line brought
    missing: MissingFact | None  # what has to be entered before the clause can be checked
    rule: str  # the clause in words


def points_of(number: Any) -> Points:
    """A number, or its range as a text where it is not known exactly."""
    if not isinstance(number, Range):
        return number
    return least(number) if least(number) == most(number) else number_text(number)


def scores_of(annotator: Annotator, table: Any) -> dict[str, Points]:
    """The points of each side, by the letters of its seats."""
    return dict(zip(annotator.side_letters, map(points_of, table.scores), strict=True))


def winners_of(annotator: Annotator, table: Any) -> list[str]:
    """The sides that won; empty until the game is over."""
    places = table.result.places if table.result else ()
    return [annotator.side_letters[side] for side in places[0]] if places else []


def changed_nothing(observable: Observable, effect: Effect) -> bool:
    """Whether an effect surely changed nothing."""
    return observable.counts and least(effect.by) == most(effect.by) == 0


def effect_views(annotator: Annotator, effects: Sequence[Effect], before: Any, after: Any) -> list[EffectView]:
    """What the action itself paid or took, then its effects, points included; those that changed nothing are left out.

    `before` and `after` are the tables around an action; `before` is None for other lines, which pay nothing.
    """
    observables = annotator.game.base.observables
    own = [] if before is None else own_payments(annotator, effects, before, after)
    return [
        _effect(annotator, effect, after)
        for effect in (*own, *effects)
        if not changed_nothing(observables[effect.what], effect)
    ]


def _effect(annotator: Annotator, effect: Effect, after: Any) -> EffectView:
    observable = annotator.game.base.observables[effect.what]
    owned = observable.key[:1] in OWNED
    return EffectView(
        clause=effect.clause,
        what=effect.what,
        seat=owner_letter(observable, effect.key[0], annotator.setup) if owned else annotator.letter(effect.seat),
        key=[str(part) for part in effect.key[owned:]],
        by=_json_value(observable, effect.by, annotator),
        due=_json_value(observable, effect.due, annotator),
        source=effect.source,
        says=annotator.effect(effect, after),
    )


def _json_value(observable: Observable, value: Any, annotator: Annotator) -> int | str:
    written = points_of(value) if observable.counts else amount(observable, value, annotator.setup)
    return "-" if written is None else written


def points_views(annotator: Annotator, line: int, effects: Iterable[Effect]) -> list[PointsView]:
    """The points that a line gave."""
    observables = annotator.game.base.observables
    scored = (effect for effect in effects if isinstance(effect, ScoreLine))
    return [
        score_view(annotator, line, score) for score in scored if not changed_nothing(observables[score.what], score)
    ]


def score_view(annotator: Annotator, line: int, score: ScoreLine) -> PointsView:
    """The points of one score line."""
    return PointsView(
        line=line,
        clause=score.clause,
        seat=annotator.side_letters[score.key[0]],
        by=points_of(score.by),
        due=points_of(score.due),
        source=score.source,
        items=[ItemView(item.name, points_of(item.count), points_of(item.each)) for item in score.items],
        says=annotator.effect(score),
    )


def finding_view(annotator: Annotator, finding: Finding, frames: FrameIndex) -> FindingView:
    """One finding of a record, with its sentences."""
    return FindingView(
        line=finding.line,
        clause=finding.clause,
        check=finding.check,
        seat=annotator.letter(finding.seat),
        verdict=finding.verdict,
        facts=_facts(annotator, finding),
        told_by=finding.reporting_line,
        root=finding.root,
        consequence=is_consequence(finding),
        says=annotator.finding(finding),
        concludes=annotator.verdict(finding),
        title=title_of(annotator, finding),
        details=facts_of(annotator, finding, frames),
        outcome=cost_of(annotator, finding, frames),
        missing=missing_of(annotator, finding, frames),
        rule=annotator.words["clauses"][finding.clause],
    )


def is_consequence(finding: Finding) -> bool:
    """Whether another line caused this finding; a wrong announcement is the fault of the line that announces."""
    return finding.root not in (finding.line, finding.reporting_line)


def _facts(annotator: Annotator, finding: Finding) -> dict[str, Any]:
    if "needs" in finding.facts:
        return {"needs": finding.facts["needs"]}
    if finding.check in OBSERVED:
        return _observable_facts(annotator, finding.facts)
    kinds = kinds_of(annotator.words["findings"][finding.check])
    return {name: _plain(annotator, value, kinds.get(name, "")) for name, value in finding.facts.items()}


def _observable_facts(annotator: Annotator, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Facts about an observable: seat, key, and its values as they are written."""
    observable = annotator.game.base.observables[facts["what"]]
    owned = observable.key[:1] in OWNED
    plain = {name: facts[name] for name in ("what", "source", "said") if name in facts}
    plain["seat"] = owner_letter(observable, facts["key"][0], annotator.setup) if owned else None
    plain["key"] = [str(part) for part in facts["key"][owned:]]
    values = {
        name: _json_value(observable, facts[name], annotator)
        for name in ("done", "due", "seen", "rules", "after", "right")
        if name in facts
    }
    suspects = [
        {**structs.asdict(suspect), "seat": annotator.letter(suspect.seat)} for suspect in facts.get("suspects", ())
    ]
    return {**plain, **values, **({"suspects": suspects} if "suspects" in facts else {})}


def _plain(annotator: Annotator, value: Any, kind: str = "") -> Any:
    """A fact as JSON: seats by their letters, a range as text."""
    if kind == "seat":
        return annotator.letter(value)
    if kind == "seats":
        return [annotator.letter(seat) for seat in value]
    if isinstance(value, Range):
        return points_of(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(annotator, inner) for key, inner in value.items()}
    if isinstance(value, (tuple, list, set, frozenset)):
        return [_plain(annotator, inner) for inner in value]
    if isinstance(value, Struct):
        return _plain(annotator, structs.asdict(value))
    return value if value is None or isinstance(value, (bool, int, str)) else str(value)
