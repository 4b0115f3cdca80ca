"""The questions the rulebook of New Haven leaves open, and their readings. The first reading is the default."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.new_haven import checks
from domain.games.new_haven import clauses as nh
from domain.games.new_haven.pieces import TRACK_END
from domain.variants import Question, Variant


def reading(question: str, name: str, more: Mapping | None = None, follows="", why="", **sets: object) -> Variant:
    """One answer to a question: the slots it sets, and the checks it adds."""
    adds = {"checks": more} if more else {}
    return Variant(id=f"{question}={name}", sets=sets, adds=adds, follows=follows, why=why)


def question(id: str, clause: nh.Clause, *readings: Variant) -> Question:
    """A question about a clause."""
    return Question(id=id, clause=clause.id, readings=readings)


QUESTIONS = (
    question(
        "NH-I-01",
        nh.SHARE_2,
        reading("NH-I-01", "any", follows="fr (overview), en"),
        reading("NH-I-01", "one", follows="fr (step 4)", share_limit=1),
    ),
    question("NH-I-02", nh.GOODS_4, reading("NH-I-02", "chain"), reading("NH-I-02", "four", wild_chains=False)),
    question("NH-I-03", nh.GATHER_1, reading("NH-I-03", "uncapped"), reading("NH-I-03", "capped", track_end=TRACK_END)),
    question("NH-I-04", nh.HARVEST_4, reading("NH-I-04", "free"), reading("NH-I-04", "as-drawn", why="turning")),
    question(
        "NH-I-05",
        nh.END_3,
        reading("NH-I-05", "whole"),
        reading("NH-I-05", "at-once", last_turn="at-once"),
        reading("NH-I-05", "after-sharing", last_turn="after-sharing"),
    ),
    question("NH-I-06", nh.WIN_3, reading("NH-I-06", "count"), reading("NH-I-06", "ignore", last_draws_count=False)),
    question(
        "NH-I-07", nh.DRAW_1, reading("NH-I-07", "lapse"), reading("NH-I-07", "nobody", empty_bag_stops_draws=True)
    ),
    question("NH-I-08", nh.SECRET_1, reading("NH-I-08", "colour"), reading("NH-I-08", "shown", checks.NUMBER_IS_SHOWN)),
    question(
        "NH-I-09",
        nh.GOODS_4,
        reading("NH-I-09", "placement"),
        reading("NH-I-09", "step-two", checks.NAMED_FOR_THE_COUNT, named_at_placement=False),
    ),
    question("NH-I-10", nh.GOODS_5, reading("NH-I-10", "mirror"), reading("NH-I-10", "owner", owner_turns_goods=True)),
    question("NH-I-11", nh.B_6, reading("NH-I-11", "claims"), reading("NH-I-11", "stays", goods_claim=False)),
    question("NH-I-12", nh.B_6, reading("NH-I-12", "at-once"), reading("NH-I-12", "next-turn", checks.CLAIMED_WAITS)),
    question(
        "NH-I-13", nh.B_2, reading("NH-I-13", "free"), reading("NH-I-13", "unusable", bare_settlements_are_free=False)
    ),
    question("NH-I-14", nh.B_1, reading("NH-I-14", "face-up", follows="en")),
    question(
        "NH-I-15",
        nh.REBUILD_1,
        reading("NH-I-15", "under"),
        reading("NH-I-15", "bag", covered_goes="bag"),
        reading("NH-I-15", "hand", covered_goes="hand"),
    ),
    question(
        "NH-I-16", nh.REBUILD_2, reading("NH-I-16", "absent"), reading("NH-I-16", "touch", covered_colour_counts=True)
    ),
    question("NH-I-17", nh.REBUILD_2, reading("NH-I-17", "no"), reading("NH-I-17", "yes", covered_serves=True)),
    question(
        "NH-I-18",
        nh.CAREFUL_2,
        reading("NH-I-18", "extra"),
        Variant(id="NH-I-18=one-of-three", sets={"hand_tiles": 2}, over=frozenset(("careful-harvest",))),
    ),
    question(
        "NH-I-19", nh.SHARE_2, reading("NH-I-19", "closed"), reading("NH-I-19", "until-draw", build_after_pass=True)
    ),
    question("NH-I-20", nh.TURN_3, reading("NH-I-20", "no"), reading("NH-I-20", "yes", active_builds_last=True)),
    question(
        "NH-I-21", nh.BUILD_8, reading("NH-I-21", "allowed"), reading("NH-I-21", "face-up", checks.MATCHING_LIES_UP)
    ),
    question("NH-I-22", nh.TURN_1, reading("NH-I-22", "table"), reading("NH-I-22", "lots", lots_without_youngest=True)),
    question(
        "NH-I-23",
        nh.GATHER_1,
        reading("NH-I-23", "stands"),
        reading("NH-I-23", "recompute", reverted_clauses=frozenset((nh.GATHER_1.id,))),
    ),
    question("NH-I-24", nh.WIN_2, reading("NH-I-24", "eliminate"), reading("NH-I-24", "restart", why="same-order")),
)
