"""The texts of the pages and the command line, in both languages. The words of the rules are in the domain."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from domain.words import Words


@lru_cache
def _words(lang: str) -> Words:
    return Words(lang, [json.loads((Path(__file__).parent / f"{lang}.json").read_text(encoding="utf-8"))], {})


def say(lang: str, key: str, section: str = "says", **facts: object) -> str:
    """The text of a key, with these facts filled in."""
    return _words(lang).say(section, key, facts, {})


def texts_of(lang: str, section: str) -> dict[str, str]:
    """Every text of a section, with its slots open."""
    return _words(lang)[section]


def page_texts(lang: str, prefix: str) -> dict[str, str]:
    """The texts of the pages whose keys have this prefix, without it: what a page hands to its script."""
    texts = texts_of(lang, "pages")
    return {key.removeprefix(prefix): text for key, text in texts.items() if key.startswith(prefix)}


def has_text(key: str, section: str) -> bool:
    """Whether a key has a text."""
    return key in _words("en")[section]


def count(lang: str, noun: str, number: int) -> str:
    """A number with its noun."""
    return _words(lang).count(noun, number)
