"""The inputs of the lines that can come next, in words and with pictures, for a page that knows no game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from domain.games.game import Game
from domain.inputs import PAD, Candidate, Condition, Input, JoinedPart, LineTemplate, Palette, Spot
from domain.rules import Offer, replace
from domain.sessions.lines import Line, OnBranch, Played
from domain.words import Words, outline
from replays.annotate import Teller
from replays.boards import BOARDS

_SEAT = re.compile(r"#(\d+)")  # how a game names a seat whose letter it does not know
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


class InputStep(Struct, frozen=True, kw_only=True):
    """A line that can come next: its text with the names of its inputs in braces; without inputs one tap writes it."""

    deed: str
    verb: str
    kind: str  # choice, chance, shown
    seat: str | None
    says: str
    write: str
    inputs: list[InputField]
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
    pictures = {f"{pieces}:{join.face}": BOARDS[game.id].picture(f"{pieces}:{join.face}") for join in found}
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


class Entering:
    """Makes the steps of one table, and gathers the pictures they show."""

    def __init__(self, teller: Teller, table: Any):
        self.teller, self.table = teller, table
        self.board = BOARDS[teller.game.id]
        self.pictures: dict[str, str] = {}

    def steps(self, rules: Any, recorded: Sequence[Line], offers: Iterable[Offer], viewer: Any) -> list[InputStep]:
        """The lines chance brings next, and those of the set-up that were not recorded yet."""
        known = self.teller.game.inputs
        offers = list(offers)
        laid = [one for one in known.laying(rules, self.table) if not self.is_recorded(recorded, one)]
        found = [
            known.offered[type(one[-1].example)](rules, self.table, one[-1]) for one in _by_seat(offers, known.offered)
        ]
        found += [
            known.gathered[type(one[-1].example)](rules, self.table, one) for one in _by_seat(offers, known.gathered)
        ]
        templates = [*laid, *(template for template in found if template is not None)]
        return [self.step(one) for one in templates if not one.secret or viewer == one.seat]

    def is_recorded(self, recorded: Sequence[Line], template: LineTemplate) -> bool:
        """Whether a line of the set-up was recorded already."""
        begins = template.write.partition("{")[0].split()
        write, letters = self.teller.game.notation.write, self.teller.setup.seats
        bodies = [line.body if isinstance(line, OnBranch) else line for line in recorded] if template.once else []
        done = [body.action for body in bodies if isinstance(body, Played) and type(body.action) is template.kind]
        return any(
            one.seat == template.seat and write(one, letters).split()[1:][: len(begins)] == begins for one in done
        )

    def step(self, template: LineTemplate) -> InputStep:
        """One of them."""
        tag = template.kind.__struct_config__.tag
        words = self.teller.words
        verb = self.teller.game.notation.names[template.kind]
        question = words["names"].get("input", {}).get(template.label or str(tag), "")
        return InputStep(
            deed=str(tag),
            verb=verb,
            kind=template.kind.KIND,
            seat=self.teller.letter(template.seat),
            says=question or outline(words["actions"][tag]),
            write=f"{self.teller.letter(template.seat) or '-'} {template.write}",
            inputs=[self.field(one, template) for one in template.inputs],
            aside=template.aside,
        )

    def field(self, given: Input, template: LineTemplate) -> InputField:
        """One of its inputs."""
        return InputField(
            name=given.name,
            kind=given.kind,
            says=self.label(given.spots[0].label if len(given.spots) == 1 else given.name),
            least=len(given.spots) if given.least is None else given.least,
            spots=[self.spot(spot) for spot in given.spots],
            palettes=[self.rows(given, one, template) for one in given.palettes],
            most=given.most,
            chance=given.chance,
            unseen=given.unseen,
            lead=_SEAT.sub(lambda seat: self.teller.letter(int(seat[1])) or seat[0], given.lead),
            stock=given.stock,
            when=given.when,
            times=given.times,
            joins=f"/api/games/{self.teller.game.id}/joins/{given.joins}" if given.joins else "",
            ground=self.picture(given.ground),
            digits=given.digits or given.kind == PAD,
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
        named = value.text if value.value is None else value.value
        says = (
            self.teller.words.fill(f"{{value:{given.form}}}", {"value": named}, self.teller.seats)
            if given.form
            else named
        )
        return InputValue(
            text=value.text,
            says=str(says).strip(" :,"),
            picture=self.picture(value.picture),
            uses=value.uses,
            most=value.most,
            at=value.at,
            keys=self.touched(given, value, template),
        )

    def touched(self, given: Input, value: Candidate, template: LineTemplate) -> list[str]:
        """The parts of the board a choice would touch."""
        name = given.name.partition(" ")[0]
        example, letters = template.example, self.teller.setup.seats
        if example is None or given.chance or value.value is not None or name not in example.__struct_fields__:
            return []
        usual = self.board.touched(example, letters, self.table)
        other = self.board.touched(replace(example, **{name: value.text}), letters, self.table)
        return [key for key in other if key not in usual] or list(other[:1])

    def label(self, code: str) -> str:
        """The name of an input, a spot or a row."""
        words = self.teller.words
        found = words["names"].get("input", {}).get(code) or words["names"]["field"].get(code)
        return found or _SEAT.sub(lambda seat: self.teller.seats[int(seat[1])], code)

    def picture(self, name: str) -> str:
        """The name of a picture, once it is drawn."""
        if not name:
            return ""
        if name not in self.pictures:
            self.pictures[name] = self.board.picture(name)
        return name if self.pictures[name] else ""


def _by_seat(offers: list[Offer], known: Mapping[type, Any]) -> list[list[Offer]]:
    """The offers of each kind of action, seat and pile: one input has room for all their values."""
    found: dict[tuple[type, Any, Any], list[Offer]] = {}
    for offer in offers:
        if type(offer.example) in known:
            key = type(offer.example), offer.example.seat, getattr(offer.example, "pile", None)
            found.setdefault(key, []).append(offer)
    return list(found.values())
