"""Lists the single mistakes that explain a difference between a table and the rules, with prior probabilities.

No statistics of such mistakes exist. So every effect is equally likely to go wrong, every kind of mistake of one
effect too, and within a kind every item and rate.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from domain.numbers import exact
from domain.rules import POINTS, Effect, Key, ScoreLine, replace

MISSED, LEFT_OUT, TWICE, RATE, DOUBLED, AMOUNT = KINDS = ("missed", "left-out", "twice", "rate", "doubled", "amount")
TouchingEffect = tuple[int, Effect]  # a line, and its effect on the observed value
Rates = dict[str, set[int]]


class Miscount(Struct, frozen=True, kw_only=True):
    """How an effect was carried out wrongly: the kind, the item, and the wrong rate instead of its own."""

    kind: str
    item: str = ""
    each: int = 0
    rate: int = 0


class Cause(Struct, frozen=True, kw_only=True):
    """An effect that came to `done` instead of `due`, and every miscount that gives that figure.

    Effects of one line that no observation can tell apart are one cause: `sources` names them all.
    """

    line: int
    clause: str
    what: str
    key: Key
    sources: tuple[str, ...]
    due: int
    done: int
    ways: tuple[Miscount, ...]
    likely: Fraction = Fraction(0)


def causes_of(touched: Iterable[TouchingEffect], by: int, rates: Rates) -> list[Cause]:
    """The causes that may give this difference, the likeliest first; equally likely ones keep their order."""
    causes = [
        cause for line, effect in touched for cause in effect_causes(line, effect, rates) if _may_come_to(cause, by)
    ]
    return sorted(_grouped(causes), key=lambda cause: -cause.likely)


def miscount_causes(touched: Sequence[TouchingEffect], by: int) -> list[Cause]:
    """The effects that were perhaps counted one too high or too low; a single effect, by any amount.

    Where all effects are zero, each of them may have been counted as something.
    """
    sure = [(line, effect, due) for line, effect in touched if (due := exact(effect.by)) is not None]
    some = [effect for effect in sure if effect[2]]
    close = [effect for effect in some if abs(by) in _steps(effect[1]) or len(some) == 1] or [
        effect for effect in sure if effect[0] and not some
    ]
    return _grouped([_cause(line, effect, due + by, [Miscount(kind=AMOUNT)], 0) for line, effect, due in close])


def _steps(effect: Effect) -> set[int]:
    """The amounts that one more or one less of it makes."""
    if isinstance(effect, ScoreLine):
        return {abs(each) for item in effect.items if (each := exact(item.each)) and exact(item.count)}
    return {1}


def effect_causes(line: int, effect: Effect, rates: Rates) -> Iterator[Cause]:
    """The causes in one effect: each wrong figure that one mistake gives, with the miscounts that give it."""
    due = exact(effect.by)
    if not due:
        return
    ways = [(MISSED, 0, Miscount(kind=MISSED)), (DOUBLED, due * 2, Miscount(kind=DOUBLED))]
    if isinstance(effect, ScoreLine):
        ways += _of_items(effect, due, rates)
    kinds = [kind for kind, _, _ in ways]
    for done in dict.fromkeys(done for _, done, _ in ways if done != due):
        so = [(kind, way) for kind, comes_to, way in ways if comes_to == done]
        likely = sum(Fraction(1, len(set(kinds)) * kinds.count(kind)) for kind, _ in so)
        yield _cause(line, effect, done, [way for _, way in so], likely)


def _cause(line: int, effect: Effect, done: int, ways: list[Miscount], likely: Fraction | int) -> Cause:
    return Cause(
        line=line,
        clause=effect.clause,
        what=effect.what,
        key=effect.key,
        sources=(effect.source,),
        due=exact(effect.by) or 0,
        done=done,
        ways=tuple(dict.fromkeys(ways)),
        likely=Fraction(likely),
    )


def _of_items(effect: ScoreLine, due: int, rates: Rates) -> Iterator[tuple[str, int, Miscount]]:
    """The miscounts of items: one of several left out or counted twice, or one counted at a wrong rate."""
    for item in effect.items:
        count, each = exact(item.count), exact(item.each)
        if not count or not each:
            continue
        if len(effect.items) > 1:
            yield LEFT_OUT, due - count * each, Miscount(kind=LEFT_OUT, item=item.name)
            yield TWICE, due + count * each, Miscount(kind=TWICE, item=item.name)
        for rate in other_rates(rates.get(effect.clause, set()), each):
            yield RATE, due + count * (rate - each), Miscount(kind=RATE, item=item.name, each=each, rate=rate)


def other_rates(known: set[int], each: int) -> list[int]:
    """The wrong rates to try: the other rates of the clause, and one more or less, but not zero."""
    return sorted(rate for rate in (known | {each - 1, each + 1}) - {each} if rate * each > 0)


def rates_of(effects: Iterable[Effect]) -> Rates:
    """The rates of each clause over all its items; a table may take one for another."""
    rates: Rates = {}
    for effect in effects:
        known = rates.setdefault(effect.clause, set())
        for item in effect.items if isinstance(effect, ScoreLine) else ():
            if (each := exact(item.each)) is not None:
                known.add(each)
    return rates


def _may_come_to(cause: Cause, by: int) -> bool:
    """Whether a cause may give this difference; a loss stops at zero, so a larger one may leave less."""
    made = cause.done - cause.due
    return made == by or (made * by > 0 and abs(made) > abs(by) and (cause.what != POINTS or cause.due < 0))


def _grouped(causes: list[Cause]) -> list[Cause]:
    """Merges causes of one line that no observation can tell apart."""
    merged: dict[tuple, Cause] = {}
    for cause in causes:
        same = (cause.line, cause.clause, cause.due, cause.done, cause.ways)
        if (other := merged.get(same)) is not None:
            sources = tuple(dict.fromkeys((*other.sources, *cause.sources)))
            cause = replace(other, sources=sources, likely=other.likely + cause.likely)
        merged[same] = cause
    return list(merged.values())
