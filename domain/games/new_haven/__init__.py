"""New Haven, complete: two to four players, both sides of the board, Rebuild and Careful Harvest."""

from pathlib import Path

from domain.games.game import Game
from domain.games.new_haven.actions import ACTIONS
from domain.games.new_haven.clauses import CLAUSES
from domain.games.new_haven.inputs import INPUTS
from domain.games.new_haven.mistakes import MISTAKES
from domain.games.new_haven.notation import FORMS, NOTATION
from domain.games.new_haven.pieces import BOX, PRINTED_BOX, STAND_IN_BOX
from domain.games.new_haven.questions import QUESTIONS
from domain.games.new_haven.rules import BASE
from domain.games.new_haven.simulation import SIMULATION
from domain.games.new_haven.variants import VARIANTS

_GATHER_EXAMPLES = tuple(f"NH-EX-{number}{letter}" for number in (1, 2) for letter in "ABCD")

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
    told={"youngest": (), "area": ("2", "3", "4"), "lots": ("drawn",)},
    words=Path(__file__).parent / "words",
    forms=FORMS,
    bookkeeping=("laid", "strayed", "early", "closing", "replaced", "unclaimed"),
)
