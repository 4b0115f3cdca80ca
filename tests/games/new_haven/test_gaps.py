"""A gap leads to no false finding, and facts known before it stay known."""

from random import Random

import pytest

from domain.games import GAMES
from domain.observables import Observation
from domain.record.lines import Gap, Inserted, Played, Seen
from domain.rules import UNDETERMINED
from domain.sessions.session import open_session, record
from domain.timeline.timeline import audit
from replays.review.comparison import findings_of
from replays.simulation.random_play import random_setup, simulate
from tests.play import found, play, state, table

GAME = GAMES["new-haven"]
CASES = [(variants, seed) for variants in ((), ("careful-harvest",), ("side-b",)) for seed in range(6)]


@pytest.mark.parametrize(("variants", "seed"), CASES)
def test_a_gap_in_a_lawful_game_leads_to_no_finding_whatever_is_read_after_it(variants, seed):
    rng = Random(seed)
    setup = random_setup(GAME, rng.choice(GAME.players), variants, rng)
    played = [line for line in simulate(GAME, setup, rng, ()).session.log if isinstance(line, Played)]
    tables = [frame.step.state for frame in audit(setup, tuple(played))]
    at = rng.randrange(len(played))
    session = open_session(setup)
    for line in (*played, Inserted(after=at, body=Gap())):
        session = record(session, line)

    gap = len(session.log)
    for later in sorted(rng.choices(range(at, min(at + 12, len(played))), k=8)):
        seen = Seen(observation=a_true_reading(GAME.rules(setup), tables[later], rng))
        session = record(session, Inserted(after=gap if later == at else later, body=seen))

    assert {finding.verdict for finding in findings_of(audit(setup, session.log))} <= {UNDETERMINED}


def a_true_reading(rules, seen, rng):
    """A random true value of this table."""
    observable = rng.choice([one for one in rules.observables.values() if one.on_table])
    key = rng.choice(list(observable.keys(seen)))
    return Observation(what=observable.name, key=key, value=observable.get(seen, key))


def test_draws_lapse_after_a_gap_if_the_bag_may_be_empty():
    turn = ("Y harvest c4 TR/TS", "Y done", "B pass", "Y pick W1", "B harvest d4 TR/TS")
    gap = play(table(), "? the first turns", "Y harvest c3 WW/WS", "Y pick S1", "B harvest c5 WW/WS", "B pick S1")

    assert all(verdict == UNDETERMINED for _, _, verdict in found(play(gap, *turn)))


def test_a_flip_that_was_only_read_off_the_table_counts():
    session = play(
        table(),
        "B goods d4 as W",
        "B pick W1",
        "B draw",
        "B draw",
        "- refill S1",
        "= - space d4 TT/SS",
        "Y harvest c3 SS/WW",
    )

    assert state(session).known[1, "face"].value == "TTSS"
    assert state(session).board["d4"].kind == "goods"
    assert found(play(session, "B flip d4 WW/SS")) == [(8, "GR-SEEN", "contradiction")]


def test_a_less_exact_reading_removes_no_knowledge():
    session = play(table(), "- pool W1 S3 T2 R6 W4", "B show @0 W1 S1", "= - pool ? ? T2 ? ?", "= B behind W1 +5")

    assert sorted(state(session).pool) == ["R6", "S3", "T2", "W1", "W4"]
    assert state(session).players[0].hand.known == ("S1", "W1")
