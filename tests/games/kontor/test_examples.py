"""The rulebook's worked examples: the printed figures come out of the fold, and each has its record."""

from pathlib import Path

import pytest

from domain.games import GAMES
from domain.games.kontor.scoring.supremacy import supremacy
from domain.games.kontor.state import AT, NAME, cells_in, lawful_cells
from domain.games.kontor.state.faces import card_of
from domain.record.lines import Note, Seen
from domain.rules import ScoreLine
from domain.timeline.timeline import audit
from replays.record_text import read_record
from replays.review.comparison import findings_of

GAME = GAMES["kontor"]
LIBRARY = Path("replays/library/kontor")
ASKED_FOR = (  # in addition to the examples: what must come out exactly
    "one-placement-closes-three-distant-sectors",
    "a-removal-splits-a-sector-in-three",
    "neither-player-can-pay",
    "a-revealed-card-and-no-lawful-cell",
)
RED, BLACK = 0, 1
NO_SEAT = -1

LIES = {  # what lies on the table in the end, as the example says or forces
    "examples/KO-T-02": {
        ("stock", "-1,-1", "wine"): 1,
        ("stock", "1,1", "wine"): 1,
        ("stock", "1,-1", "spice"): 1,
        ("stock", "-1,1", "tea"): 1,
        ("dock-pile", RED): 19 - 2,
        ("dock-pile", BLACK): 19 - 2,
    },
    "examples/KO-T-03": {
        ("finished", "1,1"): True,
        ("finished", "-1,-1"): False,
        ("finished", "-2,-1"): False,
        ("finished", "-1,-2"): False,
        ("purse", BLACK): 4 + 1,
        ("purse", RED): 4 + 1,
    },
    "examples/KO-T-04": {("wide",): True, ("high",): True, ("finished", "3,1"): True},
    "examples/KO-T-06": {("stock", "1,1", "wine"): 1, ("stock", "1,1", "tea"): 1, ("stock", "1,1", "spice"): 0},
    "examples/KO-T-07": {
        **{("stock", "1,1", good): 1 for good in ("wine", "tea", "spice")},
        **{("stock", "2,1", good): 0 for good in ("wine", "tea", "spice")},
    },
    "examples/KO-T-08": {("keeper", "1,1"): RED, ("keeper", "1,2"): RED},
    "examples/KO-T-09": {("keeper", "1,-1"): BLACK, ("stock", "3,-1", "wine"): 0, ("supply", "wine"): 16},
    "examples/KO-T-10": {("keeper", "1,1"): BLACK},
    "examples/KO-T-11": {("keeper", "1,1"): RED},
    "examples/KO-T-12": {
        ("finished", "1,1"): True,
        ("keeper", "1,1"): NO_SEAT,
        ("finished", "-1,-1"): True,
        ("keeper", "-1,-1"): NO_SEAT,
    },
    "examples/KO-T-14": {("card", "2,1"): (), ("dock-pile", RED): 19 - 1 + 1},
    "examples/KO-T-15": {
        ("card", "2,1"): (),
        ("stock", "1,1", "wine"): 1,
        ("stock", "1,1", "spice"): 0,
        ("stock", "3,1", "spice"): 1,
        ("stock", "3,1", "wine"): 0,
        ("under", RED): (3,),
    },
    "examples/KO-T-16": {("points", RED): 1 + 2, ("points", BLACK): 0, ("winners",): (0, 1)},
    "examples/KO-T-20": {("purse", 0): 1, ("purse", 1): 1, ("purse", 2): 0, ("treasury",): 14 + 4},
    "examples/KO-T-21": {("canal-pile",): 31, ("dock-pile", RED): 19, ("dock-pile", BLACK): 19, ("treasury",): 12 - 1},
    "examples/KO-T-22": {("purse", RED): 1 + 1, ("purse", BLACK): 1 + 1, ("treasury",): 20 - 4, ("lost",): ()},
    "examples/KO-T-23": {("purse", RED): 0, ("purse", BLACK): 4 + 1, ("treasury",): 16 - 1, ("canals", RED): 2},
    "regressions/one-placement-closes-three-distant-sectors": {
        ("keeper", "-2,-1"): RED,
        ("keeper", "1,-2"): BLACK,
        ("keeper", "3,0"): BLACK,
        ("keeper", "3,1"): BLACK,
        ("keepers", RED): 5 - 1,
        ("keepers", BLACK): 5 - 2,
        **{("supply", good): 16 for good in ("wine", "spice", "tea")},
        ("purse", RED): 4 + 1,
        ("purse", BLACK): 4 + 1,
        ("treasury",): 12 - 2,
    },
    "regressions/a-removal-splits-a-sector-in-three": {
        ("stock", "1,1", "tea"): 1,
        ("stock", "2,2", "spice"): 1,
        ("stock", "3,1", "wine"): 1,
        ("stock", "3,1", "spice"): 1,
        ("supply", "wine"): 16 - 1,
        ("supply", "spice"): 16 - 2,
        ("supply", "tea"): 16 - 1,
        ("dock-pile", RED): 19 + 1,
        ("boat",): AT["2,0"],
    },
    "regressions/neither-player-can-pay": {
        ("purse", RED): 0,
        ("purse", BLACK): 1,
        ("treasury",): 19,
        ("docks", RED): 3,
        ("docks", BLACK): 3,
        ("round",): 4,
    },
    "regressions/a-revealed-card-and-no-lawful-cell": {
        ("docks", BLACK): 3,
        ("purse", BLACK): 4 + 1,
        ("purse", RED): 4 + 1,
        ("dock-pile", BLACK): 19,
        ("points", RED): 1,
        ("points", BLACK): 0,
        ("winners",): (RED,),
        ("phase",): "over",
    },
}
FOUND = {  # what the examples call forbidden
    "KO-T-01": [(35, "KO-PLACE-2"), (37, "KO-PLACE-2"), (39, "KO-PLACE-2")],
    "KO-T-04": [(12, "KO-SIZE-2"), (14, "KO-SIZE-2")],
    "KO-T-05": [(4, "KO-CRANE-1"), (6, "KO-CRANE-1"), (8, "KO-CRANE-4"), (26, "KO-CRANE-4")],
    "KO-T-13": [(6, "KO-BOAT-4"), (13, "KO-BOAT-5")],
    "KO-T-14": [(10, "KO-BOAT-6"), (12, "KO-BOAT-3"), (15, "KO-BOAT-4")],
}
SUPREMACIES = [  # Red's lead in wine, spice and tea; who wins, and at which step
    ((0, 2, 2), (3, 0, 0), BLACK, 1),
    ((1, 0, 0), (0, 1, 1), BLACK, 2),
    ((1, 0, 0), (0, 1, 0), RED, 3),
    ((0, 1, 0), (0, 0, 1), RED, 3),
    ((0, 0, 1), (1, 0, 0), RED, 3),
    ((2, 0, 0), (0, 1, 1), RED, 1),
    ((0, 1, 2), (2, 0, 0), RED, 2),
    ((0, 2, 0), (1, 0, 2), BLACK, 2),
    ((0, 0, 0), (0, 1, 0), BLACK, 1),
    ((1, 2, 3), (1, 2, 3), NO_SEAT, 0),
    ((0, 0, 0), (0, 0, 0), NO_SEAT, 0),
]


