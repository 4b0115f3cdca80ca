"""Offers of set-up J and steps 1 to 3: the random results that are possible."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from domain.games.nieuw_amsterdam import actions as na
from domain.games.nieuw_amsterdam.follow.preparation import empty_spaces
from domain.games.nieuw_amsterdam.offers.common import furs_left, reserve_of
from domain.games.nieuw_amsterdam.pieces import DISTRICTS, SLOTS, TILES_OF_A_KIND, TRADERS, era_of
from domain.games.nieuw_amsterdam.pieces import TILES as TILE_LETTERS
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import State
from domain.numbers import least, most
from domain.rules import Offer, OneOf, RandomDraw


def founding(rules: NieuwAmsterdamRules, state: State) -> Iterator[Offer]:
    """Set-up J: a business in any district."""
    yield Offer(na.Found(seat=state.actor, district=DISTRICTS[0]), {"district": OneOf(DISTRICTS)})


def new_cards(rules: NieuwAmsterdamRules, state: State) -> Iterator[Offer]:
    """Step 1: four land cards and four ships of the round's era, in either order."""
    for kind, action, letter in (("land", na.Lands, "l"), ("ship", na.Ships, "s")):
        if letter not in state.slots.shown:
            left = _cards_left(rules, state, kind)
            cards = [card for card, copies in left.items() for _ in range(copies)]
            yield Offer(action(cards=tuple(cards[:SLOTS])), {"cards": RandomDraw(SLOTS, left)})


def _cards_left(rules: NieuwAmsterdamRules, state: State, kind: str) -> dict[str, int]:
    """The cards of the round's era that have not been laid out yet; where too few are known, unread cards."""
    era = era_of(state.round)
    faces = rules.catalogue.faces.get(kind, {})
    copies = {value: face.copies - state.faces.get(f"{kind}:{value}", 0) for value, face in faces.items()}
    left = {value: count for value, count in copies.items() if value.startswith(era) and count > 0}
    return left if sum(left.values()) >= SLOTS else {f"{era}:?": SLOTS}


def refills(rules: NieuwAmsterdamRules, state: State) -> Iterator[Offer]:
    """Step 2: furs of the reserve on the empty spaces; when it runs out, of the discard."""
    empty = empty_spaces(state)
    need = min(sum(empty), most(state.reserve + state.discard.total))
    left = furs_left(state, reserve_of(state), need)
    furs = tuple(fur for fur, count in left.items() for _ in range(count))[:need]
    drawn = RandomDraw(need, left, lambda pieces: _by_trader(empty, pieces), _off_traders)
    yield Offer(na.Fill(furs=_by_trader(empty, furs)), {"furs": drawn})


def _by_trader(empty: tuple[int, ...], furs: tuple[str, ...]) -> tuple:
    by_trader, at = [], 0
    for trader, free in zip(TRADERS, empty, strict=True):
        if free and furs[at : at + free]:
            by_trader.append((trader, furs[at : at + free]))
            at += free
    return tuple(by_trader)


def _off_traders(by_trader: tuple) -> tuple[str, ...]:
    return tuple(fur for _, furs in by_trader for fur in furs)


def layouts(rules: NieuwAmsterdamRules, state: State) -> Iterator[Offer]:
    """Step 3: the twelve tiles in the columns of the sheet."""
    yield _layouts(tuple(map(least, state.sheet.columns)))


@cache
def _layouts(sizes: tuple[int, ...]) -> Offer:
    tiles = dict.fromkeys(TILE_LETTERS, TILES_OF_A_KIND)
    example = _columns(sizes, tuple(TILE_LETTERS * TILES_OF_A_KIND))
    drawn = RandomDraw(
        sum(sizes), tiles, lambda pieces: _columns(sizes, pieces), lambda columns: tuple("".join(columns))
    )
    return Offer(na.Tiles(columns=example), {"columns": drawn})


def _columns(sizes: tuple[int, ...], tiles: tuple[str, ...]) -> tuple[str, ...]:
    columns, at = [], 0
    for size in sizes:
        columns.append("".join(sorted(tiles[at : at + size])))
        at += size
    return tuple(columns)
