"""The inputs of the lines that can come next, in words and with pictures, for a page that knows no game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from domain.fold import judge
from domain.games.game import Game
from domain.games.inputs import COUNTS, PAD, Candidate, Condition, Input, JoinedPart, LineTemplate, Palette, Spot
from domain.record.lines import Line, OnBranch, Played
from domain.rules import Action, Offer, replace
from domain.words import Words, outline
from replays.annotation import Annotator
from replays.boards import board_of
from replays.recorder.offer_lines import FIELD, WAY, OfferLines, shared

_SEAT = re.compile(r"#(\d+)")  # how a game names a seat whose letter it does not know
_COUNT = re.compile(r"^\d+\s*|\s*\d+$")
MORE = "+"  # the label of a row that is only shown on request begins with it


class InputValue(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A value to tap. `text` is written into the line, `uses` taken out of the stock, `at` its place in a grid."""

    text: str
    says: str
    picture: str = ""
    uses: tuple[str, ...] = ()
    most: int | None = None
    at: tuple[int, int] | None = None
    keys: list[str] = []


class InputRow(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Values side by side; those of a row with `more` are shown on request."""

    values: list[InputValue]
    says: str = ""
    more: bool = False


class InputSpot(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A place for one value: `lead` is written before it, `palette` counts the palettes of the input from 0."""

    says: str
    lead: str = ""
    palette: int = 0
    box: tuple[int, int, int, int] | None = None
    needs: tuple[str, ...] = ()
    unseen: str = ""


class InputField(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A value of a line. `least` spots must be filled or marked as not seen before the line can be recorded."""

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
    """A line that can come next: its text with the names of its inputs in braces; without inputs one tap writes it."""

    deed: str
    verb: str
    kind: str  # choice, chance, shown
    seat: str | None
    says: str
    write: str
    inputs: list[InputField]
    keys: list[str] = []  # the parts of the board's drawing its example touches
    title: str = ""  # a few words, for a button among others
    lawful: bool = True  # without inputs: nothing is found about it as it stands
    aside: bool = False  # one way to go on among others: a page does not open it by itself


class JoinPart(Struct, frozen=True, kw_only=True):
    """A part of a face on which signs are printed: its name, the sign as it is written, and how many at most."""

    says: str
    sign: str
    most: int


class JoinedFace(Struct, frozen=True, kw_only=True):
    """One way to join painted edges; `{0}`, `{1}` ... in its text stand for the signs on its parts."""

    text: str
    says: str
    picture: str
    parts: list[JoinPart]


class JoinedFaces(Struct, frozen=True, kw_only=True):
    """All ways to join painted edges, and their pictures."""

    joins: list[JoinedFace]
    pictures: dict[str, str]


def joined_faces(game: Game, lang: str, pieces: str, edges: str) -> JoinedFaces:
    """The faces of these pieces that painted edges can be of."""
    words, found = game.speak(lang), game.inputs.joins(pieces, edges)
    pictures = {f"{pieces}:{join.face}": board_of(game.id).picture(f"{pieces}:{join.face}") for join in found}
    faces = [
        JoinedFace(
            text=join.text,
            says="; ".join(_part_says(words, part) for part in join.parts),
            picture=f"{pieces}:{join.face}",
            parts=[JoinPart(says=_part_says(words, part), sign=part.sign, most=part.most) for part in join.parts],
        )
        for join in found
    ]
    return JoinedFaces(joins=faces, pictures=pictures)


def _part_says(words: Words, part: JoinedPart) -> str:
    where = ", ".join(words.name("port_short", port) for port in part.where.split(",") if port)
    return f"{words.name('input', part.label)} {where}".strip()


class InputBuilder:
    """Makes the steps of one table, and gathers the pictures they show."""

    def __init__(self, annotator: Annotator, table: Any):
        self.annotator, self.table = annotator, table
        self.board = board_of(annotator.game.id)
        self.pictures: dict[str, str] = {}
        self.examples: dict[Action, tuple[str, ...]] = {}
        self.offered = OfferLines(annotator.game, annotator.setup.seats, annotator.words["actions"])

    def steps(self, rules: Any, recorded: Sequence[Line], offers: Iterable[Offer], viewer: Any) -> list[InputStep]:
        """The lines that can come next: those of chance and of the set-up, and everything the rules allow now."""
        laid = [
            one for one in self.annotator.game.inputs.laying(rules, self.table) if not self.is_recorded(recorded, one)
        ]
        made = [self.step(one) for one in laid]
        kinds = {(one.kind, one.seat) for one in laid}
        for group in _by_seat(offers):
            example = group[0].example
            if (type(example), example.seat) in kinds:
                continue
            described = [one for one in self.described(rules, group) if not one.secret or viewer == one.seat]
            lines = described or list(self.offered.lines(group))
            if type(example) in self.annotator.game.inputs.usual and lines and lines[0].inputs:
                lines.insert(0, self.offered.closed(example))
            lawful = not judge(rules, self.table, example)
            made += [replace(self.step(line), lawful=lawful) for line in lines]
        return made

    def described(self, rules: Any, offers: list[Offer]) -> list[LineTemplate]:
        """The lines a game describes itself, for offers of one kind and seat."""
        known, kind = self.annotator.game.inputs, type(offers[0].example)
        if kind in known.gathered:
            return list(known.gathered[kind](rules, self.table, offers))
        found = known.offered[kind](rules, self.table, offers[-1]) if kind in known.offered else None
        return [found] if found else []

    def is_recorded(self, recorded: Sequence[Line], template: LineTemplate) -> bool:
        """Whether a line of the set-up was recorded already."""
        begins = template.write.partition("{")[0].split()
        write, letters = self.annotator.game.notation.write, self.annotator.setup.seats
        bodies = [line.body if isinstance(line, OnBranch) else line for line in recorded] if template.once else []
        done = [body.action for body in bodies if isinstance(body, Played) and type(body.action) is template.kind]
        return any(
            one.seat == template.seat and write(one, letters).split()[1:][: len(begins)] == begins for one in done
        )

    def step(self, template: LineTemplate) -> InputStep:
        """One of them."""
        tag = template.kind.__struct_config__.tag
        words = self.annotator.words
        verb = self.annotator.game.notation.names[template.kind]
        question = words["names"].get("input", {}).get(template.label or str(tag), "")
        title = words["names"].get("title", {}).get(template.label or str(tag), "")
        said = "" if template.example is None or template.inputs else self.annotator.action(template.example)
        said = said.removeprefix(f"{self.annotator.seats.get(template.seat, '')} ")
        return InputStep(
            deed=str(tag),
            verb=verb,
            kind=template.kind.KIND,
            seat=self.annotator.letter(template.seat),
            title=title or said or outline(words["actions"][tag]),
            says=said or question or outline(words["actions"][tag]),
            write=f"{self.annotator.letter(template.seat) or '-'} {template.write}",
            inputs=[self.field(one, template) for one in template.inputs],
            keys=list(self.usual_keys(template)),
            aside=template.aside,
        )

    def field(self, given: Input, template: LineTemplate) -> InputField:
        """One of its inputs."""
        return InputField(
            name=given.name,
            kind=given.kind,
            says=self.label(given.label or (given.spots[0].label if len(given.spots) == 1 else given.name)),
            least=len(given.spots) if given.least is None else given.least,
            spots=[self.spot(spot) for spot in given.spots],
            palettes=[self.rows(given, one, template) for one in given.palettes],
            most=given.most,
            chance=given.chance,
            unseen=given.unseen,
            lead=_SEAT.sub(lambda seat: self.annotator.letter(int(seat[1])) or seat[0], given.lead),
            stock=given.stock,
            when=given.when,
            times=given.times,
            joins=f"/api/games/{self.annotator.game.id}/joins/{given.joins}" if given.joins else "",
            ground=self.picture(given.ground),
            digits=given.digits or given.kind == PAD,
            usual=given.usual,
        )

    def spot(self, spot: Spot) -> InputSpot:
        """One of its spots."""
        return InputSpot(
            says=self.label(spot.label),
            lead=spot.lead,
            palette=spot.palette,
            box=spot.box,
            needs=spot.needs,
            unseen=spot.unseen,
        )

    def rows(self, given: Input, palette: Palette, template: LineTemplate) -> list[InputRow]:
        """One of its palettes."""
        return [
            InputRow(
                says=self.label(label.removeprefix(MORE)),
                more=label.startswith(MORE),
                values=[self.value(given, value, template) for value in row],
            )
            for label, row in palette.rows
        ]

    def value(self, given: Input, value: Candidate, template: LineTemplate) -> InputValue:
        """One of its values."""
        return InputValue(
            text=value.text,
            says=self.value_says(given, value) or value.text or self.without(given),
            picture=self.picture(value.picture),
            uses=value.uses,
            most=value.most,
            at=value.at,
            keys=self.touched(given, value, template),
        )

    def value_says(self, given: Input, value: Candidate) -> str:
        """A value in words; what tells several actions apart is what their sentences do not share."""
        named = value.text if value.value is None else value.value
        if given.form == WAY:
            return self.ways(given)[value.text]
        if not given.form:
            return str(named)
        said = self.annotator.words.fill(f"{{value:{given.form}}}", {"value": named}, self.annotator.seats).strip(" :,")
        said = said[1:-1] if said.startswith("(") and said.endswith(")") else said
        return _COUNT.sub("", said) if given.kind == COUNTS else said

    def without(self, given: Input) -> str:
        """The value that leaves a field out, in words."""
        words = self.annotator.words
        return words.fill(words["headings"]["without"], {"name": self.label(given.label or given.name)}, {})

    def ways(self, given: Input) -> dict[str, str]:
        """What tells the actions of an input apart, by the texts of its values."""
        values = given.palettes[0].values
        said = [self.annotator.action(one.value).split() for one in values]
        begins = min(shared(said[0], one) for one in said)
        begins -= any(one[begins : begins + 1] and one[begins].isdigit() for one in said)  # a number with its noun
        ends = min(shared(said[0][begins:][::-1], one[begins:][::-1]) for one in said)
        return {one.text: " ".join(w[begins : len(w) - ends]).strip(" :,") for one, w in zip(values, said, strict=True)}

    def touched(self, given: Input, value: Candidate, template: LineTemplate) -> list[str]:
        """The parts of the board a choice would touch, and the line's example does not."""
        name = given.name.partition(" ")[0]
        example, letters = template.example, self.annotator.setup.seats
        action = value.action
        if example is None or given.chance:
            return []
        if action is None:
            if value.value is not None or name not in example.__struct_fields__:
                return []
            action = replace(example, **{name: value.text})
        usual = self.usual_keys(template)
        other = self.board.touched(action, letters, self.table)
        return [key for key in other if key not in usual] or list(other[:1])

    def usual_keys(self, template: LineTemplate) -> tuple[str, ...]:
        """The parts of the board the example of a line touches."""
        example = template.example
        if example is None:
            return ()
        if example not in self.examples:
            self.examples[example] = self.board.touched(example, self.annotator.setup.seats, self.table)
        return self.examples[example]

    def label(self, code: str) -> str:
        """The name of an input, a spot or a row."""
        words = self.annotator.words
        if code.startswith(FIELD):
            return words.name("field", code.removeprefix(FIELD))
        found = words["names"].get("input", {}).get(code) or words["names"]["field"].get(code)
        return found or _SEAT.sub(lambda seat: self.annotator.seats[int(seat[1])], code)

    def picture(self, name: str) -> str:
        """The name of a picture, once it is drawn."""
        if not name:
            return ""
        if name not in self.pictures:
            self.pictures[name] = self.board.picture(name)
        return name if self.pictures[name] else ""


def _by_seat(offers: Iterable[Offer]) -> list[list[Offer]]:
    """The offers of each kind of action, seat and pile: one line has room for all their values."""
    found: dict[tuple[type, Any, Any], list[Offer]] = {}
    for offer in offers:
        key = type(offer.example), offer.example.seat, getattr(offer.example, "pile", None)
        found.setdefault(key, []).append(offer)
    return list(found.values())
