"""How this game's codes are written out in a sentence."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.nieuw_amsterdam.pieces import NOT_SEEN, PERHAPS
from domain.games.nieuw_amsterdam.state import Land, Plot, River, Vessel
from domain.games.nieuw_amsterdam.values import face_of
from domain.numbers import is_surely
from domain.words import Words, tail, with_seats


def _mix(words: Words, pairs: tuple | None) -> str:
    """What was handed over, or furs: `3 Corn and 1 Lynx`."""
    return words.listed(words.count(*pair) for pair in pairs) if pairs else words.name("kind", "")


def _where(words: Words, pairs: tuple) -> str:
    """Businesses by district: `2 in the Docks and 1 in the Granary`."""
    named = words["names"]["built_at"]
    built = [words.fill(named["some"], {"count": count, "at": words.name("place", at)}, {}) for at, count in pairs]
    return words.listed(built or [named["()"]])


def _listed(words: Words, codes: tuple[str, ...]) -> str:
    """Furs one by one, and how many were not seen: `Beaver, Lynx and 2 Furs`."""
    named = [words.name("kind", code) for code in codes if code not in (NOT_SEEN, PERHAPS)]
    unseen = len(codes) - len(named)
    furs = [*named, words.count("fur", unseen)] if unseen else named
    return words.listed(furs or [words.name("kind", "")])


def _shown(words: Words, pieces: tuple[str, ...]) -> str:
    """Cards, or furs."""
    return _cards(words, pieces) if any("/" in piece for piece in pieces) else _listed(words, pieces)


def _cards(words: Words, cards: tuple[str, ...]) -> str:
    """Cards as they are written: `blue 2/3/1`."""
    return ", ".join(" ".join(words.name("era", part) for part in card.split(":") if part) for card in cards)


def _takes(words: Words, takes: tuple) -> str:
    """Furs by trader: `top Trader (2 Lynx)`, or only the trader where all were taken."""
    return words.listed(words.name("trader", who) + (f" ({_mix(words, furs)})" if furs else "") for who, furs in takes)


def _laid(words: Words, by_trader: tuple) -> str:
    return ", ".join(f"{words.name('trader', who)} ({_listed(words, furs)})" for who, furs in by_trader)


def _values(words: Words, values: tuple) -> str:
    """A row of the board sheet, `?` where it could not be read."""
    return ", ".join("?" if value is None else str(value) for value in values)


def _numbers(words: Words, values: tuple[int | None, ...]) -> str:
    return ", ".join(NOT_SEEN if value is None else str(value) for value in values)


# What is read off the table -----------------------------------------------------------------------


def _card(words: Words, card: Land | Vessel) -> str:
    return _cards(words, (face_of(card),))


def _fleet(words: Words, ships: tuple[Vessel, ...]) -> str:
    return ", ".join(_card(words, ship) for ship in ships) or "-"


def _row(words: Words, row: tuple[Plot, ...]) -> str:
    """Land cards with what stands on them: `blue 2/3/1 (2 Houses, cleared)`."""
    return ", ".join(f"{_card(words, plot.card)} ({_built_on(words, plot)})" for plot in row) or "-"


def _built_on(words: Words, plot: Plot) -> str:
    houses = words.count("house", plot.houses)
    return houses if plot.cleared is False else f"{houses}, {words.name('cleared', plot.cleared)}"


def _river(words: Words, river: River) -> str:
    """Longhouses camp by camp, and those out of the game; empty camps are left out."""
    names = words["names"]["river"]
    camps = [
        names["camp"].format(words.number(n), camp) for camp, n in enumerate(river.camps, 1) if not is_surely(n, 0)
    ]
    gone = [] if is_surely(river.gone, 0) else [names["gone"].format(words.number(river.gone))]
    return ", ".join(camps + gone) or "-"


def _pair(kind: str, *names: str) -> Callable[[Words, tuple], str]:
    """Two numbers in a sentence of their own: `3 small and 1 large`."""

    def form(words: Words, pair: tuple) -> str:
        return words.fill(words["names"][kind]["some"], dict(zip(names, pair, strict=True)), {})

    return form


def _spaces(words: Words, spaces: tuple[int, ...]) -> str:
    """Warehouse spaces of a wharf: `spaces 1 and 4`."""
    template = words["names"]["wharf_spaces"]["one" if len(spaces) == 1 else "some"]
    return words.fill(template, {"": words.listed(map(str, sorted(spaces)))}, {}) if spaces else "-"


def _columns(words: Words, columns: tuple[str, ...]) -> str:
    """The tiles of each column: `column 1: Trade + City, column 2: Land + City`."""
    template = words["names"]["tiles_of"]["some"]
    tiles = [" + ".join(words.name("tile", tile) for tile in column) or "-" for column in columns]
    return ", ".join(template.format(column=number, tiles=named) for number, named in enumerate(tiles, 1))


@with_seats
def _taken_by(words: Words, seat: int, seats: dict) -> str:
    return words.fill(words["names"]["taken_by"]["some"], {"": seats.get(seat, "-")}, {})


# What is not known --------------------------------------------------------------------------------


def _entry(words: Words, code: str) -> str:
    """Something of the board sheet: a row, `camps`, or one of it, `pier 4`."""
    kind, _, place = code.partition(" ")
    return f"{words.name('sheet', kind)} {place}".strip()


def _laid_at(words: Words, code: str) -> str:
    """A card that was not seen: `12.3` is the third of line 12, `12.l3` was not recorded, `12.0` is of the deck."""
    line, _, place = code.partition(".")
    return words["names"]["laid_at"]["deck" if place == "0" else "some"].format(line, place.strip("ls"))


def _district(words: Words, code: str) -> str:
    return words.name("the_district", code)


# Parts of sentences -------------------------------------------------------------------------------


def _counted(noun: str) -> Callable[[Words, int], str]:
    return lambda words, count: words.count(noun, count)


TAILS: dict[str, Callable[..., str]] = {
    "paying": _mix,
    "charged": _mix,
    "drawn": _listed,
    "fee": _counted("coins"),
    "journey": _counted("corn"),
    "furs_taken": _mix,
    "also_taken": _takes,
    "in_district": _district,
    **{f"{deal}_{stock}": _counted(stock) for deal in ("bought", "sold") for stock in ("wood", "corn")},
    **dict.fromkeys(("cards_named", "spaces_named", "zones_named", "from_slot", "on_ship"), _numbers),
    "houses_built": _counted("house"),
    **dict.fromkeys(("row_place", "column_named", "bid_made", "amount_bid", "post_zone"), Words.number),
}
FORMS: dict[str, Callable[..., str]] = {
    "mix": _mix,
    "where": _where,
    "furs": _listed,
    "cards": _cards,
    "shown": _shown,
    "laid": _laid,
    "values": _values,
    "card": _card,
    "fleet": _fleet,
    "row": _row,
    "river": _river,
    "in_pieces": _pair("in_pieces", "small", "large"),
    "on_track": _pair("on_track", "token", "marker"),
    "wharf_spaces": _spaces,
    "columns": _columns,
    "taken_by": _taken_by,
    "entry": _entry,
    "laid_at": _laid_at,
    **{kind: tail(kind, write) for kind, write in TAILS.items()},
}
