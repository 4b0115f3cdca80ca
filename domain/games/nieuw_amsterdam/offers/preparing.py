"""Set-up J and steps 1 to 3: what chance may lay out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from domain.games.nieuw_amsterdam import actions as na
from domain.games.nieuw_amsterdam.follow.preparing import empty_spaces
from domain.games.nieuw_amsterdam.offers.common import draws, reserve_of
from domain.games.nieuw_amsterdam.pieces import DISTRICTS, SLOTS, TILES_OF_A_KIND, TRADERS, era_of
from domain.games.nieuw_amsterdam.pieces import TILES as TILE_LETTERS
from domain.games.nieuw_amsterdam.state import State
from domain.numbers import least, most
from domain.rules import Offer, OneOf


def founding(rules, state: State) -> Iterator[Offer]:
    """Set-up J: a business in any district."""
    yield Offer(na.Found(seat=state.actor, district=DISTRICTS[0]), {"district": OneOf(DISTRICTS)})


def new_cards(rules, state: State) -> Iterator[Offer]:
    """Step 1: four land cards and four ships of the round's era."""
    if "l" not in state.slots.shown and (lands := _hands(_cards_left(rules, state, "land"))):
        yield Offer(na.Lands(cards=lands[0]), {"cards": OneOf(lands)})
    elif "s" not in state.slots.shown and (ships := _hands(_cards_left(rules, state, "ship"))):
        yield Offer(na.Ships(cards=ships[0]), {"cards": OneOf(ships)})


def _cards_left(rules, state: State, kind: str) -> list[str]:
    era = era_of(state.round)
    faces = rules.catalogue.faces.get(kind, {})
    left = [
        value
        for value, face in faces.items()
        if value.startswith(era)
        for _ in range(face.copies - state.faces.get(f"{kind}:{value}", 0))
    ]
    return left if len(left) >= SLOTS else [f"{era}:?"] * SLOTS


def _hands(cards: list[str]) -> tuple[tuple[str, ...], ...]:
    """Four of them, in as many ways as there are cards."""
    around = cards + cards
    spread = [tuple(around[at : at + 2 * SLOTS : 2]) for at in range(len(cards))] if len(cards) > 2 * SLOTS else []
    return tuple(dict.fromkeys((*(tuple(around[at : at + SLOTS]) for at in range(len(cards))), *spread)))


def refills(rules, state: State) -> Iterator[Offer]:
    """Step 2: furs of the reserve on the empty spaces; when it runs out, of the discard."""
    empty = empty_spaces(state)
    need = min(sum(empty), most(state.reserve + state.discard.total))
    if choices := draws(state, reserve_of(state), need):
        shared = tuple(dict.fromkeys(_by_trader(empty, furs) for furs in choices))
        yield Offer(na.Fill(furs=shared[0]), {"furs": OneOf(shared)})


def _by_trader(empty: tuple[int, ...], furs: tuple[str, ...]) -> tuple:
    laid, at = [], 0
    for trader, free in zip(TRADERS, empty, strict=True):
        if free and furs[at : at + free]:
            laid.append((trader, furs[at : at + free]))
            at += free
    return tuple(laid)


def layouts(rules, state: State) -> Iterator[Offer]:
    """Step 3: the twelve tiles in the columns of the sheet."""
    yield _layouts(tuple(map(least, state.sheet.columns)))


@cache
def _layouts(sizes: tuple[int, ...]) -> Offer:
    tiles = TILE_LETTERS * TILES_OF_A_KIND
    laid = tuple(
        _columns(sizes, "".join(tiles[(at * stride + first) % len(tiles)] for at in range(len(tiles))))
        for stride in (1, 5, 7, 11)
        for first in range(3)
    )
    mixed = tuple(_columns(sizes, "".join(block)) for block in _MIXED)
    choices = tuple(dict.fromkeys(laid + mixed))
    return Offer(na.Tiles(columns=choices[0]), {"columns": OneOf(choices)})


_MIXED = (
    *("CCLLTTCCLLTT", "LLTTCCTTCCLL", "TTTCCCLLLCLT", "CCCLLLTTTTLC", "LLTCCTLTCTCL", "CLLTTCCCLTTL"),
    *("TCCTLLTLCCLT", "LCTTLCLTCTCL", "CTLTCCLLTLTC", "TTLLCCLCTLCT", "LLLTTTCCCCTL", "CCLTTLTLCLTC"),
)


def _columns(sizes: tuple[int, ...], tiles: str) -> tuple[str, ...]:
    columns, at = [], 0
    for size in sizes:
        columns.append("".join(sorted(tiles[at : at + size])))
        at += size
    return tuple(columns)
