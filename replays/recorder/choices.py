"""The actions that are lawful at a moment of a record, grouped by kind, with the inputs that write them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from msgspec import Struct

from domain.errors import UnknownLine, UnknownSeat
from domain.fold import judge, options
from domain.record.json_convert import action_fields, fields_of
from domain.record.json_fields import AnyLine
from domain.record.line_text import write_entry
from domain.record.lines import OnBranch, Played
from domain.rules import Action, Between, Offer, OneOf, Open, RandomDraw, Rules, replace
from domain.setup import EVERYTHING
from domain.timeline.order import Entry, Order, table_order
from domain.words import kinds_of, outline
from replays.annotation import Annotator
from replays.boards import board_of
from replays.frames import GameMoment, moment_of, place_of
from replays.recorder.inputs import InputBuilder, InputStep, PurseValue
from replays.recorder.prefill import FilledStep, filled_step
from replays.viewpoint import NOW, THEN, AnySession, Viewpoint, frames_from, session_of, shown, table_of

MAX_LISTED = 12  # values named in one sentence
EXAMPLES = 12  # of random results, where there are too many to list


class FieldOption(Struct, frozen=True, kw_only=True):
    """A value that a field may take; of a split, a kind of thing and how many of it at most.

    `keys` are the parts of the board's drawing that it touches.
    """

    value: Any
    says: str
    most: int | None = None
    keys: list[str] = []


class OpenField(Struct, frozen=True, kw_only=True):
    """A field to choose: one of some values, a number within bounds, or a sum to be split."""

    name: str
    kind: str  # one-of, between, split
    least: int | None = None
    most: int | None = None
    values: list[FieldOption] = []
    says: str


class Choice(Struct, frozen=True, kw_only=True):
    """A lawful action: an example as the record writes it, and the fields that may be chosen otherwise.

    `unsure` says which facts are missing to be certain that it is lawful.
    """

    seat: str | None
    text: str
    action: dict[str, Any]
    says: str
    open: list[OpenField]
    unsure: list[str]
    keys: list[str]  # the parts of the board's drawing that the example touches


class DeedChoices(Struct, frozen=True, kw_only=True):
    """The choices of one kind of action; of random results only examples, to be replaced by the real one."""

    deed: str
    verb: str
    kind: str  # choice, chance, shown
    says: str
    choices: list[Choice]


class LineToFix(Struct, frozen=True, kw_only=True):
    """A line to fix: its text, its action for programs, and the step that writes it, filled with its values.

    A line that is no action, such as a value or a note, comes as its `fields`.
    """

    line: int
    text: str
    says: str
    action: dict[str, Any] | None
    entered: FilledStep | None
    fields: AnyLine | None = None


class Choices(Struct, frozen=True, kw_only=True):
    """The choices of a seat, or of all seats to act: now, before a line (with the line that `was` there), or after one.

    `steps` are the lines to enter with their inputs, those of chance and of the set-up included; `pictures` are the
    drawings that the inputs name.
    """

    line: int
    moment: GameMoment
    deeds: list[DeedChoices]
    steps: list[InputStep] = []
    pictures: dict[str, str] = {}
    place: int = 0  # the place of that moment's frame
    purses: dict[str, list[PurseValue]] = {}  # what each seat holds that can act
    was: LineToFix | None = None


class ChoiceMoment(Struct, frozen=True, kw_only=True):
    """A moment of a record: the last one, the one before the line `at`, or the one after the line `after`."""

    at: int | None = None
    after: int | None = None

    @property
    def is_last(self) -> bool:
        """Whether it is the end of the record."""
        return self.at is None and self.after is None

    def place(self, order: Order, lines: int) -> int:
        """The number of lines before it in table order; UnknownLine where the line does not count."""
        if self.at is not None:
            if order.meant(self.at) not in order.place:
                raise UnknownLine(line=self.at, last=lines)
            return order.place[order.meant(self.at)]
        return len(order.entries) if self.after is None else place_of(self.after, order, lines)


LAST = ChoiceMoment()


def choices_at(
    source: AnySession,
    lang: str,
    viewer: Any = EVERYTHING,
    seat: str | None = None,
    branch: str = "",
    moment: ChoiceMoment = LAST,
) -> Choices:
    """The choices at a moment, on a branch too; with a seat, only those of that seat and of the table."""
    return _choices_at(source, lang, viewer, seat, branch, moment, judged=True)


def unjudged_choices_at(
    source: AnySession,
    lang: str,
    viewer: Any = EVERYTHING,
    seat: str | None = None,
    branch: str = "",
    moment: ChoiceMoment = LAST,
) -> Choices:
    """The lines that the pieces on the table allow at a moment, whatever the rules say of them."""
    return _choices_at(source, lang, viewer, seat, branch, moment, judged=False)


def _choices_at(
    source: AnySession, lang: str, viewer: Any, seat: str | None, branch: str, moment: ChoiceMoment, judged: bool
) -> Choices:
    session = session_of(source)
    if seat is not None and seat not in session.setup.seats:
        raise UnknownSeat(seat=seat, seats=" ".join(session.setup.seats))
    order = table_order(session.log)
    place = moment.place(order, len(session.log))
    known = NOW if moment.is_last else THEN  # a line that is fixed must not reveal its own values
    last = frames_from(source, Viewpoint(viewer=viewer, branch=branch, known=known))[place]
    annotator = Annotator(session.seated, lang)
    builder = InputBuilder(annotator, table_of(last))
    offers = distinct(options(last.rules, builder.table)) if judged else []
    choices = (_choice(last.rules, builder.table, annotator, offer) for offer in offers)
    offered = [choice for choice in choices if seat in (None, choice.seat) or choice.seat is None]
    recorded = [entry.body for entry in order.entries[:place]]
    steps = (
        builder.steps(last.rules, recorded, offers, viewer)
        if judged
        else builder.unjudged_steps(last.rules, recorded, viewer)
    )
    return Choices(
        line=len(session.log) + 1,
        moment=moment_of(last, annotator),
        deeds=_grouped(offered, annotator),
        steps=[step for step in steps if seat in (None, step.seat) or step.seat is None],
        pictures=builder.pictures,
        place=place,
        purses=_purses(builder, last.rules, steps),
        was=None if moment.at is None else _line_to_fix(annotator, order.entries[place], steps, viewer),
    )


def _purses(builder: InputBuilder, rules: Rules, steps: list[InputStep]) -> dict[str, list[PurseValue]]:
    letters = dict.fromkeys(step.seat for step in steps if step.seat is not None)
    return {letter: builder.purse(rules, builder.annotator.setup.seats.index(letter)) for letter in letters}


def _line_to_fix(annotator: Annotator, entry: Entry, steps: list[InputStep], viewer: Any) -> LineToFix:
    """The line of an entry, as far as the viewer may see it."""
    line = shown(entry.body, viewer, annotator.setup)
    done = line.body if isinstance(line, OnBranch) else line
    text = write_entry(done, annotator.setup).strip()
    return LineToFix(
        line=entry.line,
        text=text,
        says=annotator.line(done),
        action=action_fields(done.action, annotator.setup) if isinstance(done, Played) else None,
        entered=filled_step(annotator.game, steps, text),
        fields=None if isinstance(done, Played) else fields_of(done, annotator.setup),
    )


def _choice(rules: Rules, table: Any, annotator: Annotator, offer: Offer) -> Choice:
    """An offer with its sentences."""
    return Choice(
        seat=annotator.letter(offer.example.seat),
        text=annotator.game.notation.write(offer.example, annotator.setup.seats),
        action=action_fields(offer.example, annotator.setup),
        says=annotator.action(offer.example),
        open=[_open(annotator, table, offer.example, name, field) for name, field in offer.open.items()],
        unsure=[annotator.finding(finding) for finding in judge(rules, table, offer.example)],
        keys=_touched(annotator, offer.example, table),
    )


def distinct(offers: Iterable[Offer]) -> list[Offer]:
    """The offers without those that another offer covers."""
    kept: list[Offer] = []
    for offer in offers:
        if not any(other.covers(offer) for other in kept):
            kept = [*(other for other in kept if not offer.covers(other)), offer]
    return kept


def _grouped(choices: list[Choice], annotator: Annotator) -> list[DeedChoices]:
    by_deed: dict[str, list[Choice]] = {}
    for choice in choices:
        by_deed.setdefault(choice.action["deed"], []).append(choice)
    verbs, actions = annotator.game.notation.verbs.items(), annotator.words["actions"]
    named = {str(verb.kind.__struct_config__.tag): (name, verb.kind.KIND) for name, verb in verbs}
    return [
        DeedChoices(deed=deed, verb=named[deed][0], kind=named[deed][1], says=outline(actions[deed]), choices=group)
        for deed, group in by_deed.items()
    ]


def _open(annotator: Annotator, table: Any, example: Action, name: str, field: Open) -> OpenField:
    label = annotator.words.name("field", name)
    if isinstance(field, Between):
        facts = {"name": label, "least": field.least, "most": field.most}
        says = _head(annotator, "between", facts)
        return OpenField(name=name, kind="between", least=field.least, most=field.most, says=says)
    kind = kinds_of(annotator.words["actions"][type(example).__struct_config__.tag]).get(name, "")
    if isinstance(field, RandomDraw):
        samples = [field.sample(Random(number)) for number in range(EXAMPLES)]
        field = OneOf(tuple(dict.fromkeys((getattr(example, name), *samples))))
    if isinstance(field, OneOf):
        values = [_option(annotator, table, example, name, value, kind) for value in field.values]
        says = _head(annotator, "one-of", {"name": label, "values": _listed(value.says for value in values)})
        return OpenField(name=name, kind="one-of", values=values, says=says)
    values = [
        FieldOption(value=value, says=_value_text(annotator, ((value, most),), kind), most=most)
        for value, most in field.most.items()
    ]
    facts = {"name": label, "total": field.total, "least": field.least, "most": _listed(value.says for value in values)}
    says = _head(annotator, "split" if field.least is None else "split-some", facts)
    least = field.total if field.least is None else field.least
    return OpenField(name=name, kind="split", least=least, most=field.total, values=values, says=says)


def _option(annotator: Annotator, table: Any, example: Action, name: str, value: Any, kind: str) -> FieldOption:
    """A value, with the parts of the drawing that it touches and the example does not."""
    usual = _touched(annotator, example, table)
    keys = [key for key in _touched(annotator, replace(example, **{name: value}), table) if key not in usual]
    return FieldOption(value=value, says=_value_text(annotator, value, kind), keys=keys or usual[:1])


def _touched(annotator: Annotator, action: Action, table: Any) -> list[str]:
    """The parts of the board's drawing that an action touches."""
    return list(board_of(annotator.game.id).touched(action, annotator.setup.seats, table))


def _value_text(annotator: Annotator, value: Any, kind: str) -> str:
    """A value as the sentence of its action writes it."""
    text = annotator.words.fill(f"{{value:{kind}}}", {"value": value}, annotator.seats).strip(" :,")
    return text[1:-1] if text.startswith("(") and text.endswith(")") else text


def _head(annotator: Annotator, key: str, facts: dict[str, Any]) -> str:
    return annotator.words.fill(annotator.words["headings"][key], facts, {})


def _listed(texts: Iterator[str]) -> str:
    """The first few of these texts."""
    values = list(texts)
    between = "; " if any("," in value for value in values) else ", "
    return between.join([*values[:MAX_LISTED], *(["…"] if len(values) > MAX_LISTED else [])])
