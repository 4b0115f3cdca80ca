"""Random disputes for the tests: simulated records with mistakes, corrections, branches, claims and rulings."""

from functools import lru_cache
from random import Random

from domain.errors import NotRecorded
from domain.games import GAMES
from domain.record.line_text import read_entry, write_entry
from domain.record.lines import MAIN, Claimed, Corrected, Inserted, Line, OnBranch, Ruled, Struck
from domain.rules import Finding
from domain.sessions.session import Session, branches, check_line, record
from domain.timeline.timeline import audit
from replays.review.comparison import findings_of
from replays.simulation.random_play import PlannedMistake, random_setup, simulate

TABLES = [(game.id, players) for game in GAMES.values() for players in game.players]
MISTAKES = 4
SHORTEST, LONGEST = 12, 160


@lru_cache(maxsize=64)
def a_game(game: str, players: int, number: int) -> Session:
    """A simulated game with some mistakes in it."""
    rng = Random(f"{game} {players} {number}")
    made = [PlannedMistake(mistake, rng.randrange(100)) for mistake in rng.sample(GAMES[game].mistakes, MISTAKES)]
    return simulate(GAMES[game], random_setup(GAMES[game], players, (), rng), rng, tuple(made)).session


def a_record(game: str, players: int, rng: Random) -> Session:
    """A game or its beginning, with corrections and a branch."""
    whole = a_game(game, players, rng.randrange(3))
    longest = len(whole.log) if rng.random() < 0.2 else min(LONGEST, len(whole.log))
    cut = rng.randint(min(SHORTEST, longest), longest)
    session = Session(setup=whole.setup, log=whole.log[:cut])
    for line in wild(whole, cut, rng):
        session = recorded(session, line)
    return session


def wild(whole: Session, cut: int, rng: Random) -> list[Line]:
    """Adds random corrections, strikes and branches to a record, mostly few."""
    any_line, number = (lambda: rng.choice(whole.log)), (lambda: rng.randint(1, cut))
    lines = [Corrected(target=number(), body=any_line()) for _ in range(rng.choice((0, 0, 1)))]
    lines += [Inserted(after=number(), body=any_line()) for _ in range(rng.choice((0, 0, 1)))]
    lines += [Struck(target=number()) for _ in range(rng.choice((0, 0, 0, 1)))]
    if rng.random() < 0.4:
        lines.append(read_entry(f"| a after {rng.randint(max(0, cut - 12), cut)}", whole.setup))
        lines += [OnBranch(branch="a", body=body) for body in whole.log[cut : cut + 4]]
        lines += [any_line() for _ in range(2)]
        lines += [OnBranch(branch="a", body=any_line())]
    if rng.random() < 0.2:
        lines.append(read_entry(f"< {number()}", whole.setup))
    return lines


def recorded(session: Session, line: Line) -> Session:
    """One line more, if it can be written."""
    try:
        return record(session, line)
    except NotRecorded:
        return session


def a_claim(session: Session, found: tuple[Finding, ...], rng: Random) -> Claimed:
    """A claim about a finding, or about any line."""
    seat = rng.randrange(len(session.setup.seats))
    if found and rng.random() < 0.6:
        one = rng.choice(found)
        return Claimed(seat=seat, about=one.line, clause=rng.choice((one.clause, "")), text="so I say")
    clause = rng.choice(("", rng.choice([*GAMES[session.setup.game].clauses]).id, _open_clause(session, rng)))
    return Claimed(seat=seat, about=rng.randint(0, len(session.log)), clause=clause, omitted=rng.random() < 0.3)


def _open_clause(session: Session, rng: Random) -> str:
    return rng.choice([question.clause for question in GAMES[session.setup.game].questions])


def any_ruling(session: Session, claim: int, rng: Random) -> Ruled | None:
    """A random ruling; None where it cannot be recorded."""
    number, over = rng.randint(0, len(session.log)), ""
    rulings = [at for at, line in enumerate(session.log, 1) if isinstance(line, Ruled)]
    if rulings and rng.random() < 0.4:
        over = f"over {rng.choice(rulings)} "
    text = f"$ {rng.choice((claim, '-'))} {over}{_a_remedy(session, number, rng)}"
    try:
        ruled = read_entry(text, session.setup)
        check_line(session, ruled)
        return read_entry(write_entry(ruled, session.setup).strip(), session.setup)
    except NotRecorded:
        return None


def _a_remedy(session: Session, number: int, rng: Random) -> str:
    setup, game = session.setup, GAMES[session.setup.game]
    remedy = rng.choice(("stand", "warn", "void", "void", "back", "adjust", "adjust", "adopt", "adopt", "pick"))
    if remedy == "warn":
        return f"warn {rng.choice(setup.seats)}"
    if remedy in ("void", "back"):
        return f"{remedy} {number}"
    if remedy == "adjust":
        return f"adjust {_a_value(session, rng)} after {number}"
    if remedy == "adopt":
        return f"adopt {rng.choice(rng.choice(game.questions).readings).id} from {number}"
    return "stand" if remedy == "stand" else f"pick {rng.choice((MAIN, *branches(session.log)))}"


def _a_value(session: Session, rng: Random) -> str:
    """A random number of the table, changed a little."""
    last = audit(session.setup, session.log)[-1]
    observables = last.rules.observables.items()
    counted = [(name, key) for name, one in observables if one.counts for key in one.keys(last.step.state)]
    name = rng.choice(sorted({name for name, _ in counted}))
    key = rng.choice([key for one, key in counted if one == name])
    ruled = Ruled(remedy="adjust", what=name, key=key, by=rng.choice((-5, -2, -1, 1, 3)), line=0)
    return write_entry(ruled, session.setup).partition("adjust ")[2].rpartition(" after")[0]


def what_is_found(session: Session) -> tuple[Finding, ...]:
    """All findings of a record."""
    return findings_of(audit(session.setup, session.log))
