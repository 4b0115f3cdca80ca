"""The pieces in the box of Nieuw Amsterdam and the values of its board sheet, with their sources."""

from __future__ import annotations

from collections.abc import Callable

from domain.faces import ASSUMED, DEDUCED, PRINTED, STAND_IN, UNKNOWN, Catalogue, CatalogueFace, PieceKind, by_value
from domain.texts import read_count

PLAYERS = (2, 3, 4, 5)  # overview
ROUNDS = 6  # round summary
DISTRICTS = ("lumberyard", "granary", "docks", "millwork", "market", "company")  # special actions 1 to 6
NOT_SEEN = "?"  # a place the scribe did not see
PERHAPS = "~"  # a fur on a trader that may have been sold: by a trade whose trader was not seen
AT_DISTRICT = {district: at for at, district in enumerate(DISTRICTS)}

FURS = ("beaver", "mink", "otter", "muskrat", "lynx")
AT_FUR = {fur: at for at, fur in enumerate(FURS)}
FURS_OF_A_KIND = 10  # component list
FUR_CHITS = FURS_OF_A_KIND * len(FURS)
STOCKS = ("coins", "wood", "corn", "goods")
FUR = "fur"  # one of unknown kind
PAYABLE = (*STOCKS, *FURS, FUR)  # what counts 1 in a bid (NA-AUCTION-10)
OTHER = ("points", "buildings", "tiles", "cards")  # what a table may hand over all the same
START = {"coins": 8, "wood": 3, "corn": 2, "goods": 4}  # set-up A
LARGE = 5  # what a gold coin, a large timber or a large barrel counts
START_FURS = 2  # set-up E
BUILDINGS = 25  # of each colour
WHARF = (1, 2, 3, 4)  # warehouse spaces from the left
LONGHOUSES = 5

STEPS = ("city", "land", "trade")
AUTOMATIC = ("harvest", "corn", "goods", "income")  # steps 8 to 11
AFTER_REMOVALS = AUTOMATIC[2:]
TILES = "CLT"  # the letters of the action tiles
TILES_OF_A_KIND = 4
COLUMNS = (1, 2, 3, 4, 5)
TRADERS = ("top", "middle", "bottom")
AT_TRADER = {trader: at for at, trader in enumerate(TRADERS)}
TRADER_SPACES = (4, 3, 4)  # the price of each trader names them; 11 in all at set-up E
TRADER_PRICES = (0, 4, 3)  # goods for all furs of the middle and the bottom trader
SINGLY = 0  # the top trader sells one by one, 1 good each
MARKET_PRICE = 3  # each, coins and goods
MOST_AT_ONCE = 3  # businesses, houses or furs in one action
SLOTS = 4  # new land slots, and new ship slots
DECK = 24  # cards of each kind: six rounds of four
ERAS = ("blue", "red")  # 1620s on top of 1630s
LAND_TABLE = (1, 3, 6, 10, 15, 21, 28, 36)  # clear land
LAP = 50  # end of the scoring track
SPACE_COLOURS = ("black", "white")  # of trading post spaces
COLOUR_IN_USE = {2: "black", 3: "white"}  # by players; more of them use all spaces (set-up F)
FROM_DECK = 0  # the slot of a land card that came from none

SHEET = ("columns", "bonus", "camps", "boats", "zones", "piers", "positions")  # what a table can confirm


def era_of(round: int) -> str:
    """The colour of the cards of a round (NA-PREP-4)."""
    return ERAS[0] if round <= ROUNDS // 2 else ERAS[1]


# Faces of the board sheet: `place:value`. A camp has its usable longhouse spaces for 2/3/4/5 players, `!` if it is the
# last; a zone its black/white post spaces; a boat lies upriver of the camp of its number. A card is era:a/b/c.


def _faces(kind_of_origin: tuple[str, str], *values: str) -> tuple[CatalogueFace, ...]:
    origin, source = kind_of_origin
    return tuple(CatalogueFace(value, origin, source) for value in values)


_BIDDING = (PRINTED, "example of a full bidding phase")
_COUNTED = (DEDUCED, "five columns of two or three spaces for twelve tiles")
_NO_BONUS = (ASSUMED, "the bidding example lists what column two gives, and no coin")
_POSITIONS = (PRINTED, "clear land: the scoring table")
_NOWHERE = (UNKNOWN, "")
PRINTED_BOX = Catalogue(
    id="printed",
    game="nieuw-amsterdam",
    faces={
        "column": by_value(*_faces(_BIDDING, "1:3", "2:3", "3:2"), *_faces(_COUNTED, "4:2", "5:2")),
        "bonus": by_value(*_faces(_BIDDING, "1:1", "3:2"), *_faces(_NO_BONUS, "2:0"), *_faces(_NOWHERE, "4:?", "5:?")),
        "camp": by_value(
            *_faces((ASSUMED, "set-up C and K: five longhouses, as many spaces as players"), "1:2/3/4/5"),
            *_faces(_NOWHERE, "2:?", "3:?"),
        ),
        "boat": by_value(*_faces(_NOWHERE, "1:?", "2:?")),
        "zone": by_value(
            *_faces((ASSUMED, "set-up F: black serves two, white three, both together five"), "1:2/3"),
            *_faces(_NOWHERE, "2:?", "3:?"),
        ),
        "pier": by_value(
            *_faces((PRINTED, "set-up B"), "1:4"),
            *_faces((DEDUCED, "example of step 10: five empty spaces beside one crate"), "2:2"),
            *_faces((DEDUCED, "example of the docks: eight goods with three warehouses"), "3:2"),
            *_faces((ASSUMED, "as the two piers before it"), "4:2"),
        ),
        "position": by_value(*_faces(_POSITIONS, *(f"{at}:{n}" for at, n in enumerate(LAND_TABLE, 1)))),
        "land": {},
        "ship": {},
    },
    complete=frozenset(("column", "position")),
)

