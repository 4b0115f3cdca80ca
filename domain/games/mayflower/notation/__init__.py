"""The notation of Mayflower: reads and writes each kind of action as text."""

from __future__ import annotations

from domain.games.mayflower import actions as act
from domain.games.mayflower.notation.sentences import FORMS
from domain.games.mayflower.notation.words import (
    face,
    feature_text,
    features,
    letter,
    number,
    one_of,
    only,
    parts,
    post,
    post_text,
    seat_named,
    seats_named,
    turn,
)
from domain.games.mayflower.pieces import COASTS, LETTERS
from domain.games.mayflower.pieces.cells import NOT_SEEN, read_cell
from domain.games.mayflower.spellings import SPELLING
from domain.games.mayflower.state import PAWNS
from domain.notation import Notation, Verb, Words

Letters = tuple[str, ...]
REASONS = ("portion", "east", "emptied", "colonists", "row", "first", "compulsory", "several")


def _nothing(words: Words) -> dict:
    only(words, 0)
    return {}


def _read_face(words: Words) -> dict:
    of = one_of(words[0], (*LETTERS, *COASTS))
    return {"of": of, "face": face(words[1:], of in COASTS)}


def _read_draw(words: Words) -> dict:
    """`A`, `?`, `A as PPRR;R(S,W)`, with `stack 2`, `unshown`, `known`."""
    flags = {"shown": "unshown" not in words, "known": "known" in words}
    found = parts([word for word in words if word not in ("unshown", "known")], "as", "stack")
    word = only(found[""], 1)[0] if found[""] else "?"
    fields = {"letter": letter(word), **flags}
    if "as" in found:
        fields["face"] = face(found["as"])
    if "stack" in found:
        fields["stack"] = number(only(found["stack"], 1)[0])
    return fields


def _write_draw(draw: act.Draw) -> str:
    words = [draw.letter or "?"]
    words += ["as", draw.face] if draw.face else []
    words += ["stack", str(draw.stack)] if draw.stack is not None else []
    words += ["unshown"] * (not draw.shown) + ["known"] * draw.known
    return " ".join(words)


def _read_discard(words: Words, letters: Letters) -> dict:
    """``, `A`, `agreed Y G`, `agreed nobody`, `to stack`."""
    found = parts(words, "agreed", "to")
    fields: dict = {"letter": letter(only(found[""], 1)[0])} if found[""] else {}
    if "agreed" in found:
        fields["agreed"] = seats_named(found["agreed"], letters)
    if "to" in found:
        fields["to"] = one_of(only(found["to"], 1)[0], ("box", "stack", "hand"))
    return fields


def _write_discard(discard: act.Discard, letters: Letters) -> str:
    words = [discard.letter] if discard.letter else []
    if discard.agreed is not None:
        words += ["agreed", " ".join(letters[seat] for seat in discard.agreed) or "nobody"]
    return " ".join((*words, *(("to", discard.to) if discard.to != "box" else ())))


def _read_place(words: Words) -> dict:
    """`2:3`, `2:3 r1`, `2:3 A r1`, `2:3 as CCPP;C(N,E)`, `2:3 r1 from 1:3`, `?`."""
    found = parts(words, "as", "from")
    cell, *rest = found[""]
    fields: dict = {"cell": cell if cell == NOT_SEEN else read_cell(cell)}
    for word in only(rest, len({word[0].isupper() for word in rest})):  # a letter and a turn, each once
        fields |= {"letter": letter(word)} if word[0].isupper() else {"turn": turn(word)}
    if "as" in found:
        fields["face"] = face(found["as"])
    if "from" in found:
        fields["source"] = read_cell(only(found["from"], 1)[0])
    return fields


def _write_place(place: act.Place) -> str:
    words = [place.cell, *([place.letter] if place.letter else []), *([f"r{place.turn}"] if place.turn else [])]
    words += ["as", place.face] if place.face else []
    return " ".join((*words, *(("from", place.source) if place.source else ())))


def _read_colonist(words: Words, letters: Letters) -> dict:
    """`merchant@N`, `farmer`, `?`, with `on 1:2`, `of Y` or `of nobody`, `lying` or `standing`."""
    stance = [word for word in words if word in ("lying", "standing")]
    found = parts([word for word in words if word not in stance], "on", "of")
    fields: dict = dict(zip(("role", "port"), post(only(found[""], 1)[0]), strict=True))
    if stance:
        fields["lying"] = only(stance, 1)[0] == "lying"
    if "on" in found:
        fields["cell"] = read_cell(only(found["on"], 1)[0])
    if "of" in found:
        owner = only(found["of"], 1)[0]
        fields["colour"] = act.UNPLAYED_COLOUR if owner == "nobody" else seat_named(owner, letters)
    return fields


