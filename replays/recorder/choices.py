"""What may be done now, grouped by kind of deed so that a person can choose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from msgspec import Struct

from domain.errors import UnknownLine, UnknownSeat
from domain.fold import judge, options
from domain.record.json_convert import action_fields
from domain.record.line_text import write_entry
from domain.record.lines import OnBranch, Played
from domain.rules import Action, Between, Offer, OneOf, Open, RandomDraw, Rules, replace
from domain.setup import EVERYTHING
from domain.timeline.order import Entry, Order, table_order
from domain.words import kinds_of, outline
from replays.annotation import Annotator
from replays.boards import board_of
from replays.frames import GameMoment, moment_of, place_of
from replays.recorder.inputs import InputBuilder, InputStep
from replays.recorder.prefill import FilledStep, filled_step
from replays.viewpoint import NOW, THEN, AnySession, Viewpoint, frames_from, session_of, shown, table_of

FEW = 12
EXAMPLES = 12  # of what chance may bring, where all of it would be too much to list


class FieldOption(Struct, frozen=True, kw_only=True):
    """One value a field may take; of a split, a kind with how many of it there may be at most.

    `keys` are the parts of the board's drawing it touches.
    """

    value: Any
    says: str
    most: int | None = None
    keys: list[str] = []


class OpenField(Struct, frozen=True, kw_only=True):
    """A field that is still to be chosen: one of some values, a number within bounds, or a sum to be split."""

    name: str
    kind: str  # one-of, between, split
    least: int | None = None
    most: int | None = None
    values: list[FieldOption] = []
    says: str


class Choice(Struct, frozen=True, kw_only=True):
    """One deed that no rule forbids: an example as it is written, and what of it may be chosen otherwise.

    `unsure` tells what would have to be known to be certain that it is allowed.
    """

    seat: str | None
    text: str
    action: dict[str, Any]
    says: str
    open: list[OpenField]
    unsure: list[str]
    keys: list[str]  # the parts of the board's drawing the example touches


class DeedChoices(Struct, frozen=True, kw_only=True):
    """All choices of one kind of deed. Of what chance does there are only examples: write what really came."""

    deed: str
    verb: str
    kind: str  # choice, chance, shown
    says: str
    choices: list[Choice]


class LineToFix(Struct, frozen=True, kw_only=True):
    """A line that is to be fixed: its text, its action for programs, and the step that writes it with its values."""

    line: int
    text: str
    says: str
    action: dict[str, Any] | None
    entered: FilledStep | None


class Choices(Struct, frozen=True, kw_only=True):
    """What may be done by a seat, or by the seats to act: now, before a line (with what `was` written), or after one.

    `steps` are the lines of chance among it, and those of the set-up, with the inputs that write them; `pictures` are
    the drawings their values name.
    """

    line: int
    moment: GameMoment
    deeds: list[DeedChoices]
    steps: list[InputStep] = []
    pictures: dict[str, str] = {}
    place: int = 0  # of the drawing of that moment
    was: LineToFix | None = None


class ChoiceMoment(Struct, frozen=True, kw_only=True):
    """Which moment of a record: the last one, that before the line `at`, or that after the line `after`."""

    at: int | None = None
    after: int | None = None

    @property
    def is_last(self) -> bool:
        """Whether nothing was written after it."""
        return self.at is None and self.after is None

    def place(self, order: Order, lines: int) -> int:
        """How many lines of the table order came before it; UnknownLine where that line does not stand."""
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
    """What may be done at a moment, on a branch too; with a seat only what that seat and the table may do."""
    session = session_of(source)
    if seat is not None and seat not in session.setup.seats:
        raise UnknownSeat(seat=seat, seats=" ".join(session.setup.seats))
    order = table_order(session.log)
    place = moment.place(order, len(session.log))
    known = NOW if moment.is_last else THEN  # a line that is fixed must not tell its own values
    last = frames_from(source, Viewpoint(viewer=viewer, branch=branch, known=known))[place]
    annotator = Annotator(session.seated, lang)
    entering = InputBuilder(annotator, table_of(last))
    offers = distinct(options(last.rules, entering.table))
    choices = (_choice(last.rules, entering.table, annotator, offer) for offer in offers)
    found = [choice for choice in choices if seat in (None, choice.seat) or choice.seat is None]
    recorded = [entry.body for entry in order.entries[:place]]
    steps = entering.steps(last.rules, recorded, offers, viewer)
    return Choices(
        line=len(session.log) + 1,
        moment=moment_of(last, annotator),
        deeds=_grouped(found, annotator),
        steps=[step for step in steps if seat in (None, step.seat) or step.seat is None],
        pictures=entering.pictures,
        place=place,
        was=None if moment.at is None else _written(annotator, order.entries[place], steps, viewer),
    )


def _written(annotator: Annotator, entry: Entry, steps: list[InputStep], viewer: Any) -> LineToFix:
    """The line that stands at a place, as far as this viewer may know it."""
    line = shown(entry.body, viewer, annotator.setup)
    done = line.body if isinstance(line, OnBranch) else line
    text = write_entry(done, annotator.setup).strip()
    return LineToFix(
        line=entry.line,
        text=text,
        says=annotator.line(done),
        action=action_fields(done.action, annotator.setup) if isinstance(done, Played) else None,
        entered=filled_step(annotator.game, steps, text),
    )


def _choice(rules: Rules, table: Any, annotator: Annotator, offer: Offer) -> Choice:
    """A lawful offer in words."""
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
    """The offers without those whose every choice another one has too."""
    found: list[Offer] = []
    for offer in offers:
        if not any(other.covers(offer) for other in found):
            found = [*(other for other in found if not offer.covers(other)), offer]
    return found


def _grouped(choices: list[Choice], annotator: Annotator) -> list[DeedChoices]:
    by_deed: dict[str, list[Choice]] = {}
    for choice in choices:
        by_deed.setdefault(choice.action["deed"], []).append(choice)
    kinds = {kind.__struct_config__.tag: kind for kind in annotator.game.actions}
    verbs, actions = annotator.game.notation.names, annotator.words["actions"]
    return [
        DeedChoices(
            deed=deed, verb=verbs[kinds[deed]], kind=kinds[deed].KIND, says=outline(actions[deed]), choices=found
        )
        for deed, found in by_deed.items()
    ]


def _open(annotator: Annotator, table: Any, example: Action, name: str, field: Open) -> OpenField:
    called = annotator.words.name("field", name)
    if isinstance(field, Between):
        facts = {"name": called, "least": field.least, "most": field.most}
        says = _head(annotator, "between", facts)
        return OpenField(name=name, kind="between", least=field.least, most=field.most, says=says)
    kind = kinds_of(annotator.words["actions"][type(example).__struct_config__.tag]).get(name, "")
    if isinstance(field, RandomDraw):
        samples = [field.sample(Random(number)) for number in range(EXAMPLES)]
        field = OneOf(tuple(dict.fromkeys((getattr(example, name), *samples))))
    if isinstance(field, OneOf):
        values = [_choosable(annotator, table, example, name, value, kind) for value in field.values]
        says = _head(annotator, "one-of", {"name": called, "values": _listed(one.says for one in values)})
        return OpenField(name=name, kind="one-of", values=values, says=says)
    values = [
        FieldOption(value=one, says=_said(annotator, ((one, most),), kind), most=most)
        for one, most in field.most.items()
    ]
    facts = {"name": called, "total": field.total, "least": field.least, "most": _listed(one.says for one in values)}
    says = _head(annotator, "split" if field.least is None else "split-some", facts)
    least = field.total if field.least is None else field.least
    return OpenField(name=name, kind="split", least=least, most=field.total, values=values, says=says)


def _choosable(annotator: Annotator, table: Any, example: Action, name: str, value: Any, kind: str) -> FieldOption:
    """One value, with what a deed with it would touch and the example does not."""
    usual = _touched(annotator, example, table)
    keys = [key for key in _touched(annotator, replace(example, **{name: value}), table) if key not in usual]
    return FieldOption(value=value, says=_said(annotator, value, kind), keys=keys or usual[:1])


def _touched(annotator: Annotator, action: Action, table: Any) -> list[str]:
    """Where a tap on the board means this deed."""
    return list(board_of(annotator.game.id).touched(action, annotator.setup.seats, table))


def _said(annotator: Annotator, value: Any, kind: str) -> str:
    """A value as the deed's sentence would say it."""
    said = annotator.words.fill(f"{{value:{kind}}}", {"value": value}, annotator.seats).strip(" :,")
    return said[1:-1] if said.startswith("(") and said.endswith(")") else said


def _head(annotator: Annotator, key: str, facts: dict[str, Any]) -> str:
    return annotator.words.fill(annotator.words["headings"][key], facts, {})


def _listed(said: Iterator[str]) -> str:
    """The first few; nobody reads more."""
    values = list(said)
    between = "; " if any("," in value for value in values) else ", "
    return between.join([*values[:FEW], *(["…"] if len(values) > FEW else [])])
