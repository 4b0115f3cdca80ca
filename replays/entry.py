"""One line of a record: its kind after the number, then its words."""

from __future__ import annotations

import re
from typing import Any

from domain.games import GAMES
from domain.observables import Look
from domain.rules import Key, Seat, replace
from domain.sessions.errors import UnknownSeat, Unreadable
from domain.sessions.lines import (
    ADJUST,
    ADOPT,
    BACK,
    STAND,
    VOID,
    WARN,
    Agreed,
    Claimed,
    Corrected,
    Gap,
    Inserted,
    Line,
    MadeGood,
    Note,
    Omitted,
    Played,
    Position,
    Ruled,
    Seen,
    Struck,
    TakenBack,
    Withdrawn,
)
from domain.setup import Setup
from domain.texts import read_number

_ABOUT = re.compile(r"^@(\d+)(?:/([^/\s]+))?(?:/(\S+))?$")
_QUOTED = re.compile(r'\s*"((?:[^"\\]|\\.)*)"\s*$')


def read_entry(text: str, setup: Setup) -> Line:
    """A line out of its text, or Unreadable, Ambiguous, UnknownSeat."""
    mark, rest = text[:1], text[1:].strip()
    reader = READERS.get(mark)
    try:
        if reader is not None and text[1:2] in ("", " "):
            return reader(rest, setup)
        return Played(action=GAMES[setup.game].notation.read(text, setup.seats))
    except (ValueError, IndexError, KeyError) as error:
        raise Unreadable(text=text, like=LIKE.get(mark, "")) from error


def write_entry(line: Line, setup: Setup) -> str:
    """The text of a line."""
    mark, writer = WRITERS[type(line)]
    return f"{mark}  {writer(line, setup)}"


# Pieces of a line ---------------------------------------------------------------------------------


def read_seat(letter: str, setup: Setup) -> Seat | None:
    """A seat by its letter, `-` for the table."""
    if letter == "-":
        return None
    if letter not in setup.seats:
        raise UnknownSeat(seat=letter, seats=" ".join(setup.seats))
    return setup.seats.index(letter)


def seat_text(seat: Seat | None, setup: Setup) -> str:
    """The letter of a seat."""
    return "-" if seat is None else setup.seats[seat]


