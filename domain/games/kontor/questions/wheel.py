"""The open questions about reserves, sunken cargo and the free wheel (KO-V)."""

from __future__ import annotations

from domain.games.kontor import clauses as ko
from domain.games.kontor.questions.common import question, reading

QUESTIONS = (
    question("KO-I-56", ko.V_EMBARGO_3, reading("advanced"), reading("all-sectors", reserve_counts_all=True)),
    question(
        "KO-I-57",
        ko.V_EUPHRATE_1,
        reading("any-three"),
        reading("tips", sunk_at=frozenset(("2,0", "-2,0", "0,2", "0,-2"))),
        reading("no-edges", sunk_edges=False),
        reading("kept", cargo_kept=True),
    ),
    question(
        "KO-I-58",
        ko.V_EUPHRATE_3,
        reading("own"),
        reading("centre", added_follow="centre"),
        reading("owner", added_follow="owner"),
    ),
    question("KO-I-61", ko.V_ROUE_6, reading("yes"), reading("no", wheel_passes=False)),
    question("KO-I-62", ko.V_ROUE_5, reading("drawn"), reading("not-drawn", special_draws=False)),
    question(
        "KO-I-63",
        ko.V_ROUE_6,
        reading("told"),
        reading("youngest", why="first-player"),
        reading("lots", why="first-player"),
    ),
    question("KO-I-64", ko.V_ROUE_10, reading("marker"), reading("purse", coin_paid=True)),
    question(
        "KO-I-65",
        ko.V_ROUE_7,
        reading("all"),
        reading("add-up", skips_add=True),
        reading("immune", skips_immune=True),
        reading("florin", skip_earns=True),
    ),
    question("KO-I-66", ko.V_ROUE_9, reading("no-cell"), reading("normal", corner_or_side=True)),
    question("KO-I-67", ko.V_ROUE_IND_1, reading("second"), reading("pairwise", parties="pairwise")),
    question("KO-I-68", ko.V_ROUE_IND_5, reading("now"), reading("ever", shared_by="ever")),
    question("KO-I-91", ko.V_ROUE_8, reading("no"), reading("yes", boat_enters_closed=True)),
    question(
        "KO-I-92", ko.V_ROUE_10, reading("goods"), reading("must", coin_must=True), reading("size-too", coin_size=True)
    ),
)
