"""Single mistakes: how a table carries out an effect otherwise than the rules, and how likely that is beforehand.

Nobody has counted at tables how often which mistake is made. So every effect is as likely to have gone wrong as any
other, every kind of mistake of one effect as any other kind, and of one kind every item and rate as any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from domain.numbers import exact
from domain.rules import POINTS, Effect, Key, ScoreLine, replace

MISSED, LEFT_OUT, TWICE, RATE, DOUBLED, AMOUNT = KINDS = ("missed", "left-out", "twice", "rate", "doubled", "amount")
TouchingEffect = tuple[int, Effect]  # a line, and an effect it had on what was read
Rates = dict[str, set[int]]


class Miscount(Struct, frozen=True, kw_only=True):
    """How it was carried out: of which item, and at which rate instead of its own."""

    kind: str
    item: str = ""
    each: int = 0
    rate: int = 0


class Cause(Struct, frozen=True, kw_only=True):
    """One effect that came to another figure, and every way to come to it.

    Effects of one line that no reading could tell apart are one cause: `sources` names them all.
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
    """Mistakes that may come to this difference, the likeliest first; of alike ones, in the order they were given."""
    found = [
        cause for line, effect in touched for cause in effect_causes(line, effect, rates) if _may_come_to(cause, by)
    ]
    return sorted(_grouped(found), key=lambda cause: -cause.likely)


def miscount_causes(touched: Sequence[TouchingEffect], by: int) -> list[Cause]:
    """An effect that was counted one too many or too few; the only one there is, by however much.

    Where every effect came to nothing, any of them may have come to something.
    """
    sure = [(line, effect, due) for line, effect in touched if (due := exact(effect.by)) is not None]
    some = [one for one in sure if one[2]]
    close = [one for one in some if abs(by) in _steps(one[1]) or len(some) == 1] or [
        one for one in sure if one[0] and not some
    ]
    return _grouped([_cause(line, effect, due + by, [Miscount(kind=AMOUNT)], 0) for line, effect, due in close])


def _steps(effect: Effect) -> set[int]:
    """What one more or one less of it comes to."""
    if isinstance(effect, ScoreLine):
        return {abs(each) for item in effect.items if (each := exact(item.each)) and exact(item.count)}
    return {1}


def effect_causes(line: int, effect: Effect, rates: Rates) -> Iterator[Cause]:
    """Every figure an effect may have come to by one mistake, with the ways to come to it."""
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
    """Of several items one may be left out or counted twice; each may be counted at a rate it has not."""
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
    """What else a clause gives, or takes, for one; and one more or less, but not nothing."""
    return sorted(rate for rate in (known | {each - 1, each + 1}) - {each} if rate * each > 0)


def rates_of(effects: Iterable[Effect]) -> Rates:
    """What a clause gives for one, in all its items: a table may take one for another."""
    rates: Rates = {}
    for effect in effects:
        known = rates.setdefault(effect.clause, set())
        for item in effect.items if isinstance(effect, ScoreLine) else ():
            if (each := exact(item.each)) is not None:
                known.add(each)
    return rates


def _may_come_to(cause: Cause, by: int) -> bool:
    """A loss stops at nothing, then and later: only folding can tell how much of a larger difference is left."""
    made = cause.done - cause.due
    return made == by or (made * by > 0 and abs(made) > abs(by) and (cause.what != POINTS or cause.due < 0))


def _grouped(causes: list[Cause]) -> list[Cause]:
    """Alike causes of one line as one: either of them may have been it."""
    alike: dict[tuple, Cause] = {}
    for one in causes:
        same = (one.line, one.clause, one.due, one.done, one.ways)
        if (other := alike.get(same)) is not None:
            sources = tuple(dict.fromkeys((*other.sources, *one.sources)))
            one = replace(other, sources=sources, likely=other.likely + one.likely)
        alike[same] = one
    return list(alike.values())