def session_of(record: str):
    """The record of an example, with the announced figures."""
    session, troubles = read_record((LIBRARY / f"{record}.record").read_text(encoding="utf-8"))
    assert not troubles
    return session


def frames(session, seen: bool = True):
    """The frames of a record, with its announced and read values or without them; every line keeps its number."""
    log = session.log if seen else tuple(Note() if isinstance(line, Seen) else line for line in session.log)
    return audit(session.setup, log)


RECORDS = sorted(path.stem for path in (LIBRARY / "examples").glob("*.record"))


def test_every_example_has_a_record_and_every_record_an_example():
    assert {record.partition(".")[0] for record in RECORDS} == set(GAME.examples)


@pytest.mark.parametrize("record", LIES)
def test_the_table_after_an_example_is_that_of_the_rulebook(record):
    state = frames(session_of(record), seen=False)[-1].step.state

    read = {key: GAME.base.observables[key[0]].get(state, key[1:]) for key in LIES[record]}
    assert read == LIES[record]


@pytest.mark.parametrize(
    "record", [*(f"examples/{one}" for one in RECORDS), *(f"regressions/{one}" for one in ASKED_FOR)]
)
def test_the_printed_figures_agree_and_only_forbidden_actions_are_found(record):
    found = findings_of(frames(session_of(record)))

    assert [(finding.line, finding.clause) for finding in found] == FOUND.get(Path(record).stem, [])


@pytest.mark.parametrize(("red", "black", "side", "step"), SUPREMACIES)
def test_who_has_the_supremacy_and_at_which_step(red, black, side, step):
    assert supremacy(GAME.base, None, (red, black)) == (side, step)


def test_around_the_cross_exactly_sixteen_cells_are_lawful():
    session = session_of("examples/KO-T-01")
    frame = frames(session)[2]
    tried = {line.action.cell for line in session.log[2:34] if hasattr(line, "action")}

    cells = lawful_cells(frame.rules, frame.step.state, RED, card_of(frame.step.state, 11))
    assert {NAME[cell] for cell in cells_in(cells)} == tried
    assert len(tried) == 16


def test_two_customs_houses_make_three_points():
    lines = [effect for frame in frames(session_of("examples/KO-T-16")) for effect in frame.step.effects]

    scored = [line for line in lines if isinstance(line, ScoreLine) and line.clause == "KO-SPEC-8"]
    assert [(line.by, [(item.count, item.each) for item in line.items]) for line in scored] == [(3, [(1, 1), (2, 1)])]
