"""Speed of the rules as ratios in one run: our fold over recorded games against python-chess over one."""

from __future__ import annotations

import gc
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator
from io import StringIO
from typing import Any

from msgspec import Struct

from api.cli.tasks.records import LIBRARY
from domain.fold import fold, options, set_up
from domain.games import GAMES
from domain.record.lines import Played
from domain.rules import CHOICE, Action, Rules
from domain.sessions.session import Session
from domain.timeline.timeline import audit
from replays.record_text import read_record

ROUNDS = 7
SEEMING = 20  # of the moments that took longest at first sight, one is the slowest
YARDSTICK = "python-chess is_legal + push"

# Kasparov - Topalov, Wijk aan Zee 1999: 87 half-moves.
GAME_OF_CHESS = """
1. e4 d6 2. d4 Nf6 3. Nc3 g6 4. Be3 Bg7 5. Qd2 c6 6. f3 b5 7. Nge2 Nbd7 8. Bh6 Bxh6 9. Qxh6 Bb7 10. a3 e5 11. O-O-O Qe7
12. Kb1 a6 13. Nc1 O-O-O 14. Nb3 exd4 15. Rxd4 c5 16. Rd1 Nb6 17. g3 Kb8 18. Na5 Ba8 19. Bh3 d5 20. Qf4+ Ka7 21. Rhe1
d4 22. Nd5 Nbxd5 23. exd5 Qd6 24. Rxd4 cxd4 25. Re7+ Kb6 26. Qxd4+ Kxa5 27. b4+ Ka4 28. Qc3 Qxd5 29. Ra7 Bb7 30. Rxb7
Qc4 31. Qxf6 Kxa3 32. Qxa6+ Kxb4 33. c3+ Kxc3 34. Qa1+ Kd2 35. Qb2+ Kd1 36. Bf1 Rd2 37. Rd7 Rxd7 38. Bxc4 bxc4 39. Qxh8
Rd3 40. Qa8 c3 41. Qa4+ Ke1 42. f4 f5 43. Kc1 Rd2 44. Qa7 1-0
"""

Job = Callable[[], int]  # does something, and says how many actions that were
Moment = tuple[Rules, Any]  # a table, and the rules it is played by
Deed = tuple[Rules, Any, Action]  # and what was done there


def bench_lines(seconds: float) -> Iterator[str]:
    """The table of ratios; the median of interleaved rounds."""
    import chess

    peer, jobs = chess_job(), {name: job for game in GAMES for name, job in jobs_of(game).items()}
    yield f"python-chess {chess.__version__}; medians of {ROUNDS} interleaved rounds of {seconds:g} s; higher is faster"
    gc.collect()
    gc.freeze()  # what was loaded to measure with is no burden of what is measured
    times: dict[str, list[float]] = {name: [] for name in (YARDSTICK, *jobs)}
    ratios: dict[str, list[float]] = {name: [] for name in times}
    for _ in range(ROUNDS):
        for name, job in jobs.items():  # each between two looks at the yardstick: what a machine can do changes
            before, own, after = timed(peer, seconds / 4), timed(job, seconds), timed(peer, seconds / 4)
            times[name].append(own)
            times[YARDSTICK] += (before, after)
            ratios[name].append((before + after) / 2 / own)
    ratios[YARDSTICK] = [1.0]
    for name, spent in times.items():
        ratio = statistics.median(ratios[name])
        yield f"{name:<52} {statistics.median(spent) * 1e6:8.2f} us an action   {ratio:5.2f} of the yardstick"
    for game in GAMES:
        for one, other in beside(game):
            ratio = statistics.median(own / peer for own, peer in zip(times[one], times[other], strict=True))
            yield f"{one:<52} {ratio:8.2f} times {other.partition(': ')[2]}"


def timed(job: Job, seconds: float) -> float:
    """Seconds of this thread's CPU time per action, after one run to warm up."""
    job()
    done, spent, start = 0, 0.0, time.thread_time()
    while not done or spent < seconds:
        done += job()
        spent = time.thread_time() - start
    return spent / done


def chess_job() -> Job:
    """The reference: a recorded game of chess, each move checked and pushed."""
    import chess
    import chess.pgn

    moves = list(chess.pgn.read_game(StringIO(GAME_OF_CHESS)).mainline_moves())

    def run() -> int:
        board = chess.Board()
        for move in moves:
            if not board.is_legal(move):
                raise ValueError(move)
            board.push(move)
        return len(moves)

    return run


class Recorded(Struct, frozen=True):
    """A whole game of the library, ready to be folded."""

    session: Session
    rules: Rules
    start: Any
    actions: tuple[Action, ...]


