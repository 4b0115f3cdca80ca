"""The side tables of clubs, with their queries in SQL that both databases understand.

The people of a club are stored apart from those of tables without a club: two people of one name in two clubs are two
people. A name can be erased, as events contain only ids.
"""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from domain.store.club_events import CLUB_TOPICS
from domain.store.signing.register_tables import RegisterTables

CLUB_PEOPLE, CLUB_TOKENS, CLUB_SESSIONS = "club_people", "club_tokens", "club_sessions"
CLUB_TABLES = """
CREATE TABLE IF NOT EXISTS club_people (id text PRIMARY KEY, club text NOT NULL, name text NOT NULL);
CREATE UNIQUE INDEX IF NOT EXISTS club_people_by_name ON club_people (club, name);
CREATE TABLE IF NOT EXISTS club_tokens (token text NOT NULL, club text NOT NULL, PRIMARY KEY (token, club));
CREATE TABLE IF NOT EXISTS club_sessions (session text PRIMARY KEY, club text NOT NULL);
"""
CLUB_INSERTS = {
    CLUB_PEOPLE: "INSERT INTO club_people (id, club, name) VALUES (?, ?, ?)",
    CLUB_TOKENS: "INSERT INTO club_tokens (token, club) VALUES (?, ?) ON CONFLICT (token, club) DO NOTHING",
    CLUB_SESSIONS: "INSERT INTO club_sessions (session, club) VALUES (?, ?)",
}
CLUB_COPIED = {CLUB_PEOPLE: ("id", "club", "name"), CLUB_TOKENS: ("token", "club"), CLUB_SESSIONS: ("session", "club")}
OF_CLUBS = f"substr(topic, 1, {len(CLUB_TOPICS)}) = '{CLUB_TOPICS}'"  # the condition on an event to be one of a club
FOUNDED = f"SELECT originator_id FROM session_events WHERE originator_version = 1 AND {OF_CLUBS}"
NAMES = "SELECT id, name FROM people WHERE id IN ({0}) UNION ALL SELECT id, name FROM club_people WHERE id IN ({0})"


class ClubTables(RegisterTables):
    """The queries on clubs and on the people of clubs and tables."""

    def clubs(self) -> list[UUID]:
        """Every club, the newest last."""
        return [id if isinstance(id, UUID) else UUID(id) for (id,) in self.rows(f"{FOUNDED} ORDER BY notification_id")]

    def clubs_of(self, token: str) -> list[UUID]:
        """The clubs in which a token was granted a role, even if it was revoked since."""
        return [UUID(club) for (club,) in self.rows("SELECT club FROM club_tokens WHERE token=?", token)]

    def club_of(self, session: UUID) -> str:
        """The id of the club that a session was set up in; empty for a table without a club."""
        rows = self.rows("SELECT club FROM club_sessions WHERE session=?", session.hex)
        return rows[0][0] if rows else ""

    def names(self, people: Iterable[str]) -> dict[str, str]:
        """The names of people, by id."""
        ids = tuple(people)
        if not ids:
            return {}
        return dict(self.rows(NAMES.format(", ".join("?" * len(ids))), *ids, *ids))

    def person(self, name: str, club: str = "") -> str | None:
        """The id of the person with this name in a club, or at the tables without a club."""
        if club:
            rows = self.rows("SELECT id FROM club_people WHERE club=? AND name=?", club, name)
        else:
            rows = self.rows("SELECT id FROM people WHERE name=? ORDER BY id", name)
        return rows[0][0] if rows else None
