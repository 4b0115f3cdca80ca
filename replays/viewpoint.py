"""In which sight a record is read: by whom, as played or as ruled, as known then or now; and the frames of it."""

from __future__ import annotations

from typing import Any

from domain.rules import Seat, replace
from domain.sessions.session import Session
from domain.sessions.session_state import SessionView
from domain.setup import EVERYTHING, Setup
from domain.timeline.disputes import Said
from domain.timeline.fold_cache import NOW, THEN, FoldCache, FoldSnapshot, Viewpoint
from domain.timeline.timeline import Frame
from domain.timeline.visibility import shown

__all__ = ["NOW", "PUBLIC", "THEN", "Viewpoint", "shown"]
PUBLIC = "public"


def session_of(kept: Session | SessionView) -> Session:
    """A record as it stands, whether it is stored or was only read."""
    return kept.session if isinstance(kept, SessionView) else kept


def statements_of(kept: Session | SessionView) -> tuple[Said, ...]:
    """What was said and shown about its disputes; a record that was only read brings none along."""
    return kept.talk if isinstance(kept, SessionView) else ()


def viewer_text(viewer: Seat | str | None, setup: Setup) -> str:
    """A sight by its name: everything, public, or the letter of a seat."""
    if viewer is None:
        return PUBLIC
    return EVERYTHING if viewer == EVERYTHING else setup.seats[viewer]


def frames_from(kept: Session | SessionView, viewpoint: Viewpoint) -> list[Frame]:
    """The frames somebody sees."""
    return snapshot_in(kept, viewpoint).frames


def snapshot_in(kept: Session | SessionView, viewpoint: Viewpoint) -> FoldSnapshot:
    """The snapshot of a record as somebody sees it. The writer's own serves wherever this sight shows nothing else."""
    ruled = viewpoint.ruled and is_changed(kept)
    viewer = viewpoint.viewer if is_hidden(kept, viewpoint.viewer) else EVERYTHING
    viewpoint = Viewpoint(viewer, ruled, viewpoint.known, viewpoint.branch)
    if isinstance(kept, SessionView):
        return kept.snapshot if viewpoint == Viewpoint() else kept.seen(viewpoint)
    return FoldCache().snapshot(kept.setup, kept.log, len(kept.log), viewpoint)


def is_changed(kept: Session | SessionView) -> bool:
    """Whether a ruling that nobody superseded asks for another table."""
    return kept.changed if isinstance(kept, SessionView) else FoldCache().is_changed(kept.log, len(kept.log))


def is_hidden(kept: Session | SessionView, viewer: Seat | str | None) -> bool:
    """Whether a record holds anything this viewer may not know."""
    return kept.hides(viewer) if isinstance(kept, SessionView) else _hides(kept, viewer)


def _hides(session: Session, viewer: Seat | str | None) -> bool:
    return FoldCache().is_hidden(session.setup, session.log, len(session.log), viewer)


def table_of(frame: Frame) -> Any:
    """The table after a line, to be asked at leisure: whoever goes on writing notices nothing of it."""
    state = frame.step.state
    return replace(state, known=state.known.apart())
