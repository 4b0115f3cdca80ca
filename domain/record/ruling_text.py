"""The text of a ruling: reads and writes its claim, remedy, clause and flags."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from domain.observables import Observation
from domain.record.lines import ADJUST, ADOPT, BACK, MAIN, PICK, STAND, VOID, WARN, Line, Ruled
from domain.record.value_text import (
    no_more,
    observable_of,
    observation_text,
    quoted,
    read_observation,
    read_seat,
    seat_text,
    take_remark,
)
from domain.setup import Setup

BRANCH = re.compile(r"[a-z][0-9]{0,2}")  # a letter and digits: a word could be a person's name


def read_ruling(text: str, setup: Setup) -> Line:
    """The ruling in a line's text after its mark."""
    (claim, *words), remark = take_remark(text)
    fields: dict[str, Any] = {"claim": 0 if claim == "-" else int(claim), "text": remark}
    if words[0] == "over":
        fields["supersedes"] = int(words[1])
        words = words[2:]
    remedy, *words = words
    if words[-1:] == ["named"]:
        words, fields["named"] = words[:-1], True
    if words[-1:] == ["precedent"]:
        words, fields["precedent"] = words[:-1], True
    if words[-2:-1] == ["under"]:
        words, fields["under"] = words[:-2], words[-1]
    fields.update(REMEDIES[remedy](words, setup), remedy=remedy)
    return Ruled(**fields)


def single_clause(words: list[str]) -> str:
    """A clause, which may be left out; no more words."""
    no_more(words[1:])
    return words[0] if words else ""


def _read_adjust(words: list[str], setup: Setup) -> dict[str, Any]:
    at = words.index("after")
    observation = read_observation(words[:at], setup)
    if observation.about is not None:
        raise ValueError("adjust")
    by = observation.by if observation.by is not None else observation.value
    if observable_of(setup, observation.what).counts and observation.by is None:
        raise ValueError("adjust by how much?")
    line, *rest = words[at + 1 :]
    return {
        "what": observation.what,
        "key": observation.key,
        "by": by,
        "line": int(line),
        "clause": single_clause(rest),
    }


def _read_adopt(words: list[str], setup: Setup) -> dict[str, Any]:
    reading, *words = words
    line = 0
    if words[:1] == ["from"]:
        line, words = int(words[1]), words[2:]
    return {"reading": reading, "line": line, "clause": single_clause(words)}


REMEDIES: dict[str, Callable[[list[str], Setup], dict[str, Any]]] = {
    STAND: lambda words, setup: {"clause": single_clause(words)},
    WARN: lambda words, setup: {"seat": read_seat(words[0], setup), "clause": single_clause(words[1:])},
    VOID: lambda words, setup: {"line": int(words[0]), "clause": single_clause(words[1:])},
    BACK: lambda words, setup: {"line": int(words[0]), "clause": single_clause(words[1:])},
    ADJUST: _read_adjust,
    ADOPT: _read_adopt,
    PICK: lambda words, setup: {"branch": _picked(words[0]), "clause": single_clause(words[1:])},
}


def _picked(branch: str) -> str:
    if branch != MAIN and not BRANCH.fullmatch(branch):
        raise ValueError(branch)
    return branch


def write_ruling(line: Ruled, setup: Setup) -> str:
    """A ruling as the text of its line, without the mark."""
    over = f"over {line.supersedes} " if line.supersedes else ""
    under = f"under {line.under}" if line.under else ""
    flags = [word for word in ("precedent", "named") if getattr(line, word)]
    parts = [f"{line.claim or '-'} {over}{line.remedy}", _remedy_text(line, setup), line.clause, under, *flags]
    return " ".join(part for part in (*parts, quoted(line.text)) if part)


def _remedy_text(line: Ruled, setup: Setup) -> str:
    if line.remedy == WARN:
        return seat_text(line.seat, setup)
    if line.remedy in (VOID, BACK):
        return str(line.line)
    if line.remedy == ADJUST:
        return f"{observation_text(Observation(what=line.what, key=line.key, by=line.by), setup)} after {line.line}"
    if line.remedy == ADOPT:
        return f"{line.reading} from {line.line}" if line.line else line.reading
    return line.branch
