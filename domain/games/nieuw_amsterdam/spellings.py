"""How people type the pieces of Nieuw Amsterdam: cards by their three numbers, columns of tiles, places."""

from __future__ import annotations

import re
from collections.abc import Iterator

from domain.games.nieuw_amsterdam.pieces import DISTRICTS, ERAS, FUR, FURS, SPACE_COLOURS, STEPS, STOCKS, TILES, TRADERS
from domain.notation import Spelling

_CARD = re.compile(r"(\d{1,2}|\?)[/.-](\d{1,2}|\?)[/.-](\d{1,2}|\?)")
_COLUMN = re.compile(f"[{TILES.lower()}?]+")
_PLACES = tuple(f"{place}{at}" for place in ("camp", "zone", "card", "slot", "column", "token") for at in range(1, 10))


def _forms(typed: str) -> Iterator[str]:
    if found := _CARD.fullmatch(typed):
        yield "/".join(found.groups())
    if _COLUMN.fullmatch(typed):
        yield typed.upper()


SPELLING = Spelling(
    (*DISTRICTS, *STOCKS, *FURS, *TRADERS, *STEPS, *ERAS, *SPACE_COLOURS, *_PLACES, "free", "nothing", "?"),
    _forms,
    keys=(
        *("bid", "paying", "with", "buy", "sell", "fee", "free", "drawing", "early", "from", "to", "at", "tile"),
        *TRADERS,
    ),
    units=(*STOCKS, *FURS, FUR, "points", "business", "house"),
    amounts=("bid", "select", "take", "lumberyard", "granary", "millwork", "market", "round", "build", "remove"),
    ones=("build", "remove"),
)
