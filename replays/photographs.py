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
    shown = [statement for statement in view.talk if statement.picture]
    if not shown:
        return []
    annotator, order = Annotator(view.seated, lang), table_order(view.session.log)
    return [
        PhotographView(
            picture=statement.picture,
            line=statement.line,
            stands=order.standing(statement.line),
            seat=annotator.letter(statement.seat),
            name="" if statement.seat is None else annotator.setup.name(statement.seat),
            role=statement.role,
            at=statement.at,
            kept=statement.picture in stored,
            says=_says(annotator, statement),
        )
        for statement in shown
    ]


def _says(annotator: Annotator, statement: Statement) -> str:
    """What a photograph shows, for people who cannot see it."""
    heads = annotator.words["headings"]
    if not statement.line:
        return heads["photograph-set-up"]
    if statement.seat is None:
        return heads["photograph"].format(line=statement.line)
    return heads["photograph-by"].format(line=statement.line, who=annotator.setup.name(statement.seat))
