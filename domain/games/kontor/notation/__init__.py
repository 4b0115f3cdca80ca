"""Text <-> action: one line per action, read aloud as it is written."""

from __future__ import annotations

from domain.games.kontor import actions as ko
from domain.games.kontor.notation.spoken import FORMS
from domain.games.kontor.notation.words import (
    amount,
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
    seat_of,
    seat_text,
)
from domain.games.kontor.pieces import COLOURS
from domain.notation import Notation, Verb, Words

CANAL_PILE = "canals"
PILES = {"docks": "docks", CANAL_PILE: CANAL_PILE, "dock": "docks", "canal": CANAL_PILE}  # as written, as spoken
Letters = tuple[str, ...]
WHYS = ("canal", "pass", "relief", "tax", "stuck")
REASONS = (
    *("alone", "canal-by-crane", "own-crane", "own-dock", "freed-cell", "second-boat"),
    *("late-florin", "late-draw", "round-over", "goes-on"),
)


def _nothing(words: Words) -> dict:
    only(words, 0)
    return {}


# Set-up -------------------------------------------------------------------------------------------


def _read_layout(words: Words) -> dict:
    """`0,0=anchor 1,0=57 2,0=? boat 0,0`."""
    said = parts(words, "boat")
    laid = []
    for word in said[""]:
        where, equals, number = word.partition("=")
        if not equals:
            raise ValueError(word)
        laid.append((cell(where), {"anchor": 0, "?": None}[number] if number in ("anchor", "?") else card(number)))
    boat = cell(only(said["boat"], 1)[0]) if "boat" in said else ""
    return {"cards": tuple(laid), "boat": boat}


def _layout_text(layout: ko.Layout) -> str:
    laid = [f"{at}={'?' if number is None else number or 'anchor'}" for at, number in layout.cards]
    return " ".join([*laid, *(("boat", layout.boat) if layout.boat else ())])


def _read_top(words: Words, letters: Letters) -> dict:
    pile = -1 if PILES.get(words[0]) == CANAL_PILE else seat_of(words[0], letters)
    return {"pile": pile, "card": card(words[1]), "face": face(words[2:])}


def _top_text(top: ko.Top, letters: Letters) -> str:
    pile = CANAL_PILE if top.pile < 0 else seat_text(top.pile, letters)
    return f"{pile} {top.card}{face_text(top.face)}"


# Phases 1 to 3 ------------------------------------------------------------------------------------


def _read_reveal(words: Words, letters: Letters) -> dict:
    """`A 36 dock black spice boat B 57`: a seat, a number, and what is new of its face."""
    found: list[tuple[int, int, Words]] = []
    at = 0
    while at < len(words):
        seat, number = seat_of(words[at], letters), card(words[at + 1])
        found.append((seat, number, []))
        at += 2
        while at < len(words) and words[at][0].islower():
            found[-1][2].append(words[at])
            at += 1
    if not found:
        raise ValueError("cards")
    return {"cards": tuple((seat, number, face(said)) for seat, number, said in found)}


def _reveal_text(reveal: ko.Reveal, letters: Letters) -> str:
    return " ".join(f"{seat_text(seat, letters)} {number}{face_text(said)}" for seat, number, said in reveal.cards)


def _read_back(words: Words) -> dict:
    said = parts(words, "to")
    why = one_of(only(said[""], 1)[0], WHYS) if said[""] else ""
    return {"why": why, "to": one_of(only(said["to"], 1)[0], ("pile", "discard")) if "to" in said else ""}


def _back_text(back: ko.TakeBack) -> str:
    return " ".join([*([back.why] if back.why else []), *(("to", back.to) if back.to else ())])


# Phases 4 to 8 ------------------------------------------------------------------------------------


def _read_remove(words: Words, letters: Letters) -> dict:
    said = parts(words, "under", "to")
    under = seat_of(only(said["under"], 1)[0], letters) if "under" in said else None
    to = one_of(only(said["to"], 1)[0], ("hand", "discard", "top")) if "to" in said else ""
    return {"cell": cell(only(said[""], 1)[0]), "under": under, "to": to}


def _remove_text(remove: ko.Remove, letters: Letters) -> str:
    under = "" if remove.under is None else f" under {seat_text(remove.under, letters)}"
    return f"{remove.cell}{under}{f' to {remove.to}' if remove.to else ''}"


def _read_sail(words: Words) -> dict:
    return {"cell": cell(only(words[1:] if words[:1] == ["to"] else words, 1)[0])}


def _read_move(words: Words) -> dict:
    said = parts(words, "to")
    return {"source": cell(only(said[""], 1)[0]), "target": cell(only(said["to"], 1)[0])}


def _read_place(words: Words) -> dict:
    number, *rest = words
    rest = rest[1:] if rest[0] == "at" else rest
    return {"card": card(number), "cell": cell(rest[0]), "face": face(rest[1:])}


def _read_store(words: Words) -> dict:
    said = parts(words, "at")
    return {"goods": mix(said[""]), "cell": cell(only(said["at"], 1)[0])}


def _read_tokens(words: Words) -> dict:
    said = parts(words, "from", "to")
    target = cell(only(said["to"], 1)[0]) if "to" in said else ""
    return {"goods": mix(said[""]), "source": cell(only(said["from"], 1)[0]), "target": target}


def _tokens_text(tokens: ko.Tokens) -> str:
    return f"{mix_text(tokens.goods)} from {tokens.source}{f' to {tokens.target}' if tokens.target else ''}"


