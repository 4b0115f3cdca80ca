"""Interprets a typed text: the lines it will be recorded as, a suggestion, and completions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from msgspec import Struct

from domain.errors import Ambiguous, NotRecorded, UnknownSeat, Unreadable
from domain.fold import options
from domain.games import GAMES
from domain.record.free_text.completion import Continuation, completions
from domain.record.free_text.lexicon import folded
from domain.record.free_text.parser import read_typed
from domain.record.free_text.suggestions import nearest
from domain.record.line_text import READERS, read_entry, write_entry
from domain.record.lines import Line
from domain.rules import Action, Offer, OneOf, replace
from domain.setup import EVERYTHING
from domain.words import outline
from replays.annotation import Annotator
from replays.viewpoint import AnySession, Viewpoint, frames_from, session_of, table_of

MOST_OFFERS, MOST_VALUES = 400, 40  # offers compared with a typed text, values of one field


class WrittenLine(Struct, frozen=True, kw_only=True):
    """A line as the record writes it, and its sentence."""

    text: str
    says: str


class Span(Struct, frozen=True, kw_only=True, rename={"start": "from", "end": "to"}):
    """A part of a typed text, in characters."""

    start: int
    end: int


class Replacement(Struct, frozen=True, kw_only=True):
    """A word that fits where the text is wrong, and the line it makes."""

    word: str
    text: str
    says: str


class Suggestion(Struct, frozen=True, kw_only=True):
    """The nearest line to an unreadable text.

    `choices` are the meanings of an ambiguous text, each as its lines.
    """

    text: str
    says: str
    broke: Span | None
    instead: list[Replacement]
    example: str
    choices: list[list[WrittenLine]]


class Completion(Struct, frozen=True, kw_only=True):
    """A completion: `value` is the whole text with it, `rest` what it adds to the last word."""

    value: str
    word: str
    rest: str
    says: str


class TypedText(Struct, frozen=True, kw_only=True):
    """The lines a typed text will be recorded as, or a suggestion; and completions."""

    lines: list[WrittenLine]
    suggestion: Suggestion | None
    completions: list[Completion]


def offered_texts(source: AnySession, viewer: Any = EVERYTHING, branch: str = "") -> list[str]:
    """The lawful lines as the record writes them; empty where the table plays without help."""
    setup = session_of(source).setup
    if not setup.help:
        return []
    last = frames_from(source, Viewpoint(viewer=viewer, branch=branch))[-1]
    table, write = table_of(last), GAMES[setup.game].notation.write
    acting = last.rules.to_act(last.rules, table)
    actions = sorted(_offered_actions(options(last.rules, table)), key=lambda action: action.seat not in acting)
    return list(dict.fromkeys(write(action, setup.seats) for action in islice(actions, MOST_OFFERS)))


def _offered_actions(offers: Iterable[Offer]) -> Iterator[Action]:
    """The example of each offer, and its variants with each value of an open field."""
    for offer in offers:
        yield offer.example
        for name, field in offer.open.items():
            if isinstance(field, OneOf):
                yield from (replace(offer.example, **{name: value}) for value in islice(field.values, MOST_VALUES))


def interpret_text(source: AnySession, text: str, lang: str, offers: Sequence[str] = ()) -> TypedText:
    """What a typed text means now."""
    setup = session_of(source).seated
    annotator = Annotator(setup, lang)
    try:
        lines = [_written(write_entry(line, setup).strip(), annotator) for line in read_typed(text.strip(), setup)]
    except NotRecorded:
        lines = []
    suggestion = None if lines or not text.strip() else suggestion_for(text, annotator, offers)
    completed = [_completion(option, text, annotator) for option in completions(text, setup, offers)]
    return TypedText(lines=lines, suggestion=suggestion, completions=completed)


def read_leniently(source: AnySession, text: str, lang: str, viewer: Any = EVERYTHING) -> tuple[Line, ...]:
    """The lines that a typed text means; raises NotRecorded, with a suggestion, where it means none."""
    setup = session_of(source).seated
    try:
        return read_typed(text, setup)
    except (Unreadable, Ambiguous, UnknownSeat) as error:
        if text[:1] not in READERS:
            error.suggestion = suggestion_for(text, Annotator(setup, lang), offered_texts(source, viewer))
        raise


def suggestion_for(text: str, annotator: Annotator, offers: Sequence[str] = ()) -> Suggestion:
    """The nearest line to a text, with its sentence."""
    suggestion = nearest(text, annotator.setup, offers)
    return Suggestion(
        text=suggestion.text,
        says=_says(suggestion.text, annotator),
        broke=None if suggestion.broke is None else Span(start=suggestion.broke[0], end=suggestion.broke[1]),
        instead=[
            Replacement(word=word.word, text=word.text, says=_says(word.text, annotator)) for word in suggestion.instead
        ],
        example=suggestion.example,
        choices=[[_written(line, annotator) for line in choice.split(" + ")] for choice in suggestion.choices],
    )


def _written(text: str, annotator: Annotator) -> WrittenLine:
    return WrittenLine(text=text, says=_says(text, annotator))


def _says(text: str, annotator: Annotator) -> str:
    return annotator.line(read_entry(text, annotator.setup)) if text else ""


def _word_name(word: str, annotator: Annotator) -> str:
    """The name of a word of the notation."""
    return annotator.words["typed"]["words"].get(word, "").partition(",")[0]


def _completion(option: Continuation, text: str, annotator: Annotator) -> Completion:
    """A completion with its sentence: that of the whole line, else the kind of action."""
    begun = text.split()[-1] if text and not text[-1].isspace() else ""
    rest = option.word[len(begun) :] if folded(option.word).startswith(folded(begun)) else ""
    says = _says(option.line, annotator) or _word_name(option.word, annotator)
    if option.word == option.verb and not option.line:
        kind = annotator.game.notation.verbs[option.verb].kind
        says = outline(annotator.words["actions"][kind.__struct_config__.tag])
    return Completion(value=option.value, word=option.word, rest=rest, says=says)
