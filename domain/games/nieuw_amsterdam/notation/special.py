"""The six district actions as they are said; each ends with its fee: `fee 1`, `free`, or `fee ?`."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.nieuw_amsterdam import actions as na
from domain.games.nieuw_amsterdam.notation.words import (
    furs,
    mix_text,
    number,
    numbers,
    one_of,
    only,
    parts,
    payment,
    seen_number,
    seen_numbers,
    seen_text,
)
from domain.games.nieuw_amsterdam.pieces import SPACE_COLOURS, TRADERS
from domain.notation import Verb, Words

_SOURCES = ("discard", *TRADERS)


def _verb(kind: type, read: Callable, write: Callable, keys: tuple[str, ...], like: str) -> Verb:
    """A verb whose fee and payment are said like those of the others."""

    def read_all(words: Words) -> dict:
        groups = parts(words, *keys, "paying", "fee", "free")
        return {**read(groups), **_fee(groups), **({"paid": payment(groups["paying"])} if "paying" in groups else {})}

    def write_all(action: na.Special) -> str:
        paid = "" if action.paid is None else f"paying {mix_text(action.paid)}"
        return " ".join(part for part in (write(action), paid, _fee_text(action.fee)) if part)

    return Verb(kind, read_all, write_all, like)


def _fee(groups: dict[str, Words]) -> dict:
    if ("fee" in groups) == ("free" in groups):
        raise ValueError("fee")
    if "free" in groups:
        only(groups["free"], 0)
        return {"fee": 0}
    word = only(groups["fee"], 1)[0]
    return {"fee": None if word == "?" else number(word)}


def _fee_text(fee: int | None) -> str:
    return "free" if fee == 0 else f"fee {'?' if fee is None else fee}"


def _one(words: Words) -> int:
    return number(only(words, 1)[0])


def _read_dealing(groups: dict[str, Words]) -> dict:
    """`buy 3`, `sell 2`, both where the table did both."""
    only(groups[""], 0)
    return {key: _one(groups[key]) for key in ("buy", "sell") if key in groups}


def _dealing_text(action: na.Lumberyard | na.Granary) -> str:
    return " ".join(f"{key} {amount}" for key, amount in (("buy", action.buy), ("sell", action.sell)) if amount)


def _read_millwork(groups: dict[str, Words]) -> dict:
    return {"houses": seen_number(only(groups[""], 1)[0]), "at": seen_numbers(groups.get("at", []))}


def _millwork_text(action: na.Millwork) -> str:
    return seen_text(action.houses) + (" at " + " ".join(map(seen_text, action.at)) if action.at else "")


def _read_market(groups: dict[str, Words]) -> dict:
    """`2 drawing muskrat mink`, with `early` for a look before the last draw and `from` another place."""
    only(groups.get("early", []), 0)
    source = one_of(only(groups["from"], 1)[0], _SOURCES) if "from" in groups else ""
    drawn = furs(groups.get("drawing", []))
    return {"number": _one(groups[""]), "drawn": drawn, "early": "early" in groups, "source": source}


def _market_text(action: na.Market) -> str:
    drawn = " drawing " + " ".join(action.drawn) if action.drawn else ""
    source = f" from {action.source}" if action.source else ""
    return f"{action.number}{drawn}{' early' if action.early else ''}{source}"


def _read_company(groups: dict[str, Words]) -> dict:
    """`to 2 white 1`: every stop, and the space of the last one."""
    only(groups[""], 0)
    words, space = groups.get("to", []), ""
    if len(words) > 2 and words[-2] in SPACE_COLOURS:
        words, space = words[:-2], words[-2] + str(number(words[-1]))
    return {"zones": seen_numbers(words), "space": space}


def _company_text(action: na.Company) -> str:
    if not action.zones:
        return ""
    space = f" {action.space[:5]} {action.space[5:]}" if action.space else ""
    return "to " + " ".join(map(seen_text, action.zones)) + space


SPECIAL_VERBS = {
    "lumberyard": _verb(na.Lumberyard, _read_dealing, _dealing_text, ("buy", "sell"), "B lumberyard buy 3 fee 1"),
    "granary": _verb(na.Granary, _read_dealing, _dealing_text, ("buy", "sell"), "B granary sell 2 free"),
    "docks": _verb(
        na.Docks,
        lambda groups: {"spaces": numbers(groups[""])},
        lambda a: " ".join(map(str, a.spaces)),
        (),
        "B docks free / B docks 3 fee 1",
    ),
    "millwork": _verb(na.Millwork, _read_millwork, _millwork_text, ("at",), "O millwork 2 free"),
    "market": _verb(
        na.Market,
        _read_market,
        _market_text,
        ("drawing", "early", "from"),
        "Y market 2 drawing muskrat mink paying 3 coins 3 goods fee 1",
    ),
    "company": _verb(na.Company, _read_company, _company_text, ("to",), "Y company fee 1 / Y company to 2 free"),
}
