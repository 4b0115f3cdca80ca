"""The inputs of Nieuw Amsterdam: how furs, cards, action tiles and payments are entered by taps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations_with_replacement
from typing import Any, cast

from domain.fold import listed_in
from domain.games.inputs import COUNTS, PICK, Candidate, Input, Inputs, LineTemplate, Palette, Spot, counted, palette
from domain.games.nieuw_amsterdam import actions as na
from domain.games.nieuw_amsterdam.candidates import possible
from domain.games.nieuw_amsterdam.follow.preparation import empty_spaces
from domain.games.nieuw_amsterdam.pieces import (
    COLOUR_IN_USE,
    FURS,
    MARKET_PRICE,
    SLOTS,
    SPACE_COLOURS,
    START_FURS,
    TILES_OF_A_KIND,
    TRADER_SPACES,
    TRADERS,
    era_of,
)
from domain.games.nieuw_amsterdam.pieces import TILES as TILE_LETTERS
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.state import FOUND, State
from domain.games.nieuw_amsterdam.state.furs import in_reserve
from domain.numbers import least, most
from domain.rules import Offer, Split

_FURS = palette(("", [counted(fur) for fur in FURS]))
_ROWS = {"bonus": (5, True), "camps": (6, False), "boats": (6, False), "zones": (6, False), "piers": (4, True)}
_MOST_POSTS = 3  # spaces of one colour in a zone
_FIGURES = {"land": ("spaces", "wood", "corn"), "ship": ("goods", "coins", "furs")}  # printed on a card, in order
_COMMON = {"spaces": (1, 3), "wood": (0, 6), "goods": (1, 3), "coins": (1, 5)}  # figures to tap together at once
_HIGHEST = {"spaces": 4, "goods": 6, "wood": 9, "corn": 9, "coins": 6, "furs": 9}  # figures that can be entered


def furs_left(state: State, count: int) -> Mapping[str, int]:
    """How many furs of each kind can come if so many are drawn: of the reserve, and of the discard if it runs out."""
    mixed = least(state.reserve) < count
    return {
        fur: most(in_reserve(state, fur)) + (most(state.discard.kinds[at]) if mixed else 0)
        for at, fur in enumerate(FURS)
    }


def _furs(state: State, name: str, spots: tuple[Spot, ...], **more: Any) -> Input:
    return Input(
        name=name, kind=PICK, form="kind", palettes=(_FURS,), spots=spots, stock=furs_left(state, len(spots)), **more
    )


def _numbered(count: int) -> tuple[Spot, ...]:
    return tuple(Spot(label=str(at), lead=" " if at > 1 else "") for at in range(1, count + 1))


# What chance lays out in a round ------------------------------------------------------------------


def cards(kind: type, name: str) -> Callable[..., Iterator[LineTemplate]]:
    """Four cards of the era by what is printed on them; of an unknown box first that they came.

    What is printed on a card is then asked once a seat has taken it; a table that enters it at once is asked at once.
    """

    def made(rules: NieuwAmsterdamRules, state: State, offers: list[Offer]) -> Iterator[LineTemplate]:
        era, known = era_of(state.round), name in rules.catalogue.complete
        entered = _printed(rules, state, name, era, SLOTS)
        at_once = known or any(
            card is not None and not _is_laid(card.seen) for card in (*state.slots.lands, *state.slots.ships)
        )
        label = "" if known else f"{name}s now"
        yield LineTemplate(
            kind=kind, write=f"{name}s {era} {{cards}}", label=label, inputs=(entered,), aside=not at_once
        )
        if not known:
            yield LineTemplate(kind=kind, write=f"{name}s {era} {' '.join('?' * SLOTS)}", label=f"{name}s later")

    return made


def _printed(rules: NieuwAmsterdamRules, state: State, name: str, era: str, count: int) -> Input:
    """What is printed on cards of an era: those of a known box as wholes, others by two taps each."""
    if name not in rules.catalogue.complete:
        return _figures(name, count)
    known = {value: face for value, face in rules.catalogue.faces.get(name, {}).items() if value.startswith(era)}
    left = {
        value.partition(":")[2]: face.copies - state.faces.get(f"{name}:{value}", 0) for value, face in known.items()
    }
    values = [counted(text, picture=_figures_picture(_FIGURES[name], text)) for text in left]
    rows = tuple(("", tuple(values[at : at + 6])) for at in range(0, len(values), 6))
    return Input(name="cards", kind=PICK, palettes=(Palette(rows=rows),), spots=_numbered(count), stock=left)


def _figures(name: str, count: int) -> Input:
    """The figures of unknown cards: the first two together, then the third."""
    first, second, third = _FIGURES[name]
    thirds = palette(("", [_figure((third,), str(number)) for number in range(_HIGHEST[third] + 1)]))
    spots = tuple(
        spot
        for card in range(1, count + 1)
        for spot in (
            Spot(label=f"{first} {second}", lead=" " if card > 1 else "", group=str(card), unseen="?/?"),
            Spot(label=third, lead="/", palette=1, group=str(card)),
        )
    )
    return Input(name="cards", kind=PICK, palettes=(_two_figures(first, second), thirds), spots=spots)


def _two_figures(first: str, second: str) -> Palette:
    """Two figures of a card at once: the usual ones in a row for each value of the first, others on request."""
    (least_left, most_left), (least_right, most_right) = _COMMON[first], _COMMON[second]
    lefts, rights = range(least_left, most_left + 1), range(least_right, most_right + 1)
    rows = [[f"{left}/{right}" for right in rights] for left in lefts]
    numbers = [[*map(str, range(_HIGHEST[figure] + 1)), "?"] for figure in (first, second)]
    usual = {text for row in rows for text in row} | {"?/?"}
    others = [f"{left}/{right}" for left in numbers[0] for right in numbers[1] if f"{left}/{right}" not in usual]
    return palette(
        *(("", [_figure((first, second), text) for text in row]) for row in rows),
        ("+other figures", [_figure((first, second), text) for text in others]),
    )


def _figure(figures: tuple[str, ...], text: str) -> Candidate:
    return Candidate(text=text, picture=_figures_picture(figures, text))


def _figures_picture(figures: tuple[str, ...], text: str) -> str:
    """The name of the picture of figures on a card, each beside what it counts."""
    return "figures:" + " ".join(f"{figure} {value}" for figure, value in zip(figures, text.split("/"), strict=True))


def taken_unseen(rules: NieuwAmsterdamRules, state: State) -> Iterator[LineTemplate]:
    """What is printed on the last land card and the last ship that seats hold while it was not entered."""
    for name, cards in (
        ("land", [plot.card for player in state.players for plot in player.estate.row]),
        ("ship", [ship for player in state.players for ship in player.estate.ships]),
    ):
        in_the_row = [card for card in cards if _is_laid(card.seen) and card.era]
        if in_the_row:
            last = max(in_the_row, key=lambda card: tuple(map(int, card.seen.split("."))))
            line, _, at = last.seen.partition(".")
            entered = _printed(rules, state, name, last.era, 1)
            write = f"show @{line} {at} {last.era} {{cards}}"
            yield LineTemplate(kind=na.Show, write=write, label=f"show {name}", inputs=(entered,), aside=True)


def _is_laid(seen: str) -> bool:
    """Whether a card was laid out by a line that left its figures open."""
    line, _, at = seen.partition(".")
    return line.isdigit() and at.isdigit() and at != "0"


def fill(rules: NieuwAmsterdamRules, state: State, offer: Offer) -> LineTemplate:
    """Furs on the empty spaces of the traders, trader by trader."""
    empty = empty_spaces(state)
    count = sum(len(furs) for _, furs in offer.example.furs) if isinstance(offer.example, na.Fill) else sum(empty)
    return _fill(state, empty, count)


def _fill(state: State, empty: tuple[int, ...], count: int, **more: Any) -> LineTemplate:
    spots: list[Spot] = []
    for trader, free in zip(TRADERS, empty, strict=True):
        for at in range(min(free, count - len(spots))):
            begins = f"{' ' if spots else ''}{trader} "
            spots.append(Spot(label=str(at + 1), lead=" " if at else begins, group=trader))
    return LineTemplate(kind=na.Fill, write="fill {furs}", inputs=(_furs(state, "furs", tuple(spots)),), **more)


def tiles(rules: NieuwAmsterdamRules, state: State, offer: Offer) -> LineTemplate:
    """The action tiles column by column, each as a whole; the last two together, for little is left for them."""
    sizes = [least(size) for size in state.sheet.columns]
    whole = {size: palette(("", map(_column, _columns(size)))) for size in sorted(set(sizes[:-2]))}
    order, last = list(whole), len(sizes)
    spots = [
        Spot(label=f"column {at}", lead=" " if at > 1 else "", palette=order.index(size), unseen="?" * size)
        for at, size in enumerate(sizes[:-2], 1)
    ]
    unseen = " ".join("?" * size for size in sizes[-2:])
    spots.append(Spot(label=f"columns {last - 1} {last}", lead=" ", palette=len(order), unseen=unseen))
    columns = Input(
        name="columns",
        kind=PICK,
        palettes=(*whole.values(), _pairs(*sizes[-2:])),
        spots=tuple(spots),
        stock=dict.fromkeys(TILE_LETTERS, TILES_OF_A_KIND),
    )
    return LineTemplate(kind=na.Tiles, write="tiles {columns}", inputs=(columns,))


def _pairs(first: int, second: int) -> Palette:
    """Two columns at once; on request with one of them unseen."""
    both = [_column(f"{column} {other}") for column in _columns(first) for other in _columns(second)]
    left = [_column(f"{column} {'?' * second}") for column in _columns(first)]
    right = [_column(f"{'?' * first} {other}") for other in _columns(second)]
    return palette(("", both), ("+one unseen", left + right))


def _columns(size: int) -> list[str]:
    return ["".join(letters) for letters in combinations_with_replacement(TILE_LETTERS, size)]


def _column(tiles: str) -> Candidate:
    used = tuple(letter for letter in tiles if letter in TILE_LETTERS)
    return Candidate(text=tiles, uses=used, picture=f"tiles:{tiles}")


def market(rules: NieuwAmsterdamRules, state: State, offer: Offer) -> LineTemplate:
    """The furs drawn on the black market, their number by them, and what is paid; the fee where it is open."""
    example, paid = cast(na.Market, offer.example), cast(Split, offer.open["paid"])
    drawn = _furs(state, "drawn", _numbered(len(example.drawn) or example.number), least=1)
    held = palette(("", [Candidate(text=kind, most=count) for kind, count in paid.most.items()]))
    price = Input(
        name="paid",
        kind=COUNTS,
        form="kind",
        palettes=(held,),
        chance=False,
        unseen=None,
        times=(MARKET_PRICE, "drawn") if paid.least is None else None,
        least=paid.least,
        most=paid.total,
    )
    fees = [_fee_text(fee) for fee in listed_in(offer.open["fee"])] if "fee" in offer.open else []
    fee = Input(
        name="fee",
        kind=PICK,
        label="fee",
        palettes=(palette(("", [Candidate(text=text) for text in fees])),),
        spots=(Spot(label="fee"),),
        chance=False,
        unseen=None,
    )
    return LineTemplate(
        kind=na.Market,
        seat=example.seat,
        write=f"market {{drawn#}} drawing {{drawn}} paying {{paid}} {'{fee}' if fees else _fee_text(example.fee)}",
        inputs=(drawn, price, fee) if fees else (drawn, price),
        aside=True,
    )


def _fee_text(fee: int | None) -> str:
    return f"fee {fee}" if fee else "free"


# Set-up -------------------------------------------------------------------------------------------


def laying(rules: NieuwAmsterdamRules, state: State) -> Iterator[LineTemplate]:
    """Two furs each, eleven on the traders, a post each; cards left open; that the table stops, when it is over."""
    if state.result is not None:
        yield LineTemplate(kind=na.End, write="end", once=True)
    yield from taken_unseen(rules, state)
    if state.phase != FOUND or state.founded:
        return
    for seat in range(len(state.players)):
        drawn = _furs(state, "furs", _numbered(START_FURS))
        yield LineTemplate(kind=na.Dealt, seat=seat, write="furs {furs}", inputs=(drawn,), once=True)
    yield _fill(state, TRADER_SPACES, sum(TRADER_SPACES), once=True)
    colours = [COLOUR_IN_USE[len(state.players)]] if len(state.players) in COLOUR_IN_USE else SPACE_COLOURS
    spaces = [f"{colour} {at}" for colour in colours for at in range(1, _MOST_POSTS + (colour == "white"))]
    taken = {player.estate.space for player in state.players}
    stock = {space: int(space.replace(" ", "") not in taken) for space in spaces}
    for seat in range(len(state.players)):
        post = Input(
            name="space",
            kind=PICK,
            form="post_place",
            palettes=(palette(("", [counted(space) for space in spaces])),),
            spots=(Spot(label="space"),),
            unseen="",
            stock=stock,
        )
        yield LineTemplate(kind=na.Post, seat=seat, write="post 1 {space}", inputs=(post,), once=True)
    yield from _sheets(state)


def _sheets(state: State) -> Iterator[LineTemplate]:
    """What is printed on the board for this number of players, as far as it is not known."""
    digits = palette(("", [Candidate(text=str(number)) for number in range(10)]))
    for row, (places, fixed) in _ROWS.items():
        if all(value.__class__ is int for value in getattr(state.sheet, row)):
            continue
        values = Input(name=row, kind=PICK, palettes=(digits,), spots=_numbered(places), least=None if fixed else 1)
        yield LineTemplate(
            kind=na.Sheet, write=f"sheet {row} {{{row}}}", label=f"sheet {row}", inputs=(values,), once=True
        )


def met(state: State) -> dict[str, dict[str, int]]:
    """The cards that were seen, and what is printed on the board for any number of players."""
    found: dict[str, dict[str, int]] = {}
    for name, copies in state.faces.items():
        kind, _, card = name.partition(":")
        found.setdefault(kind, {})[card] = copies
    for kind, row in (("bonus", state.sheet.bonus), ("boat", state.sheet.boats), ("pier", state.sheet.piers)):
        found[kind] = {f"{at}:{value}": 1 for at, value in enumerate(row, 1) if value.__class__ is int}
    return found


INPUTS = Inputs(
    possible=possible,
    fact_fields={
        **dict.fromkeys(("fee", "journey"), ("fee",)),
        **dict.fromkeys(("payment", "cards", "filled", "special"), ()),
        "bid": ("amount", "bid"),
        "businesses": ("where",),
        "trader": ("trader",),
        "columns": ("column",),
        "zone": ("zones", "zone"),
        "furs": ("furs", "drawn"),
        "ships": ("slots",),
    },
    purse=("coins", "wood", "corn", "goods", "furs"),
    met=met,
    offered={na.Fill: fill, na.Tiles: tiles, na.Market: market},
    gathered={na.Lands: cards(na.Lands, "land"), na.Ships: cards(na.Ships, "ship")},
    usual=frozenset((na.Pay, na.Bid)),
    groups={
        **dict.fromkeys((na.Build, na.Elect, na.AddLand, na.Clear, na.Trade, na.Ship, na.PassTile), "tile"),
        **dict.fromkeys((na.Lumberyard, na.Granary, na.Docks, na.Millwork, na.Market, na.Company), "special"),
        na.PassSpecial: "special",
        na.Sheet: "sheet",
    },
    laying=laying,
)
