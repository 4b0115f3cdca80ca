"""Texts for read models: search keys without accents, and sentences stored in every language."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from unicodedata import combining, normalize

import orjson

from domain.setup import Setup
from domain.store.erasable_texts import ERASED
from domain.words import LANGUAGES, words_of
from replays.annotation import Annotator

words = lru_cache(words_of)


def in_all_languages(setup: Setup, write: Callable[[Annotator], str]) -> str:
    """A sentence about a session in every language, as JSON."""
    return orjson.dumps({lang: write(Annotator(setup, lang)) for lang in LANGUAGES}).decode()


def in_language(stored: str, lang: str) -> str:
    """A stored sentence in one language."""
    sentences: dict[str, str] = orjson.loads(stored)
    return sentences[lang]


def text_or_erased(text: str | None, lang: str) -> str:
    """A name or text; the word for `erased` if it was erased."""
    return words(lang)["headings"]["erased"] if text == ERASED else text or ""


def search_key(text: str) -> str:
    """A text without accents and case, for searching: `Café  Zoé` -> `cafe zoe`."""
    bare = "".join(sign for sign in normalize("NFKD", text.casefold()) if not combining(sign))
    return " ".join(bare.casefold().split())


def club_key(club: str) -> str:
    """The id of a club as read models store it: without dashes."""
    return club.replace("-", "").lower()


def like_pattern(word: str) -> str:
    """The LIKE pattern for a word anywhere in a text, with the escape character `!`."""
    return "%" + "".join(f"!{sign}" if sign in "!%_" else sign for sign in word) + "%"