def recorded(game: str) -> list[Recorded]:
    """The whole games in a game's library."""
    sessions = []
    for file in sorted((LIBRARY / game / "games").glob("*.record")):
        session, _ = read_record(file.read_text(encoding="utf-8"))
        sessions.append(ready(game, session))
    return sessions


def ready(game: str, session: Session) -> Recorded:
    """A session with its rules, its initial state and its actions."""
    rules = GAMES[game].rules(session.setup)
    actions = tuple(line.action for line in session.log if isinstance(line, Played))
    return Recorded(session, rules, set_up(rules, session.setup, {}).state, actions)


def jobs_of(game: str) -> dict[str, Job]:
    """The measurements of a game."""
    games = recorded(game)
    seats = sorted({len(one.session.setup.seats) for one in games})
    by_seats = {n: [one for one in games if len(one.session.setup.seats) == n] for n in seats}
    early, late = recurring(games)
    moments = moments_of(games)
    return {
        **{f"{game}: judge + fold, {n} seats": folding(chosen, True) for n, chosen in by_seats.items()},
        f"{game}: judge + fold, all": folding(games, True),
        f"{game}: fold without judging": folding(games, False),
        f"{game}: whole two-pass audit": auditing(games),
        f"{game}: all options of a moment": choosing(moments[::7]),
        f"{game}: all options of the slowest moment": choosing([slowest(moments)]),
        f"{game}: its most frequent choice, early": folding_each(early),
        f"{game}: its most frequent choice, late": folding_each(late),
    }


def beside(game: str) -> list[tuple[str, str]]:
    """The measurements of a game against another part of it: options against folds, late actions against early ones."""
    return [
        (f"{game}: all options of the slowest moment", f"{game}: judge + fold, all"),
        (f"{game}: its most frequent choice, late", f"{game}: its most frequent choice, early"),
    ]


def folding(games: list[Recorded], judging: bool) -> Job:
    """Every action of the games, folded from the start."""

    def run() -> int:
        for one in games:
            rules, state = one.rules, one.start
            for line, action in enumerate(one.actions, 1):
                state = fold(rules, state, action, line, judging).state
        return sum(len(one.actions) for one in games)

    return run


def auditing(games: list[Recorded]) -> Job:
    """The whole audit of the games."""

    def run() -> int:
        for one in games:
            audit(one.session.setup, one.session.log)
        return sum(len(one.actions) for one in games)

    return run


def recurring(games: list[Recorded]) -> tuple[list[Deed], list[Deed]]:
    """The most frequent kind of choice: in each game those around the tenth, and the last ten."""
    kind = most_frequent(games)
    early, late = [], []
    for one in games:
        deeds = of_a_kind(kind, one)
        early += deeds[5:15]
        late += deeds[-10:]
    return early, late


def most_frequent(games: list[Recorded]) -> type[Action]:
    """The kind of choice that is made most often."""
    choices = Counter(type(action) for one in games for action in one.actions if action.KIND == CHOICE)
    return choices.most_common(1)[0][0]


def of_a_kind(kind: type[Action], game: Recorded) -> list[Deed]:
    """All actions of a kind in a game, each with the state before it."""
    table = zip(states(game), game.actions, strict=True)
    return [(game.rules, state, action) for state, action in table if type(action) is kind]


def folding_each(deeds: list[Deed]) -> Job:
    """Folds single actions, each from the state before it."""

    def run() -> int:
        for rules, state, action in deeds:
            fold(rules, state, action, state.line + 1)
        return len(deeds)

    return run


def moments_of(games: list[Recorded]) -> list[Moment]:
    """Every moment of the games."""
    return [(one.rules, state) for one in games for state in states(one)]


def slowest(moments: list[Moment]) -> Moment:
    """The moment whose options take longest to list, by the median of repeated measurements."""
    seeming = sorted(moments, key=lambda moment: timed(choosing([moment]), 0))[-SEEMING:]
    return max(seeming, key=lambda moment: statistics.median(timed(choosing([moment]), 0) for _ in range(ROUNDS)))


def choosing(moments: list[Moment]) -> Job:
    """All lawful options of some moments."""

    def run() -> int:
        for rules, state in moments:
            for _ in options(rules, state):
                pass
        return len(moments)

    return run


def states(game: Recorded) -> list[Any]:
    """The table before each action."""
    found, state = [], game.start
    for line, action in enumerate(game.actions, 1):
        found.append(state)
        state = fold(game.rules, state, action, line).state
    return found
