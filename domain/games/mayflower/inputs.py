"""The inputs of Mayflower: how tiles, faces, cells and colonists are entered by taps."""

from __future__ import annotations

from collections.abc import Iterator

from domain.fold import listed_in
from domain.games.inputs import (
    ANOTHER,
    CELLS,
    PAINT,
    PICK,
    Candidate,
    Condition,
    Input,
    Inputs,
    LineTemplate,
    Palette,
    Spot,
    counted,
    depending,
    palette,
)
from domain.games.mayflower.actions import Colonist, Draw, End, Explorers, Face, Place
from domain.games.mayflower.candidates import possible
from domain.games.mayflower.pieces import COASTS, COPIES, LETTERS
from domain.games.mayflower.pieces.cells import SIDES
from domain.games.mayflower.pieces.faces import CITY, PLAIN, ROAD
from domain.games.mayflower.pieces.joins import COAST, SEA, TILE, joins
from domain.games.mayflower.rules import MayflowerRules
from domain.games.mayflower.state import DRAW, State, Tile, as_lying, copies_drawn, face_text
from domain.rules import Offer, replace

_ROW = 8  # letters side by side
_BOXES = {
    "N": (1, 0, 1, 1),
    "E": (2, 1, 1, 1),
    "S": (1, 2, 1, 1),
    "W": (0, 1, 1, 1),
}  # the edges on a drawing of a tile
_EDGES = tuple(
    palette(("", [Candidate(text=kind, picture=f"edge:{side}:{kind}") for kind in (PLAIN, ROAD, CITY)]))
    for side in SIDES
)


def _painted(pieces: str, **more) -> Input:
    """The edges one after the other; then how they join, and what is printed on the parts."""
    sea = SEA if pieces == COAST else -1
    spots = tuple(
        Spot(label=side, lead="?" if at == sea + 1 and sea >= 0 else "", palette=at, box=_BOXES[side])
        for at, side in enumerate(SIDES)
        if at != sea
    )
    return Input(
        name="face", kind=PAINT, form="edge", palettes=_EDGES, spots=spots, joins=pieces, ground="blank", **more
    )


def draw(rules: MayflowerRules, state: State, offer: Offer) -> LineTemplate:
    """A letter, and its face if that was not entered yet."""
    faces = {letter: face_text(state, letter) for letter in LETTERS}
    letters = [counted(letter, picture=f"{TILE}:{faces[letter]}" if faces[letter] else "") for letter in LETTERS]
    rows = tuple(("", tuple(letters[at : at + _ROW])) for at in range(0, len(letters), _ROW))
    left = {letter: COPIES[letter] - copies_drawn(state, letter) for letter in LETTERS}
    letter = Input(name="letter", kind=PICK, palettes=(Palette(rows=rows),), spots=(Spot(label="letter"),), stock=left)
    new = tuple(letter for letter, face in faces.items() if not face)
    inputs = (letter, _painted(TILE, when=(Condition(input="letter", among=new),), lead="as ")) if new else (letter,)
    return LineTemplate(
        kind=Draw, seat=offer.example.seat, write="draw {letter} {face}" if new else "draw {letter}", inputs=inputs
    )


def place(rules: MayflowerRules, state: State, offers: list[Offer]) -> Iterator[LineTemplate]:
    """The cells the tile in hand fits on, and the turns in which it fits."""
    tile = state.hand[-1] if state.hand else Tile()
    turns_on: dict[str, list[Candidate]] = {}
    for offer in offers:
        example = offer.example
        if not isinstance(example, Place):
            continue
        candidate = _turn(state, tile, example.turn)
        for cell in listed_in(offer.open["cell"]) if "cell" in offer.open else (example.cell,):
            if candidate not in turns_on.setdefault(cell, []):
                turns_on[cell].append(candidate)
    cells = sorted(turns_on, key=lambda cell: tuple(map(int, cell.split(":"))))
    where = Input(
        name="cell",
        kind=CELLS,
        palettes=(palette(("", [Candidate(text=cell) for cell in cells])),),
        spots=(Spot(label="cell"),),
        chance=False,
    )
    ways = {cell: tuple(turns_on[cell]) for cell in cells}
    turns = depending("turn", "cell", {**ways, ANOTHER: _turns(state, tile)}, "turn", form="input")
    turns = [replace(turn, usual=turn.palettes[0].values[0].text) for turn in turns]
    write = " ".join(("place {cell}", *(f"{{{turn.name}}}" for turn in turns)))
    yield LineTemplate(
        kind=Place, seat=offers[0].example.seat, write=write, inputs=(where, *turns), example=offers[0].example
    )


