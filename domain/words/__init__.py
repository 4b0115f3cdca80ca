"""Sentences in English and French: templates with typed slots, filled from neutral facts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from string import Formatter
from typing import Any, TypeVar

import orjson

from domain.numbers import MOST, Range
from domain.words.grammar import FORMS, agree, is_one, spec_parts

LANGUAGES = ("en", "fr")
WAS_DUE = "was_due"  # the type of a slot for a number that was due: `3 were due`, `nothing was due`
WAS_LEFT = "was_left"  # the same for a number that was left: `only 2 were left`
_HERE = Path(__file__).parent
_PARTS = Formatter()
F = TypeVar("F", bound=Callable[..., str])


def with_seats(form: F) -> F:
    """Marks a form that names seats: it is called with the seats' names as well."""
    form.with_seats = True  # type: ignore[attr-defined]
    return form


class MissingWords(LookupError):
    """A words file lacks an entry; the message names the file, the section and the key."""


class Section(dict[str, Any]):
    """The entries of one section of a words file; a missing entry is named with its file."""

    def __init__(self, lang: str, name: str, entries: Mapping[str, Any]):
        super().__init__(entries)
        self.place = f'words/{lang}.json lacks "{{}}" in "{name}"'

    def __missing__(self, key: str) -> Any:
        raise MissingWords(self.place.format(key))


class Words:
    """The texts of one game and of the kernel, in one language."""

    def __init__(self, lang: str, texts: list[Mapping[str, Any]], forms: Mapping[str, Callable[..., str]]):
        self.lang, self.forms = lang, forms
        self._texts: dict[str, Any] = {}
        for text in texts:
            for section, entries in text.items():
                self._texts[section] = _joined(self._texts.get(section), entries)
        for section, entries in self._texts.items():
            if isinstance(entries, dict):
                self._texts[section] = Section(lang, section, entries)

    def __getitem__(self, section: str) -> Any:
        return self._texts[section]

    def name(self, kind: str, code: Any) -> str:
        """The name of a code: a colour, a phase, an observable."""
        return str(self._texts["names"].get(kind, {}).get(str(code), code))

    def count(self, noun: str, number: Any) -> str:
        """A number with its noun; in French 0 and 1 are singular, in English 0 is written `no`."""
        singular, plural = self._texts["nouns"][noun]
        if self.lang == "en" and not isinstance(number, Range) and number == 0:
            return f"no {plural}"
        return f"{self.number(number)} {singular if is_one(number, self.lang) else plural}"

    def listed(self, parts: Iterable[str]) -> str:
        """Names in a row: `Ana, Bo and Cy`."""
        *first, last = list(parts) or ["-"]
        return f"{', '.join(first)} {self._texts['headings']['and']} {last}" if first else last

    def number(self, number: Any) -> str:
        """A number, or its bounds; an assumed number reads like any other."""
        if not isinstance(number, Range):
            return str(number)
        if number.most - number.least >= MOST:
            return "?"
        if number.least == number.most:
            return str(number.least)
        kind = "range-open" if number.most >= MOST else "range-two" if number.most - number.least == 1 else "range"
        return str(self._texts["headings"][kind].format(least=number.least, most=number.most))

    def fact(self, code: str) -> str:
        """A missing fact in words: the first word of its code names the template, the rest fills it."""
        kind, _, rest = code.partition(" ")
        template = self._texts["facts"].get(kind)
        return code if template is None else self.fill(template, {"": rest}, {})

    def say(self, section: str, key: str, facts: Mapping[str, Any], seats: Mapping[Any, str]) -> str:
        """A template filled with facts; a slot's type says how: {due:seat}, {price:resource}, {home}.

        A form before the type is applied to the text, {due:de seat}; after a `=` stand the words that agree with
        the value instead of it, {count:=was/were}. A type @thing counts what another fact names: {price:@colour}.
        """
        return self.fill(self._texts[section][key], facts, seats)

    def fill(self, template: str, facts: Mapping[str, Any], seats: Mapping[Any, str]) -> str:
        """The sentence a template makes of facts."""
        made = []
        for literal, slot, kind, _ in _PARTS.parse(template):
            made.append(literal)
            if slot is not None:
                made.append(self._slot(facts[slot], _counted(kind, facts), seats) if kind else self._plain(facts[slot]))
        return "".join(made)

    def _slot(self, value: Any, spec: str, seats: Mapping[Any, str]) -> str:
        form, kind, options = spec_parts(spec)
        gender = self._texts.get("genders", {}).get(kind, {}).get(str(value), "m")
        if options:
            return agree(options, is_one(value, self.lang) if kind == "" else "p" not in gender, gender)
        text = self._typed(value, kind, seats)
        return FORMS[form](text, gender) if form else text

    def _plain(self, value: Any) -> str:
        """A value without a type: a number, several, or `?` where it is not known."""
        if value is None:
            return "?"
        if isinstance(value, tuple):
            return ", ".join(self.number(number) for number in value) or "-"
        return self.number(value)

    def _typed(self, value: Any, kind: str, seats: Mapping[Any, str]) -> str:
        if kind == "seat":
            return seats.get(value) or ("-" if value is None else str(self._texts["headings"]["no-seat"]))
        if kind == "seats":
            return self.listed(seats.get(seat, "-") for seat in value)
        if kind == "fact":
            return self.fact(value)
        if value is None:
            return self.name(kind, "?")
        if kind == WAS_DUE:
            forms = self._texts["names"][WAS_DUE]
            return str(forms.get(str(value)) or forms["some"].format(self._plain(value)))
        if kind in self.forms:
            form = self.forms[kind]
            return form(self, value, seats) if hasattr(form, "with_seats") else form(self, value)
        if kind in self._texts["nouns"] and not isinstance(value, str):
            return self.count(kind, value)
        if kind in self._texts["names"]:
            named = self._texts["names"][kind]
            is_other = "some" in named and str(value) not in named
            return self.fill(named["some"], {"": value}, {}) if is_other else self.name(kind, value)
        return self._plain(value)