def quoted(text: str) -> str:
    """A remark in quotation marks."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"' if text else ""


def take_quoted(text: str) -> tuple[str, str]:
    """A line without its remark, and the remark."""
    match = _QUOTED.search(text)
    if match is None:
        return text, ""
    return text[: match.start()], match[1].replace('\\"', '"').replace("\\\\", "\\")


def read_look(text: str, setup: Setup) -> Look:
    """`B tiles 3`, `- marker W +2 @12/CLAUSE`."""
    words = text.split()
    about = _ABOUT.match(words[-1])
    if about:
        words.pop()
    seat = read_seat(words[0], setup)
    observable = GAMES[setup.game].base.observables[words[1]]
    key, rest = _read_key(observable, seat, words[2:])
    by, value = _read_amount(observable, " ".join(rest), setup) if rest else (None, None)
    where = {"about": int(about[1]), "clause": about[2] or "", "source": about[3] or ""} if about else {}
    return Look(what=observable.name, key=key, value=value, by=by, **where)


def _read_key(observable: Any, seat: Seat | None, words: list[str]) -> tuple[Key, list[str]]:
    parts = observable.key
    others = len(parts) - ("seat" in parts)
    if ("seat" in parts and seat is None) or len(words) < others or set(words[:others]) - set(observable.among):
        raise ValueError(" ".join(words))
    return (*((seat,) if "seat" in parts else ()), *words[:others]), words[others:]


def _read_amount(observable: Any, text: str, setup: Setup) -> tuple[Any, Any]:
    if not observable.counts:
        return None, observable.read(text, setup.seats)
    text = text.removeprefix("? ") if text != "?" else text
    if text[0] in "+-":
        return (1 if text[0] == "+" else -1) * read_number(text[1:]), None
    return None, read_number(text)


def look_text(look: Look, setup: Setup, amount: bool = True) -> str:
    """The same, written."""
    observable = GAMES[setup.game].base.observables[look.what]
    seat, key = ("-", look.key)
    if "seat" in observable.key:
        seat, key = setup.seats[look.key[0]], look.key[1:]
    parts = [seat, look.what, *key]
    if amount and look.by is not None:
        text = observable.text(look.by, setup.seats)
        parts.append(text if text.startswith("-") else f"+{text}")
    elif (amount and look.value is not None) or (not observable.counts and look.about is None):
        parts.append(observable.text(look.value, setup.seats))
    if look.about is not None:
        parts.append("/".join(part for part in (f"@{look.about}", look.clause, look.source) if part))
    return " ".join(parts)


# Kinds of lines -----------------------------------------------------------------------------------


def _read_seen(text: str, setup: Setup) -> Seen:
    look = read_look(text, setup)
    if look.value is None and look.by is None and GAMES[setup.game].base.observables[look.what].counts:
        raise ValueError(text)
    if look.by is not None and look.about is None:
        raise ValueError(text)
    return Seen(look=look)


def _read_omitted(text: str, setup: Setup) -> Omitted:
    look = read_look(text, setup)
    if look.about is None or not GAMES[setup.game].base.observables[look.what].counts:
        raise ValueError(text)
    return Omitted(look=replace(look, by=0, value=None))


def _read_made_good(text: str, setup: Setup) -> MadeGood:
    look = read_look(text, setup)
    if look.about is None or not GAMES[setup.game].base.observables[look.what].counts:
        raise ValueError(text)
    return MadeGood(look=look)


def _read_agreed(text: str, setup: Setup) -> Agreed:
    text, remark = take_quoted(text)
    return Agreed(look=read_look(text, setup), text=remark)


def _read_position(text: str, setup: Setup) -> Position:
    looks = [read_look(part, setup) for part in text.split(";") if part.strip()]
    for look in looks:
        counts = GAMES[setup.game].base.observables[look.what].counts
        if look.by is not None or look.about is not None or (counts and look.value is None):
            raise ValueError(text)
    return Position(values=tuple((look.what, look.key, look.value) for look in looks))


def _write_position(line: Position, setup: Setup) -> str:
    looks = (Look(what=what, key=key, value=value) for what, key, value in line.values)
    return " ; ".join(look_text(look, setup) for look in looks)


def _read_mending(text: str, setup: Setup) -> Line:
    where, _, rest = text.partition(" ")
    if where.endswith("+"):
        return Inserted(after=int(where[:-1]), body=read_entry(rest.strip(), setup))
    if rest.strip() == "-":
        return Struck(target=int(where))
    return Corrected(target=int(where), body=read_entry(rest.strip(), setup))


def _read_claim(text: str, setup: Setup) -> Line:
    text, remark = take_quoted(text)
    letter, *words = text.split()
    seat = read_seat(letter, setup)
    if words[0] == "withdraw":
        return Withdrawn(seat=seat, claim=int(words[1]))
    return Claimed(seat=seat, about=int(words[0]), clause=words[1] if words[1:] else "", text=remark)


def _read_ruling(text: str, setup: Setup) -> Ruled:
    text, remark = take_quoted(text)
    claim, *words = text.split()
    fields: dict[str, Any] = {"claim": 0 if claim == "-" else int(claim), "text": remark}
    if words[0] == "over":
        fields["supersedes"] = int(words[1])
        words = words[2:]
    remedy, *words = words
    fields.update(REMEDIES[remedy](words, setup), remedy=remedy)
    return Ruled(**fields)


def _clause(words: list[str]) -> str:
    return words[0] if words else ""


def _read_adjust(words: list[str], setup: Setup) -> dict:
    after = words.index("after") if "after" in words else len(words)
    look = read_look(" ".join(words[:after] if after < len(words) else words[:-1]), setup)
    if look.by is None and look.value is None:
        raise ValueError("adjust")
    rest = words[after + 1 :] if after < len(words) else ["0", words[-1]]
    by = look.by if look.by is not None else look.value
    return {"what": look.what, "key": look.key, "by": by, "line": int(rest[0]), "clause": _clause(rest[1:])}


def _read_adopt(words: list[str], setup: Setup) -> dict:
    line = int(words[2]) if words[1:2] == ["from"] else 0
    return {"reading": words[0], "line": line, "clause": _clause(words[3:] if line else words[1:])}


REMEDIES = {
    STAND: lambda words, setup: {"clause": _clause(words)},
    WARN: lambda words, setup: {"seat": read_seat(words[0], setup), "clause": _clause(words[1:])},
    VOID: lambda words, setup: {"line": int(words[0]), "clause": _clause(words[1:])},
    BACK: lambda words, setup: {"line": int(words[0]), "clause": _clause(words[1:])},
    ADJUST: _read_adjust,
    ADOPT: _read_adopt,
}


def _write_ruling(line: Ruled, setup: Setup) -> str:
    over = f"over {line.supersedes} " if line.supersedes else ""
    parts = [f"{line.claim or '-'} {over}{line.remedy}", _remedy_text(line, setup), line.clause, quoted(line.text)]
    return " ".join(part for part in parts if part)


def _remedy_text(line: Ruled, setup: Setup) -> str:
    if line.remedy == WARN:
        return seat_text(line.seat, setup)
    if line.remedy in (VOID, BACK):
        return str(line.line)
    if line.remedy == ADJUST:
        return f"{look_text(Look(what=line.what, key=line.key, by=line.by), setup)} after {line.line}"
    if line.remedy == ADOPT:
        return f"{line.reading} from {line.line}" if line.line else line.reading
    return ""


def _write_claim(line: Claimed, setup: Setup) -> str:
    parts = [seat_text(line.seat, setup), str(line.about), line.clause, quoted(line.text)]
    return " ".join(part for part in parts if part)


def _read_note(text: str, setup: Setup) -> Note:
    rest, remark = take_quoted(text)
    words = rest.split()
    seat = read_seat(words[0], setup) if words else None
    return Note(seat=seat, text=remark, error=words[1] if words[1:] else "")


def _write_note(line: Note, setup: Setup) -> str:
    return " ".join(part for part in (seat_text(line.seat, setup), line.error, quoted(line.text)) if part)


def _body(line: Line, setup: Setup) -> str:
    return write_entry(line, setup).strip()


READERS = {
    "=": _read_seen,
    "^": _read_omitted,
    "+": _read_made_good,
    "&": _read_agreed,
    "@": _read_position,
    "?": lambda text, setup: Gap(text=text),
    "<": lambda text, setup: TakenBack(to=int(text)),
    "~": _read_mending,
    ";": _read_note,
    "!": _read_claim,
    "$": _read_ruling,
}
WRITERS = {
    Played: (" ", lambda line, setup: GAMES[setup.game].notation.write(line.action, setup.seats)),
    Seen: ("=", lambda line, setup: look_text(line.look, setup)),
    Omitted: ("^", lambda line, setup: look_text(line.look, setup, amount=False)),
    MadeGood: ("+", lambda line, setup: look_text(line.look, setup, amount=False)),
    Agreed: ("&", lambda line, setup: f"{look_text(line.look, setup)} {quoted(line.text)}".rstrip()),
    Position: ("@", _write_position),
    Gap: ("?", lambda line, setup: line.text),
    TakenBack: ("<", lambda line, setup: str(line.to)),
    Corrected: ("~", lambda line, setup: f"{line.target}  {_body(line.body, setup)}"),
    Struck: ("~", lambda line, setup: f"{line.target} -"),
    Inserted: ("~", lambda line, setup: f"{line.after}+ {_body(line.body, setup)}"),
    Note: (";", _write_note),
    Claimed: ("!", _write_claim),
    Withdrawn: ("!", lambda line, setup: f"{seat_text(line.seat, setup)} withdraw {line.claim}"),
    Ruled: ("$", _write_ruling),
}
LIKE = {
    "=": "= B … 2 / = - … +5 @12/CLAUSE",
    "^": "^ B … @12/CLAUSE",
    "+": "+ B … @12/CLAUSE",
    "&": "& B … +3",
    "@": "@ B … 2 ; - … 3",
    "<": "< 4",
    "~": "~ 4 B pass / ~ 4 - / ~ 4+ B pass",
    "!": '! B 4 CLAUSE "…"',
    "$": '$ 8 void 4 CLAUSE "…"',
}
