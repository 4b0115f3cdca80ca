"""One session's row, out of what is stored of it."""

from __future__ import annotations

from typing import Any

import orjson

from domain.sessions.live import View
from domain.sessions.timeline import audit
from domain.texts import number_text
from replays.compare import findings_of

COLUMNS = (
    "session",
    "place",
    "version",
    "game",
    "names",
    "opened",
    "at",
    "closed",
    "lines",
    "findings",
    "played",
    "ruled",
)


def row(view: View, place: int, opened: str) -> tuple[Any, ...]:
    """Everything a list of sessions shows; scores are texts, because a number may be a range."""
    frames = view.frames
    session = view.session
    ruled = audit(session.setup, session.log, ruled=True)
    return (
        view.id.hex,
        place,
        view.version,
        view.setup.game,
        orjson.dumps(view.setup.names).decode(),
        opened,
        view.at,
        int(view.closed),
        view.lines,
        len(findings_of(frames)),
        _scores(frames),
        _scores(ruled),
    )


def _scores(frames: list) -> str:
    return orjson.dumps([number_text(score) for score in frames[-1].step.state.scores]).decode()
