"""The open questions about special rules (KO-V)."""

from __future__ import annotations

from domain.games.kontor import clauses as ko
from domain.games.kontor.questions.common import question, reading, settling

SCENARIO, RULE = ("scenario", "rule"), ("rule", "scenario")
QUESTIONS = (
    question(
        "KO-I-90",
        ko.V_MISERE_1,
        settling("board-and-money", every=SCENARIO, purse=RULE, purse_clause=RULE, treasury_rest=RULE),
        settling("to-be-named"),
        settling("scenario", every=SCENARIO),
        settling("special-rule", every=RULE),
    ),
    question("KO-I-69", ko.V_RANCUNES_1, reading("at-finish"), reading("at-end", verdict_at="end")),
    question(
        "KO-I-75",
        ko.V_CORRUPTION_2_1,
        reading("own"),
        reading("any-owner", bonus_owner="any"),
        reading("two-each", bonus_each=2),
        reading("same-good", bonus_same=True),
        reading("not-all", bonus_apart="some"),
    ),
    question("KO-I-70", ko.V_MISERE_2, reading("any-change"), reading("round-end", ruin_at="round")),
    question("KO-I-71", ko.V_MARINS_1, reading("no"), reading("yes", pass_card_played=True)),
    question("KO-I-72", ko.V_BLOCUS_1, reading("empty-only"), reading("all", blockade_covers=True)),
    question("KO-I-73", ko.V_PREMIER_1, reading("at-refill"), reading("any-time", pick_at="any")),
    question("KO-I-77", ko.V_SPRINT_1, reading("pile-empty"), reading("cannot-draw", spent_when="asked")),
    question(
        "KO-I-74",
        ko.V_CHOIXINOND_1,
        reading("hand"),
        reading("pile", spend_from="pile"),
        reading("no-florin", spend_earns=False),
    ),
    question("KO-I-76", ko.V_POINTFINAL_1, reading("each"), reading("none", last_together="none")),
    question("KO-I-79", ko.V_PROTECTION_1, reading("yes"), reading("no", tavern_shields_itself=False)),
)
