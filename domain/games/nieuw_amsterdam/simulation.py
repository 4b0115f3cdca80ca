"""What simulated games of Nieuw Amsterdam need: the random draws of the set-up, less exact lines, preferences."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from domain.games.game import Simulation
from domain.games.nieuw_amsterdam.actions import (
    SPECIALS,
    Bid,
    Dealt,
    Done,
    End,
    Fill,
    Lands,
    Market,
    Millwork,
    Mix,
    Pay,
    Post,
    Remove,
    Select,
    Ship,
    Ships,
    Special,
    Tiles,
    Trade,
)
from domain.games.nieuw_amsterdam.pieces import FUR, FURS, FURS_OF_A_KIND, START_FURS, TRADER_SPACES, TRADERS
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import State
from domain.rules import Action, Between, Offer, Rules, Split, replace


def opening(rules: Rules, state: State, rng: Random) -> tuple[Action, ...]:
    """Two furs each, eleven on the traders, a post each."""
    bag = [fur for fur in FURS for _ in range(FURS_OF_A_KIND)]
    rng.shuffle(bag)
    dealt = tuple(Dealt(seat=seat, furs=(bag.pop(), bag.pop())[:START_FURS]) for seat in range(len(state.players)))
    by_trader = tuple(
        (trader, tuple(bag.pop() for _ in range(spaces))) for trader, spaces in zip(TRADERS, TRADER_SPACES, strict=True)
    )
    return (*dealt, Fill(furs=by_trader), *_posts(len(state.players)))


def _posts(players: int) -> tuple[Post, ...]:
    """Two play on black spaces, three on white ones, more on all."""
    spaces = {2: ("black1", "black2"), 3: ("white1", "white2", "white3")}
    everywhere = ("black1", "black2", "white1", "white2", "white3")
    return tuple(
        Post(seat=seat, zone=1, space=space)
        for seat, space in zip(range(players), spaces.get(players, everywhere), strict=False)
    )


def closing(rules: Rules, state: State) -> tuple[Action, ...]:
    """The table says that it counts."""
    return (End(),)


def _unseen(furs: tuple[str, ...], rng: Random) -> tuple[str, ...]:
    return tuple(rng.choice((fur, "?")) for fur in furs)


def _unseen_fill(fill: Fill, rng: Random) -> Action:
    return replace(fill, furs=tuple((trader, _unseen(furs, rng)) for trader, furs in fill.furs))


def _unseen_cards(cards: Lands | Ships, rng: Random) -> Action:
    """Cards with a figure that was not read."""
    return replace(cards, cards=tuple(_unseen_card(card, rng) for card in cards.cards))


def _unseen_card(card: str, rng: Random) -> str:
    era, colon, values = card.rpartition(":")
    parts = values.split("/")
    if len(parts) == 3 and rng.random() < 0.5:
        parts[rng.randrange(3)] = "?"
    return f"{era}{colon}{'/'.join(parts)}"


def _unseen_kinds(mix: Mix, rng: Random) -> Mix:
    """Some furs, and not which."""
    return tuple((rng.choice((kind, FUR)) if kind in FURS else kind, count) for kind, count in mix)


def _unseen_tiles(tiles: Tiles, rng: Random) -> Action:
    """Some tiles of a column, and not which."""
    return replace(tiles, columns=tuple("".join(_unseen(tuple(column), rng)) for column in tiles.columns))


def _unseen_fee(special: Special, rng: Random) -> Action:
    """A fee that was not seen; one of two Coins or more is always seen."""
    return special if special.fee and special.fee > 1 else replace(special, fee=None)


def _unseen_market(market: Market, rng: Random) -> Action:
    return replace(_unseen_fee(market, rng), drawn=_unseen(market.drawn, rng))


def _mostly(name: str, narrow: Callable[[Between], Between], often: float) -> Callable[..., Offer]:
    """Prefers the numbers that people choose most."""

    def usual(rules: NieuwAmsterdamRules, state: State, offer: Offer, rng: Random) -> Offer:
        field = offer.open.get(name)
        if not isinstance(field, Between) or rng.random() >= often:
            return offer
        return replace(offer, open={**offer.open, name: narrow(field)})

    return usual


def _at_once(rules: NieuwAmsterdamRules, state: State, offer: Offer, rng: Random) -> Offer:
    """Prefers to remove all businesses that are owed at once."""
    where = offer.open["where"]
    return replace(offer, open={"where": Split(where.total, where.most)}) if isinstance(where, Split) else offer


USUAL: dict[type, Callable[..., Offer]] = {
    Remove: _at_once,
    Select: _mostly("bid", lambda bid: Between(0, min(2, bid.most)), 0.75),
    Bid: _mostly("amount", lambda amount: Between(amount.least, amount.least), 0.5),
    Millwork: _mostly("houses", lambda houses: Between(houses.most, houses.most), 0.5),
}
BLURS: dict[type, Callable[..., Action]] = {
    Dealt: lambda dealt, rng: replace(dealt, furs=_unseen(dealt.furs, rng)),
    Fill: _unseen_fill,
    Lands: _unseen_cards,
    Ships: _unseen_cards,
    Tiles: _unseen_tiles,
    Pay: lambda pay, rng: replace(pay, paid=_unseen_kinds(pay.paid, rng)),
    Trade: lambda trade, rng: replace(trade, furs=_unseen_kinds(trade.furs, rng)),
    Ship: lambda ship, rng: replace(ship, furs=_unseen_kinds(ship.furs, rng)),
    **dict.fromkeys(SPECIALS, _unseen_fee),
    Market: _unseen_market,
}
# Everything lies open in this game, so no field is a secret; and a turn is over when the next one begins.
SIMULATION = Simulation(opening=opening, closing=closing, implied=(Done,), blurs=BLURS, usual=USUAL)
