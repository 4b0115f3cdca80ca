"""The words people type at one game's table, in both languages, and the words of the notation they stand for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache

from msgspec import Struct

from domain.games import GAMES
from domain.notation import Notation
from domain.words import LANGUAGES

Phrase = tuple[str, ...]  # folded words
LONGEST = 6  # words of a phrase
_QUOTES = str.maketrans({"’": "'", "ʼ": "'", "−": "-", "–": "-", "œ": "oe", "Œ": "oe"})
_ELIDED = re.compile(r"\b(?:qu|[ldjnsmtc])['](?=\w)")
_WORD = re.compile(r"[^\s(),:;]+")


def folded(text: str) -> str:
    """A text in lower case, without accents."""
    plain = unicodedata.normalize("NFKD", text.translate(_QUOTES).lower())
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


def phrase_of(text: str) -> Phrase:
    """The folded words of a phrase, without elided articles."""
    return tuple(_WORD.findall(_ELIDED.sub("", folded(text))))


class Lexicon(Struct, frozen=True):
    """What every typed phrase can mean in one game."""

    notation: Notation
    verbs: Mapping[Phrase, frozenset[str]]
    words: Mapping[Phrase, frozenset[str]]  # arguments
    seen: Mapping[Phrase, frozenset[str]]  # values that can be read off the table
    idle: frozenset[Phrase]  # small words that are no piece and no key either
    small: frozenset[Phrase]  # articles and prepositions that may be left out
    noise: frozenset[Phrase]  # nouns that say nothing new: tile, card
    noise_of: Mapping[str, frozenset[Phrase]]  # the same, after one verb only
    numbers: Mapping[str, str]  # words for numbers; an article before a unit is 1
    one: frozenset[str]
    table: frozenset[str]
    then: frozenset[str]
    known: frozenset[str]  # words of the notation, exactly as written

    def verbs_of(self, phrase: Phrase) -> frozenset[str]:
        """The verbs a phrase stands for, whatever articles are in it."""
        short = _shortened(phrase, self.idle)
        return self.verbs.get(phrase) or (self.verbs.get(short, frozenset()) if len(short) > 1 else frozenset())

    def joined(self, first: str, between: str, second: str) -> Iterable[str]:
        """The words of the notation that two words make together."""
        low = folded(first + between + second)
        return self.notation.spelling.forms(low) if between or not second[0].isalnum() else self.words.get((low,), ())


def _entries(text: str) -> Iterable[Phrase]:
    return (phrase for part in text.split(",") if (phrase := phrase_of(part)))


def _listed(texts: Iterable[str]) -> frozenset[Phrase]:
    return frozenset(phrase for text in texts for phrase in _entries(text))


def _words(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(word for phrase in _listed(texts) for word in phrase)


def _meanings(tables: Iterable[Mapping[str, str]], canonical: Iterable[str]) -> dict[Phrase, frozenset[str]]:
    """Phrase -> what it means; a word of the notation means itself."""
    found: dict[Phrase, set[str]] = {}
    for word in canonical:
        found.setdefault(phrase_of(word) or (word,), set()).add(word)
    for table in tables:
        for word, text in table.items():
            for phrase in _entries(text):
                found.setdefault(phrase, set()).add(word)
    return {phrase: frozenset(words) for phrase, words in found.items()}


def _shortened(phrase: Phrase, idle: frozenset[Phrase]) -> Phrase:
    """A phrase without the idle words after its first one: `takes the card back` and `takes his card back` are one."""
    return (*phrase[:1], *(word for word in phrase[1:] if (word,) not in idle))


def _with_shortened(verbs: Mapping[Phrase, frozenset[str]], idle: frozenset[Phrase]) -> dict[Phrase, frozenset[str]]:
    """The phrases of verbs, those of several words also without their idle ones."""
    found = dict(verbs)
    for phrase, meant in verbs.items():
        short = _shortened(phrase, idle)
        if len(short) > 1:
            found[short] = found.get(short, frozenset()) | meant
    return found


@lru_cache(maxsize=16)
def lexicon_of(game: str) -> Lexicon:
    """The lexicon of a game, made of its words in both languages."""
    notation, spoken = GAMES[game].notation, [GAMES[game].speak(lang) for lang in LANGUAGES]
    typed = [words["typed"] for words in spoken]
    lists = [table[kind].split(",") for table in typed for kind in ("numbers", "ordinals")]
    numbers = [(str(n), word) for words in lists for n, word in enumerate(words)]
    unseen = [{"?": table["unseen"]} for table in typed]
    keys = notation.spelling.keys
    tables = [table["words"] for table in typed]
    verbs = [{verb: text for verb, text in table["verbs"].items() if verb in keys} for table in typed]  # `and offers 3`
    small = _listed(table["small"] for table in typed)
    canonical = {*notation.spelling.pieces, *(word for table in tables for word in table)}
    names = [words["names"]["what"] for words in spoken]
    meant = _meanings([*tables, *verbs, *unseen], canonical)
    idle = small - meant.keys()
    return Lexicon(
        notation=notation,
        verbs=_with_shortened(_meanings([table["verbs"] for table in typed], notation.verbs), idle),
        words=meant,
        seen=_meanings(names, GAMES[game].base.observables),
        idle=idle,
        small=small,
        noise=_listed(table["noise"] for table in typed),
        noise_of={verb: _listed(table["noise_of"][verb] for table in typed) for verb in typed[0]["noise_of"]},
        numbers={folded(word.strip()): n for n, word in numbers if word.strip()},
        one=_words(table["one"] for table in typed),
        table=_words(table["table"] for table in typed),
        then=_words(table["then"] for table in typed),
        known=frozenset((*canonical, *notation.verbs)),
    )
