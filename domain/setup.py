"""Setup: which game, who sits where, what was agreed. One value, judged as line 0."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from domain.faces import Catalogue

FREE = ("place", "date", "edition", "scribe", "guests", "claims")  # what any table may tell; it changes no rule
TURN, ROUND = "turn", "round"
EVERYTHING = "everything"  # the sight of whoever may know all


class Setup(Struct, frozen=True, kw_only=True):
    """What is said when a table is laid. `told` holds what only one game asks for (its age, its area)."""

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
    told: Mapping[str, str] = {}

    @property
    def guests(self) -> bool:
        """Whether people who hold no grant at this table may look on."""
        return self.told.get("guests") != "off"

    @property
    def claims(self) -> str:
        """How long a line may be claimed against: its turn, its round, so many deeds; nothing: always."""
        return self.told.get("claims", "")

    def name(self, seat: int | None) -> str:
        """How a seat is called at this table."""
        if seat is None:
            return "-"
        return self.names[seat] if seat < len(self.names) else self.seats[seat]
