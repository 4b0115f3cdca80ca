"""A session as drawings: the table after every line, with what it touched and what was found marked on it."""

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
from replays.boards.scene import CLAIMED, LAST, RULED, Mark, Scene
from replays.disputes.blind_view import nameless_setup
from replays.frames import moment_of
from replays.viewpoint import AnySession, Viewpoint, frames_from, session_of, shown, table_of


class SessionDrawings:
    """The drawings of one session in one sight, language and layout. A line touches the same keys in all of them."""

    def __init__(
        self,
        source: AnySession,
        lang: str,
        viewpoint: Viewpoint,
        *,
        narrow: bool = False,
        marked: bool = True,
        blind=False,
    ):
        self.session, self.viewpoint = session_of(source), viewpoint
        self.frames: list[Frame] = frames_from(source, viewpoint)
        self.board = board_of(self.session.setup.game)
        setup = nameless_setup(self.session.setup) if blind else self.session.seated
        self.annotator, self.narrow, self.marked, self.blind = Annotator(setup, lang), narrow, marked, blind

    @cached_property
    def touched(self) -> dict[int, tuple[str, ...]]:
        """The keys each line touches."""
        setup, viewer = self.annotator.setup, self.viewpoint.viewer
        return {
            frame.line: self.board.touched(shown(frame.entry, viewer, setup).action, setup.seats, frame.step.state)
            for frame in self.frames
            if isinstance(frame.entry, Played)
        }

    def drawing(self, place: int) -> Drawing:
        """The table after the line at this place, 0 being the table as it was laid."""
        frame = self.frames[place]
        scene = Scene(
            table=table_of(frame),
            rules=frame.rules,
            annotator=self.annotator,
            line=frame.line,
            says=moment_of(frame, self.annotator).says,
            marks=(*self._last(frame), *(mark for mark, places in self._marks if place in places)),
            narrow=self.narrow,
            blind=self.blind,
        )
        return self.board.draw(scene)

    @staticmethod
    def between(drawings: Sequence[Drawing]) -> Iterator[Patch]:
        """What makes each drawing of the one before it."""
        return (patch(before, after) for before, after in itertools.pairwise(drawings))

    def _last(self, frame: Frame) -> tuple[Mark, ...]:
        keys = self.touched.get(frame.line, ())
        entry = None if frame.entry is None else shown(frame.entry, self.viewpoint.viewer, self.annotator.setup)
        says = self.annotator.line(entry)
        return (Mark(kind=LAST, line=frame.line, keys=keys, says=says),) if keys else ()

    @cached_property
    def _marks(self) -> list[tuple[Mark, range]]:
        """Every mark, and the places at which it lies on the table."""
        found = ((place, mark) for place, frame in enumerate(self.frames) for mark in self._marks_of(frame))
        return [(mark, range(place, self._end(mark, place))) for place, mark in found]

    def _end(self, mark: Mark, place: int) -> int:
        """A mark stays as long as its thing; where things only pass, until the next one comes."""
        count, keys = len(self.frames), mark.keys[:1]
        if not keys or not keys[0].startswith(self.board.passing):
            return count
        later = range(place + 1, count)
        return next((at for at in later if keys[0] in self.touched.get(self.frames[at].line, ())), count)

    def _marks_of(self, frame: Frame) -> Iterator[Mark]:
        if not self.marked:
            return
        for finding in frame.step.findings:
            yield self._found_mark(finding)
        if (mark := self._judged(frame.line, frame.entry)) is not None:
            yield mark

    def _found_mark(self, finding: Finding) -> Mark:
        keys = self.touched.get(finding.line, ())
        return Mark(kind=finding.verdict, line=finding.line, keys=keys, says=self.annotator.verdict(finding))

    def _judged(self, line: int, entry: Line | None) -> Mark | None:
        about = entry.line if isinstance(entry, Ruled) else getattr(entry, "about", 0)
        if not about or not isinstance(entry, (Ruled, Claimed)):
            return None
        kind = RULED if isinstance(entry, Ruled) else CLAIMED
        return Mark(kind=kind, line=line, keys=self.touched.get(about, ()), says=self.annotator.line(entry))
