"""Lists the photographs of a session, each with the line after which it was taken."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from domain.sessions.session_state import SessionView
from domain.timeline.disputes import Statement
from domain.timeline.order import table_order
from replays.annotation import Annotator


class PhotographView(Struct, frozen=True, kw_only=True):
    """A photograph of the table after a line, or about a claim.

    `stands` is the line whose frame shows it: the same one, unless that was struck. `kept` is false after an erasure.
    """

    picture: str
    line: int
    stands: int
    seat: str | None
    name: str
    role: str
    at: str
    kept: bool
    says: str


def photographs_of(view: SessionView, lang: str, stored: Collection[str]) -> list[PhotographView]:
    """All photographs in the order of their upload; `stored` holds the hashes of those not erased."""
    shown = [said for said in view.talk if said.picture]
    if not shown:
        return []
    annotator, order = Annotator(view.seated, lang), table_order(view.session.log)
    return [
        PhotographView(
            picture=said.picture,
            line=said.line,
            stands=order.standing(said.line),
            seat=annotator.letter(said.seat),
            name="" if said.seat is None else annotator.setup.name(said.seat),
            role=said.role,
            at=said.at,
            kept=said.picture in stored,
            says=_says(annotator, said),
        )
        for said in shown
    ]


def _says(annotator: Annotator, said: Statement) -> str:
    """What a photograph shows, for people who cannot see it."""
    heads = annotator.words["headings"]
    if not said.line:
        return heads["photograph-set-up"]
    if said.seat is None:
        return heads["photograph"].format(line=said.line)
    return heads["photograph-by"].format(line=said.line, who=annotator.setup.name(said.seat))
