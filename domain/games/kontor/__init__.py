"""Kontor: the base game, the advanced game and the game for four, as rows over one set of rules."""

from pathlib import Path

from domain.games.game import Game
from domain.games.kontor.actions import ACTIONS
from domain.games.kontor.clauses import CLAUSES
from domain.games.kontor.inputs import INPUTS
from domain.games.kontor.mistakes import MISTAKES
from domain.games.kontor.notation import FORMS, NOTATION
from domain.games.kontor.pieces import BOX, PLAYERS, PRINTED_BOX, STAND_IN_BOX
from domain.games.kontor.questions import QUESTIONS
from domain.games.kontor.rules import BASE
from domain.games.kontor.simulation import SIMULATION
from domain.games.kontor.start import assumptions
from domain.games.kontor.variants import VARIANTS
from domain.games.kontor.variants.slot_clauses import SLOT_CLAUSES
from domain.setup import ROUND

GAME = Game(
    id="kontor",
    players=PLAYERS,
    common_sizes=(2,),
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
    examples=tuple(f"KO-T-{n:02d}" for n in range(1, 24)),
    setup_questions={
        "colours": ("RB", "BR", "RRBB", "BBRR", "RBBR", "BRRB", "RBRB", "BRBR"),
        "facing": ("across", "mirror"),
        "passes": ("taverns", "specials"),
    },
    # KO-CLAIM-1; by KO-I-11 it is so with any money due
    claims=dict.fromkeys(("KO-MONEY-1", "KO-PASS-2", "KO-CLAIM-1", "KO-CLAIM-2"), ROUND),
    assumptions=assumptions,
    words=Path(__file__).parent / "words",
    forms=FORMS,
    bookkeeping=("lines",),
    slot_clauses=SLOT_CLAUSES,
)
