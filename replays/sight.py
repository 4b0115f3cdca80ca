"""In which sight a record is read: by whom, as played or as ruled, as known then or now; and the frames of it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from domain.rules import Seat, replace
from domain.sessions import lines as kinds
from domain.sessions.lines import ADJUST, ADOPT, BACK, VOID, Line
from domain.sessions.live import View
from domain.sessions.masking import shown
from domain.sessions.session import Session
from domain.sessions.timeline import Fold, Frame
from domain.setup import EVERYTHING, Setup

THEN, NOW = "then", "now"
PUBLIC = "public"
CHANGING = (VOID, BACK, ADJUST, ADOPT)


class Sight(Struct, frozen=True):
    """Whose eyes, with or without the rulings, and whether what was told later is known already."""

    viewer: Seat | str | None = EVERYTHING
    ruled: bool = False
    known: str = NOW


def session_of(kept: Session | View) -> Session:
    """A record as it stands, whether it is stored or was only read."""
    return kept.session if isinstance(kept, View) else kept


def sight_text(viewer: Seat | str | None, setup: Setup) -> str:
    """A sight by its name: everything, public, or the letter of a seat."""
    if viewer is None:
        return PUBLIC
    return EVERYTHING if viewer == EVERYTHING else setup.seats[viewer]


def frames_in(kept: Session | View, sight: Sight) -> list[Frame]:
    """The frames somebody sees. Those in memory serve wherever this sight shows nothing else."""
    session = session_of(kept)
    ruled = sight.ruled and is_changed(session.log)
    viewer = sight.viewer if is_hidden(session.log, sight.viewer) else EVERYTHING
    if isinstance(kept, View) and sight.known == NOW and not ruled and viewer == EVERYTHING:
        return kept.frames
    fold = Fold(session.setup, session.log, ruled, viewer=viewer)
    if sight.known == NOW:
        fold.learn()
    return fold.frames


def is_changed(log: tuple[Line, ...]) -> bool:
    """Whether a ruling that nobody superseded asks for another table."""
    over = {line.supersedes for line in log if isinstance(line, kinds.Ruled)}
    rulings = ((number, line) for number, line in enumerate(log, 1) if isinstance(line, kinds.Ruled))
    return any(number not in over and ruled.remedy in CHANGING for number, ruled in rulings)


def is_hidden(log: tuple[Line, ...], viewer: Seat | str | None) -> bool:
    """Whether a record holds anything this viewer may not know."""
    return viewer != EVERYTHING and any(shown(line, viewer) is not line for line in log)


def table_of(frame: Frame) -> Any:
    """The table after a line, to be asked at leisure: whoever goes on writing notices nothing of it."""
    state = frame.step.state
    return replace(state, known=state.known.apart())
