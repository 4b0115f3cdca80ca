"""The track check of a wrongly moved track: the interval is right, and the true cause is among the first."""

from collections.abc import Iterator
from itertools import count, islice
from random import Random

import pytest
from msgspec import Struct

from domain.games import GAMES
from domain.rules import ScoreLine
from domain.sessions.session import Session
from domain.timeline.timeline import replay
from replays.record_text import read_record
from replays.review.error_causes import Cause
from replays.review.trackcheck import TrackDifference, track_differences, with_observations
from replays.review.trackcheck_views import track_check
from replays.simulation.random_play import random_setup, simulate
from tests.replays.library_sessions import LIBRARY, read
from tests.replays.miscounts import PURSES, TRACK, Slip, a_table

FIRST = 3


class Figures(Struct):
    """Counts of tables with a mistake, of correct intervals, and of true causes among the first."""

    tables: int = 0
    within: int = 0
    first: int = 0

    def add(self, found: TrackDifference | None, made: Slip) -> None:
        """One table more."""
        self.tables += 1
        self.within += found is not None and found.after <= made.line < found.before
        self.first += found is not None and any(_is(one, made) for one in found.causes[:FIRST])


def _is(cause: Cause, made: Slip) -> bool:
    """Whether a cause names the line, the wrong amount and the kind of the mistake."""
    where = (cause.line, cause.clause, cause.what, cause.key, cause.done)
    so = (made.kind, made.item) in [(way.kind, way.item) for way in cause.ways]
    named = [(made.line, one.clause, one.what, one.key, done) for one, done in made.done if one.source in cause.sources]
    return so and where in named


def tables(game: str, whats: tuple[str, ...]) -> Iterator[tuple[Session, Slip]]:
    """An endless series of tables with a mistake."""
    return (made for seed in count() if (made := a_table(game, seed, whats)) is not None)


def figures(game: str, whats: tuple[str, ...], games: int) -> Figures:
    """The figures of this number of tables, by their first difference."""
    counted = Figures()
    for session, made in islice(tables(game, whats), games):
        counted.add(next(iter(track_differences(session)), None), made)
    return counted


READ = [(game, whats) for game in GAMES for whats in (TRACK, PURSES[game])]
IDS = [f"{game}-{'-'.join(whats)}" for game, whats in READ]


@pytest.mark.parametrize(("game", "whats"), READ, ids=IDS)
def test_the_interval_holds_the_mistake_and_its_cause_is_among_the_first(game, whats):
    counted = figures(game, whats, 6)

    assert counted.tables == counted.within == 6
    assert counted.first >= 5  # few tables; the soak has the figure that counts


@pytest.mark.soak
@pytest.mark.parametrize(("game", "whats"), READ, ids=IDS)
def test_in_bulk_the_true_cause_is_nearly_always_among_the_first(game, whats):
    counted = figures(game, whats, 250)
    print(game, *whats, counted)

    assert counted.within == counted.tables == 250
    assert counted.first >= 0.95 * counted.tables


# One record at a time ---------------------------------------------------------------------------------

TURN = """griffier 1
game new-haven   variants -   readings -
seats B=Blue Y=Yellow   first B   faces printed   help on
  1    - pool W1 S3 T2 R6 W4
  2    B harvest d4 TR/TS
"""


def turn(*lines: str) -> Session:
    """A first turn in which timber rises by two, followed by these lines."""
    return read_record(TURN + "".join(f"{number} {line}\n" for number, line in enumerate(lines, 3)))[0]


def causes(session: Session) -> list[tuple[int, str]]:
    """The causes of the only difference: their lines and kinds."""
    (found,) = track_differences(session)
    return [(cause.line, way.kind) for cause in found.causes for way in cause.ways]


def test_a_record_whose_readings_agree_has_no_difference():
    rng = Random(5)
    game = GAMES["mayflower"]
    session = simulate(game, random_setup(game, 3, (), rng), rng).session

    assert track_check(session, "fr").differences == []


