"""Nieuw Amsterdam, complete: two to five players, six rounds, the English and the French rulebook."""

from pathlib import Path

from domain.games.game import Game
from domain.games.nieuw_amsterdam import catch_up, checks, deeds, follow, observables, offers, scoring, start
from domain.games.nieuw_amsterdam.actions import ACTIONS, Pass
from domain.games.nieuw_amsterdam.checks.misplacement import is_out_of_place
from domain.games.nieuw_amsterdam.clauses import CLAUSES
from domain.games.nieuw_amsterdam.deeds.bidding import pass_meanings
from domain.games.nieuw_amsterdam.inputs import INPUTS
from domain.games.nieuw_amsterdam.mistakes import MISTAKES
from domain.games.nieuw_amsterdam.notation import FORMS, NOTATION
from domain.games.nieuw_amsterdam.pieces import BOX, PLAYERS, PRINTED_BOX, STAND_IN_BOX
from domain.games.nieuw_amsterdam.questions import QUESTIONS
from domain.games.nieuw_amsterdam.rules import NieuwAmsterdamRules
from domain.games.nieuw_amsterdam.simulation import SIMULATION
from domain.games.nieuw_amsterdam.variants import VARIANTS

BASE = NieuwAmsterdamRules(
    start=start.start,
    setup_checks=checks.SETUP_CHECKS,
    checks=checks.CHECKS,
    expected_actions=checks.EXPECTED_ACTIONS,
    deeds=deeds.DEEDS,
    catch_up=catch_up.catch_up,
    follow=follow.FOLLOW,
    offers=offers.OFFERS,
    forecast=scoring.forecast,
    after_gap=start.after_gap,
    piece_counts=start.conserved,
    unknown_progress=catch_up.unsure,
    to_act=catch_up.to_act,
    observables=observables.OBSERVABLES,
    blame={**scoring.BLAME, **checks.BLAME},
    meanings={Pass: pass_meanings},
    out_of_place=is_out_of_place,
)

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
    setup_questions={"youngest": ()},
    words=Path(__file__).parent / "words",
    forms=FORMS,
    bookkeeping=("lit", "removed"),
)
