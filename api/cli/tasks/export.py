"""Exports a stored session as evidence, a page, a picture, an animation or a text record."""

from __future__ import annotations

from io import BytesIO
from uuid import UUID

from domain.sessions.application import Sessions
from domain.sessions.session_state import SessionView
from domain.setup import EVERYTHING
from domain.timeline.order import table_order
from replays.frames import place_of
from replays.viewpoint import Viewpoint


def exported(sessions: Sessions, id: UUID, kind: str, line: int | None, width: int, ruled: bool, lang: str) -> bytes:
    """The session in a format; as a text record where none is named."""
    view, viewpoint = sessions.view(id), Viewpoint(EVERYTHING, ruled)
    if kind == "evidence":
        return _evidence(sessions, id)
    if kind == "html":
        from replays.export.html import html

        return html(view, lang, viewpoint).encode()
    if kind in ("png", "webp"):
        return _picture(view, kind, line, width, viewpoint, lang)
    from replays.record_text import write_record

    return write_record(view.session).encode()


def _evidence(sessions: Sessions, id: UUID) -> bytes:
    from domain.sessions.evidence import write_evidence

    file = BytesIO()
    write_evidence(sessions, id, file)
    return file.getvalue()


def _picture(view: SessionView, kind: str, line: int | None, width: int, viewpoint: Viewpoint, lang: str) -> bytes:
    from replays.boards.session_drawings import SessionDrawings
    from replays.export.pictures import png_order, rendered, webp_order

    gallery = SessionDrawings(view, lang, viewpoint)
    if kind == "webp":
        return rendered(webp_order(gallery, lang, min(width, 1280)))
    last = len(gallery.frames) - 1
    place = last if line is None else place_of(line, table_order(view.session.log), view.lines)
    return rendered(png_order(gallery.drawing(place), gallery.board.symbols, lang, width))
