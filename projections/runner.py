"""Keeps read models up with the events: a page at a time, its rows and its position in one transaction."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

from domain.sessions.application import Sessions
from domain.sessions.mapper import unseal
from projections.listing import write as listing
from projections.views import POSITIONS, Cursor, Views

PAGE = 500
LISTING = "listing"
ERASURES = "erasures"


class Runner:
    """One store's events into its read models."""

    def __init__(self, sessions: Sessions, views: Views):
        self.sessions, self.views = sessions, views
        with views.change() as cursor:
            cursor.execute(POSITIONS)
            for statement in _schema(LISTING):
                cursor.execute(statement)

    def catch_up(self) -> Iterator[int]:
        """Work through what is new; gives how many events each page held."""
        self._erase()
        while count := self._page():
            yield count

    def rebuild(self) -> Iterator[int]:
        """Throw everything away and make it again; it comes out the same."""
        with self.views.change() as cursor:
            cursor.execute("DELETE FROM listing")
            cursor.execute("DELETE FROM positions WHERE model = ?", (LISTING,))
        yield from self.catch_up()

    def _page(self) -> int:
        """One page, from where whoever was before us left off."""
        with self.views.change() as cursor:
            page = self.sessions.recorder.select_notifications(self._position(), PAGE, inclusive_of_start=False)
            if page:
                self._write(cursor, {UUID(str(one.originator_id)): one.id for one in reversed(page)})
                self._reach(cursor, LISTING, page[-1].id)
        return len(page)

    def _erase(self) -> None:
        """Rows of sessions in which something was erased are made anew; those not there yet will come."""
        with self.views.change() as cursor:
            if not (erased := self.sessions.recorder.erasures(self._position(ERASURES))):
                return
            listed = {session for (session,) in self.views.rows("SELECT session FROM listing")}
            self._write(cursor, {session: 0 for _, session in erased if session.hex in listed})
            self._reach(cursor, ERASURES, erased[-1][0])

    def _reach(self, cursor: Cursor, model: str, upto: int) -> None:
        cursor.execute("DELETE FROM positions WHERE model = ?", (model,))
        cursor.execute("INSERT INTO positions (model, upto) VALUES (?, ?)", (model, upto))

    def _position(self, model: str = LISTING) -> int:
        found = self.views.rows("SELECT upto FROM positions WHERE model = ?", model)
        return found[0][0] if found else 0

    def _write(self, cursor: Cursor, touched: dict[UUID, int]) -> None:
        for session, first in touched.items():
            known = self.views.rows("SELECT place, opened FROM listing WHERE session = ?", session.hex)
            place, opened = known[0] if known else (first, self._opened(session))
            cursor.execute("DELETE FROM listing WHERE session = ?", (session.hex,))
            marks = ", ".join("?" * len(listing.COLUMNS))
            row = listing.row(self.sessions.view(session), place, opened)
            cursor.execute(f"INSERT INTO listing ({', '.join(listing.COLUMNS)}) VALUES ({marks})", row)

    def _opened(self, session: UUID) -> str:
        (first,) = self.sessions.recorder.select_events(session, limit=1)
        return unseal(first.state).envelope.at


def _schema(model: str) -> list[str]:
    text = (Path(__file__).parent / model / "schema.sql").read_text(encoding="utf-8")
    return [statement for statement in text.split(";") if statement.strip()]
