"""Checks of actions that only variants bring (GR-AGREED)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.clauses import GR_AGREED, cites
from domain.games.kontor.actions import (
    Ally,
    Bonus,
    Bribe,
    Buy,
    Coin,
    Event,
    Exchange,
    Fill,
    Leave,
    Open,
    Pick,
    Place,
    Redraw,
    Salvage,
    Second,
    Sink,
    Smuggle,
    Spend,
    Stow,
    Swap,
    Verdict,
    Withdraw,
)
from domain.games.kontor.state import State
from domain.rules import Action, Broken, Check, broken

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

BROUGHT: tuple[type[Action], ...] = (
    *(Smuggle, Stow, Open, Withdraw, Event, Exchange, Redraw, Swap),
    *(Bribe, Second, Sink, Salvage, Coin, Ally, Leave, Bonus, Spend, Verdict, Pick, Buy, Fill),
)


@cites(GR_AGREED)
def this_was_agreed(rules: KontorRules, state: State, action: Action) -> Broken | None:
    return None if type(action).__struct_config__.tag in rules.optional_deeds else broken()


@cites(GR_AGREED)
def choosing_a_good_was_agreed(rules: KontorRules, state: State, place: Place) -> Broken | None:
    return broken(good=place.good) if place.good and not rules.chooses_good else None


@cites(GR_AGREED)
def exporting_was_agreed(rules: KontorRules, state: State, place: Place) -> Broken | None:
    return broken(goods=place.export) if place.export and not rules.exports else None


CHECKS: dict[type, tuple[Check, ...]] = {
    **dict.fromkeys(BROUGHT, (this_was_agreed,)),
    Place: (choosing_a_good_was_agreed, exporting_was_agreed),
}