_BLUE_LANDS = "1/1/2 1/2/1 1/2/2 1/3/1 2/2/3 2/3/2 2/3/3 2/4/2 2/5/1 3/3/4 3/4/3 3/5/3"
_RED_LANDS = "1/2/3 1/3/2 1/4/2 2/2/5 2/3/4 2/4/3 2/4/4 2/5/2 3/4/5 3/5/4 3/5/5 3/6/3"
_BLUE_SHIPS = "1/1/2 1/2/2 1/2/3 1/3/3 2/1/3 2/2/4 2/3/4 1/4/4 3/1/5 2/4/5 3/2/6 2/5/6"
_RED_SHIPS = "1/3/2 2/1/2 2/2/3 3/1/3 1/4/3 2/3/4 3/2/4 2/4/5 3/3/5 3/3/6 2/5/6 3/4/6"


def _cards(blue: str, red: str) -> tuple[CatalogueFace, ...]:
    return tuple(
        CatalogueFace(f"{era}:{card}", STAND_IN)
        for era, cards in zip(ERAS, (blue, red), strict=True)
        for card in cards.split()
    )


def _stand_in(*values: str) -> dict[str, CatalogueFace]:
    return by_value(*(CatalogueFace(value, STAND_IN) for value in values))


STAND_IN_BOX = Catalogue(
    id="stand-in",
    game="nieuw-amsterdam",
    faces={
        **PRINTED_BOX.faces,
        "bonus": by_value(
            *_faces(_BIDDING, "1:1", "3:2"), *(CatalogueFace(value, STAND_IN) for value in ("2:0", "4:2", "5:1"))
        ),
        "camp": _stand_in("1:2/3/4/5", "2:2/2/3/4", "3:1/2/2/3", "4:1/1/2/2", "5:1/1/1/1!"),
        "boat": _stand_in("1:1", "2:1", "3:2", "4:2"),
        "zone": _stand_in("1:2/3", "2:1/2", "3:1/1", "4:1/2", "5:2/3"),
        "pier": by_value(
            *(PRINTED_BOX.faces["pier"][value] for value in ("1:4", "2:2", "3:2")), CatalogueFace("4:2", STAND_IN)
        ),
        "land": by_value(*_cards(_BLUE_LANDS, _RED_LANDS)),
        "ship": by_value(*_cards(_BLUE_SHIPS, _RED_SHIPS)),
    },
    complete=frozenset(("column", "bonus", "camp", "boat", "zone", "pier", "position", "land", "ship")),
)


def _card(text: str) -> str:
    """`blue:2/3/1`: an era and three numbers."""
    era, colon, values = text.partition(":")
    parts = values.split("/")
    if era not in ERAS or not colon or len([read_count(part) for part in parts]) != 3:
        raise ValueError(text)
    return text


def _land(text: str) -> str:
    if _card(text).partition(":")[2][0] not in "123":  # house spaces
        raise ValueError(text)
    return text


def _ship(text: str) -> str:
    if _card(text).split("/")[1] not in tuple("12345"):  # bonus coins
        raise ValueError(text)
    return text


def _entry(values: int, most_places: int) -> Callable[[str], str]:
    """`place:value`, or several values with strokes between them."""

    def read(text: str) -> str:
        place, colon, rest = text.removesuffix("!").partition(":")
        parts = rest.split("/")
        if not colon or len([read_count(part) for part in parts]) != values:
            raise ValueError(text)
        if not 1 <= read_count(place) <= most_places:
            raise ValueError(text)
        return text

    return read


_MOST_CAMPS = 9  # the texts do not say how many there are: as many as one may enter
BOX = {
    "land": PieceKind(_land, DECK),
    "ship": PieceKind(_ship, DECK),
    "column": PieceKind(_entry(1, 5), 5),
    "bonus": PieceKind(_entry(1, 5), 5),
    "camp": PieceKind(_entry(4, _MOST_CAMPS), _MOST_CAMPS),
    "boat": PieceKind(_entry(1, _MOST_CAMPS), _MOST_CAMPS),
    "zone": PieceKind(_entry(2, _MOST_CAMPS), _MOST_CAMPS),
    "pier": PieceKind(_entry(1, 4), 4),
    "position": PieceKind(_entry(1, 24), 24),
}
