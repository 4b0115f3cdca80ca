"""A line as somebody may read it: what was secret to another seat is left out."""

from __future__ import annotations

from domain.fold import masked
from domain.rules import Seat, replace
from domain.sessions import lines as kinds
from domain.sessions.lines import Line
from domain.setup import EVERYTHING


def shown(line: Line, viewer: Seat | str | None) -> Line:
    """A line as a viewer may read it: the same one where nothing in it is secret."""
    if viewer == EVERYTHING:
        return line
    if isinstance(line, kinds.Played):
        action = masked(line.action, viewer)
        return line if action == line.action else kinds.Played(action=action)
    if isinstance(line, (kinds.Corrected, kinds.Inserted)):
        body = shown(line.body, viewer)
        return line if body is line.body else replace(line, body=body)
    return line
