"""The sum behind some points, in words: `3 tiles × 2 + 1 shield × 2`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.numbers import exact

if TYPE_CHECKING:
    from domain.rules import Item, ScoreLine
    from domain.words import Words

MAX_OF = 6  # things on the table named in one sum


def sum_text(words: Words, score: ScoreLine) -> str:
    """The sum behind a score line, with what limited it; empty where it says no more than the points."""
    limits = words["names"].get("limit", {})
    plain = [(exact(item.count), exact(item.each)) for item in score.items] == [(1, exact(score.by))]
    if plain or exact(score.by) != exact(score.due):
        return ""
    items = [_item_text(words, item) for item in score.items if item.name not in limits]
    limited = [limits[item.name] for item in score.items if item.name in limits]
    return ", ".join([" + ".join(items), *limited])


def _item_text(words: Words, item: Item) -> str:
    """`4 tiles × 1`, with the things on the table that were counted, where they are few."""
    own = words["sums"].get(item.name)
    if own is not None:
        text = words.fill(own, {"count": item.count, "each": item.each}, {})
    else:
        count = words.count(item.name, item.count) if item.name in words["nouns"] else item.count
        text = f"{count} × {item.each}"
    few = 0 < len(item.of) <= MAX_OF
    return words["headings"]["items-of"].format(sum=text, of=", ".join(item.of)) if few else text