def _joined(old: Any, new: Any) -> Any:
    if isinstance(old, dict) and isinstance(new, dict):
        return {**old, **{key: _joined(old.get(key), value) for key, value in new.items()}}
    return new


def _counted(spec: str, facts: Mapping[str, Any]) -> str:
    """The type of a slot, where `@thing` stands for what the fact `thing` names."""
    before, at, fact = spec.partition("@")
    return f"{before}{facts[fact]}" if at else spec


def slots(template: str) -> set[str]:
    """The facts a template uses."""
    parsed = [(slot, kind or "") for _, slot, kind, _ in _PARTS.parse(template) if slot is not None]
    return {slot for slot, _ in parsed} | {kind.partition("@")[2] for _, kind in parsed if "@" in kind}


def outline(template: str) -> str:
    """A template as the name of a kind of deed: slots become dots, except those attached to a word."""
    made = ""
    for literal, slot, _, _ in _PARTS.parse(template):
        made += literal
        if slot is not None and (not made or made[-1] in " (“"):
            made += "…"
    return re.sub(r"…(?: …)+", "…", made).removeprefix("… ").removesuffix(", …").strip(" \u00a0\u202f:,")


def kinds_of(template: str) -> dict[str, str]:
    """The facts a template uses, each with the type of its slot."""
    specs = [(slot, kind or "") for _, slot, kind, _ in _PARTS.parse(template) if slot is not None]
    return {slot: spec_parts(kind)[1] for slot, kind in specs if "=" not in kind}


def tail(kind: str, write: Callable[..., str]) -> Callable[..., str]:
    """The part of a sentence that is left out, or said otherwise, for some values: the words file lists them."""

    def form(words: Words, value: object) -> str:
        names = words["names"][kind]
        if str(value) in names:
            return str(names[str(value)])
        return words.fill(names["some"], {"": write(words, value)}, {})

    return form


def words_of(lang: str, folder: Path | None = None, forms: Mapping[str, Callable[..., str]] | None = None) -> Words:
    """The words of a game, or only those of the kernel."""
    texts = [orjson.loads((_HERE / f"{lang}.json").read_bytes())]
    if folder is not None:
        texts.append(orjson.loads((folder / f"{lang}.json").read_bytes()))
    return Words(lang, texts, forms or {})
