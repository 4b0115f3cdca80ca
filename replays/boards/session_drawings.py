"""Draws a session: the table after every line, with marks on what the line touched and on findings."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import cached_property

from domain.record.lines import Claimed, Line, Played, Ruled
from domain.rules import Finding
from domain.timeline.frame import Frame
from replays.annotation import Annotator
from replays.boards import board_of
from replays.boards.drawing import Drawing, Patch, patch
from replays.boards.scene import CLAIMED, LAST, RULED, WIDE, BoardMark, Scene
from replays.boards.shapes import is_nameless
from replays.disputes.blind_view import nameless_setup
from replays.frames import moment_of
from replays.viewpoint import AnySession, Viewpoint, frames_from, session_of, shown, table_of


class SessionDrawings:
    """The drawings of one session from one viewpoint, in one language and layout."""

    def __init__(
        self,
        source: AnySession,
        lang: str,
        viewpoint: Viewpoint,
        *,
        layout: str = WIDE,
        marked: bool = True,
        blind: bool = False,
    ):
        self.session, self.viewpoint = session_of(source), viewpoint
        self.frames: list[Frame] = frames_from(source, viewpoint)
        self.board = board_of(self.session.setup.game)
        setup = nameless_setup(self.session.setup) if blind else self.session.seated
        self.annotator, self.layout, self.marked = Annotator(setup, lang), layout, marked
        self.blind = is_nameless(setup)

    @cached_property
    def touched(self) -> dict[int, tuple[str, ...]]:
        """The keys of the drawing that each line touches."""
        setup = self.annotator.setup
        lines = ((frame, self._shown(frame)) for frame in self.frames)
        return {
            frame.line: self.board.touched(line.action, setup.seats, frame.step.state)
            for frame, line in lines
            if isinstance(line, Played)
        }

    def _shown(self, frame: Frame) -> Line | None:
        """The line of a frame as the viewer may see it; None for the laid table."""
        return None if frame.entry is None else shown(frame.entry, self.viewpoint.viewer, self.annotator.setup)

    def drawing(self, place: int) -> Drawing:
        """The table after the line at a place; 0 is the laid table."""
        frame = self.frames[place]
        scene = Scene(
            table=table_of(frame),
            rules=frame.rules,
            annotator=self.annotator,
            line=frame.line,
            says=moment_of(frame, self.annotator).says,
            marks=(*self._last(frame), *(mark for mark, places in self._marks if place in places)),
            layout=self.layout,
            blind=self.blind,
        )
        return self.board.draw(scene)

    @staticmethod
    def between(drawings: Sequence[Drawing]) -> Iterator[Patch]:
        """The patches that turn each drawing into the next."""
        return (patch(before, after) for before, after in itertools.pairwise(drawings))

    def _last(self, frame: Frame) -> tuple[BoardMark, ...]:
        """The mark of the last line, where it touched anything."""
        keys = self.touched.get(frame.line, ())
        says = self.annotator.line(self._shown(frame))
        return (BoardMark(kind=LAST, line=frame.line, keys=keys, says=says),) if keys else ()

    @cached_property
    def _marks(self) -> list[tuple[BoardMark, range]]:
        """All marks, each with the places of the drawings that show it."""
        marks = ((place, mark) for place, frame in enumerate(self.frames) for mark in self._marks_of(frame))
        return [(mark, range(place, self._end(mark, place))) for place, mark in marks]

    def _end(self, mark: BoardMark, place: int) -> int:
        """The place where a mark ends: the last, or where the next thing comes through a passing place."""
        count, keys = len(self.frames), mark.keys[:1]
        if not keys or not keys[0].startswith(self.board.passing):
            return count
        later = range(place + 1, count)
        return next((at for at in later if keys[0] in self.touched.get(self.frames[at].line, ())), count)

    def _marks_of(self, frame: Frame) -> Iterator[BoardMark]:
        if not self.marked:
            return
        for finding in frame.step.findings:
            yield self._finding_mark(finding)
        if (mark := self._dispute_mark(frame.line, frame.entry)) is not None:
            yield mark

    def _finding_mark(self, finding: Finding) -> BoardMark:
        keys = self.touched.get(finding.line, ())
        return BoardMark(kind=finding.verdict, line=finding.line, keys=keys, says=self.annotator.verdict(finding))

    def _dispute_mark(self, line: int, entry: Line | None) -> BoardMark | None:
        about = entry.line if isinstance(entry, Ruled) else getattr(entry, "about", 0)
        if not about or not isinstance(entry, (Ruled, Claimed)):
            return None
        kind = RULED if isinstance(entry, Ruled) else CLAIMED
        return BoardMark(kind=kind, line=line, keys=self.touched.get(about, ()), says=self.annotator.line(entry))
