"""New Haven, complete: two to four players, both sides of the board, Rebuild and Careful Harvest."""

from pathlib import Path

from domain.games.game import Game
from domain.games.new_haven import catch_up, checks, deeds, follow, observables, offers, scoring, start
from domain.games.new_haven.actions import ACTIONS
from domain.games.new_haven.checks import turn
from domain.games.new_haven.clauses import CLAUSES
from domain.games.new_haven.inputs import INPUTS
from domain.games.new_haven.mistakes import MISTAKES
from domain.games.new_haven.notation import FORMS, NOTATION
from domain.games.new_haven.pieces import BOX, PRINTED_BOX, STAND_IN_BOX
from domain.games.new_haven.questions import QUESTIONS
from domain.games.new_haven.rules import NewHavenRules
from domain.games.new_haven.simulation import SIMULATION
from domain.games.new_haven.variants import VARIANTS

_GATHER_EXAMPLES = tuple(f"NH-EX-{number}{letter}" for number in (1, 2) for letter in "ABCD")

BASE = NewHavenRules(
    start=start.start,
    setup_checks=checks.SETUP_CHECKS,
    checks=checks.CHECKS,
    expected_actions=checks.EXPECTED,
    deeds=deeds.DEEDS,
    catch_up=catch_up.catch_up,
    follow=follow.FOLLOW,
    offers=offers.OFFERS,
    forecast=scoring.forecast,
    after_gap=start.forget,
    piece_counts=start.conserved,
    unknown_progress=catch_up.unsure,
    to_act=catch_up.to_act,
    observables=observables.OBSERVABLES,
    blame=scoring.BLAME,
    out_of_place=turn.is_out_of_place,
    moves_out_of_phase=turn.MOVES_OUT_OF_PHASE,
)

GAME = Game(
    id="new-haven",
    players=(2, 3, 4),
    clauses=CLAUSES,
    actions=ACTIONS,
    base=BASE,
    variants=VARIANTS,
    questions=QUESTIONS,
    catalogues={"printed": PRINTED_BOX, "stand-in": STAND_IN_BOX},
    box=BOX,
    notation=NOTATION,
    mistakes=MISTAKES,
    simulation=SIMULATION,
    inputs=INPUTS,
    examples=(*_GATHER_EXAMPLES, "NH-EX-3", "NH-EX-4", "NH-EX-5", "NH-EX-6"),
    setup_questions={"youngest": (), "area": ("2", "3", "4"), "lots": ("drawn",)},
    words=Path(__file__).parent / "words",
    forms=FORMS,
    bookkeeping=(
        "placements",
        "out_of_step_since",
        "early_lines",
        "spoken_early",
        "closing_lines",
        "tiles_replaced",
        "unclaimed",
    ),
)
