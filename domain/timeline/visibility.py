"""A line as somebody may read it: what was secret to another seat is left out."""

from __future__ import annotations

from domain.fold import masked
from domain.games import GAMES
from domain.observables import seen_by
from domain.record.lines import WRAPPING, Agreed, Line, MadeGood, Omitted, Played, Position, Seen
from domain.rules import Seat, replace
from domain.setup import EVERYTHING, Setup

LOOKING = (Seen, Omitted, MadeGood, Agreed)


def shown(line: Line, viewer: Seat | str | None, setup: Setup) -> Line:
    """A line as a viewer may read it: the same one where nothing in it is secret."""
    if viewer == EVERYTHING:
        return line
    if isinstance(line, Played):
        action = masked(line.action, viewer)
        return line if action == line.action else Played(action=action)
    if isinstance(line, WRAPPING):
        body = shown(line.body, viewer, setup)
        return line if body is line.body else replace(line, body=body)
    return told(line, viewer, setup)


def told(line: Line, viewer: Seat | str | None, setup: Setup) -> Line:
    """The same of a line that tells what was seen: behind a seat's screen only that seat looks."""
    observables = GAMES[setup.game].base.observables
    if isinstance(line, LOOKING):
        look = line.look
        value = seen_by(observables[look.what], look.key, look.value, viewer)
        return line if value is look.value else replace(line, look=replace(look, value=value))
    if isinstance(line, Position):
        seen = tuple((what, key, seen_by(observables[what], key, value, viewer)) for what, key, value in line.values)
        same = all(one[2] is other[2] for one, other in zip(seen, line.values, strict=True))
        return line if same else replace(line, values=seen)
    return line
