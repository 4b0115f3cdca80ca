"""The replay of a session: a frame for every line, with its sentence, effects, points and findings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from domain.errors import UnknownLine
from domain.games import GAMES
from domain.record.json_convert import fields_of, kind_of
from domain.record.json_fields import AnyLine
from domain.record.line_text import write_entry
from domain.record.lines import BACK, VOID, Line, Note, OnBranch, Played, Struck
from domain.rules import Table
from domain.sessions.session import Session
from domain.setup import Setup
from domain.timeline.frame import Frame
from domain.timeline.order import Order, changed_lines, remedies_of, standing_rulings, table_order
from domain.words import Words
from replays.annotation import Annotator, Annotators
from replays.finding_parts import FrameIndex, is_action
from replays.view_models import (
    EffectView,
    FindingView,
    Points,
    PointsView,
    effect_views,
    finding_view,
    points_views,
    scores_of,
)
from replays.viewpoint import AS_PLAYED, AnySession, Viewpoint, frames_from, session_of, shown, table_of, viewer_text

CORRECTED, STRUCK = "corrected", "struck"


class SeatedPlayer(Struct, frozen=True):
    """A seat and the name of its player."""

    seat: str
    name: str


class GameMoment(Struct, frozen=True, kw_only=True):
    """The round, turn and phase of a table, the seats it waits for, and its points."""

    round: int
    turn: int
    phase: str
    says: str
    waits: list[str]
    scores: dict[str, Points]


class Fate(Struct, frozen=True, kw_only=True):
    """What changed the weight of a line: void, back, left, adjusted, corrected or struck, and by which line."""

    fate: str
    by: int | None
    says: str


class FrameView(Struct, frozen=True, kw_only=True):
    """One line and the table after it. `text` is the line as it counts; `first` its first text, where corrected.

    `effects` are all changes the rules made, in their order; `points` are those that gave points, item by item.
    `heading` names the round and turn that begin with this line; it is empty on their other lines.
    """

    line: int
    place: int
    kind: str
    seat: str | None
    text: str
    first: str
    fields: AnyLine | None  # the same line for programs; None for the laid table
    says: str
    moment: GameMoment
    effects: list[EffectView]
    points: list[PointsView]
    findings: list[FindingView]
    fates: list[Fate]
    heading: str = ""


class UnframedLine(Struct, frozen=True, kw_only=True):
    """A line without a frame: it corrects another line, or was struck."""

    line: int
    kind: str
    text: str
    says: str
    fates: list[Fate]


class Replay(Struct, frozen=True, kw_only=True):
    """A session line by line, in table order."""

    game: str
    name: str
    players: list[SeatedPlayer]
    sight: str
    ruled: bool
    known: str
    lines: int
    warnings: list[str]
    frames: list[FrameView]
    asides: list[UnframedLine]


def replay_of(
    source: AnySession,
    lang: str = "en",
    viewpoint: Viewpoint = AS_PLAYED,
    first: int | None = None,
    last: int | None = None,
    judged: bool = True,
) -> Replay:
    """The replay of a session from one line to another, both included; of all lines without these.

    `judged=False` leaves the findings out.
    """
    session = session_of(source)
    builder = FrameViewBuilder(session, lang, viewpoint, frames_from(source, viewpoint), judged)
    return Replay(
        game=session.setup.game,
        name=builder.annotator.words["name"],
        players=players_of(builder.annotator.setup),
        sight=viewer_text(viewpoint.viewer, session.setup),
        ruled=viewpoint.ruled,
        known=viewpoint.known,
        lines=len(session.log),
        warnings=session_warnings(session, builder.annotator)
        + ([] if judged else [builder.annotator.words["headings"]["unjudged"]]),
        frames=builder.frames(first, last),
        asides=list(builder.asides(first, last)),
    )


def players_of(setup: Setup) -> list[SeatedPlayer]:
    """The players of a table, seat by seat."""
    return [SeatedPlayer(letter, setup.name(seat)) for seat, letter in enumerate(setup.seats)]


def agreement_warnings(setup: Setup, words: Words) -> list[str]:
    """Warnings about the agreements of a table: what is unwise, and what was assumed."""
    warnings = GAMES[setup.game].warnings(setup)
    names = {setup.game: words["name"], **{id: row["name"] for id, row in words["variants"].items()}}

    def named(ids: str) -> str:
        """Variants or the game by their names, or a question of the set-up or its answer."""
        return words.listed(names.get(id) or words.name("asked", id) for id in ids.split(", "))

    return [
        words["headings"][warning.says].format(one=named(warning.one), other=named(warning.other))
        for warning in warnings
    ]


def session_warnings(session: Session, annotator: Annotator) -> list[str]:
    """Warnings a reader needs first: made-up faces, unwise agreements, unreadable lines."""
    heads, source = (
        annotator.words["headings"],
        sum(isinstance(line, Note) and bool(line.error) for line in session.log),
    )
    stand_in = [heads["stand-in"]] if session.setup.faces == "stand-in" else []
    return (
        stand_in
        + agreement_warnings(session.setup, annotator.words)
        + ([annotator.words.fill(heads["kept"], {"count": source}, {})] if source else [])
    )


def moment_of(frame: Frame, annotator: Annotator) -> GameMoment:
    """The moment of the game after a line."""
    table: Table = table_of(frame)
    phase = annotator.words.name("phase", table.phase)
    return GameMoment(
        round=table.round,
        turn=table.turn,
        phase=table.phase,
        says=annotator.words.fill(
            annotator.words["headings"]["moment"], {"round": table.round, "turn": table.turn, "phase": phase}, {}
        ),
        waits=[annotator.setup.seats[seat] for seat in frame.rules.to_act(frame.rules, table)],
        scores=scores_of(annotator, table),
    )


def place_of(line: int, order: Order, log_length: int) -> int:
    """The place of the frame that shows a line: its own, that of the line it corrects, or the last one before it."""
    if not 0 <= line <= log_length:
        raise UnknownLine(line=line, last=log_length)
    standing = order.standing(line)
    return order.place[standing] + 1 if standing else 0


class FrameViewBuilder:
    """Builds the frame views of one session from one viewpoint."""

    def __init__(self, session: Session, lang: str, viewpoint: Viewpoint, frames: list[Frame], judged: bool = True):
        self.session, self.viewpoint, self.all_frames, self.judged = session, viewpoint, frames, judged
        self.annotators = Annotators(session, lang)
        self.annotator = self.annotators.now
        self.order = table_order(session.log)
        self.changed = changed_lines(session.log, self.order)
        self.index = FrameIndex(frames)
        self.rulings = _rulings(self.order) if viewpoint.ruled else {}

    def frames(self, first: int | None, last: int | None) -> list[FrameView]:
        """The frame views from one line to another, both included."""
        count = len(self.session.log)
        start = 0 if first is None else place_of(first, self.order, count)
        end = len(self.all_frames) - 1 if last is None else place_of(last, self.order, count)
        return [self.frame(place) for place in range(start, end + 1)]

    def frame(self, place: int) -> FrameView:
        """The frame view at a place of the table order; 0 is the laid table."""
        frame = self.all_frames[place]
        annotator = self.annotators.at(frame.line)
        entry = None if frame.entry is None else shown(frame.entry, self.viewpoint.viewer, self.session.setup)
        rewritten = frame.written not in (0, frame.line)
        return FrameView(
            line=frame.line,
            place=place,
            kind=kind_of(entry),
            seat=annotator.letter(seat_of(entry)),
            text=self.text(entry),
            first=self.text(self._logged(frame.line)) if rewritten else "",
            fields=None if entry is None else fields_of(entry, self.session.setup),
            says=annotator.line(entry),
            moment=moment_of(frame, annotator),
            effects=effect_views(annotator, frame.step.effects, self._table_before(place), table_of(frame)),
            points=points_views(annotator, frame.line, frame.step.effects),
            findings=[finding_view(annotator, finding, self.index) for finding in frame.step.findings if self.judged],
            fates=list(self._fates(frame, rewritten)),
            heading=self._heading(place),
        )

    def _heading(self, place: int) -> str:
        """The heading of the round and turn that begin with the line at a place; empty where none begins."""
        begun = self._turn_played(place)
        if begun is None or begun == next(filter(None, map(self._turn_played, range(place - 1, 0, -1))), None):
            return ""
        facts = {"round": begun[0], "turn": begun[1]}
        return self.annotator.words.fill(self.annotator.words["headings"]["turn"], facts, {})

    def _turn_played(self, place: int) -> tuple[int, int] | None:
        """The round and turn in which the action at a place was played; None for other lines and after the end.

        It is the turn before the action, unless that turn was another seat's: then the action has begun a new one.
        """
        after, before = self.all_frames[place], self.all_frames[place - 1]
        if not place or not isinstance(after.entry, Played):
            return None
        table, seat = table_of(before), after.entry.action.seat
        if seat is not None and seat not in before.rules.to_act(before.rules, table):
            table = table_of(after)
        return None if table.phase == "over" else (table.round, table.turn)

    def _table_before(self, place: int) -> Any:
        """The table before an action; None before any other line."""
        return table_of(self.all_frames[place - 1]) if is_action(self.all_frames[place].entry) else None

    def text(self, entry: Line | None) -> str:
        """A line as it stands in the record after its number."""
        return "" if entry is None else write_entry(entry, self.session.setup).strip()

    def _logged(self, number: int) -> Line:
        """A line as the viewer may see it."""
        return shown(self.session.log[number - 1], self.viewpoint.viewer, self.session.setup)

    def _fates(self, frame: Frame, rewritten: bool) -> Iterator[Fate]:
        fate, _, by = frame.fate.partition(" ")
        if fate:
            ruling = int(by) if by else self.rulings.get(frame.line)
            yield Fate(fate=fate, by=ruling, says=self.annotator.words["fates"][fate])
        if rewritten:
            says = self.annotator.words["lines"]["corrected"].format(line=frame.written)
            yield Fate(fate=CORRECTED, by=frame.written, says=says)

    def asides(self, first: int | None, last: int | None) -> Iterator[UnframedLine]:
        """The lines without a frame, from one number to another."""
        framed, count = {frame.line for frame in self.all_frames}, len(self.session.log)
        for number in range(max(first or 1, 1), min(count if last is None else last, count) + 1):
            if number not in framed:
                line = self._logged(number)
                text, says = self.text(line), self.annotators.at(number).line(line)
                yield UnframedLine(
                    line=number, kind=kind_of(line), text=text, says=says, fates=self._fates_without_frame(number)
                )

    def _fates_without_frame(self, number: int) -> list[Fate]:
        """Why a line without a frame does not count; empty where it counts."""
        if (by := self.changed.get(number)) is None:
            return []
        fate = STRUCK if isinstance(self.session.log[by - 1], Struck) else CORRECTED
        return [Fate(fate=fate, by=by, says=self.annotator.words["lines"][fate].format(line=by))]


def seat_of(entry: Line | None) -> int | None:
    """The seat whose line it is, on a branch too."""
    if isinstance(entry, OnBranch):
        return seat_of(entry.body)
    if isinstance(entry, Played):
        return entry.action.seat
    return getattr(entry, "seat", None)


def _rulings(order: Order) -> dict[int, int]:
    """Lines that a ruling made void, took back or left on another branch, each with the line of that ruling."""
    rulings = dict(remedies_of(order).left)
    for number, ruled in standing_rulings(order):
        if ruled.remedy == VOID:
            rulings.setdefault(order.meant(ruled.line), number)
        elif ruled.remedy == BACK:
            since = order.place.get(order.standing(ruled.line), -1) + 1
            for entry in order.entries[since : order.place[number]]:
                rulings.setdefault(entry.line, number)
    return rulings
