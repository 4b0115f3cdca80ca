"""Reads a session from a viewpoint: by whom, as played or as ruled, as known then or now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.rules import Seat, replace
from domain.sessions.session import Session
from domain.sessions.session_state import SessionView
from domain.setup import EVERYTHING, Setup
from domain.timeline.disputes import Statement
from domain.timeline.fold_cache import NOW, THEN, FoldCache, FoldSnapshot, Viewpoint
from domain.timeline.frame import Frame
from domain.timeline.visibility import shown

__all__ = ["AS_PLAYED", "NOW", "PUBLIC", "THEN", "AnySession", "Viewpoint", "shown"]
PUBLIC = "public"
AS_PLAYED = Viewpoint()  # everything, without the rulings, with what later lines reveal
AnySession = Session | SessionView  # read from a text, or loaded from the store


def session_of(source: AnySession) -> Session:
    """The set-up and the lines of a session."""
    return source.session if isinstance(source, SessionView) else source


def statements_of(source: AnySession) -> tuple[Statement, ...]:
    """The statements and photographs about a session's disputes; only the store keeps any."""
    return source.talk if isinstance(source, SessionView) else ()


def times_of(source: AnySession) -> Sequence[str]:
    """When each line was written; only the store keeps it."""
    return source.disclosure.times[: source.lines] if isinstance(source, SessionView) else ()


def viewer_text(viewer: Seat | str | None, setup: Setup) -> str:
    """A viewer by name: everything, public, or the letter of a seat."""
    if viewer is None:
        return PUBLIC
    return setup.seats[viewer] if isinstance(viewer, int) else EVERYTHING


def frames_from(source: AnySession, viewpoint: Viewpoint) -> list[Frame]:
    """The frames of a session as seen from a viewpoint."""
    return snapshot_in(source, viewpoint).frames


def snapshot_in(source: AnySession, viewpoint: Viewpoint) -> FoldSnapshot:
    """The folded session as seen from a viewpoint.

    A viewpoint that sees what everybody sees shares the fold that is already cached.
    """
    ruled = viewpoint.ruled and is_changed(source)
    viewer = viewpoint.viewer if is_hidden(source, viewpoint.viewer) else EVERYTHING
    viewpoint = Viewpoint(viewer, ruled, viewpoint.known, viewpoint.branch)
    if isinstance(source, SessionView):
        return source.snapshot if viewpoint == AS_PLAYED else source.seen(viewpoint)
    return FoldCache().snapshot(source.setup, source.log, len(source.log), viewpoint)


def is_changed(source: AnySession) -> bool:
    """Whether a ruling in force changes the table."""
    return source.changed if isinstance(source, SessionView) else FoldCache().is_changed(source.log, len(source.log))


def is_hidden(source: AnySession, viewer: Seat | str | None) -> bool:
    """Whether a session holds anything this viewer may not know."""
    if isinstance(source, SessionView):
        return source.hides(viewer)
    return FoldCache().is_hidden(source.setup, source.log, len(source.log), viewer)


def table_of(frame: Frame) -> Any:
    """The table after a line, as a copy: queries on it do not disturb the thread that folds on."""
    state = frame.step.state
    return replace(state, known=state.known.detached())
