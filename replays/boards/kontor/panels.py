"""Draws the panels of Kontor: each seat, the treasury, the piles, the warehouses left."""

from __future__ import annotations

from domain.games.kontor.pieces import GOODS, GROUPS
from domain.games.kontor.state import CHOOSE, NOT_CHOSEN, Player, card_of, on_top, pile_of, seen_in
from domain.numbers import most, not_below_zero
from replays.boards.drawing import Bounds
from replays.boards.kontor.canvas import HarbourCanvas, florin, known_number, short
from replays.boards.kontor.cards import back, drawn, hand_look
from replays.boards.kontor.harbour import goods_said, named
from replays.boards.kontor.layout import CardSizes
from replays.boards.shapes import amount, figure, fitted, placed, rect, text, use


def draw_panels(art: HarbourCanvas) -> None:
    """All of them: partners side by side."""
    acting = art.rules.to_act(art.rules, art.state)
    seats = sorted(range(len(art.letters)), key=lambda seat: (art.state.sides[seat], seat))
    for seat, box in zip(seats, art.layout.seats, strict=True):
        key = f"seat:{art.letters[seat]}"
        _frame(art, seat, box, key, seat in acting)
        _hand(art, seat, art.state.players[seat], box, key)
        _play(art, seat, box, key)
        _pile(art, seat, box)
    _treasury(art)
    _canals(art)
    _supply(art)


# Seats --------------------------------------------------------------------------------------------


def _frame(art: HarbourCanvas, seat: int, box: Bounds, key: str, acts: bool) -> None:
    panel, side, player = art.layout.panel, art.state.sides[seat], art.state.players[seat]
    inner = rect(*box, "g-card", 8) + (rect(*box, "g-now", 8) if acts else "")
    inner += art.seat_badge(seat, box.x + 22, box.y + 22, 1.25)
    inner += text(box.x + 42, box.y + 27, fitted(art.scene.annotator.seats[seat], panel.name, 15, bold=True), "g-b", 15)
    for word, (x, y) in (("hand", panel.hand[:2]), ("play", panel.play)):
        inner += text(box.x + x, box.y + y - 6, art.word(word).upper(), "g-cap")
    art.add("panels", key, inner, art.word("seat-acts" if acts else "seat-says", seat=seat), box)
    x, y = box.x + panel.purse, box.y + 22
    inner = florin(art.icons["florin"], x, y, 1.3) + amount(x + 14, y + 5, known_number(player.purse), "g-b", 15)
    says = art.word("purse-says", seat=seat, florins=player.purse)
    art.add("panels", f"{key}:purse", inner, says, Bounds(x - 12, y - 13, 52, 26))
    score = known_number(art.state.scores[side]) if side < art.sides else None
    right = box.x + box.w - 14
    crown = "g-now" if seat in art.state.winners else ""
    inner = rect(right - 50, y - 14, 56, 28, crown, 6) if crown else ""
    inner += use("keeper", right - 36, y - 1, 0.7, f"g-s{art.slot(side)} g-seat") + amount(
        right, y + 5, score, "g-b g-e", 15
    )
    says = art.word("score-says", side=art.side_name(side), points=figure(score))
    art.add("panels", f"{key}:score", inner, says, Bounds(right - 50, y - 14, 56, 28))


def _hand(art: HarbourCanvas, seat: int, player: Player, box: Bounds, key: str) -> None:
    """Cards all players know, then the backs of the others."""
    sizes, (left, top, room) = art.layout.panel.card, art.layout.panel.hand
    seen, unseen = seen_in(art.state, seat), tuple(map(not_below_zero, player.hand.unseen))
    backs = [(group, count) for group, count in zip(GROUPS, unseen, strict=False) if most(count)]
    narrower = sizes.side * 0.84
    width = (sizes.side + 4) * len(seen) + (narrower + 4) * len(backs)
    squeeze = min(1.0, (room - narrower) / max(1.0, width - narrower))
    x, y, inner = box.x + left, box.y + top, ""
    for number in seen:
        inner += placed(drawn(art, hand_look(art, card_of(art.state, number), seat), sizes), x, y)
        x += (sizes.side + 4) * squeeze
    listed = ", ".join(named(art, card_of(art.state, number).kind, number) for number in seen)
    says = art.word("hand-says", seat=seat, cards=listed or art.words.name("card", "none"))
    place = Bounds(box.x + left - 2, y - 2, max(sizes.side, x - box.x - left), sizes.side + 4)
    art.add("panels", f"{key}:hand", inner, says, place)
    inner = ""
    for group, count in backs:
        inner += placed(back(sizes, f"{short(count)} {art.icons[group]}", narrower), x, y)
        x += (narrower + 4) * squeeze
    counts = ", ".join(f"{art.word(group)} {figure(count)}" for group, count in backs)
    says = art.word("unseen-says", cards=counts or art.words.name("card", "none"))
    art.add("panels", f"{key}:unseen", inner, says)
    _exports(art, seat, box, key)


def _play(art: HarbourCanvas, seat: int, box: Bounds, key: str) -> None:
    """The card of this round: face down while it is chosen, open when it is revealed."""
    sizes, (left, top), play = art.layout.panel.card, art.layout.panel.play, art.state.play
    x, y = box.x + left, box.y + top
    place = Bounds(x, y, sizes.side, sizes.side)
    shown, chosen = play.shown[seat], play.chosen[seat]
    if shown:
        inner = placed(drawn(art, hand_look(art, card_of(art.state, shown), seat), sizes), x, y)
        says = art.word("shown-says", seat=seat, card=named(art, card_of(art.state, shown).kind, shown))
    elif seat in play.passed:
        label = text(x + sizes.side / 2, y + sizes.side / 2 + 4, art.word("passed"), "g-m g-i2", 10)
        inner, says = rect(*place, "g-slot", 4) + label, art.word("passed-says", seat=seat)
    elif chosen != NOT_CHOSEN and (art.state.phase == CHOOSE or seat in art.part("contraband", "hiding")):
        inner, says = placed(back(sizes, ""), x, y), art.word("chosen-says", seat=seat)
    else:
        inner, says = (
            rect(x + 2, y + 2, sizes.side - 4, sizes.side - 4, "g-slot", 4),
            art.word("waiting-says", seat=seat),
        )
    art.add("panels", f"{key}:play", inner, says, place)


