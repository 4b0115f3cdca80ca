"""The pieces in the box of Kontor, with their sources: cards, florins, warehouses, catalogues of the 93 faces."""

from __future__ import annotations

from domain.faces import ASSUMED, DEDUCED, PRINTED, STAND_IN, UNKNOWN, Catalogue, CatalogueFace, PieceKind, by_value

PLAYERS = (2, 3, 4)
RED, BLACK = 0, 1  # sides
COLOURS = ("red", "black")
SIDES = (*COLOURS, "blue", "yellow", "green", "white")  # markers, where each seat plays for itself
NEUTRAL = -1  # owner of canals and special cards
ANY_OWNER = -2  # the owner is not recorded: it may be any
GOODS = ("wine", "spice", "tea")
AT_GOOD = {good: at for at, good in enumerate(GOODS)}
BEATS = (("wine", "spice"), ("spice", "tea"), ("tea", "wine"))  # summary cards
NO_GOODS = (0, 0, 0)

DOCK, CRANE, TAVERN, CANAL = "dock", "crane", "tavern", "canal"
FLOOD, BRIDGE, CUSTOMS, ANCHOR = "flood", "bridge", "customs", "anchor"
CARD_KINDS = (DOCK, CRANE, TAVERN, CANAL, FLOOD, BRIDGE, CUSTOMS)
SPECIAL_KINDS = (FLOOD, BRIDGE, CUSTOMS)
GROUPS = ("docks", "canals", "specials")  # what a hand and a pile are counted in
GROUP = {DOCK: 0, CRANE: 0, TAVERN: 0, CANAL: 1, FLOOD: 2, BRIDGE: 2, CUSTOMS: 2}
group_of = GROUP.get  # the place of a kind of card among the groups; None of an unknown kind
COIN, BOAT, PLAIN = "coin", "boat", ""  # top right corner; a card never shows both
SYMBOLS = (COIN, BOAT, "plain")  # as spoken

NUMBERS = tuple(range(1, 94))
DOCKS_OF_A_COLOUR, CRANES_OF_A_COLOUR, TAVERNS_OF_A_COLOUR, GOODS_DOCKS_OF_A_COLOUR = 22, 2, 1, 19
BOATLESS = (29, 30)  # the two cranes that scenarios call those without a boat
CANALS, SPECIALS = 43, 6  # the anchor is a canal without a number
CUSTOMS_HOUSES, FLOODS, BRIDGES = (1, 2), (90, 93), (91, 92)  # printed numbers; the customs houses by elimination
SPECIAL_NUMBERS = (1, 2, 90, 91, 92, 93)
ARE_SPECIAL = frozenset(SPECIAL_NUMBERS)  # found sooner
FLORINS = 20
WAREHOUSES = 48
WAREHOUSES_OF_A_KIND = 16  # 48 of three types; the split comes from a review, not from the rulebook
KEEPERS = 5
MOST_GOODS = 3
CROSS = tuple(
    f"{x},{y}" for x, y in ((0, 0), (1, 0), (2, 0), (-1, 0), (-2, 0), (0, 1), (0, 2), (0, -1), (0, -2))
)  # set-up
FIELDS = ("kind", "owner", "goods", "symbol")  # what is printed on a card
EVENTS = (
    *("mariage", "desordres", "conjuration", "ouragan", "greve"),
    *("incendie", "jours", "lutte", "blocus", "inondation"),
)  # the ten cards of the second expansion, as listed

# Printed ------------------------------------------------------------------------------------------

_SETUP, _FLOODS = "set-up: the six special cards", "variant with bridges and floods"
_CRANES, _BOATLESS = "scenarios that take cranes out", "two cranes are called those without a boat"
_EXAMPLE = "example of removed warehouses"


def _entry(number: int, value: str, origin: str, source: str) -> CatalogueFace:
    return CatalogueFace(f"{number}={value}", origin, source)


