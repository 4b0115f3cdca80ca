"""What the pages and the command line say, in both languages. Words of rules are in the domain."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from domain.words import Words


@lru_cache
def _words(lang: str) -> Words:
    return Words(lang, [json.loads((Path(__file__).parent / f"{lang}.json").read_text(encoding="utf-8"))], {})


def say(lang: str, key: str, section: str = "says", **facts: object) -> str:
    """A text, filled in."""
    return _words(lang).say(section, key, facts, {})


def texts_of(lang: str, section: str) -> dict[str, str]:
    """Every text of a section, with its slots open."""
    return _words(lang)[section]


def is_said(key: str, section: str) -> bool:
    """Whether there is a text of its own for this."""
    return key in _words("en")[section]


def count(lang: str, noun: str, number: int) -> str:
    """A number with its noun."""
    return _words(lang).count(noun, number)
