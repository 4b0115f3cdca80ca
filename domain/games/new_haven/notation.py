"""The notation of New Haven: reads and writes each kind of action as text."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.new_haven.actions import (
    Build,
    Claim,
    Clear,
    Done,
    Draw,
    End,
    Flip,
    Goods,
    Harvest,
    Name,
    Pass,
    Peek,
    Pick,
    Pool,
    Refill,
    Settle,
    Show,
)
from domain.games.new_haven.pieces import CELLS, COLOURS, HOMES, KINDS, NOT_SEEN, POND_MARKS, is_face
from domain.games.new_haven.spellings import SPELLING
from domain.games.new_haven.values import ANY, read_face
from domain.notation import Notation, Verb, Words
from domain.words import tail


def one_of(word: str, words: tuple[str, ...] | str) -> str:
    """A word of a vocabulary."""
    if word not in words or not word:
        raise ValueError(word)
    return word


def only(words: Words, count: int) -> Words:
    """Exactly so many words."""
    if len(words) != count:
        raise ValueError(" ".join(words))
    return words


def building(word: str) -> str:
    """A kind of building, or `?` for one that was not seen."""
    return word if word == "?" else one_of(word, KINDS)


def cell_or_unseen(word: str) -> str:
    """A space of the board, or `?` for one that was not seen."""
    return word if word == NOT_SEEN else one_of(word, CELLS)


def home_or_unseen(word: str) -> str:
    """A space of the village, or `?` for one that was not seen."""
    return word if word == NOT_SEEN else one_of(word, HOMES)


def slashed(face: str) -> str:
    """A face as it is written."""
    return f"{face[:2]}/{face[2:]}"


def pairs(words: Words) -> list[list[str]]:
    """Words of the form cell=thing."""
    found = [word.split("=") for word in words]
    if not found or any(len(pair) != 2 for pair in found):
        raise ValueError(" ".join(words))
    return found


def read_settled(text: str) -> str:
    """A face, a pond with its mark, a pond taken off, or nothing seen."""
    kind, _, mark = text.partition(":")
    if kind in ("pond", "off"):
        return kind + (f":{one_of(mark, POND_MARKS)}" if mark else "")
    return text if text == "?" else read_face(text)


def write_settled(lying: str) -> str:
    """The same, written."""
    return slashed(lying) if is_face(lying) else lying


def read_goods(words: Words) -> dict:
    """`c3`, `c3 as W`, `c3 as W showing TS/WS`."""
    fields: dict = {"cell": cell_or_unseen(words[0])}
    rest = words[1:]
    if rest[:1] == ["as"]:
        named = [one_of(word, COLOURS) for word in rest[1:] if len(word) == 1]
        fields["wild"] = "".join(named)
        rest = rest[1 + len(named) :]
    if rest[:1] == ["showing"]:
        fields["face"] = read_face(rest[1])
        rest = rest[2:]
    only(rest, 0)
    return fields


def write_goods(goods: Goods) -> str:
    """The same, written."""
    named = f" as {' '.join(goods.wild)}" if goods.wild else ""
    return goods.cell + named + (f" showing {slashed(goods.face)}" if goods.face else "")


def read_build(words: Words) -> dict:
    """`W4 up 4.2`, `W down 4.2`, `W4 up ?`, `W3 down 4.2 paying T 4`."""
    piece, face, home, *paid = words
    number = piece[1:]
    fields: dict = {
        "colour": one_of(piece[0], COLOURS),
        "number": None if number in ("", "?") else int(one_of(number, "123456")),
        "up": one_of(face, ("up", "down")) == "up",
        "home": home_or_unseen(home),
    }
    if paid:
        only(paid, 3)
        one_of(paid[0], ("paying",))
        fields["paid"] = (one_of(paid[1], COLOURS), int(paid[2]))
    return fields


def write_build(build: Build) -> str:
    """The same, written."""
    paid = f" paying {build.paid[0]} {build.paid[1]}" if build.paid else ""
    return f"{build.colour}{build.number or '?'} {'up' if build.up else 'down'} {build.home}{paid}"


def read_show(words: Words) -> dict:
    """`@34 T2`, `@0 W1 S2 T3`, `@12 TS/WS`."""
    if words[0][0] != "@" or not words[1:]:
        raise ValueError(words[0])
    pieces = tuple(read_face(word) if "/" in word else one_of(word, KINDS) for word in words[1:])
    return {"of": int(words[0][1:]), "pieces": pieces}


def write_show(show: Show) -> str:
    """The same, written."""
    return f"@{show.of} " + " ".join(slashed(piece) if len(piece) == 4 else piece for piece in show.pieces)


def _flagged(words: Words, flag: str, count: int) -> dict:
    """A last word that may be there."""
    only(words, count + (words[-1] == flag))
    return {flag: words[-1] == flag}


VERBS = {
    "settle": Verb(
        Settle,
        lambda w: {"places": tuple((one_of(c, CELLS), read_settled(t)) for c, t in pairs(w))},
        lambda a: " ".join(f"{cell}={write_settled(lying)}" for cell, lying in a.places),
        "- settle b2=pond d2=TS/WS f2=off:4",
    ),
    "clear": Verb(
        Clear,
        lambda w: {"buildings": tuple((one_of(c, CELLS), building(b)) for c, b in pairs(w))},
        lambda a: " ".join(f"{cell}={kind}" for cell, kind in a.buildings),
        "- clear c3=W4 e3=S1",
    ),
    "pool": Verb(
        Pool,
        lambda w: {"buildings": tuple(building(word) for word in w)},
        lambda a: " ".join(a.buildings),
        "- pool W1 S3 T2 R6 W4",
    ),
    "harvest": Verb(
        Harvest,
        lambda w: {"cell": cell_or_unseen(only(w, 2)[0]), "face": read_face(w[1])},
        lambda a: f"{a.cell} {slashed(a.face)}",
        "B harvest c3 TS/WS",
    ),
    "goods": Verb(Goods, read_goods, write_goods, "B goods c3 as W"),
    "name": Verb(
        Name, lambda w: {"wild": "".join(one_of(word, COLOURS) for word in w)}, lambda a: " ".join(a.wild), "B name W"
    ),
    "claim": Verb(
        Claim,
        lambda w: {"cell": cell_or_unseen(only(w, 2)[0]), "building": building(w[1])},
        lambda a: f"{a.cell} {a.building}",
        "B claim c3 W4",
    ),
    "build": Verb(Build, read_build, write_build, "B build W4 up 4.2 / B build W down 3.1"),
    "done": Verb(Done, lambda w: dict.fromkeys(only(w, 0)), lambda a: "", "B done"),
    "pass": Verb(Pass, lambda w: dict.fromkeys(only(w, 0)), lambda a: "", "Y pass"),
    "pick": Verb(
        Pick,
        lambda w: {"building": one_of(w[0], KINDS), **_flagged(w, "elsewhere", 1)},
        lambda a: a.building + (" elsewhere" if a.elsewhere else ""),
        "B pick W4",
    ),
    "draw": Verb(
        Draw,
        lambda w: {"building": one_of(only(w, 1)[0], KINDS) if w else None},
        lambda a: a.building or "",
        "B draw / B draw T2",
    ),
    "refill": Verb(
        Refill,
        lambda w: {"buildings": tuple(building(word) for word in w)},
        lambda a: " ".join(a.buildings),
        "- refill W4 S2",
    ),
    "flip": Verb(
        Flip,
        lambda w: {"cell": cell_or_unseen(w[0]), "face": read_face(w[1]), **_flagged(w, "turned", 2)},
        lambda a: f"{a.cell} {slashed(a.face)}" + (" turned" if a.turned else ""),
        "B flip c3 TS/WS",
    ),
    "peek": Verb(
        Peek, lambda w: {"at": one_of(only(w, 1)[0], ("goods", "bag", "supply"))}, lambda a: a.at, "B peek goods"
    ),
    "show": Verb(Show, read_show, write_show, "B show @34 T2"),
    "end": Verb(End, lambda w: dict.fromkeys(only(w, 0)), lambda a: "", "- end"),
}
NOTATION = Notation(
    VERBS,
    ("matching", "adjacency", "face-down", "number", "colours", "pass", "source", "cover", "split"),
    spelling=SPELLING,
)


def _building(words, building: str) -> str:
    """`W4` as "Wheat 4", in French "le bâtiment Blé 4"."""
    if building not in KINDS:
        return words.name("building", "?")
    return words.fill(words["names"]["building"]["some"], {"": _kind(words, building)}, {})


def _kind(words, building: str) -> str:
    return f"{words.name('building_colour', building[0])} {building[1:]}"


def _listed(words, pieces: tuple) -> str:
    """Buildings, faces, or what lies where."""
    return ", ".join(_lying(words, *piece) if isinstance(piece, tuple) else _piece(words, piece) for piece in pieces)


def _lying(words, cell: str, lying: str) -> str:
    """What lies on a space: `Wheat 4 on c3`, `pond 3+ removed from f4`."""
    names = words["names"]["settled_at"]
    return words.fill(names.get(lying, names["some"]), {"cell": cell, "piece": _piece(words, lying)}, {})


def _piece(words, piece: str) -> str:
    if piece in KINDS:
        return _kind(words, piece)
    return _face(words, piece) if is_face(piece) else piece


def _source(words, source: str) -> str:
    """Where an effect came from: a row, a column, or the building itself."""
    if source == "?":
        return f" {_building(words, source)}"
    return f" {_kind(words, source)}" if source in KINDS else words.name("source", source)


def _on(words, cell: str, names: str = "on_space") -> str:
    """`on c3`, or that the space was not seen."""
    texts = words["names"][names]
    return words.fill(texts.get(cell, texts["some"]), {"": cell}, {})


def _from(words, cell: str) -> str:
    """`from c3`, or that the clearing was not seen."""
    return _on(words, cell, "from_clearing")


def _if_seen(words, cell: str) -> str:
    """` on c3`, or nothing where the space was not seen."""
    return _on(words, cell, "if_seen")


def _face(words, face: str) -> str:
    """The resources of a tile by its two rows: `timber-sheep/wheat-sheep`."""
    return "/".join("-".join(words.name("colour", colour) for colour in row) for row in (face[:2], face[2:]))


def _lies(words, tile) -> str:
    """What lies on a space of the map: a face, a pond, a goods tile."""
    kind = "-" if tile is None else tile.kind
    face = _face(words, tile.face) if tile and is_face(tile.face) else ""
    return words.fill(words["names"]["lying_on"][kind], {"": face}, {})


def _stands(words, home) -> str:
    """What stands on a village space: `Wheat 4, face up`."""
    if home is None or home == ANY:
        return words.name("standing", "-" if home is None else "?")
    built = f"{words.name('building_colour', home.colour)} {home.number or ''}".strip()
    return words.fill(words["names"]["standing"]["up" if home.up else "down"], {"": built}, {})


def _shown(words, buildings) -> str:
    """Buildings of the pool or of a clearing: `Wheat 4, a building not seen`."""
    codes = (buildings,) if isinstance(buildings, str) else buildings
    return ", ".join(_kind(words, code) if code in KINDS else words.name("bare", code) for code in codes or ("-",))


def _colours(words, colours: str) -> str:
    """Resources by their names."""
    return ", ".join(words.name("colour", colour) for colour in colours) or "?"


FORMS: dict[str, Callable[..., str]] = {
    "on": _on,
    "from": _from,
    "if_seen": _if_seen,
    "lies": _lies,
    "stands": _stands,
    "shown": _shown,
    "building": _building,
    "source": _source,
    "face": _face,
    "colours": _colours,
    "as_wild": tail("as_wild", _colours),
    "pieces": _listed,
    **{kind: tail(kind, lambda words, number: str(number)) for kind in ("numbered", "shown_of")},
}
