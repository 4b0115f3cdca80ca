"""Derives input templates from offers, for actions whose inputs the game does not describe itself.

The text comes from the notation: the words that change with an open field are the place of its input.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise, product
from typing import Any

from msgspec import Struct

from domain.errors import NotRecorded
from domain.games.game import Game
from domain.games.inputs import (
    CELLS,
    COUNTS,
    PAD,
    PICK,
    UNSEEN,
    Candidate,
    Condition,
    Input,
    LineTemplate,
    Palette,
    Spot,
)
from domain.rules import Action, Between, Offer, OneOf, Open, RandomDraw, Split, replace
from domain.words import kinds_of

WAY = "way"  # the input that distinguishes several offers of one kind
FIELD = "field "  # begins a label that is the name of an action's field
MAX_BUTTONS = 36  # more numbers are entered digit by digit

Tokens = list[str]  # the words of a line


class _FieldWords(Struct, frozen=True):
    """The words of an open field in the text of an example: the index of the first, and the index after the last."""

    name: str
    begins: int
    ends: int


class OfferLines:
    """Makes line templates from offers, in the notation of one table."""

    def __init__(self, game: Game, letters: tuple[str, ...], actions: Mapping[str, str]):
        self.game, self.letters, self.actions = game, letters, actions

    def lines(self, offers: list[Offer]) -> Iterator[LineTemplate]:
        """The templates of offers of one kind and seat: one each where nothing is open, else one for all."""
        if any(isinstance(field, RandomDraw) for offer in offers for field in offer.open.values()):
            return
        first = offers[0].example
        if all(not offer.open for offer in offers):
            for offer in offers:
                yield self.closed(offer.example)
        elif len(offers) == 1:
            yield self._line(first, *self._open(offers[0], ""))
        else:
            yield self._line(first, *self._several(offers))

    def closed(self, example: Action) -> LineTemplate:
        """A template without inputs."""
        return self._line(example, " ".join(self._words(example)), ())

    def _line(self, example: Action, write: str, inputs: tuple[Input, ...]) -> LineTemplate:
        return LineTemplate(kind=type(example), seat=example.seat, write=write, inputs=inputs, example=example)

    def _several(self, offers: list[Offer]) -> tuple[str, tuple[Input, ...]]:
        """Several offers of one kind: an input for which of them, then the inputs of each."""
        made = [self._open(offer, f" {at}") for at, offer in enumerate(offers)]
        verb = made[0][0].partition(" ")[0]
        texts = [write.partition(" ")[2] for write, _ in made]
        values = tuple(
            Candidate(text=text, value=_without_parts(offer), action=offer.example)
            for text, offer in zip(texts, offers, strict=True)
        )
        bare = f"{self.game.notation.write(offers[0].example, self.letters).partition(' ')[0]} {verb} {UNSEEN}"
        unseen = UNSEEN if self._is_canonical(bare) else None
        way = _pick(WAY, values, form=WAY, usual=texts[0], unseen=unseen)
        inputs = [
            replace(template, when=(Condition(input=WAY, among=(text,)),))
            for text, (_, opened) in zip(texts, made, strict=True)
            for template in opened
        ]
        return f"{verb} {{{WAY}}}", (way, *inputs)

    def _open(self, offer: Offer, suffix: str) -> tuple[str, tuple[Input, ...]]:
        """The text of an offer with its inputs in braces, and the inputs; their names end with the suffix."""
        words = self._words(offer.example)
        opened = {name: field for name, field in offer.open.items() if not _is_settled(field)}
        places = [self._place(offer.example, words, name, field) for name, field in opened.items()]
        places.sort(key=lambda place: place.begins)
        if any(one.ends > other.begins for one, other in pairwise(places)):
            return self._whole(offer, opened, suffix)
        inputs = tuple(self._input(offer.example, place, opened[place.name], suffix) for place in places)
        for place in reversed(places):
            words[place.begins : place.ends] = [f"{{{place.name}{suffix}}}"]
        return " ".join(words), inputs

    def _whole(self, offer: Offer, opened: Mapping[str, Open], suffix: str) -> tuple[str, tuple[Input, ...]]:
        """Fields whose words overlap: one input with all their combinations."""
        names, choices = list(opened), [_values(field) for field in opened.values()]
        actions = [
            replace(offer.example, **dict(zip(names, combination, strict=True))) for combination in product(*choices)
        ]
        texts = [self._words(action) for action in actions]
        values = tuple(
            Candidate(text=" ".join(words[1:]), value=action, action=action)
            for words, action in zip(texts, actions, strict=True)
        )
        return f"{texts[0][0]} {{{WAY}{suffix}}}", (_pick(f"{WAY}{suffix}", values, form=WAY),)

    def _place(self, example: Action, words: Tokens, name: str, field: Open) -> _FieldWords:
        values = [()] if isinstance(field, Split) else _values(field)
        texts = [self._words(replace(example, **{name: value})) for value in values]
        different = [text for text in texts if text != words]
        begins = min((common_start(words, text) for text in different), default=len(words))
        rest = words[begins:]
        ends = len(words) - min((common_start(rest[::-1], text[begins:][::-1]) for text in different), default=0)
        return _FieldWords(name, begins, max(begins, ends))

    def _input(self, example: Action, place: _FieldWords, field: Open, suffix: str) -> Input:
        name, form = place.name, "" if isinstance(field, Between) else self._form(example, place.name)
        if isinstance(field, Split):
            least = field.total if field.least is None else field.least
            kinds = tuple(
                Candidate(text=kind, value=((kind, 2),), most=most, action=replace(example, **{name: ((kind, 1),)}))
                for kind, most in field.most.items()
            )
            return _pick(f"{name}{suffix}", kinds, form=form, kind=COUNTS, spots=(), least=least, most=field.total)
        after = len(self._words(example)) - place.ends
        values = []
        for value in _values(field):
            action = replace(example, **{name: value})
            words = self._words(action)
            text = " ".join(words[place.begins : len(words) - after])
            values.append(Candidate(text=text, value=value if form else None, action=action))
        kind = CELLS if name in self.game.inputs.places else PICK
        if isinstance(field, Between) and len(values) > MAX_BUTTONS:
            kind = PAD
        unseen = UNSEEN if self._may_be_unseen(example, place) else None
        return _pick(f"{name}{suffix}", tuple(values), form=form, kind=kind, unseen=unseen)

    def _may_be_unseen(self, example: Action, place: _FieldWords) -> bool:
        """Whether the notation has a line that says of this field that it was not seen."""
        words = self.game.notation.write(example, self.letters).split()
        words[place.begins + 1 : place.ends + 1] = [UNSEEN]
        return self._is_canonical(" ".join(words))

    def _is_canonical(self, text: str) -> bool:
        """Whether a line is read, and written in the same words again."""
        notation = self.game.notation
        try:
            return notation.write(notation.read(text, self.letters), self.letters).split() == text.split()
        except NotRecorded:
            return False

    def _form(self, example: Action, name: str) -> str:
        return kinds_of(self.actions[str(type(example).__struct_config__.tag)]).get(name, "")

    def _words(self, action: Action) -> Tokens:
        return self.game.notation.write(action, self.letters).split()[1:]


def _pick(name: str, values: tuple[Candidate, ...], **more: Any) -> Input:
    label = FIELD + name.partition(" ")[0]
    usual = {"kind": PICK, "label": label, "spots": (Spot(label=label),), "chance": False, "unseen": None}
    return Input(name=name, palettes=(Palette(rows=(("", values),)),), **{**usual, **more})


def _without_parts(offer: Offer) -> Action:
    """The example of an offer without the sums that are to be split."""
    return replace(offer.example, **{name: () for name, field in offer.open.items() if isinstance(field, Split)})


def _is_settled(field: Open) -> bool:
    """Whether a field has only one value."""
    return not isinstance(field, Split) and len(_values(field)) < 2


def _values(field: Open) -> list[Any]:
    if isinstance(field, Between):
        return list(range(field.least, field.most + 1))
    return list(field.values) if isinstance(field, OneOf) else []


def common_start(words: Tokens, others: Tokens) -> int:
    """How many words two lines begin with in common."""
    pairs = enumerate(zip(words, others, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(words), len(others)))