def test_a_reading_that_reveals_a_choice_is_no_difference():
    session = read(LIBRARY / "kontor" / "regressions" / "the-other-centre-read-off-the-table.record")

    assert track_differences(session) == ()


def test_a_value_given_to_the_check_counts_like_a_recorded_one():
    assert track_differences(turn()) == ()
    assert causes(with_observations(turn(), ["- marker T 4"])) == causes(turn("= - marker T 4")) == [(2, "doubled")]


def test_an_announced_effect_is_no_possible_cause():
    (found,) = track_differences(turn("= - marker T +2 @2/NH-GATHER-1", "= - marker T 4"))

    assert not found.causes


def test_a_line_taken_back_is_no_cause():
    again = turn("< 1", "B harvest d4 TR/TS", "= - marker T 4")

    assert causes(again) == [(4, "doubled")]


@pytest.mark.parametrize("line", ["= - marker T 2", "@ - marker T 2", "& - marker T +0"])
def test_the_table_left_the_rules_after_the_last_line_that_states_the_value(line):
    (found,) = track_differences(turn(line, "B build T2 up 2.1", "= - marker T 2"))

    assert (found.after, found.before) == (3, 5)
    assert [(cause.line, cause.ways[0].kind) for cause in found.causes] == [(4, "missed")]


def test_without_an_explaining_mistake_all_changes_are_named():
    session = read(LIBRARY / "kontor" / "clauses" / "KO-STORE-7.broken.record")
    (found,) = track_check(session, "en").differences

    assert not found.causes
    assert [(one.line, one.says) for one in found.changes] == [
        (7, "wine warehouses on 1,1 +1"),
        (3, "wine warehouses on 1,1 +1"),
    ]


SAID = {
    "new-haven/clauses/GR-SEEN.broken": (
        "line 4, wheat marker: 0 instead of -1, forgotten (NH-BUILD-4)",
        "ligne 4, marqueur blé\u00a0: 0 au lieu de -1, oubli (NH-BUILD-4)",
    ),
    "nieuw-amsterdam/clauses/NA-SETUP-3.broken-coins": (
        "at setup, Orange’s Coins: +9 instead of +8, miscounted (NA-SETUP-3)",
        "à la mise en place, pièces d’Orange\u00a0: +9 au lieu de +8, erreur de compte (NA-SETUP-3)",
    ),
    "mayflower/clauses/MF-ROAD-2.broken-later": (
        "line 3, relays of the road at 2:3: +3 instead of +2, a relay at 3 instead of 2 (MF-ROAD-3)",
        "ligne 3, relais de la route en 2:3\u00a0: +3 au lieu de +2, un relais à 3 au lieu de 2 (MF-ROAD-3)",
    ),
    "kontor/clauses/KO-RANK-1.broken-sum": (
        "line 4, sector 2 or sector 1: +2 instead of +1, counted twice or the keeper at 2 instead of 1 (KO-END-4)",
        "ligne 4, secteur 2 ou secteur 1\u00a0: +2 au lieu de +1, "
        "compté deux fois ou le gardien à 2 au lieu de 1 (KO-END-4)",
    ),
}


@pytest.mark.parametrize("record", SAID)
def test_a_cause_is_one_sentence_in_both_languages(record):
    session = read(LIBRARY / f"{record}.record")
    first = [track_check(session, lang).differences[0].causes[0].says for lang in ("en", "fr")]

    assert tuple(first) == SAID[record]


@pytest.mark.parametrize("game", GAMES)
def test_every_item_of_a_score_has_a_name_in_both_languages(game):
    scored = (effect for path in LIBRARY.glob(f"{game}/games/*.record") for effect in _score_lines(read(path)))
    named = {item.name.partition(" ")[0] for effect in scored for item in effect.items}

    for lang in ("en", "fr"):
        assert named - {"position"} <= GAMES[game].speak(lang)["names"]["item"].keys()


def _score_lines(session: Session) -> Iterator[ScoreLine]:
    for frame in replay(session.setup, session.log):
        yield from (effect for effect in frame.step.effects if isinstance(effect, ScoreLine))
