"""Words as they are searched: without accents, in small letters; and those the core has for its codes."""

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


def in_all_languages(setup: Setup, tell: Callable[[Annotator], str]) -> str:
    """A sentence about a table in every language, to be stored."""
    return orjson.dumps({lang: tell(Annotator(setup, lang)) for lang in LANGUAGES}).decode()


def in_language(stored: str, lang: str) -> str:
    """And read in one of them."""
    return orjson.loads(stored)[lang]


def text_or_erased(text: str | None, lang: str) -> str:
    """A name or what a person wrote; where it was erased, that."""
    return words(lang)["headings"]["erased"] if text == ERASED else text or ""


def search_key(text: str) -> str:
    """`Café  Zoé` -> `cafe zoe`, the same for every database."""
    bare = "".join(sign for sign in normalize("NFKD", text.casefold()) if not combining(sign))
    return " ".join(bare.casefold().split())


def like_pattern(word: str) -> str:
    """A word anywhere in a text, for LIKE with the escape sign `!`."""
    return "%" + "".join(f"!{sign}" if sign in "!%_" else sign for sign in word) + "%"
