"""The deeds of contraband, of the export warehouse and of the events, as they are written."""

from __future__ import annotations

from domain.games.kontor import actions as ko
from domain.games.kontor.notation.words import (
    NOTHING,
    card,
    cards,
    cell,
    face,
    face_text,
    mix,
    mix_text,
    one_of,
    only,
    parts,
)
from domain.games.kontor.pieces import CANAL, DOCK, EVENTS, GOODS
from domain.notation import Verb, Words


def _read_stow(words: Words) -> dict:
    """`1,1 as dock`."""
    groups = parts(words, "as")
    kind = one_of(only(groups["as"], 1)[0], (DOCK, CANAL)) if "as" in groups else ""
    return {"cell": cell(only(groups[""], 1)[0]), "kind": kind}


def _read_open(words: Words) -> dict:
    """`1,1 36 dock black spice boat`."""
    return {"cell": cell(words[0]), "card": card(words[1]), "face": face(words[2:])}


def _read_withdraw(words: Words) -> dict:
    """`1 wine to 1,1`."""
    groups = parts(words, "to")
    return {"goods": mix(groups[""]), "target": cell(only(groups["to"], 1)[0]) if "to" in groups else ""}


def _read_event(words: Words) -> dict:
    """`greve`, `blocus spice wine tea`."""
    order = tuple(one_of(word, GOODS) for word in words[1:])
    if order and len(set(order)) != len(GOODS):
        raise ValueError(" ".join(words))
    return {"event": one_of(words[0], EVENTS), "order": order}


def _read_exchange(words: Words) -> dict:
    """`12 under 5`, `12 under nothing`, `12 under 5 shuffled`."""
    shuffled = words[-1:] == ["shuffled"]
    groups = parts(words[:-1] if shuffled else words, "under")
    under = only(groups["under"], 1)[0] if "under" in groups else None
    put = None if under is None else 0 if under == NOTHING else card(under)
    return {"card": card(only(groups[""], 1)[0]), "under": put, "shuffled": shuffled}


def _exchange_text(exchange: ko.Exchange) -> str:
    under = "" if exchange.under is None else f" under {exchange.under or NOTHING}"
    return f"{exchange.card}{under}{' shuffled' if exchange.shuffled else ''}"


def _read_redraw(words: Words) -> dict:
    """`12 14 16 under 5 7 11`."""
    groups = parts(words, "under")
    return {
        "cards": cards(groups[""]) if groups[""] else (),
        "under": cards(groups["under"]) if "under" in groups else (),
    }


def _redraw_text(redraw: ko.Redraw) -> str:
    under = f"under {' '.join(map(str, redraw.under))}" if redraw.under else ""
    return f"{' '.join(map(str, redraw.cards))} {under}".strip()


def _read_swap(words: Words) -> dict:
    """`wine for tea at 1,1`, with ` to 2,2` where the new one lies elsewhere."""
    groups = parts(words, "for", "at", "to")
    return {
        "good": one_of(only(groups[""], 1)[0], GOODS),
        "other": one_of(only(groups["for"], 1)[0], GOODS),
        "cell": cell(only(groups["at"], 1)[0]),
        "target": cell(only(groups["to"], 1)[0]) if "to" in groups else "",
    }


def _swap_text(swap: ko.Swap) -> str:
    return f"{swap.good} for {swap.other} at {swap.cell}{f' to {swap.target}' if swap.target else ''}"


VERBS = {
    "smuggle": Verb(ko.Smuggle, lambda w: dict.fromkeys(only(w, 0)), lambda a: "", "A smuggle"),
    "stow": Verb(ko.Stow, _read_stow, lambda a: f"{a.cell}{f' as {a.kind}' if a.kind else ''}", "A stow 1,1 as dock"),
    "open": Verb(ko.Open, _read_open, lambda a: f"{a.cell} {a.card}{face_text(a.face)}", "A open 1,1 36"),
    "withdraw": Verb(
        ko.Withdraw,
        _read_withdraw,
        lambda a: f"{mix_text(a.goods)}{f' to {a.target}' if a.target else ''}",
        "A withdraw 1 wine to 1,1",
    ),
    "event": Verb(ko.Event, _read_event, lambda a: " ".join((a.event, *a.order)), "- event greve"),
    "exchange": Verb(ko.Exchange, _read_exchange, _exchange_text, "A exchange 12 under 5"),
    "redraw": Verb(ko.Redraw, _read_redraw, _redraw_text, "A redraw 12 14 16 under 5 7 11"),
    "swap": Verb(ko.Swap, _read_swap, _swap_text, "A swap wine for tea at 1,1"),
}
