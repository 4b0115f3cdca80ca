"""The notation of Kontor: reads and writes each kind of action as text."""

from __future__ import annotations

from domain.games.kontor import actions as ko
from domain.games.kontor.notation import expansions
from domain.games.kontor.notation.sentences import FORMS
from domain.games.kontor.notation.words import (
    amount,
    card,
    cards,
    cell,
    cell_or_not_seen,
    face,
    face_text,
    mix,
    mix_text,
    one_of,
    only,
    parts,
    seat_of,
    seat_text,
    seen,
)
from domain.games.kontor.pieces import GOODS, SIDES
from domain.games.kontor.spellings import SPELLING
from domain.notation import Notation, Verb, Words

CANAL_PILE = "canals"
PILES = {"docks": "docks", CANAL_PILE: CANAL_PILE, "dock": "docks", "canal": CANAL_PILE}  # as written, as spoken
Letters = tuple[str, ...]
WHYS = ("canal", "pass", "relief", "tax", "stuck")
REASONS = (
    *("alone", "canal-by-crane", "own-crane", "own-dock", "freed-cell", "second-boat"),
    *("late-florin", "late-draw", "round-over", "goes-on"),
    *("other-pile", "sunk-cargo", "enclosed"),
)


def _nothing(words: Words) -> dict:
    only(words, 0)
    return {}


# Set-up -------------------------------------------------------------------------------------------


def _read_layout(words: Words) -> dict:
    """`0,0=anchor 1,0=57 2,0=? boat 0,0`."""
    groups = parts(words, "boat")
    cards = []
    for word in groups[""]:
        where, equals, number = word.partition("=")
        if not equals:
            raise ValueError(word)
        cards.append((cell(where), {"anchor": 0, "?": None}[number] if number in ("anchor", "?") else card(number)))
    boat = cell(only(groups["boat"], 1)[0]) if "boat" in groups else ""
    return {"cards": tuple(cards), "boat": boat}


def _layout_text(layout: ko.Layout) -> str:
    cards = [f"{at}={'?' if number is None else number or 'anchor'}" for at, number in layout.cards]
    return " ".join([*cards, *(("boat", layout.boat) if layout.boat else ())])


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
    return {"cards": tuple((seat, number, face(words)) for seat, number, words in found)}


def _reveal_text(reveal: ko.Reveal, letters: Letters) -> str:
    return " ".join(f"{seat_text(seat, letters)} {number}{face_text(shown)}" for seat, number, shown in reveal.cards)


def _read_back(words: Words) -> dict:
    groups = parts(words, "to")
    why = one_of(only(groups[""], 1)[0], WHYS) if groups[""] else ""
    return {"why": why, "to": one_of(only(groups["to"], 1)[0], ("pile", "discard")) if "to" in groups else ""}


def _back_text(back: ko.TakeBack) -> str:
    return " ".join([*([back.why] if back.why else []), *(("to", back.to) if back.to else ())])


# Phases 4 to 8 ------------------------------------------------------------------------------------


def _read_remove(words: Words, letters: Letters) -> dict:
    groups = parts(words, "under", "to")
    under = seat_of(only(groups["under"], 1)[0], letters) if groups.get("under", ["?"]) != ["?"] else None
    to = one_of(only(groups["to"], 1)[0], ("hand", "discard", "top")) if "to" in groups else ""
    return {"cell": cell(only(groups[""], 1)[0]), "under": under, "to": to}


def _remove_text(remove: ko.Remove, letters: Letters) -> str:
    under = "" if remove.under is None else f" under {seat_text(remove.under, letters)}"
    return f"{remove.cell}{under}{f' to {remove.to}' if remove.to else ''}"


def _read_sail(words: Words) -> dict:
    return {"cell": cell(only(words[1:] if words[:1] == ["to"] else words, 1)[0])}


def _read_move(words: Words) -> dict:
    groups = parts(words, "to")
    return {"source": cell(only(groups[""], 1)[0]), "target": cell(only(groups["to"], 1)[0])}


def _read_place(words: Words) -> dict:
    groups = parts(words, "storing", "exporting")
    number, *rest = groups[""]
    rest = rest[1:] if rest[0] == "at" else rest
    good = one_of(only(groups["storing"], 1)[0], GOODS) if "storing" in groups else ""
    export = tuple(one_of(word, GOODS) for word in groups.get("exporting", ()))
    if "exporting" in groups and not export:
        raise ValueError("exporting")
    where = {"card": card(number), "cell": cell_or_not_seen(rest[0])}
    return {**where, "face": face(rest[1:]), "good": good, "export": export}


def _place_text(place: ko.Place) -> str:
    storing = f" storing {place.good}" if place.good else ""
    exporting = f" exporting {' '.join(place.export)}" if place.export else ""
    return f"{place.card} at {place.cell}{face_text(place.face)}{storing}{exporting}"


