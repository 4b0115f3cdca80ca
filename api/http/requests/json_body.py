"""Bodies, read strictly: what is not exactly one JSON value that we can keep is refused, and never guessed at."""

from __future__ import annotations

import json
import unicodedata
from typing import Any, NoReturn

from api.http.problems import HttpProblem

DEEPEST = 16
LARGEST = 2**53 - 1  # beyond it other languages no longer count exactly
FORBIDDEN = frozenset({"Cc", "Cs", "Cf", "Cn", "Zl", "Zp"})  # control, lone halves, invisible, unassigned


def read_json(body: bytes) -> Any:
    """One JSON value: UTF-8, no key twice, whole numbers only, text in one form."""
    try:
        made = json.loads(
            body.decode("utf-8"),
            object_pairs_hook=_object,
            parse_float=_no_float,
            parse_constant=_no_float,
            parse_int=_whole,
        )
    except (ValueError, RecursionError) as error:
        raise HttpProblem("not-json", 400) from error
    return _kept(made, DEEPEST)


def text_of(text: str, lines: bool = False) -> str:
    """A text in its composed form, without signs nobody can see."""
    if text.isascii() and text.isprintable():
        return text
    text = unicodedata.normalize("NFC", text)
    for sign in text:
        if unicodedata.category(sign) in FORBIDDEN and not (lines and sign in "\r\n\t"):
            raise HttpProblem("hidden-sign", 422, sign=f"U+{ord(sign):04X}")
    return text


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise HttpProblem("key-twice", 400)
    return made


def _whole(text: str) -> int:
    number = int(text) if len(text) < 20 else LARGEST + 1
    if abs(number) > LARGEST:
        raise HttpProblem("too-large-a-number", 422)
    return number


def _no_float(text: str) -> NoReturn:
    raise HttpProblem("no-fractions", 422)


def _kept(value: Any, depth: int) -> Any:
    """The same value with every text in its one form; too deep is refused."""
    if isinstance(value, str):
        return text_of(value)
    if isinstance(value, (dict, list)) and not depth:
        raise HttpProblem("too-deep", 400)
    if isinstance(value, dict):
        return _object([(text_of(key), _kept(inner, depth - 1)) for key, inner in value.items()])
    if isinstance(value, list):
        return [_kept(inner, depth - 1) for inner in value]
    return value
