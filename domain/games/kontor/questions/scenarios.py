"""The open questions about scenarios (KO-V)."""

from __future__ import annotations

from domain.games.kontor import clauses as ko
from domain.games.kontor.questions.common import question, reading

QUESTIONS = (
    question(
        "KO-I-50",
        ko.V_BAKCHICH_3,
        reading("as-it-comes"),
        reading("last-first", bribe_order="first"),
        reading("at-once", why="at-once"),
        reading("last-loser", bribe_order="last"),
        reading("no-pass", bribe_order="no-pass"),
    ),
    question("KO-I-51", ko.V_BAKCHICH_3, reading("one"), reading("any", bribes_once=False)),
    question(
        "KO-I-52",
        ko.V_DAVID_1,
        reading("farther"),
        reading("nearer", open_ties="nearer"),
        reading("all", open_ties="all"),
    ),
    question("KO-I-53", ko.V_ILE_5, reading("any-size"), reading("two-docks", every_size=False)),
    question(
        "KO-I-54",
        ko.V_VITESSE_2,
        reading("over"),
        reading("play-on", first_sector="play-on"),
        reading("draw", first_sector="draw"),
    ),
    question("KO-I-55", ko.V_TICTACTOE_3, reading("parted"), reading("any-two", boxes_parted="any-two")),
    question("KO-I-59", ko.V_TETE_1, reading("before"), reading("after", eligible_first=False)),
    question(
        "KO-I-60",
        ko.V_MAREE_1,
        reading("before-income"),
        reading("after-income", second_paid="after"),
        reading("one-drawn", second_drawn=False),
        reading("boat-counts", second_boat=True),
    ),
    question("KO-I-93", ko.TEAM_3, reading("uneven"), reading("one-out", uneven_piles=False)),
    question("KO-I-89", ko.V_ILE_3, reading("declared")),
)
