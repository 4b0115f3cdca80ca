"""The open questions about contraband and the expansions (KO-V, KO-EV)."""

from __future__ import annotations

from domain.games.kontor import clauses as ko
from domain.games.kontor.questions.common import question, reading

QUESTIONS = (
    question(
        "KO-I-78",
        ko.V_CONTREBANDE_1,
        reading("unknown"),
        reading("as-canal", contraband_as="canal"),
        reading("as-dock", contraband_as="dock"),
    ),
    question("KO-I-82", ko.V_EXPORT_2, reading("any"), reading("by-dock", exports_by_dock=True)),
    question(
        "KO-I-83",
        ko.V_EVENTS_2,
        reading("each-sector"),
        reading("one-a-round", events_per="round"),
        reading("reshuffled", events_again=True),
    ),
    question("KO-I-84", ko.EV_JOURS, reading("nobody"), reading("all-tied", golden_tie=True)),
    question("KO-I-85", ko.EV_CONJURATION, reading("no-florin"), reading("as-a-pass", missed_pays=True)),
    question("KO-I-86", ko.EV_BLOCUS, reading("turned"), reading("in-a-line", blockade_line=True)),
    question("KO-I-87", ko.EV_INONDATION, reading("players"), reading("old-and-new", flooding_apart="goods")),
    question("KO-I-88", ko.EV_GREVE, reading("lies-now"), reading("ever-placed", strike_ever=True)),
)
