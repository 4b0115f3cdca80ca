"""Parses JSON bodies strictly: it refuses everything that could be read or stored in two ways."""

from __future__ import annotations

import json
import unicodedata
from typing import Any, NoReturn

from api.http.problems import HttpProblem

DEEPEST = 16  # levels of nesting
LARGEST = 2**53 - 1  # JavaScript counts exactly up to here
FORBIDDEN = frozenset({"Cc", "Cs", "Cf", "Cn", "Zl", "Zp"})  # control, surrogate, invisible, unassigned, separators


def parse_json(body: bytes) -> Any:
    """One JSON value: UTF-8, no key twice, whole numbers only, every text in its composed form."""
    try:
        value = json.loads(
            body.decode("utf-8"),
            object_pairs_hook=_object,
            parse_float=_no_float,
            parse_constant=_no_float,
            parse_int=_whole_number,
        )
    except (ValueError, RecursionError) as error:
        raise HttpProblem("not-json", 400) from error
    return _cleaned(value, DEEPEST)


def clean_text(text: str, lines: bool = False) -> str:
    """A text in its composed form; HttpProblem for invisible characters. `lines` allows line breaks and tabs."""
    if text.isascii() and text.isprintable():
        return text
    text = unicodedata.normalize("NFC", text)
    for sign in dict.fromkeys(text):  # each once: a text is long, and its alphabet is not
        if unicodedata.category(sign) in FORBIDDEN and not (lines and sign in "\r\n\t"):
            raise HttpProblem("hidden-sign", 422, sign=f"U+{ord(sign):04X}")
    return text


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise HttpProblem("key-twice", 400)
    return value


def _whole_number(text: str) -> int:
    number = int(text) if len(text) < 20 else LARGEST + 1
    if abs(number) > LARGEST:
        raise HttpProblem("too-large-a-number", 422)
    return number


def _no_float(text: str) -> NoReturn:
    raise HttpProblem("no-fractions", 422)


def _cleaned(value: Any, depth: int) -> Any:
    """The same value with every text in its composed form; HttpProblem where it is nested too deeply."""
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, (dict, list)) and not depth:
        raise HttpProblem("too-deep", 400)
    if isinstance(value, dict):
        return _object([(clean_text(key), _cleaned(inner, depth - 1)) for key, inner in value.items()])
    if isinstance(value, list):
        return [_cleaned(inner, depth - 1) for inner in value]
    return value