def _read_store(words: Words) -> dict:
    groups = parts(words, "at")
    return {"goods": mix(groups[""]), "cell": cell(only(groups["at"], 1)[0])}


def _read_tokens(words: Words) -> dict:
    groups = parts(words, "from", "to")
    target = cell(only(groups["to"], 1)[0]) if "to" in groups else ""
    return {"goods": mix(groups[""]), "source": cell(only(groups["from"], 1)[0]), "target": target}


def _tokens_text(tokens: ko.Tokens) -> str:
    return f"{mix_text(tokens.goods)} from {tokens.source}{f' to {tokens.target}' if tokens.target else ''}"


def _read_keeper(words: Words) -> dict:
    groups = parts(words[1:], "times")
    colour = one_of(only(groups[""], 1)[0], SIDES) if groups[""] else ""
    count = amount(only(groups["times"], 1)[0]) if "times" in groups else 1
    return {"cell": cell(words[0]), "colour": colour, "count": count}


def _keeper_text(keeper: ko.Keeper) -> str:
    colour = f" {keeper.colour}" if keeper.colour else ""
    return f"{keeper.cell}{colour}{f' times {keeper.count}' if keeper.count != 1 else ''}"


def _read_draw(words: Words, letters: Letters) -> dict:
    """`57`, `canals 57 canal coin`, `docks of B 12`, `docks`, `12 below`; `?` or nothing for an unseen card."""
    fields: dict[str, object] = {}
    words = seen(words)
    if words[-1:] == ["below"]:
        fields["below"], words = True, words[:-1]
    if words and words[0] in PILES:
        fields["pile"], words = PILES[words[0]], words[1:]
    if words and words[0] == "of":
        fields["whose"], words = seat_of(words[1], letters), words[2:]
    if words and words[0].isdigit():
        fields["card"], words = card(words[0]), words[1:]
        return {**fields, "face": face(words)}
    only(words, 0)  # no face is read off a card that was not seen
    return fields


def _draw_text(draw: ko.Draw, letters: Letters) -> str:
    whose = "" if draw.whose is None else f"of {seat_text(draw.whose, letters)}"
    written = [draw.pile, whose, str(draw.card) if draw.card else "", *draw.face, "below" if draw.below else ""]
    return " ".join(part for part in written if part)


def _read_florins(words: Words) -> dict:
    count, *why = words
    return {"amount": amount(count), "why": one_of(only(why, 1)[0], WHYS) if why else ""}


def _florins_text(action: ko.Take | ko.Pay) -> str:
    return f"{action.amount} {action.why}".rstrip()


def _read_give(words: Words, letters: Letters) -> dict:
    return {"to": seat_of(words[0], letters), **_read_florins(words[1:])}


def _read_second(words: Words) -> dict:
    """`57 at 2,1 canal plain`."""
    number, *rest = words
    if rest[:1] == ["at"]:
        rest = rest[1:]
    return {"card": card(number), "cell": cell(rest[0]), "face": face(rest[1:])}


def _second_text(second: ko.Second) -> str:
    return f"{second.card} at {second.cell}{face_text(second.face)}"


def _read_cells(words: Words) -> dict:
    """`1,1`, `1,1 -1,2`."""
    if not words:
        raise ValueError("cells")
    return {"cells": tuple(cell(word) for word in words)}


def _read_spend(words: Words) -> dict:
    """`90 for 57 at 1,1 61 at 2,1`."""
    groups = parts(words, "for")
    rest = [word for word in groups["for"] if word != "at"]
    pairs = tuple((card(number), cell(where)) for number, where in zip(rest[::2], rest[1::2], strict=True))
    return {"card": card(only(groups[""], 1)[0]), "canals": pairs}


def _spend_text(spend: ko.Spend) -> str:
    return f"{spend.card} for {' '.join(f'{number} at {where}' for number, where in spend.canals)}".strip()


def _read_verdict(words: Words) -> dict:
    """`1,1 counts`, `1,1 not`."""
    where, verdict = only(words, 2)
    return {"cell": cell(where), "counts": one_of(verdict, ("counts", "not")) == "counts"}


def _verdict_text(verdict: ko.Verdict) -> str:
    return f"{verdict.cell} {'counts' if verdict.counts else 'not'}"


def _read_pick(words: Words) -> dict:
    """`12`, `12 dock red tea`, `12 shuffled`, nothing where the card was not seen."""
    words = seen(words)
    shuffled = words[-1:] == ["shuffled"]
    words = words[:-1] if shuffled else words
    return {"card": card(words[0]) if words else None, "face": face(words[1:]), "shuffled": shuffled}


def _pick_text(pick: ko.Pick) -> str:
    return " ".join([*([str(pick.card)] if pick.card else []), *pick.face, *(["shuffled"] if pick.shuffled else [])])


