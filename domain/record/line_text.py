"""The text of a line in a record: reads and writes the mark of its kind and its words."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from domain.errors import BadPart, Unreadable
from domain.games import GAMES
from domain.observables import Observation
from domain.record.lines import (
    ERRORS,
    Agreed,
    Answered,
    Branched,
    Claimed,
    Clocked,
    Corrected,
    Gap,
    Inserted,
    Line,
    MadeGood,
    Note,
    Omitted,
    OnBranch,
    Paused,
    Played,
    Position,
    Resumed,
    Ruled,
    SeatTaken,
    Seen,
    Struck,
    TakenBack,
    Triaged,
    Withdrawn,
    has_own_text,
)
from domain.record.ruling_text import BRANCH, read_ruling, single_clause, write_ruling
from domain.record.value_text import (
    no_more,
    observable_of,
    observation_text,
    quoted,
    read_observation,
    read_seat,
    seat_text,
    take_leading_remark,
    take_remark,
)
from domain.rules import replace
from domain.setup import Setup
from domain.texts import WrongPart

NEVER_ON_A_BRANCH = ("|", "~", "!", "$", "%")  # corrections, claims and rulings hold for the whole record
_CLOCK = re.compile(r"[0-9]{1,3}:[0-5][0-9](:[0-5][0-9])?")
_BETWEEN = re.compile(r"\s;|;\s|;$")  # the values of a position; a face has semicolons of its own


def read_entry(text: str, setup: Setup) -> Line:
    """Reads a line from its text; raises Unreadable, Ambiguous or UnknownSeat."""
    mark, rest = text[:1], text[1:].strip()
    reader = READERS.get(mark)
    try:
        if reader is not None and text[1:2] in ("", " ") and mark not in setup.seats:
            return reader(rest, setup)
        return Played(action=GAMES[setup.game].notation.read(text, setup.seats))
    except WrongPart as error:
        raise BadPart(text=text, part=error.part, why=error.why) from error
    except (ValueError, IndexError, KeyError) as error:
        raise Unreadable(text=text, like=LIKE.get(mark, "")) from error


def write_entry(line: Line, setup: Setup) -> str:
    """The text of a line."""
    mark, writer = WRITERS[type(line)]
    return f"{mark}  {writer(line, setup)}"


def _read_seen(text: str, setup: Setup) -> Line:
    observation = read_observation(text.split(), setup)
    if observation.by is not None and observation.about is None:
        raise ValueError(text)
    return Seen(observation=observation)


def _read_forgotten(text: str, setup: Setup) -> Observation:
    observation = read_observation(text.split(), setup, amount=False)
    if observation.about is None or not observable_of(setup, observation.what).counts:
        raise ValueError(text)
    return observation


def _read_agreed(text: str, setup: Setup) -> Line:
    words, remark = take_remark(text)
    observation = read_observation(words, setup)
    if observation.about is not None:
        raise ValueError(text)
    return Agreed(observation=observation, text=remark)


def _read_position(text: str, setup: Setup) -> Line:
    seen = [read_observation(part.split(), setup) for part in _BETWEEN.split(text) if part.strip()]
    if not seen or any(observation.by is not None or observation.about is not None for observation in seen):
        raise ValueError(text)
    return Position(values=tuple((observation.what, observation.key, observation.value) for observation in seen))


def _write_position(line: Position, setup: Setup) -> str:
    observations = (Observation(what=what, key=key, value=value) for what, key, value in line.values)
    return " ; ".join(observation_text(observation, setup) for observation in observations)


def _read_correction(text: str, setup: Setup) -> Line:
    where, _, rest = text.partition(" ")
    reason, rest = take_leading_remark(rest)
    if rest == "-" and not where.endswith("+"):
        return Struck(target=int(where), reason=reason)
    body = read_entry(rest, setup)
    if reason and has_own_text(body):
        raise ValueError(reason)
    if where.endswith("+"):
        return Inserted(after=int(where[:-1]), body=body, reason=reason)
    return Corrected(target=int(where), body=body, reason=reason)


def _write_correction(where: str, line: Corrected | Inserted, setup: Setup) -> str:
    reason = f"{quoted(line.reason)} " if line.reason else ""
    return f"{where} {reason}{write_entry(line.body, setup).strip()}"


def _read_note(text: str, setup: Setup) -> Line:
    letter, _, rest = text.partition(" ")
    seat = read_seat(letter or "-", setup)
    if '"' not in rest and not rest.strip().startswith("!"):
        return Note(seat=seat, text=rest.strip())
    words, remark = take_remark(rest)
    error = words.pop(0)[1:] if words and words[0].startswith("!") else ""
    no_more(words)
    return Note(seat=seat, text=remark, error=error)


def _write_note(line: Note, setup: Setup) -> str:
    error = f"!{line.error}" if line.error else ""
    return " ".join(part for part in (seat_text(line.seat, setup), error, quoted(line.text)) if part)


def _needs_quoting(text: str) -> bool:
    """Whether a text by itself would be read as something else: spaces that get lost, a comment, a remark."""
    return text != " ".join(text.split()) or "#" in text or '"' in text


def _read_claim(text: str, setup: Setup) -> Line:
    (letter, *words), remark = take_remark(text)
    seat = read_seat(letter, setup)
    if words[0] == "withdraw":
        no_more(words[2:])
        return Withdrawn(seat=seat, claim=int(words[1]))
    omitted = words[1:2] == ["omitted"]
    clause = single_clause(words[1 + omitted :])
    return Claimed(seat=seat, about=int(words[0]), clause=clause, omitted=omitted, text=remark)


def _write_claim(line: Claimed, setup: Setup) -> str:
    omitted = "omitted" if line.omitted else ""
    parts = [seat_text(line.seat, setup), str(line.about), omitted, line.clause, quoted(line.text)]
    return " ".join(part for part in parts if part)


def _read_triage(text: str, setup: Setup) -> Line:
    about, clause, error = text.split()
    if error not in ERRORS:
        raise ValueError(error)
    return Triaged(about=int(about), clause=clause, error=error)


# Around the game ---------------------------------------------------------------------------------


def _read_around(text: str, setup: Setup) -> Line:
    (word, *words), remark = take_remark(text)
    return AROUND[word](words, remark, setup)


def _read_clock(words: list[str], remark: str, setup: Setup) -> Line:
    *letter, shows = words
    no_more([*letter[1:], *([remark] if remark else [])])
    if not _CLOCK.fullmatch(shows):
        raise ValueError(shows)
    return Clocked(seat=read_seat(letter[0], setup) if letter else None, shows=shows)


def _read_pause(words: list[str], remark: str, setup: Setup) -> Line:
    no_more(words)
    return Paused(text=remark)


def _read_resume(words: list[str], remark: str, setup: Setup) -> Line:
    no_more([*words, *([remark] if remark else [])])
    return Resumed()


def _read_seat_taken(words: list[str], remark: str, setup: Setup) -> Line:
    (letter,) = words
    return SeatTaken(seat=_sitting(letter, setup), name=remark.strip())


def _read_answer(agrees: bool) -> Callable[[list[str], str, Setup], Line]:
    def read(words: list[str], remark: str, setup: Setup) -> Line:
        letter, about = words
        return Answered(seat=_sitting(letter, setup), about=int(about), agrees=agrees, text=remark)

    return read


def _sitting(letter: str, setup: Setup) -> int:
    """A seat, and not the table."""
    if (seat := read_seat(letter, setup)) is None:
        raise ValueError(letter)
    return seat


AROUND: dict[str, Callable[[list[str], str, Setup], Line]] = {
    "clock": _read_clock,
    "pause": _read_pause,
    "resume": _read_resume,
    "seat": _read_seat_taken,
    "agree": _read_answer(True),
    "query": _read_answer(False),
}


def _write_clock(line: Clocked, setup: Setup) -> str:
    return f"clock {line.shows}" if line.seat is None else f"clock {seat_text(line.seat, setup)} {line.shows}"


def _write_answer(line: Answered, setup: Setup) -> str:
    word = "agree" if line.agrees else "query"
    return f"{word} {seat_text(line.seat, setup)} {line.about} {quoted(line.text)}".rstrip()


# Under protest ------------------------------------------------------------------------------------


def _read_branch(text: str, setup: Setup) -> Line:
    branch, _, rest = text.partition(" ")
    rest = rest.strip()
    if not BRANCH.fullmatch(branch):
        raise ValueError(branch)
    if not rest.startswith("after "):
        if rest[:1] in NEVER_ON_A_BRANCH:
            raise ValueError(rest)
        return OnBranch(branch=branch, body=read_entry(rest, setup))
    (_, after, *words), remark = take_remark(rest)
    no_more(words)
    return Branched(branch=branch, after=int(after), text=remark)


READERS = {
    "=": _read_seen,
    "^": lambda text, setup: Omitted(observation=replace(_read_forgotten(text, setup), by=0)),
    "+": lambda text, setup: MadeGood(observation=_read_forgotten(text, setup)),
    "&": _read_agreed,
    "@": _read_position,
    "?": lambda text, setup: Gap(text=take_remark(text)[1] if text.startswith('"') else text),
    "<": lambda text, setup: TakenBack(to=int(text)),
    "~": _read_correction,
    ";": _read_note,
    "!": _read_claim,
    "$": read_ruling,
    "|": _read_branch,
    "%": _read_triage,
    ":": _read_around,
}


def _body(line: Line, setup: Setup) -> str:
    return write_entry(line, setup).strip()


WRITERS: dict[type[Line], tuple[str, Callable[[Any, Setup], str]]] = {
    Played: (" ", lambda line, setup: GAMES[setup.game].notation.write(line.action, setup.seats)),
    Seen: ("=", lambda line, setup: observation_text(line.observation, setup)),
    Omitted: ("^", lambda line, setup: observation_text(line.observation, setup, amount=False)),
    MadeGood: ("+", lambda line, setup: observation_text(line.observation, setup, amount=False)),
    Agreed: ("&", lambda line, setup: f"{observation_text(line.observation, setup)} {quoted(line.text)}".rstrip()),
    Position: ("@", _write_position),
    Gap: ("?", lambda line, setup: quoted(line.text) if _needs_quoting(line.text) else line.text),
    TakenBack: ("<", lambda line, setup: str(line.to)),
    Corrected: ("~", lambda line, setup: _write_correction(f"{line.target} ", line, setup)),
    Struck: ("~", lambda line, setup: " ".join(filter(None, (str(line.target), quoted(line.reason), "-")))),
    Inserted: ("~", lambda line, setup: _write_correction(f"{line.after}+", line, setup)),
    Note: (";", _write_note),
    Claimed: ("!", _write_claim),
    Withdrawn: ("!", lambda line, setup: f"{seat_text(line.seat, setup)} withdraw {line.claim}"),
    Ruled: ("$", write_ruling),
    Branched: ("|", lambda line, setup: f"{line.branch} after {line.after} {quoted(line.text)}".rstrip()),
    OnBranch: ("|", lambda line, setup: f"{line.branch}  {_body(line.body, setup)}"),
    Triaged: ("%", lambda line, setup: f"{line.about} {line.clause} {line.error}"),
    Clocked: (":", _write_clock),
    Paused: (":", lambda line, setup: f"pause {quoted(line.text)}".rstrip()),
    Resumed: (":", lambda line, setup: "resume"),
    SeatTaken: (":", lambda line, setup: f"seat {seat_text(line.seat, setup)} {quoted(line.name)}".rstrip()),
    Answered: (":", _write_answer),
}
LIKE = {
    "=": "= B … 2 / = - … +5 @12/CLAUSE",
    "^": "^ B … @12/CLAUSE",
    "+": "+ B … @12/CLAUSE",
    "&": "& B … +3",
    "@": "@ B … 2 ; - … 3",
    "<": "< 4",
    "~": '~ 4 B … / ~ 4 - / ~ 4+ B … / ~ 4 "…" B …',
    ";": '; B "…"',
    "!": '! B 4 CLAUSE "…" / ! B withdraw 8',
    "$": '$ 8 void 4 CLAUSE "…"',
    "|": "| a after 4 / | a B …",
    "%": "% 4 CLAUSE recorded / played / scored / ruled",
    ":": ': pause "…" / : resume / : clock B 12:30 / : seat B "…" / : agree B 46 / : query B 44 "…"',
}
