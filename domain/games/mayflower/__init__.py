"""Mayflower, complete: two to five players, the French rulebook."""

from pathlib import Path

from domain.games.game import Game
from domain.games.mayflower.actions import ACTIONS
from domain.games.mayflower.base import BASE
from domain.games.mayflower.clauses import CLAUSES
from domain.games.mayflower.inputs import INPUTS
from domain.games.mayflower.mistakes import MISTAKES
from domain.games.mayflower.notation import FORMS, NOTATION
from domain.games.mayflower.pieces import BOX, COASTS, PLAYERS, PRINTED_BOX, STAND_IN_BOX
from domain.games.mayflower.questions import QUESTIONS
from domain.games.mayflower.simulation import SIMULATION
from domain.games.mayflower.variants import VARIANTS

GAME = Game(
    id="mayflower",
    players=PLAYERS,
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
    examples=tuple(f"MF-EX-{n}" for n in range(1, 18)),
    told={"spaces": tuple(str(n) for n in range(1, len(COASTS) + 1))},
    words=Path(__file__).parent / "words",
    bookkeeping=("trail",),
    forms=FORMS,
)