PRINTED_BOX = Catalogue(
    id="printed",
    game="kontor",
    faces={
        "kind": by_value(
            *(_entry(number, CUSTOMS, DEDUCED, _SETUP) for number in (1, 2)),
            *(_entry(number, FLOOD, PRINTED, _FLOODS) for number in (90, 93)),
            *(_entry(number, BRIDGE, PRINTED, _FLOODS) for number in (91, 92)),
            *(_entry(number, CRANE, PRINTED, _CRANES) for number in (29, 30, 31, 32)),
            *(_entry(number, TAVERN, PRINTED, "taverns") for number in (88, 89)),
            *(_entry(number, DOCK, PRINTED, _EXAMPLE) for number in (3, 16, 36)),
        ),
        "owner": by_value(
            _entry(3, "red", PRINTED, _EXAMPLE), *(_entry(number, "black", PRINTED, _EXAMPLE) for number in (16, 36))
        ),
        "goods": by_value(_entry(16, "s", PRINTED, _EXAMPLE), _entry(3, "???", UNKNOWN, _EXAMPLE)),
        "symbol": by_value(
            _entry(3, BOAT, DEDUCED, "the boat removes it in the example"),
            *(_entry(number, BOAT, DEDUCED, _BOATLESS) for number in (31, 32)),
        ),
    },
)

# Stand-in: made up, so that a demo runs without the box ------------------------------------------------

_GOODS = (
    ["wst", "w", "ws", "t", "st", "wt", "s", "ws", "st", "wst", "w", "wt", "t"],
    ["st", "wst", "s", "ws", "wt", "wst"],
)
_DOCK_SYMBOLS = (
    ["boat", "coin", "plain", "plain", "boat", "coin", "plain", "boat", "plain", "boat", "coin", "plain", "coin"],
    ["coin", "plain", "boat", "plain", "boat", "coin"],
)


def _docks() -> list[tuple[int, str, str]]:
    """Nineteen goods docks of each colour, red ones odd: both colours have the same."""
    found = []
    for first, goods, symbols in zip((3, 33), _GOODS, _DOCK_SYMBOLS, strict=True):
        for at, (shown, symbol) in enumerate(zip(goods, symbols, strict=True)):
            found += [(first + 2 * at, shown, symbol), (first + 2 * at + 1, shown, symbol)]
    return found


_CANALS = range(45, 88)
_HIGH = (29, 30, 31, 32, 88, 89)  # cranes and taverns


def _canal_symbol(number: int) -> str:
    return "coin" if number % 3 == 0 else "boat" if number % 4 == 1 else "plain"


def _made_up(values: dict[int, str]) -> dict[str, CatalogueFace]:
    return by_value(*(_entry(number, value, STAND_IN, "") for number, value in values.items()))


def _stand_in() -> Catalogue:
    docks = _docks()
    kinds = {number: DOCK for number, _, _ in docks} | dict.fromkeys(_CANALS, CANAL)
    owners = {number: COLOURS[(number + 1) % 2] for number in (*(number for number, _, _ in docks), *_HIGH)}
    goods = {number: shown for number, shown, _ in docks}
    symbols = {number: symbol for number, _, symbol in docks} | {n: _canal_symbol(n) for n in _CANALS}
    symbols |= dict.fromkeys((29, 30, 88, 89, *SPECIAL_NUMBERS), "plain")
    printed = PRINTED_BOX.faces
    faces = {
        "kind": _made_up(kinds) | {**printed["kind"]},
        "owner": _made_up(owners) | {**printed["owner"]},
        "goods": _made_up(goods) | {"16=s": printed["goods"]["16=s"]},
        "symbol": _made_up(symbols) | {**printed["symbol"]},
    }
    return Catalogue(id="stand-in", game="kontor", faces=faces, complete=frozenset(FIELDS))


STAND_IN_BOX = _stand_in()
ORIGINS = (PRINTED, DEDUCED, ASSUMED, STAND_IN, UNKNOWN)


# What an owner can enter --------------------------------------------------------------------------


def goods_of(text: str) -> tuple[int, ...] | None:
    """`ws` as one wine and one spice; `-` as none; nothing where the text says `?`."""
    if "?" in text:
        return None
    letters = "" if text == "-" else text
    if set(letters) - set("wst") or len(letters) > MOST_GOODS:
        raise ValueError(text)
    return tuple(letters.count(letter) for letter in "wst")


def _field(words: tuple[str, ...]):
    def read(text: str) -> str:
        number, equals, value = text.partition("=")
        if not equals or int(number) not in NUMBERS or (words and value not in words):
            raise ValueError(text)
        if not words:
            goods_of(value)
        return text

    return read


BOX = {
    "kind": PieceKind(_field(CARD_KINDS), len(NUMBERS)),
    "owner": PieceKind(_field(COLOURS), 2 * DOCKS_OF_A_COLOUR),
    "goods": PieceKind(_field(()), 2 * GOODS_DOCKS_OF_A_COLOUR),
    "symbol": PieceKind(_field(SYMBOLS), len(NUMBERS)),
}
