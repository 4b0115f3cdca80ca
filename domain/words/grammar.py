"""Word forms that a template asks for: articles, elision and contraction, agreement in number and gender."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from unicodedata import normalize

from domain.numbers import Range

ASPIRATED = ("haut", "hangar", "hasard", "hors", "huit", "onz", "oui")  # French words that take no elision
ARTICLES = {"m": "le ", "f": "la ", "mp": "les ", "fp": "les "}
CONTRACTED = {"de le ": "du ", "de les ": "des ", "à le ": "au ", "à les ": "aux "}


def elides(text: str) -> bool:
    """Whether a French word before this one loses its vowel: d’Ana, d’Yves, but de Yann, de huit."""
    plain = normalize("NFD", text).replace("œ", "oe").replace("Œ", "Oe").lower()
    if plain.startswith(ASPIRATED):
        return False
    if plain.startswith("y"):
        return plain[1:2].isalpha() and plain[1:2] not in "aeiou"
    return plain[:1] in tuple("aeiouh")


def _before(word: str, text: str) -> str:
    """A French word before a text, elided before a vowel and contracted with the article the text begins with."""
    if elides(text):
        return f"{word[:-1]}’{text}" if word != "à" else f"à {text}"
    joined = f"{word} {text}"
    for apart, together in CONTRACTED.items():
        if joined.startswith(apart):
            return together + joined.removeprefix(apart)
    return joined


def _the(text: str, gender: str) -> str:
    if len(gender) == 1 and elides(text):
        return f"l’{text}"
    return ARTICLES[gender] + text


def _a(text: str, gender: str) -> str:
    return f"an {text}" if text[:1].lower() in tuple("aeiou") else f"a {text}"


FORMS: Mapping[str, Callable[[str, str], str]] = {
    "de": lambda text, gender: _before("de", text),
    "à": lambda text, gender: _before("à", text),
    "que": lambda text, gender: _before("que", text),
    "le": _the,
    "du": lambda text, gender: _before("de", _the(text, gender)),
    "au": lambda text, gender: _before("à", _the(text, gender)),
    "a": _a,
}


def is_one(number: object, lang: str) -> bool:
    """Whether a count takes the singular; in French 0 and 1 do. A range takes the form of its upper bound.

    Pairs of a name and a count are added up.
    """
    if isinstance(number, Range):
        number = number.most
    if isinstance(number, tuple):
        number = sum(part[1] if isinstance(part, tuple) and len(part) == 2 else 1 for part in number)
    if isinstance(number, str):
        number = int(number) if number.isdecimal() else 2
    count = abs(number) if isinstance(number, int) else 2
    return count < 2 if lang == "fr" else count == 1


def agree(options: str, is_singular: bool, gender: str) -> str:
    """The form that agrees: `was/were`, or in French `posé/posée/posés/posées` by gender and number."""
    forms = options.split("/")
    if len(forms) == 2:
        return forms[0 if is_singular else 1]
    return forms[("f" in gender) + (0 if is_singular else 2)]


def spec_parts(spec: str) -> tuple[str, str, str]:
    """The form, the type and the agreement that a slot asks for: `de seat`, `good=pris/prise/pris/prises`."""
    kind, _, options = spec.partition("=")
    form, _, kind = kind.rpartition(" ")
    return form, kind, options