def _turn(state: State, tile: Tile, turn: int) -> Candidate:
    lies = as_lying(state, tile, turn)
    picture = f"{TILE}:{lies.text}" if lies else ""
    return Candidate(text=f"r{turn}" if turn else "", value=f"turn {turn}", picture=picture)


def _turns(state: State, tile: Tile) -> tuple[Candidate, ...]:
    """A tile turned each way, where no rule is asked."""
    return tuple(_turn(state, tile, turn) for turn in range(4 if as_lying(state, tile, 0) else 1))


def colonist(rules: MayflowerRules, state: State, offers: list[Offer]) -> Iterator[LineTemplate]:
    """The parts of the tile just laid on which a colonist may stand."""
    ports = [post for offer in offers for post in _posts(offer)]
    tile = state.land.tile(state.now.cell) if state.now.cell else None
    face = tile.face if tile else None
    values = [
        Candidate(
            text=f"{role}@{port}" if port else role,
            value=(role, port),
            picture="" if face is None or (part := face.part_at(port)) < 0 else f"part:{part}:{face.text}",
            named=True,
        )
        for role, port in ports
    ]
    post = Input(
        name="post",
        kind=PICK,
        form="post",
        palettes=(palette(("", values)),),
        spots=(Spot(label="post"),),
        chance=False,
        unseen=None,
    )
    yield LineTemplate(kind=Colonist, seat=offers[0].example.seat, write="colonist {post}", inputs=(post,))


def _posts(offer: Offer) -> list[tuple[str, str]]:
    """The role of an offered colonist, with each port it may stand on."""
    example = offer.example
    if not isinstance(example, Colonist):
        return []
    return [
        (example.role, port) for port in (listed_in(offer.open["port"]) if "port" in offer.open else (example.port,))
    ]


def laying(rules: MayflowerRules, state: State) -> Iterator[LineTemplate]:
    """The faces of the start spaces and the explorers, before the first draw; and the end of the game."""
    if state.result is not None:
        yield LineTemplate(kind=End, write="end", once=True)
    if state.phase != DRAW or any(state.drawn):
        return
    spaces = [cell for cell, tile in state.land.lying() if tile.letter == "0"]
    unread = [cell for cell in spaces if not face_text(state, cell)]
    for cell in unread[:1]:
        yield LineTemplate(kind=Face, write=f"face {cell} {{face}}", inputs=(_painted(COAST, unseen=None),))
    start = palette(("", [Candidate(text=cell, uses=(cell,)) for cell in spaces]))
    spots = (Spot(label="explorer a"), Spot(label="explorer b", lead=" "))
    begin = Input(
        name="explorers", kind=PICK, palettes=(start,), spots=spots, unseen=None, stock=dict.fromkeys(spaces, 1)
    )
    yield LineTemplate(kind=Explorers, write="explorers {explorers}", inputs=(begin,), once=True)


def met(state: State) -> dict[str, dict[str, int]]:
    """The letters and start spaces whose face is known."""
    letters = {letter: face for letter in LETTERS if (face := face_text(state, letter))}
    coasts = {cell: face for cell in COASTS if (face := face_text(state, cell))}
    return {
        TILE: {f"{letter}={face}": COPIES[letter] for letter, face in letters.items()},
        COAST: {f"{cell}={face}": 1 for cell, face in coasts.items()},
    }


INPUTS = Inputs(
    possible=possible,
    fact_fields={"laid": ("cell",), "face": ("face",), "colonist": ("role",), "explorer": ("pawn",)},
    offered={Draw: draw},
    gathered={Place: place, Colonist: colonist},
    laying=laying,
    purse=("reserve",),
    met=met,
    joins=joins,
)