def _read_buy(words: Words) -> dict:
    """`2`, `1 showing 57 against 36`."""
    groups = parts(words, "showing", "against")
    count = amount(only(groups[""], 1)[0]) if groups[""] else 1
    words_of = {"own": "showing", "other": "against"}
    cards_shown = {key: card(only(groups[word], 1)[0]) for key, word in words_of.items() if word in groups}
    return {"count": count, **cards_shown}


def _buy_text(buy: ko.Buy) -> str:
    showing = f" showing {buy.own}" if buy.own else ""
    return f"{buy.count}{showing}{f' against {buy.other}' if buy.other else ''}"


def _read_sink(words: Words) -> dict:
    """`1,0 wine 0,1 spice -2,0 tea`."""
    pairs = zip(words[::2], words[1::2], strict=True)
    return {"cargo": tuple((cell(where), one_of(good, GOODS)) for where, good in pairs)}


def _read_salvage(words: Words) -> dict:
    """`wine at 1,1`, `wine`."""
    groups = parts(words, "at")
    where = cell(only(groups["at"], 1)[0]) if "at" in groups else ""
    return {"good": one_of(only(groups[""], 1)[0], GOODS), "cell": where}


def _read_coin(words: Words) -> dict:
    """`1,1`, `1,1 for 2,1`."""
    groups = parts(words, "for")
    tavern = cell(only(groups["for"], 1)[0]) if "for" in groups else ""
    return {"cell": cell(only(groups[""], 1)[0]), "tavern": tavern}


def _read_ally(words: Words, letters: Letters) -> dict:
    """`B 1,1`."""
    other, where = only(words, 2)
    return {"other": seat_of(other, letters), "cell": cell(where)}


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
        ko.Choose, lambda w: {"card": card(only(w, 1)[0]) if seen(w) else None}, lambda a: str(a.card or ""), "A choose"
    ),
    "reveal": Verb(ko.Reveal, _read_reveal, _reveal_text, "- reveal A 36 dock black spice boat B 57", True),
    "take-back": Verb(ko.TakeBack, _read_back, _back_text, "A take-back stuck"),
    "boat": Verb(ko.Sail, _read_sail, lambda a: a.cell, "A boat 1,0"),
    "remove": Verb(ko.Remove, _read_remove, _remove_text, "A remove 1,1 under B", True),
    "move": Verb(ko.Move, _read_move, lambda a: f"{a.source} to {a.target}", "A move 1,1 to 2,1"),
    "place": Verb(ko.Place, _read_place, _place_text, "A place 36 at 1,1"),
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
    "bribe": Verb(ko.Bribe, lambda w: {"cell": cell(only(w, 1)[0])}, lambda a: a.cell, "A bribe 1,1"),
    "second": Verb(ko.Second, _read_second, _second_text, "A second 57 at 2,1"),
    "sink": Verb(
        ko.Sink,
        _read_sink,
        lambda a: " ".join(f"{where} {good}" for where, good in a.cargo),
        "- sink 1,0 wine 0,1 spice -2,0 tea",
    ),
    "salvage": Verb(
        ko.Salvage, _read_salvage, lambda a: f"{a.good}{f' at {a.cell}' if a.cell else ''}", "A salvage wine at 1,1"
    ),
    "ally": Verb(
        ko.Ally, _read_ally, lambda a, letters: f"{seat_text(a.other, letters)} {a.cell}", "A ally B 1,1", True
    ),
    "leave": Verb(ko.Leave, lambda w: {"cell": cell(only(w, 1)[0])}, lambda a: a.cell, "A leave 1,1"),
    "coin": Verb(ko.Coin, _read_coin, lambda a: f"{a.cell}{f' for {a.tavern}' if a.tavern else ''}", "A coin 1,1"),
    "bonus": Verb(ko.Bonus, _read_cells, lambda a: " ".join(a.cells), "A bonus 1,1"),
    "spend": Verb(ko.Spend, _read_spend, _spend_text, "A spend 90 for 57 at 1,1 61 at 2,1"),
    "verdict": Verb(ko.Verdict, _read_verdict, _verdict_text, "A verdict 1,1 not"),
    "pick": Verb(ko.Pick, _read_pick, _pick_text, "A pick 12"),
    "buy": Verb(ko.Buy, _read_buy, _buy_text, "A buy 1 / A buy 1 showing 57 against 36"),
    "fill": Verb(ko.Fill, _read_cells, lambda a: " ".join(a.cells), "A fill 1,2 2,1"),
    **expansions.VERBS,
    "end": Verb(ko.End, _nothing, lambda a: "", "- end"),
}
NOTATION = Notation(VERBS, REASONS, spelling=SPELLING)

__all__ = ["FORMS", "NOTATION", "REASONS", "VERBS", "WHYS"]
