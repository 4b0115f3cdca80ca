"""Draws the last line of a seat's panel: what harvest, provisions, goods and income would bring now."""

from __future__ import annotations

from domain.games.nieuw_amsterdam.follow.common import smaller
from domain.games.nieuw_amsterdam.follow.income import goods_of_ships, harvest_of, held_alone, occupied
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import OVER, Player, State, businesses
from domain.numbers import Number, least, most, not_below_zero
from domain.rules import Seat
from replays.boards.drawing import Bounds, number
from replays.boards.nieuw_amsterdam.canvas import CityCanvas, drawable
from replays.boards.shapes import figure, path, text


def draw_income(art: CityCanvas, seat: Seat, player: Player, box: Bounds, key: str) -> None:
    """Corn in and out, goods that find room, coins; and what is missing."""
    due = businesses(art.state, seat)
    corn = drawable(art.known(harvest_of, art.rules, player))
    goods = drawable(art.known(_landed, art.rules, player))
    coins = art.known(_coins, art.rules, art.state, seat)
    y, left, right = box.y + 16, box.x + 12, box.x + box.w - 14
    inner = path(f"M{number(left)} {number(box.y)}H{number(right)}", "g-ln")
    starts = (0, 96, 160) if art.narrow else (150, 250, 330)
    inner += "" if art.narrow else text(left, y + 4, art.word("income"), "g-i2", 10.5)
    spoken = (f"+{figure(corn)} −{figure(drawable(due))}", f"+{figure(goods)}", f"+{figure(coins)}")
    for kind, start, label in zip(("corn", "goods", "coins"), starts, spoken, strict=True):
        inner += art.icon(kind, left + start + 9, y, 0.75)
        inner += text(left + start + 20, y + 4, label, "g-uk" if ".." in label or "?" in label else "g-b", 11)
    missing = _missing(player, corn, due) if art.state.phase != OVER else 0
    short = art.word("short", corn=missing) if missing else ""
    known = art.word("next-income") if art.narrow else art.word("businesses", count=due)
    inner += text(right, y + 4, short or known, "g-e g-b g-bad" if short else "g-e g-i2", 10.5)
    says = art.word("income-says", corn=figure(corn), due=figure(due), goods=figure(goods), coins=figure(coins))
    art.add(f"{key}:income", inner, f"{says}; {short}" if short else says, Bounds(box.x + 4, box.y + 2, box.w - 8, 24))


def _landed(rules: NieuwAmsterdamRules, player: Player) -> Number:
    """The goods of the ships, as far as the piers hold them."""
    room = not_below_zero(player.estate.capacity - player.goods)
    return smaller(goods_of_ships(rules, player.estate), room)


def _coins(rules: NieuwAmsterdamRules, state: State, seat: Seat) -> Number:
    return occupied(state, seat) + held_alone(rules, state, seat)


def _missing(player: Player, corn: Number | None, due: Number) -> int:
    """The corn that is surely missing."""
    has = most(player.corn) + (0 if corn is None else most(corn))
    return max(0, least(due) - has) if corn is not None else 0
