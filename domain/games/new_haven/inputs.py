"""The inputs of New Haven: how tiles, buildings and spaces are entered by taps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.fold import listed_in
from domain.games.inputs import CELLS as GRID
from domain.games.inputs import (
    PAINT,
    PICK,
    Candidate,
    Input,
    Inputs,
    LineTemplate,
    Palette,
    Spot,
    counted,
    depending,
    palette,
)
from domain.games.new_haven.actions import Build, Clear, Draw, End, Flip, Harvest, Pick, Pool, Refill, Settle
from domain.games.new_haven.candidates import possible
from domain.games.new_haven.pieces import (
    CELLS,
    CLEARINGS,
    COLOURS,
    COLUMNS,
    COPIES,
    KINDS,
    POND_MARKS,
    POOL,
    SETTLEMENTS,
    positions,
)
from domain.games.new_haven.rules import NewHavenRules
from domain.games.new_haven.state import DRAW, HARVEST, State, is_full, placing_line
from domain.numbers import least, most
from domain.rules import Offer, replace


def _half(squares: str) -> Candidate:
    return Candidate(text=squares, picture=f"half:{squares}")


_HALVES = palette(
    *((colour, [_half(colour + other) for other in COLOURS]) for colour in COLOURS),
    ("+one unseen", [_half(text) for colour in COLOURS for text in (f"{colour}?", f"?{colour}")]),
)
_HALF_TEXTS = tuple(half.text for half in _HALVES.values)
_BUILDINGS = palette(
    *(
        (colour, [counted(kind, picture=f"building:{kind}") for kind in KINDS if kind[0] == colour])
        for colour in COLOURS
    )
)
_PONDS = palette(
    ("pond", [Candidate(text=f"pond:{mark}" if mark else "pond") for mark in POND_MARKS]),
    ("off", [Candidate(text=f"off:{mark}") for mark in POND_MARKS if mark]),
    *_HALVES.rows,
)


def copies_left(rules: NewHavenRules, state: State) -> Mapping[str, int]:
    """How many copies of each building have not been seen yet."""
    limit = COPIES - rules.sets_out.get(len(state.players), 0)
    return {kind: limit - state.copies.get(kind, 0) for kind in KINDS}


def _buildings(rules: NewHavenRules, state: State, name: str, spots: tuple[Spot, ...]) -> Input:
    return Input(
        name=name, kind=PICK, form="building", palettes=(_BUILDINGS,), spots=spots, stock=copies_left(rules, state)
    )


def _numbered(count: int) -> tuple[Spot, ...]:
    return tuple(Spot(label=str(at), lead=" " if at > 1 else "") for at in range(1, count + 1))


def _face() -> Input:
    """A tile as it lies, its top half first."""
    return Input(
        name="face",
        kind=PAINT,
        form="colours",
        palettes=(_HALVES,),
        spots=(Spot(label="top half", box=(0, 0, 2, 1)), Spot(label="bottom half", lead="/", box=(0, 1, 2, 1))),
        unseen="??",
    )


def refill(rules: NewHavenRules, state: State, offer: Offer) -> LineTemplate:
    """As many buildings from the bag as the pool lacks."""
    spots = _numbered(min(POOL - len(state.pool), most(state.bag)))
    return LineTemplate(kind=Refill, write="refill {buildings}", inputs=(_buildings(rules, state, "buildings", spots),))


def pick(rules: NewHavenRules, state: State, offer: Offer) -> LineTemplate | None:
    """A building of the pool, where one has not been read yet: those that lie open first, any other on request."""
    if "?" not in state.pool:
        return None
    building = replace(_buildings(rules, state, "building", _numbered(1)), unseen=None)
    if lying := [building for building in dict.fromkeys(state.pool) if building != "?"]:
        shown = [Candidate(text=building, picture=f"building:{building}") for building in lying]
        others = (("+unread", row) for _, row in building.palettes[0].rows)
        building = replace(building, palettes=(palette(("", shown), *others),))
    return LineTemplate(kind=Pick, seat=offer.example.seat, write="pick {building}", inputs=(building,))


def draw(rules: NewHavenRules, state: State, offer: Offer) -> LineTemplate:
    """What a seat drew out of the bag, on its own device."""
    building = replace(_buildings(rules, state, "building", _numbered(1)), unseen="")
    return LineTemplate(kind=Draw, seat=offer.example.seat, write="draw {building}", inputs=(building,), secret=True)


def harvest(rules: NewHavenRules, state: State, offer: Offer) -> LineTemplate:
    """A tile as it lies, and the space it lies on."""
    free = listed_in(offer.open["cell"])
    grid = Palette(rows=(("", tuple(Candidate(text=cell, at=_at(cell)) for cell in CELLS if cell in free)),))
    cell = Input(name="cell", kind=GRID, palettes=(grid,), spots=(Spot(label="cell"),), chance=False)
    return LineTemplate(
        kind=Harvest,
        seat=offer.example.seat,
        write="harvest {cell} {face}",
        inputs=(_face(), cell),
        example=offer.example,
    )


def _at(cell: str) -> tuple[int, int]:
    return COLUMNS.index(cell[0]), int(cell[1])


def build(rules: NewHavenRules, state: State, offers: list[Offer]) -> Iterator[LineTemplate]:
    """The buildings that can be built, face up or face down, and the spaces each can go to."""
    homes: dict[str, tuple[Candidate, ...]] = {}
    rows: dict[str, list[Candidate]] = {}
    for offer in offers:
        built = offer.example
        if not isinstance(built, Build):
            continue
        text = f"{built.colour}{built.number or '?'} {'up' if built.up else 'down'}"
        shown = f"{built.colour}{built.number}" if built.up else f"down {built.colour}"
        rows.setdefault(built.colour, []).append(Candidate(text=text, value=shown, picture=f"building:{shown}"))
        homes[text] = tuple(Candidate(text=home, at=_home_at(home)) for home in listed_in(offer.open["home"]))
    pieces = Input(
        name="piece",
        kind=PICK,
        form="piece",
        palettes=(palette(*((colour, rows[colour]) for colour in COLOURS if colour in rows)),),
        spots=(Spot(label="building"),),
        chance=False,
        unseen=None,
    )
    spaces = depending("home", "piece", homes, "home", kind=GRID)
    write = " ".join(("build {piece}", *(f"{{{space.name}}}" for space in spaces)))
    example = offers[0].example
    yield LineTemplate(kind=Build, seat=example.seat, write=write, inputs=(pieces, *spaces), example=example)


def _home_at(home: str) -> tuple[int, int]:
    """Where a space of the village lies: the sixth row on top."""
    return int(home[2]), 6 - int(home[0])


def flip(rules: NewHavenRules, state: State, offer: Offer) -> LineTemplate:
    """The face of the goods tile; a face that is known already in its four positions."""
    known = state.known.get((placing_line(state, state.wild), "face"))
    face = _face()
    if known:
        faces = tuple(dict.fromkeys(positions(known.value)))
        row = tuple(Candidate(text=f"{face[:2]}/{face[2:]}", value=face, picture=f"tile:{face}") for face in faces)
        face = Input(
            name="face",
            kind=PICK,
            form="face",
            palettes=(palette(("", row)),),
            spots=(Spot(label="face"),),
            unseen="??/??",
        )
    return LineTemplate(
        kind=Flip, seat=offer.example.seat, write=f"flip {state.wild} {{face}}", inputs=(face,), example=offer.example
    )


def laying(rules: NewHavenRules, state: State) -> Iterator[LineTemplate]:
    """The set-up before the first tile; and that the table stops, when it is over."""
    if state.result is not None or may_be_over(state):
        yield LineTemplate(kind=End, write="end", once=True)
    if state.phase != HARVEST or state.turn > 1 or any(player.turns for player in state.players):
        return
    if rules.side == "B":
        yield LineTemplate(kind=Settle, write="settle {places}", inputs=(_settlements(),), once=True)
        spots = tuple(
            Spot(label=cell, lead=f" {cell}=" if at else f"{cell}=") for at, cell in enumerate(_clearings(state))
        )
        cleared = _buildings(rules, state, "buildings", spots)
        yield LineTemplate(kind=Clear, write="clear {buildings}", inputs=(cleared,), once=True)
    yield LineTemplate(
        kind=Pool, write="pool {buildings}", inputs=(_buildings(rules, state, "buildings", _numbered(POOL)),), once=True
    )


def may_be_over(state: State) -> bool:
    """Whether the last turn is over unless draws are still to be made, whose number is not known."""
    return state.phase == DRAW and is_full(state) and state.drawn > 0 and not least(state.draws)


def _clearings(state: State) -> list[str]:
    return [cell for cell in CLEARINGS if cell in state.area]


def _settlements() -> Input:
    """On each settlement a pond, a pond taken off again, or a tile by its halves."""
    spots: list[Spot] = []
    for at, cell in enumerate(SETTLEMENTS):
        spots.append(Spot(label=cell, lead=f" {cell}=" if at else f"{cell}=", palette=0))
        spots.append(Spot(label="bottom half", lead="/", palette=1, needs=_HALF_TEXTS))
    return Input(name="places", kind=PICK, form="settled", palettes=(_PONDS, _HALVES), spots=tuple(spots))


def met(state: State) -> dict[str, dict[str, int]]:
    """The harvest tiles that were seen."""
    return {"harvest": dict(state.faces)}


INPUTS = Inputs(
    possible=possible,
    fact_fields={
        "laid": ("cell",),
        "built": ("home",),
        "face": ("face",),
        "number": ("number",),
        "named": ("wild",),
        "drawn": (),
        "turn": (),
    },
    met=met,
    spent=("marker",),
    offered={Refill: refill, Pick: pick, Draw: draw, Harvest: harvest, Flip: flip},
    gathered={Build: build},
    places=frozenset(("cell",)),
    laying=laying,
)
