"""Mayflower, complete: two to five players, the French rulebook."""

from pathlib import Path

from domain.games.game import Game
from domain.games.mayflower import (
    actions,
    catch_up,
    checks,
    clauses,
    deeds,
    follow,
    observables,
    offers,
    scoring,
    start,
)
from domain.games.mayflower.inputs import INPUTS
from domain.games.mayflower.mistakes import MISTAKES
from domain.games.mayflower.notation import FORMS, NOTATION
from domain.games.mayflower.pieces import BOX, COASTS, PLAYERS, PRINTED_BOX, STAND_IN_BOX
from domain.games.mayflower.questions import QUESTIONS
from domain.games.mayflower.rules import MayflowerRules
from domain.games.mayflower.simulation import SIMULATION
from domain.games.mayflower.variants import VARIANTS

SCORINGS = frozenset(clause.id for clause in (clauses.ROAD_1, clauses.CITY_1, clauses.FARM_1, clauses.FARM_3))
BASE = MayflowerRules(
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
    piece_counts=start.piece_counts,
    unknown_progress=catch_up.unknown_progress,
    to_act=catch_up.to_act,
    setup_actions=frozenset((actions.Explorers,)),
    observables=observables.OBSERVABLES,
    counted_with=frozenset(("relays", "shields", "bonus", "final-relays", "final-shields", "final-bonus")),
    omitted_with=dict.fromkeys((clauses.RETURN_1.id, clauses.EXPLORER_1.id), SCORINGS),
    blame={**scoring.BLAME, **checks.BLAME},
)
GAME = Game(
    id="mayflower",
    players=PLAYERS,
    clauses=clauses.CLAUSES,
    actions=actions.ACTIONS,
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
    setup_questions={"spaces": tuple(str(n) for n in range(1, len(COASTS) + 1))},
    words=Path(__file__).parent / "words",
    bookkeeping=("trail",),
    forms=FORMS,
)
