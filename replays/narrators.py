"""Tellers of one table: each line is told with the names of those who sat there then."""

from __future__ import annotations

from bisect import bisect_right

from domain.sessions.session import Session
from domain.timeline.order import table_order
from domain.timeline.seating import seatings
from replays.annotation import Teller


class Tellers:
    """Speaks one language about one table, on which a seat may have changed hands."""

    def __init__(self, session: Session, lang: str):
        found = seatings(session.setup, session.log)
        self.all = [Teller(setup, lang) for _, setup in found]
        self.order = table_order(session.log) if len(found) > 1 else None
        self.places = [self.order.place[line] for line, _ in found[1:]] if self.order else []

    @property
    def now(self) -> Teller:
        """With the names of those who sit there after the last line."""
        return self.all[-1]

    def at(self, line: int) -> Teller:
        """With the names of those who sat there when a line was played."""
        if self.order is None:
            return self.now
        standing = self.order.standing(line)
        return self.all[bisect_right(self.places, self.order.place[standing]) if standing else 0]