def _write_colonist(colonist: act.Colonist, letters: Letters) -> str:
    words = [post_text(colonist.role, colonist.port), *(["on", colonist.cell] if colonist.cell else [])]
    if colonist.colour is not None:
        words += ["of", "nobody" if colonist.colour == act.UNPLAYED_COLOUR else letters[colonist.colour]]
    words += [] if colonist.lying is None else ["lying" if colonist.lying else "standing"]
    return " ".join(words)


def _read_explore(words: Words) -> dict:
    """`a`, `a 2`, `a 2:4`."""
    pawn, *rest = words
    fields: dict = {"pawn": one_of(pawn, PAWNS)}
    if rest:
        column, colon, row = only(rest, 1)[0].partition(":")
        read_cell(f"{column}:{row or 0}")
        fields |= {"column": int(column), **({"row": int(row)} if colon else {})}
    return fields


def _write_explore(explore: act.Explore) -> str:
    if explore.column is None:
        return explore.pawn
    row = "" if explore.row is None else f":{explore.row}"
    return f"{explore.pawn} {explore.column}{row}"


def _read_retrieve(words: Words, letters: Letters) -> dict:
    """`1:3@N`, `1:4`, `1:3@N of Y`."""
    found = parts(words, "of")
    cell, _, port = only(found[""], 1)[0].partition("@")
    fields: dict = {"cell": read_cell(cell), "port": post(f"robber@{port}")[1] if port else ""}
    if "of" in found:
        fields["colour"] = seat_named(only(found["of"], 1)[0], letters)
    return fields


def _write_retrieve(retrieve: act.Retrieve, letters: Letters) -> str:
    at = f"@{retrieve.port}" if retrieve.port else ""
    return f"{retrieve.cell}{at}" + (f" of {letters[retrieve.colour]}" if retrieve.colour is not None else "")


def _read_end(words: Words, letters: Letters) -> dict:
    """``, `left 3`, `winners B Y`."""
    found = parts(words, "left", "winners")
    only(found[""], 0)
    fields: dict = {"left": number(only(found["left"], 1)[0])} if "left" in found else {}
    return fields | ({"winners": seats_named(found["winners"], letters)} if "winners" in found else {})


def _write_end(end: act.End, letters: Letters) -> str:
    left = ["left", str(end.left)] if end.left is not None else []
    return " ".join((*left, *(("winners", *(letters[seat] for seat in end.winners)) if end.winners else ())))


VERBS = {
    "face": Verb(act.Face, _read_face, lambda a: f"{a.of} {a.face}", "- face A PPRR;R(S,W)$;P(N,E,S-,W+)**;P(S+,W-)"),
    "explorers": Verb(
        act.Explorers,
        lambda w: {"a": read_cell(only(w, 2)[0]), "b": read_cell(w[1])},
        lambda a: f"{a.a} {a.b}",
        "- explorers 0:1 0:10",
    ),
    "draw": Verb(act.Draw, _read_draw, _write_draw, "B draw A / B draw A as PPRR;R(S,W) / B draw ?"),
    "discard": Verb(act.Discard, _read_discard, _write_discard, "B discard / B discard agreed Y to stack", True),
    "place": Verb(act.Place, _read_place, _write_place, "B place 2:3 r1 / B place 2:3 A r1 / B place 2:3 as CPPP;C(N)"),
    "colonist": Verb(
        act.Colonist, _read_colonist, _write_colonist, "B colonist merchant@N / B colonist trapper@S- / farmer", True
    ),
    "skip": Verb(act.Skip, _nothing, lambda a: "", "B skip"),
    "score": Verb(
        act.Score,
        lambda w: {"features": features(w)},
        lambda a: " ".join(map(feature_text, a.features)),
        "B score road 2:3@N / B score farm 1:4",
    ),
    "explorer": Verb(act.Explore, _read_explore, _write_explore, "B explorer a / B explorer b 2:4"),
    "retrieve": Verb(act.Retrieve, _read_retrieve, _write_retrieve, "B retrieve 1:3@N", True),
    "pass": Verb(
        act.Pass,
        lambda w: {"reason": one_of(only(w, 1)[0], ("colonists",)) if w else ""},
        lambda a: a.reason,
        "B pass / B pass colonists",
    ),
    "end": Verb(act.End, _read_end, _write_end, "- end / - end left 3 winners B", True),
}
NOTATION = Notation(VERBS, REASONS, spelling=SPELLING)
__all__ = ("FORMS", "NOTATION")
