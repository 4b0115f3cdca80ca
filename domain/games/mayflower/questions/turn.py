"""The open questions about turn order."""

from __future__ import annotations

from domain.games.mayflower import clauses as mf
from domain.games.mayflower.questions.common import question, reading

# The clauses whose effects are points: what a table scored wrongly is put right under them (MF-I-21).
SCORINGS = frozenset(
    clause.id
    for clause in (
        mf.ROAD_2,
        mf.ROAD_3,
        mf.CITY_2,
        mf.CITY_3,
        mf.FARM_2,
        mf.MAJ_3,
        mf.EXPLORER_5,
        mf.SWEEP_3,
        mf.FINAL_1,
        mf.FINAL_2,
        mf.FINAL_3,
        mf.FINAL_4,
        mf.FINAL_5,
    )
)
QUESTIONS = (question("MF-I-21", mf.TURN_4, reading("stands"), reading("put-right", reverted_clauses=SCORINGS)),)
