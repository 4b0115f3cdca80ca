"""Nieuw Amsterdam, complete: two to five players, six rounds, the English and the French rulebook."""

from pathlib import Path

from domain.games.game import Game
from domain.games.nieuw_amsterdam.actions import ACTIONS
from domain.games.nieuw_amsterdam.base import BASE
from domain.games.nieuw_amsterdam.clauses import CLAUSES
from domain.games.nieuw_amsterdam.inputs import INPUTS
from domain.games.nieuw_amsterdam.mistakes import MISTAKES
from domain.games.nieuw_amsterdam.notation import FORMS, NOTATION
from domain.games.nieuw_amsterdam.pieces import BOX, PLAYERS, PRINTED_BOX, STAND_IN_BOX
from domain.games.nieuw_amsterdam.questions import QUESTIONS
from domain.games.nieuw_amsterdam.simulation import SIMULATION
from domain.games.nieuw_amsterdam.variants import VARIANTS

GAME = Game(
    id="nieuw-amsterdam",
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
    examples=tuple(f"NA-EX-{n}" for n in range(24)),
    told={"youngest": ()},
    words=Path(__file__).parent / "words",
    forms=FORMS,
    bookkeeping=("lit", "removed"),
)
