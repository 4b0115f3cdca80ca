"""The notation of Nieuw Amsterdam: reads and writes each kind of action as text."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.nieuw_amsterdam import actions as na
from domain.games.nieuw_amsterdam.notation.sentences import FORMS
from domain.games.nieuw_amsterdam.notation.special import SPECIAL_VERBS
from domain.games.nieuw_amsterdam.notation.words import (
    by_trader,
    cards,
    cards_text,
    furs,
    mix,
    mix_text,
    number,
    numbers,
    one_of,
    only,
    parts,
    payment,
    seen_number,
    seen_text,
)
from domain.games.nieuw_amsterdam.pieces import (
    AUTOMATIC,
    DISTRICTS,
    FUR,
    FURS,
    NOT_SEEN,
    SHEET,
    SPACE_COLOURS,
    STEPS,
    TILES,
    TRADERS,
)
from domain.games.nieuw_amsterdam.spellings import SPELLING
from domain.notation import Notation, Verb, Words

THINGS = (
    *("coins", "wood", "corn", "goods", *FURS, FUR, "points", "token", "longhouse", "business", "house"),
    *("warehouse", "land", "ship", "post", "tile", "building"),
)
PLACES = (
    *DISTRICTS,
    *(f"{place}{at}" for place in ("camp", "zone", "card", "slot", "column", "token") for at in range(1, 10)),
    *("reserve", "discard", "supply", "box", "deck", "purse", "wharf", "row", "track", "hand", "hidden"),
    *("top", "middle", "bottom"),
)
_SPACES = tuple(f"{colour}{at}" for colour in SPACE_COLOURS for at in range(1, 6))


def _nothing(words: Words) -> dict:
    only(words, 0)
    return {}


def _space(words: Words) -> str:
    """`white 2`, or "" where it was not said."""
    return one_of("".join(only(words, 2)), _SPACES) if words else ""


def _space_text(space: str) -> str:
    return f" {space[:5]} {space[5:]}" if space else ""


def _paying(words: dict[str, Words]) -> dict:
    return {"paid": payment(words["paying"])} if "paying" in words else {}


def _paid(paid: na.Mix | None) -> str:
    return f" paying {mix_text(paid)}" if paid else ""


def _claimed(paid: na.Mix | None) -> str:
    """What the table says it paid, nothing included; left out where it did as the rules say."""
    return "" if paid is None else f" paying {mix_text(paid)}"


def _read_sheet(words: Words) -> dict:
    values = tuple(None if word == "?" else number(word) for word in words[1:])
    if not values:
        raise ValueError(words[0])
    return {"row": one_of(words[0], SHEET), "values": values}


def _read_tiles(words: Words) -> dict:
    if not words or any(set(word) - set(TILES + "?") for word in words if word != "-"):
        raise ValueError(" ".join(words))
    return {"columns": tuple("" if word == "-" else word for word in words)}


def _read_fill(words: Words) -> dict:
    return {"furs": tuple((trader, furs(codes)) for trader, codes in by_trader(words))}


def _one_seen(words: Words) -> int | None:
    """The only word as a number, None for `?`: it was not seen."""
    return seen_number(only(words, 1)[0])


def _read_select(words: Words) -> dict:
    groups = parts(words, "bid")
    bid = _one_seen(groups["bid"]) if "bid" in groups else None
    unseen = {"unseen": True} if "bid" in groups and bid is None else {}
    return {"column": _one_seen(groups[""]), "bid": bid, **unseen}


def _select_text(select: na.Select) -> str:
    bid = "" if select.bid is None and not select.unseen else f" bid {seen_text(select.bid)}"
    return seen_text(select.column) + bid


def _read_found(words: Words) -> dict:
    groups = parts(words, "paying")
    return {"district": one_of(only(groups[""], 1)[0], (*DISTRICTS, NOT_SEEN)), **_paying(groups)}


def _read_take(words: Words) -> dict:
    groups = parts(words, "paying")
    return {"column": _one_seen(groups[""]), **_paying(groups)}


def _read_build(words: Words) -> dict:
    groups = parts(words, "paying")
    return {"where": mix(groups[""], (*PLACES, NOT_SEEN)), **_paying(groups)}


def _read_add(words: Words) -> dict:
    groups = parts(words, "at", "paying")
    slots = (0,) if groups[""] == ["deck"] else _slots(groups[""])
    at = {"at": number(only(groups["at"], 1)[0])} if "at" in groups else {}
    return {"slots": slots, **at, **_paying(groups)}


def _slots(words: Words) -> tuple[int, ...]:
    """The slots of cards that were taken, `?` where it was not seen."""
    if not words:
        raise ValueError("slot")
    return () if words == [NOT_SEEN] else numbers(words)


def _slots_text(slots: tuple[int, ...]) -> str:
    return " ".join(map(str, slots)) or NOT_SEEN


def _add_text(add: na.AddLand) -> str:
    slots = "deck" if add.slots == (0,) else _slots_text(add.slots)
    return slots + ("" if add.at is None else f" at {add.at}") + _paid(add.paid)


def _furs_of(listed: Words) -> na.Mix:
    """The furs taken of a trader: all of them where none are named, and `nothing` is none of them."""
    return (mix(listed, (*FURS, FUR)) or ((FUR, 0),)) if listed else ()


def _read_trade(words: Words) -> dict:
    groups = parts(words, "paying", "fee")
    (trader, furs), *also = ((who, _furs_of(listed)) for who, listed in by_trader(groups[""], (*TRADERS, NOT_SEEN)))
    return {"trader": trader, "furs": furs, "also": tuple(also), **_paying(groups), **_journey(groups)}


def _journey(groups: dict[str, Words]) -> dict:
    """`fee 2`: corn for the journey, `fee ?` where it was not seen."""
    if "fee" not in groups:
        return {}
    word = only(groups["fee"], 1)[0]
    return {"unseen": True} if word == NOT_SEEN else {"fee": number(word)}


def _trade_text(trade: na.Trade) -> str:
    takes = ((trade.trader, trade.furs), *trade.also)
    groups = " ".join(f"{trader} {mix_text(furs) if furs else ''}".strip() for trader, furs in takes)
    return groups + _claimed(trade.paid) + _journey_text(trade)


def _journey_text(trade: na.Trade) -> str:
    if trade.unseen:
        return f" fee {NOT_SEEN}"
    return "" if trade.fee is None else f" fee {trade.fee}"


def _read_ship(words: Words) -> dict:
    groups = parts(words, "with", "paying")
    return {"slots": _slots(groups[""]), "furs": mix(groups["with"], (*FURS, FUR)), **_paying(groups)}


def _read_remove(words: Words) -> dict:
    groups = parts(words, "to")
    to = {"to": one_of(only(groups["to"], 1)[0], ("supply", "box"))} if "to" in groups else {}
    return {"where": mix(groups[""], (*DISTRICTS, NOT_SEEN)), **to}


def _read_give(words: Words, letters: tuple[str, ...]) -> dict:
    """`Y 2 coins`: to a seat by its letter, or by its place at a larger table."""
    to = letters.index(words[0]) if words[0] in letters else number(words[0])
    return {"to": to, "what": payment(words[1:])}


def _give_text(give: na.Give, letters: tuple[str, ...]) -> str:
    to = letters[give.to] if give.to < len(letters) else give.to
    return f"{to} {mix_text(give.what)}"


def _read_move(words: Words) -> dict:
    groups = parts(words, "from", "to")
    count, thing = only(groups[""], 2)
    source, target = (one_of(only(groups[key], 1)[0], PLACES) for key in ("from", "to"))
    thing = thing if thing in THINGS else f"{thing}s"
    return {"count": number(count), "thing": one_of(thing, THINGS), "source": source, "target": target}


def _read_show(words: Words) -> dict:
    """`@12 3 2/3/1`: the third card of line 12; `@30 lynx otter`: the furs of line 30."""
    if words[0][0] != "@":
        raise ValueError(words[0])
    if words[1].isdigit():
        return {"of": number(words[0][1:]), "at": number(words[1]), "pieces": cards(words[2:])}
    return {"of": number(words[0][1:]), "pieces": furs(words[1:])}


def _show_text(show: na.Show) -> str:
    shown = " ".join(show.pieces) if set(show.pieces) <= {*FURS, "?"} else f"{show.at} {cards_text(show.pieces)}"
    return f"@{show.of} {shown}"


def _tiled(kind: type, read: Callable, write: Callable, like: str) -> Verb:
    """A tile action; at its end, where recorded, the tile handed in: `tile trade`."""

    def read_all(words: Words) -> dict:
        if words[-2:-1] != ["tile"]:
            return read(words)
        return {**read(words[:-2]), "tile": one_of(words[-1], STEPS)}

    def write_all(action: na.TileAction) -> str:
        return " ".join(part for part in (write(action), action.tile and f"tile {action.tile}") if part)

    return Verb(kind, read_all, write_all, like)


VERBS = {
    "sheet": Verb(
        na.Sheet,
        _read_sheet,
        lambda a: f"{a.row} " + " ".join("?" if value is None else str(value) for value in a.values),
        "- sheet piers 4 2 2 2",
    ),
    "furs": Verb(na.Dealt, lambda w: {"furs": furs(w)}, lambda a: " ".join(a.furs), "B furs beaver lynx"),
    "post": Verb(
        na.Post,
        lambda w: {"zone": seen_number(w[0]), "space": _space(w[1:])},
        lambda a: f"{seen_text(a.zone)}{_space_text(a.space)}",
        "B post 1 white 2",
    ),
    "found": Verb(na.Found, _read_found, lambda a: a.district + _paid(a.paid), "B found docks"),
    "round": Verb(na.Round, lambda w: {"number": number(only(w, 1)[0])}, lambda a: str(a.number), "- round 2"),
    "lands": Verb(
        na.Lands, lambda w: {"cards": cards(w)}, lambda a: cards_text(a.cards), "- lands blue 2/3/1 1/2/2 3/5/4 2/1/3"
    ),
    "ships": Verb(
        na.Ships, lambda w: {"cards": cards(w)}, lambda a: cards_text(a.cards), "- ships blue 3/2/5 2/1/4 1/3/3 2/2/6"
    ),
    "fill": Verb(
        na.Fill,
        _read_fill,
        lambda a: " ".join(" ".join((trader, *codes)) for trader, codes in a.furs),
        "- fill top lynx mink middle otter otter beaver",
    ),
    "reshuffle": Verb(na.Reshuffle, _nothing, lambda a: "", "- reshuffle"),
    "tiles": Verb(
        na.Tiles, _read_tiles, lambda a: " ".join(column or "-" for column in a.columns), "- tiles LLT CCT LT CT CL"
    ),
    "select": Verb(na.Select, _read_select, _select_text, "B select 1 bid 7"),
    "bid": Verb(na.Bid, lambda w: {"amount": _one_seen(w)}, lambda a: seen_text(a.amount), "O bid 8"),
    "pass": Verb(na.Pass, _nothing, lambda a: "", "Y pass"),
    "pay": Verb(
        na.Pay, lambda w: {"paid": payment(w)}, lambda a: mix_text(a.paid), "O pay 3 corn 3 coins 1 wood 1 fur"
    ),
    "take": Verb(na.Take, _read_take, lambda a: seen_text(a.column) + _paid(a.paid), "B take 3"),
    "build": _tiled(
        na.Build, _read_build, lambda a: mix_text(a.where) + _claimed(a.paid), "O build 2 company 1 granary"
    ),
    "elections": _tiled(na.Elect, _nothing, lambda a: "", "B elections"),
    "add": _tiled(na.AddLand, _read_add, _add_text, "Y add 3"),
    "clear": _tiled(na.Clear, lambda w: {"cards": numbers(w)}, lambda a: " ".join(map(str, a.cards)), "B clear"),
    "trade": _tiled(na.Trade, _read_trade, _trade_text, "O trade top 2 lynx / O trade bottom"),
    "ship": _tiled(
        na.Ship,
        _read_ship,
        lambda a: f"{_slots_text(a.slots)} with {mix_text(a.furs)}{_paid(a.paid)}",
        "Y ship 2 with 2 beaver 1 lynx",
    ),
    "pass-tile": Verb(
        na.PassTile, lambda w: {"tile": one_of(only(w, 1)[0], STEPS)}, lambda a: a.tile, "B pass-tile city"
    ),
    **SPECIAL_VERBS,
    "pass-special": Verb(na.PassSpecial, _nothing, lambda a: "", "B pass-special"),
    "done": Verb(na.Done, _nothing, lambda a: "", "B done"),
    "remove": Verb(
        na.Remove, _read_remove, lambda a: mix_text(a.where) + (f" to {a.to}" if a.to else ""), "O remove 1 docks"
    ),
    "step": Verb(na.Declare, lambda w: {"step": one_of(only(w, 1)[0], AUTOMATIC)}, lambda a: a.step, "- step harvest"),
    "end": Verb(na.End, _nothing, lambda a: "", "- end"),
    "give": Verb(na.Give, _read_give, _give_text, "B give Y 2 coins", True),
    "move": Verb(
        na.Move,
        _read_move,
        lambda a: f"{a.count} {a.thing} from {a.source} to {a.target}",
        "B move 1 longhouse from camp1 to camp2",
    ),
    "show": Verb(na.Show, _read_show, _show_text, "- show @12 3 2/3/1"),
}
REASONS = ("pieces", "shared", "kinds", "no-tile", "order", "no-business", "full-zone", "storage")
NOTATION = Notation(VERBS, REASONS, spelling=SPELLING)

__all__ = ["AUTOMATIC", "FORMS", "NOTATION", "PLACES", "REASONS", "THINGS", "VERBS"]