def _read_keeper(words: Words) -> dict:
    said = parts(words[1:], "times")
    colour = one_of(only(said[""], 1)[0], COLOURS) if said[""] else ""
    count = amount(only(said["times"], 1)[0]) if "times" in said else 1
    return {"cell": cell(words[0]), "colour": colour, "count": count}


def _keeper_text(keeper: ko.Keeper) -> str:
    colour = f" {keeper.colour}" if keeper.colour else ""
    return f"{keeper.cell}{colour}{f' times {keeper.count}' if keeper.count != 1 else ''}"


def _read_draw(words: Words, letters: Letters) -> dict:
    """`57`, `canals 57 canal coin`, `docks of B 12`, `docks`, `12 below`."""
    fields: dict[str, object] = {}
    if words[-1:] == ["below"]:
        fields["below"], words = True, words[:-1]
    if words and words[0] in PILES:
        fields["pile"], words = PILES[words[0]], words[1:]
    if words and words[0] == "of":
        fields["whose"], words = seat_of(words[1], letters), words[2:]
    if words and words[0].isdigit():
        fields["card"], words = card(words[0]), words[1:]
        return {**fields, "face": face(words)}
    only(words, 0)  # nobody reads a face off a card that was not seen
    return fields


def _draw_text(draw: ko.Draw, letters: Letters) -> str:
    whose = "" if draw.whose is None else f"of {seat_text(draw.whose, letters)}"
    said = [draw.pile, whose, str(draw.card) if draw.card else "", *draw.face, "below" if draw.below else ""]
    return " ".join(part for part in said if part)


def _read_florins(words: Words) -> dict:
    count, *why = words
    return {"amount": amount(count), "why": one_of(only(why, 1)[0], WHYS) if why else ""}


def _florins_text(action: ko.Take | ko.Pay) -> str:
    return f"{action.amount} {action.why}".rstrip()


def _read_give(words: Words, letters: Letters) -> dict:
    return {"to": seat_of(words[0], letters), **_read_florins(words[1:])}


VERBS = {
    "layout": Verb(ko.Layout, _read_layout, _layout_text, "- layout 0,0=anchor 1,0=57 2,0=?"),
    "out": Verb(ko.Out, lambda w: {"cards": cards(w)}, lambda a: " ".join(map(str, a.cards)), "- out 1 2 90 91 92 93"),
    "hold": Verb(
        ko.Hold,
        lambda w: {"cards": cards(w) if w else None},
        lambda a: " ".join(map(str, a.cards or ())),
        "A hold 3 9 36 57 61",
    ),
    "top": Verb(ko.Top, _read_top, _top_text, "- top canals 57 / - top A 12", True),
    "face": Verb(
        ko.Declare,
        lambda w: {"card": card(w[0]), "face": face(w[1:])},
        lambda a: f"{a.card}{face_text(a.face)}",
        "- face 36 dock black spice boat",
    ),
    "show": Verb(ko.Show, lambda w: {"cards": cards(w)}, lambda a: " ".join(map(str, a.cards)), "A show 3 57"),
    "pass": Verb(ko.Pass, _nothing, lambda a: "", "A pass"),
    "choose": Verb(
        ko.Choose, lambda w: {"card": card(only(w, 1)[0]) if w else None}, lambda a: str(a.card or ""), "A choose"
    ),
    "reveal": Verb(ko.Reveal, _read_reveal, _reveal_text, "- reveal A 36 dock black spice boat B 57", True),
    "take-back": Verb(ko.TakeBack, _read_back, _back_text, "A take-back stuck"),
    "boat": Verb(ko.Sail, _read_sail, lambda a: a.cell, "A boat 1,0"),
    "remove": Verb(ko.Remove, _read_remove, _remove_text, "A remove 1,1 under B", True),
    "move": Verb(ko.Move, _read_move, lambda a: f"{a.source} to {a.target}", "A move 1,1 to 2,1"),
    "place": Verb(ko.Place, _read_place, lambda a: f"{a.card} at {a.cell}{face_text(a.face)}", "A place 36 at 1,1"),
    "store": Verb(ko.Store, _read_store, lambda a: f"{mix_text(a.goods)} at {a.cell}", "A store 1 wine at 1,1"),
    "centre": Verb(ko.Centre, lambda w: {"cell": cell(only(w, 1)[0])}, lambda a: a.cell, "A centre 1,1"),
    "tokens": Verb(ko.Tokens, _read_tokens, _tokens_text, "A tokens 1 spice from 1,1 to 2,1"),
    "keeper": Verb(ko.Keeper, _read_keeper, _keeper_text, "A keeper 1,1"),
    "draw": Verb(ko.Draw, _read_draw, _draw_text, "A draw 57 / A draw canals 57", True),
    "take": Verb(ko.Take, _read_florins, _florins_text, "A take 1 canal"),
    "pay": Verb(ko.Pay, _read_florins, _florins_text, "A pay 1 tax"),
    "give": Verb(
        ko.Give, _read_give, lambda a, letters: f"{seat_text(a.to, letters)} {_florins_text(a)}", "A give B 1", True
    ),
    "done": Verb(ko.Done, _nothing, lambda a: "", "A done"),
    "end": Verb(ko.End, _nothing, lambda a: "", "- end"),
}
NOTATION = Notation(VERBS, REASONS)

__all__ = ["FORMS", "NOTATION", "REASONS", "VERBS", "WHYS"]
