"""The set-up of a table: which game, who sits where, what was agreed. It is judged as line 0."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from domain.faces import Catalogue

HOUSE_RULES = "house"  # the rules that a table made for itself, as text; they change no rule of the audit
TABLE_DETAILS = ("place", "date", "edition", "scribe", "guests", "claims", "appeals", HOUSE_RULES)
TURN, ROUND = "turn", "round"
EVERYTHING = "everything"  # the viewer who may know all
Viewer = int | str | None  # a seat, EVERYTHING, or None for a guest


class Setup(Struct, frozen=True, kw_only=True, rename={"details": "told"}):  # its name in stored hashes
    """What a table states at the start. `details` holds words by name: those of any table, and those of one game.

    A question that `readings` does not name is answered as it was when it was first asked.
    """

    game: str
    seats: tuple[str, ...]  # the letters of the record, clockwise
    names: tuple[str, ...] = ()
    first: int = 0
    variants: tuple[str, ...] = ()
    readings: Mapping[str, str] = {}
    faces: str = "printed"
    box: Catalogue | None = None  # an owner's own, where `faces` names it
    help: bool = True
    text: str = ""
    details: Mapping[str, str] = {}

    @property
    def guests(self) -> bool:
        """Whether people without a grant for this table may watch."""
        return self.details.get("guests") != "off"

    @property
    def house_rules(self) -> str:
        """The rules that the table made for itself."""
        return self.details.get(HOUSE_RULES, "")

    @property
    def claims(self) -> str:
        """How long a line may be claimed against: its turn, its round or a number of deeds; empty: always."""
        return self.details.get("claims", "")

    @property
    def appeals(self) -> int:
        """For how many minutes after a ruling an appeal is in time; 0: always."""
        return int(self.details.get("appeals") or 0)

    def name(self, seat: int | None) -> str:
        """The name of the person at a seat, or the seat's letter."""
        if seat is None:
            return "-"
        return self.names[seat] if seat < len(self.names) else self.seats[seat]
