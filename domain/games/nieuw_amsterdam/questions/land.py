"""The open questions about step 6 (NA-LAND)."""

from __future__ import annotations

from domain.games.nieuw_amsterdam import clauses as na
from domain.games.nieuw_amsterdam.checks.land import ONE_AT_A_TIME
from domain.games.nieuw_amsterdam.questions.common import question, reading

QUESTIONS = (
    question(
        "NA-Q-5",
        na.LAND_11,
        reading("stays"),
        reading("rises", beyond_table="triangular"),
        reading("none", beyond_table="nothing"),
    ),
    question("NA-Q-6", na.LAND_6, reading("one-left"), reading("stay", last_camp_stays=True)),
    question("NA-Q-11", na.LAND_14, reading("needed"), reading("empty", empty_actions=True)),
    question("NA-Q-17", na.LAND_3, reading("reserve"), reading("wood", timber_is_wood=True)),
    question(
        "NA-Q-21", na.LAND_7, reading("add", follows="en, fr"), reading("clear", follows="en, fr", recedes_on="clear")
    ),
    question(
        "NA-Q-22",
        na.LAND_4,
        reading("occupied", follows="en"),
        reading("leftmost", follows="fr", leftmost_occupied=False),
    ),
    question(
        "NA-Q-23",
        na.LAND_9,
        reading("uncleared", follows="en"),
        reading("again", follows="fr", clears_once=False),
        reading("one", follows="fr", more=ONE_AT_A_TIME, clears_all=False),
    ),
    question("NA-Q-37", na.LAND_12, reading("this-round"), reading("next-round", yields_at_once=False)),
)
