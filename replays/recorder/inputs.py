"""Builds the inputs of the lines that can come next, for a page that knows no game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from domain.fold import fold, judge
from domain.games.game import Game
from domain.games.inputs import COUNTS, PAD, Candidate, Condition, Input, JoinedPart, LineTemplate, Palette, Spot
from domain.numbers import is_surely
from domain.record.lines import Line, OnBranch, Played
from domain.rules import Action, Offer, replace
from domain.words import Words, outline
from replays.annotation import Annotator
from replays.boards import board_of
from replays.recorder.offer_lines import FIELD, WAY, OfferLines, common_start
from replays.recorder.step_order import by_seat, distinct_titles, in_order
from replays.view_models import points_of

_SEAT = re.compile(r"#(\d+)")  # how a game refers to a seat by its number
_COUNT = re.compile(r"^\d+\s*|\s*\d+$")
MORE = "+"  # begins the label of a row that is only shown on request


class InputValue(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A value to tap: `text` goes into the line, `uses` is taken from the stock, `at` is its place in a grid."""

    text: str
    says: str
    picture: str = ""
    named: bool = False  # its words stand beside its picture
    uses: tuple[str, ...] = ()
    most: int | None = None
    at: tuple[int, int] | None = None
    keys: list[str] = []


class InputRow(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A row of values; a row with `more` is shown on request."""

    values: list[InputValue]
    says: str = ""
    more: bool = False


class InputSpot(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A place for one value: `lead` is written before it, `palette` is the index of its palette."""

    says: str
    lead: str = ""
    palette: int = 0
    group: str = ""  # what it belongs to with other spots, in words
    box: tuple[int, int, int, int] | None = None
    needs: tuple[str, ...] = ()
    unseen: str = ""


class InputField(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An input of a line; at least `least` spots must be filled or marked as not seen."""

    name: str
    kind: str  # pick, pad, paint, cells, counts
    says: str
    least: int
    spots: list[InputSpot] = []
    palettes: list[list[InputRow]] = []
    most: int = 0
    chance: bool = True
    unseen: str | None = None
    lead: str = ""
    stock: Mapping[str, int] = {}
    when: tuple[Condition, ...] = ()
    times: tuple[int, str] | None = None
    joins: str = ""
    ground: str = ""
    digits: bool = False
    usual: str | None = None


class InputStep(Struct, frozen=True, kw_only=True):
    """A line that can come next: its text with the names of its inputs in braces."""

    deed: str
    verb: str
    kind: str  # choice, chance, shown
    seat: str | None
    says: str
    write: str
    inputs: list[InputField]
    keys: list[str] = []  # the parts of the board's drawing its example touches
    title: str = ""  # a few words, for a button among others
    lawful: bool = True  # whether its example has no findings
    aside: bool = False  # one possibility among others: a page does not open it by itself
    rare: bool = False  # of another step than the one the table is at: shown on request
    group: str = ""  # the step of the turn it belongs to
    often: int = 0  # how many lines of its kind this table has recorded
    piece: str = ""  # the picture of what it puts on the board
    gain: int = 0  # the points it brings, or how much of the only kind in the purse that it changes


class PurseValue(Struct, frozen=True, kw_only=True):
    """Something a seat holds, and how much of it as far as that is known."""

    says: str
    value: str


class JoinPart(Struct, frozen=True, kw_only=True):
    """A part of a face with signs on it: its name, the sign as the record writes it, and how many at most."""

    says: str
    sign: str
    most: int


class JoinedFace(Struct, frozen=True, kw_only=True):
    """A face that joins painted edges; `{0}`, `{1}` ... in its text stand for the signs on its parts."""

    text: str
    says: str
    picture: str
    parts: list[JoinPart]


class JoinedFaces(Struct, frozen=True, kw_only=True):
    """All faces that join painted edges, and their pictures."""

    joins: list[JoinedFace]
    pictures: dict[str, str]


def joined_faces(game: Game, lang: str, pieces: str, edges: str) -> JoinedFaces:
    """The faces of these pieces that have the painted edges."""
    words, joins = game.speak(lang), game.inputs.joins(pieces, edges)
    pictures = {f"{pieces}:{join.face}": board_of(game.id).picture(f"{pieces}:{join.face}") for join in joins}
    faces = [
        JoinedFace(
            text=join.text,
            says="; ".join(_part_says(words, part) for part in join.parts),
            picture=f"{pieces}:{join.face}",
            parts=[JoinPart(says=_part_says(words, part), sign=part.sign, most=part.most) for part in join.parts],
        )
        for join in joins
    ]
    return JoinedFaces(joins=faces, pictures=pictures)


def _part_says(words: Words, part: JoinedPart) -> str:
    where = ", ".join(words.name("port_short", port) for port in part.where.split(",") if port)
    return f"{words.name('input', part.label)} {where}".strip()


class InputBuilder:
    """Builds the input steps of one table, and collects the pictures they name."""

    def __init__(self, annotator: Annotator, table: Any):
        self.annotator, self.table = annotator, table
        self.board = board_of(annotator.game.id)
        self.pictures: dict[str, str] = {}
        self.examples: dict[Action, tuple[str, ...]] = {}
        self.offer_lines = OfferLines(annotator.game, annotator.setup.seats, annotator.words["actions"])

    def steps(self, rules: Any, recorded: Sequence[Line], offers: Iterable[Offer], viewer: Any) -> list[InputStep]:
        """The lines that can come next: those of the set-up and of chance, and all that the rules allow."""
        first = self.setup_templates(rules, recorded)
        steps = [self.step(template) for template in first]
        for group in by_seat(offers, first):
            example = group[0].example
            lines = self.templates(rules, group, viewer)
            if type(example) in self.annotator.game.inputs.usual and lines and lines[0].inputs:
                lines.insert(0, self.offer_lines.closed(example))
            lawful = not judge(rules, self.table, example)
            steps += [replace(self.step(line), lawful=lawful, gain=self.gain(rules, line)) for line in lines]
        return in_order(distinct_titles(steps), recorded)

    def unjudged_steps(self, rules: Any, recorded: Sequence[Line], viewer: Any) -> list[InputStep]:
        """The lines that the pieces on the table allow, whatever the rules say of them: for a table without help."""
        first = self.setup_templates(rules, recorded)
        now, others = self.annotator.game.inputs.possible(rules, self.table)
        steps = [self.step(template) for template in first]
        steps += [self.step(line) for group in by_seat(now, first) for line in self.templates(rules, group, viewer)]
        aside = [self.step(line) for group in by_seat(others, first) for line in self.templates(rules, group, viewer)]
        titled = distinct_titles([*steps, *(replace(step, aside=True, rare=True) for step in aside)])
        return in_order(titled[: len(steps)], recorded) + in_order(titled[len(steps) :], recorded)

    def setup_templates(self, rules: Any, recorded: Sequence[Line]) -> list[LineTemplate]:
        """The lines of the set-up and of chance that are still to be recorded."""
        laying = self.annotator.game.inputs.laying(rules, self.table)
        return [template for template in laying if not self.is_recorded(recorded, template)]

    def templates(self, rules: Any, offers: list[Offer], viewer: Any) -> list[LineTemplate]:
        """The lines of offers of one kind and seat."""
        described = [
            template for template in self.described(rules, offers) if not template.secret or viewer == template.seat
        ]
        return described or list(self.offer_lines.lines(offers))

    def purse(self, rules: Any, seat: int) -> list[PurseValue]:
        """What a seat holds."""
        words = self.annotator.words
        held = ((name, rules.observables[name].get(self.table, (seat,))) for name in self.annotator.game.inputs.purse)
        return [PurseValue(says=words.name("what", name), value=str(points_of(value))) for name, value in held]

    def gain(self, rules: Any, template: LineTemplate) -> int:
        """What a line without inputs surely brings its seat; 0 where that is nothing, or not one number."""
        done, seat = template.example, template.seat
        if template.inputs or done is None or seat is None or not self.annotator.game.inputs.purse:
            return 0
        after = fold(rules, self.table, done, self.table.line + 1, judging=False).state
        scored = after.scores[seat] - self.table.scores[seat] if len(after.scores) > seat else 0
        kinds = [rules.observables[name] for name in self.annotator.game.inputs.purse]
        changes = [observable.get(after, (seat,)) - observable.get(self.table, (seat,)) for observable in kinds]
        changed = [change for change in (scored, *changes) if not is_surely(change, 0)]
        return changed[0] if len(changed) == 1 and changed[0].__class__ is int else 0

    def described(self, rules: Any, offers: list[Offer]) -> list[LineTemplate]:
        """The lines that the game itself describes for offers of one kind and seat."""
        known, kind = self.annotator.game.inputs, type(offers[0].example)
        if kind in known.gathered:
            return list(known.gathered[kind](rules, self.table, offers))
        templates = known.offered[kind](rules, self.table, offers[-1]) if kind in known.offered else None
        return [templates] if templates else []

    def is_recorded(self, recorded: Sequence[Line], template: LineTemplate) -> bool:
        """Whether a line of the set-up is recorded already."""
        begins = template.write.partition("{")[0].split()
        write, letters = self.annotator.game.notation.write, self.annotator.setup.seats
        bodies = [line.body if isinstance(line, OnBranch) else line for line in recorded] if template.once else []
        done = [body.action for body in bodies if isinstance(body, Played) and type(body.action) is template.kind]
        return any(
            action.seat == template.seat and write(action, letters).split()[1:][: len(begins)] == begins
            for action in done
        )

    def step(self, template: LineTemplate) -> InputStep:
        """The step of a template."""
        tag = str(template.kind.__struct_config__.tag)
        words = self.annotator.words
        verb = self.annotator.game.notation.names[template.kind]
        question = words["names"].get("input", {}).get(template.label or tag, "")
        title = words["names"].get("title", {}).get(template.label or tag, "")
        sentence = "" if template.example is None or template.inputs else self.annotator.action(template.example)
        if template.seat is not None:
            sentence = sentence.removeprefix(f"{self.annotator.seats[template.seat]} ")
        return InputStep(
            deed=tag,
            verb=verb,
            kind=template.kind.KIND,
            seat=self.annotator.letter(template.seat),
            title=title or sentence or outline(words["actions"][tag]),
            says=sentence or question or outline(words["actions"][tag]),
            write=f"{self.annotator.letter(template.seat) or '-'} {template.write}",
            inputs=[self.field(entered, template) for entered in template.inputs],
            keys=list(self.usual_keys(template)),
            aside=template.aside,
            piece=self.piece(template.example),
            group=words["names"].get("group", {}).get(self.annotator.game.inputs.groups.get(template.kind, ""), ""),
        )

    def field(self, field: Input, template: LineTemplate) -> InputField:
        """An input of a step."""
        return InputField(
            name=field.name,
            kind=field.kind,
            says=self.label(field.label or (field.spots[0].label if len(field.spots) == 1 else field.name)),
            least=len(field.spots) if field.least is None else field.least,
            spots=[self.spot(spot) for spot in field.spots],
            palettes=[self.rows(field, palette, template) for palette in field.palettes],
            most=field.most,
            chance=field.chance,
            unseen=field.unseen,
            lead=_SEAT.sub(lambda seat: self.annotator.letter(int(seat[1])) or seat[0], field.lead),
            stock=field.stock,
            when=field.when,
            times=field.times,
            joins=f"/api/games/{self.annotator.game.id}/joins/{field.joins}" if field.joins else "",
            ground=self.picture(field.ground),
            digits=field.digits or field.kind == PAD,
            usual=field.usual,
        )

    def spot(self, spot: Spot) -> InputSpot:
        """A spot of an input."""
        return InputSpot(
            says=self.label(spot.label),
            lead=spot.lead,
            palette=spot.palette,
            group=self.label(spot.group),
            box=spot.box,
            needs=spot.needs,
            unseen=spot.unseen,
        )

    def rows(self, field: Input, palette: Palette, template: LineTemplate) -> list[InputRow]:
        """A palette of an input."""
        return [
            InputRow(
                says=self.label(label.removeprefix(MORE)),
                more=label.startswith(MORE),
                values=[self.value(field, value, template) for value in row],
            )
            for label, row in palette.rows
        ]

    def value(self, field: Input, value: Candidate, template: LineTemplate) -> InputValue:
        """A value of a palette."""
        return InputValue(
            text=value.text,
            says=self.value_says(field, value) or value.text or self.without(field),
            picture=self.picture(value.picture),
            named=value.named,
            uses=value.uses,
            most=value.most,
            at=value.at,
            keys=self.touched(field, value, template),
        )

    def value_says(self, field: Input, value: Candidate) -> str:
        """A value in words; of several actions, the words their sentences do not share."""
        named = value.text if value.value is None else value.value
        if field.form == WAY:
            return self.differing_words(field)[value.text]
        if not field.form:
            return str(named)
        text = self.annotator.words.fill(f"{{value:{field.form}}}", {"value": named}, self.annotator.seats).strip(" :,")
        text = text[1:-1] if text.startswith("(") and text.endswith(")") else text
        return _COUNT.sub("", text) if field.kind == COUNTS else text

    def without(self, field: Input) -> str:
        """The words for the value that leaves a field out."""
        words = self.annotator.words
        return words.fill(words["headings"]["without"], {"name": self.label(field.label or field.name)}, {})

    def differing_words(self, field: Input) -> dict[str, str]:
        """The words that distinguish the actions of an input, by the texts of its values."""
        values = field.palettes[0].values
        sentences = [self.annotator.action(value.value).split() for value in values]
        begins = min(common_start(sentences[0], sentence) for sentence in sentences)
        begins -= any(
            sentence[begins : begins + 1] and sentence[begins].isdigit() for sentence in sentences
        )  # a number with its noun
        ends = min(common_start(sentences[0][begins:][::-1], sentence[begins:][::-1]) for sentence in sentences)
        return {
            sentence.text: " ".join(w[begins : len(w) - ends]).strip(" :,")
            for sentence, w in zip(values, sentences, strict=True)
        }

    def touched(self, field: Input, value: Candidate, template: LineTemplate) -> list[str]:
        """The parts of the board that a value touches and the line's example does not."""
        name = field.name.partition(" ")[0]
        example, letters = template.example, self.annotator.setup.seats
        action = value.action
        if example is None or field.chance:
            return []
        if action is None:
            if value.value is not None or name not in example.__struct_fields__:
                return []
            action = replace(example, **{name: value.text})
        usual = self.usual_keys(template)
        other = self.board.touched(action, letters, self.table)
        return [key for key in other if key not in usual] or list(other[:1])

    def usual_keys(self, template: LineTemplate) -> tuple[str, ...]:
        """The parts of the board that the example of a line touches; without one, what such a line is about."""
        example = template.example
        if example is None:
            about = self.board.about.get(template.kind, "")
            return (about.format(seat=self.annotator.letter(template.seat)),) if about else ()
        if example not in self.examples:
            self.examples[example] = self.board.touched(example, self.annotator.setup.seats, self.table)
        return self.examples[example]

    def label(self, code: str) -> str:
        """The name of an input, a spot or a row."""
        words = self.annotator.words
        if code.startswith(FIELD):
            return words.name("field", code.removeprefix(FIELD))
        name = words["names"].get("input", {}).get(code) or words["names"]["field"].get(code)
        return name or _SEAT.sub(lambda seat: self.annotator.seats[int(seat[1])], code)

    def piece(self, example: Action | None) -> str:
        """The picture of what an example puts on the board."""
        return "" if example is None else self.picture(self.annotator.game.inputs.piece(self.table, example))

    def picture(self, name: str) -> str:
        """Draws a picture if needed and gives its name; empty where there is none."""
        if not name:
            return ""
        if name not in self.pictures:
            self.pictures[name] = self.board.picture(name)
        return name if self.pictures[name] else ""