def _pile(art: HarbourCanvas, seat: int, box: Bounds) -> None:
    """A seat's own docks, face up."""
    sizes, (left, top) = art.layout.panel.card, art.layout.panel.pile
    pile, x, y = pile_of(art.state, seat), box.x + left, box.y + top
    inner = text(x, y - 6, art.word("pile", count=figure(known_number(pile.count))).upper(), "g-cap")
    inner += _topmost(art, on_top(pile), seat, x, y, sizes, bool(most(pile.count)))
    says = _pile_says(art, "pile-says", on_top(pile), pile.count, seat=seat)
    art.add("panels", f"pile:{art.letters[seat]}", inner, says, Bounds(x, y, sizes.side, sizes.side))


def _topmost(art: HarbourCanvas, number: int, seat: int, x: float, y: float, sizes: CardSizes, any_left: bool) -> str:
    if not any_left:
        return rect(x + 2, y + 2, sizes.side - 4, sizes.side - 4, "g-slot", 4)
    under = rect(x + 5, y + 5, sizes.side - 5, sizes.side - 5, "g-card", 4)
    if not number:
        return under + placed(back(sizes, "?"), x, y)
    return under + placed(drawn(art, hand_look(art, card_of(art.state, number), seat), sizes), x, y)


def _pile_says(art: HarbourCanvas, key: str, top: int, count, **facts) -> str:
    card = named(art, card_of(art.state, top).kind, top) if top else art.words.name("card", "?")
    return art.word(key, count=figure(known_number(count)), card=card, **facts)


def _exports(art: HarbourCanvas, seat: int, box: Bounds, key: str) -> None:
    """Warehouses on a side's export board, where a variant has one."""
    kinds, side = len(GOODS), art.state.sides[seat]
    goods = art.part("exports", "goods")[kinds * side : kinds * (side + 1)]
    if not goods:
        return
    x, y = box.x + 12, box.y + box.h - 5
    inner = text(x, y, art.word("export").upper(), "g-cap")
    for at, (good, count) in enumerate((good, count) for good, count in zip(GOODS, goods, strict=False) if most(count)):
        left = x + 58 + 26 * at
        inner += art.good(good, left, y - 3.5, 0.5) + amount(left + 8, y, known_number(count), "g-b", 10.5)
    art.add("panels", f"{key}:exports", inner, art.word("exports", goods=goods_said(art, goods) or "–"))


# What belongs to all players ------------------------------------------------------------------------------


def _treasury(art: HarbourCanvas) -> None:
    box, narrow = art.layout.treasury, art.narrow
    inner = rect(*box, "g-card", 8) + text(box.x + 12, box.y + 19, art.word("treasury").upper(), "g-cap")
    x, y = box.x + (26 if narrow else 32), box.y + (42 if narrow else 54)
    inner += florin(art.icons["florin"], x, y, 1.5 if narrow else 2.2)
    inner += amount(x + (18 if narrow else 26), y + 7, known_number(art.state.treasury), "g-b", 18 if narrow else 22)
    if not narrow:
        inner += text(box.x + 12, box.y + 84, art.word("florins-of", florins=art.state.florins), "g-i2", 10.5)
    says = art.word("treasury-says", florins=art.state.treasury)
    art.add("panels", "treasury", inner, says, box)


def _canals(art: HarbourCanvas) -> None:
    box, pile, narrow = art.layout.canals, art.state.canals, art.narrow
    sizes = CardSizes(side=40, number=11, badge=0.6, symbol=0.66, good=0.6) if narrow else art.layout.panel.card
    inner = rect(*box, "g-card", 8) + text(box.x + 12, box.y + 19, art.word("canal-pile").upper(), "g-cap")
    inner += _topmost(art, on_top(pile), -1, box.x + 12, box.y + (20 if narrow else 27), sizes, bool(most(pile.count)))
    inner += amount(
        box.x + (62 if narrow else 84),
        box.y + (47 if narrow else 64),
        known_number(pile.count),
        "g-b",
        18 if narrow else 22,
    )
    says = _pile_says(art, "canals-says", on_top(pile), pile.count)
    art.add("panels", "pile:canal", inner, says, box)


def _supply(art: HarbourCanvas) -> None:
    """Warehouses not in use, of each kind."""
    box, narrow = art.layout.supply, art.narrow
    seen = art.rules.observables.get("supply")
    counts = [known_number(art.known(seen.get, art.state, (good,))) if seen else None for good in GOODS]
    inner = rect(*box, "g-card", 8) + text(box.x + 12, box.y + 19, art.word("supply").upper(), "g-cap")
    step, y = (box.w - 16) / 3, box.y + (42 if narrow else 52)
    for at, (good, count) in enumerate(zip(GOODS, counts, strict=True)):
        x = box.x + 20 + step * at
        inner += art.good(good, x, y, 0.7 if narrow else 1)
        inner += amount(x + (10 if narrow else 15), y + 5, count, "g-b", 12 if narrow else 14)
    listed = ", ".join(
        f"{art.words.name('good', good)} {figure(count)}" for good, count in zip(GOODS, counts, strict=True)
    )
    art.add("panels", "supply", inner, art.word("supply-says", goods=listed), box)
