"""Prints the review of a record: other readings, the track check, played against ruled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.sessions.session import Session
from domain.words import Words, words_of
from replays.review.lens import AlternativeOutcome, rules_lens
from replays.review.trackcheck_views import TrackChangeView, track_check
from replays.scoreboard import scoreboard_of
from replays.view_models import Points
from replays.viewpoint import Viewpoint

FEW = 6  # causes or changes printed of one difference


def lens_lines(session: Session, lang: str, as_ruled: bool, only: tuple[str, ...]) -> Iterator[str]:
    """The score as agreed, then every other agreement that changes something, the gravest first."""
    words, seen = words_of(lang), rules_lens(session, lang, Viewpoint(ruled=as_ruled), only)
    heads = words["headings"]
    yield words.fill(heads["lens-agreed"], {"standing": standing_text(seen.scores, seen.winners)}, {})
    for one in seen.otherwise:
        yield f"{one.agreement:<22} {_changes(words, one)}"
        yield f"    {one.says}"
    if seen.same:
        yield words.fill(heads["lens-same"], {"count": seen.same}, {})


def _changes(words: Words, one: AlternativeOutcome) -> str:
    """What an agreement changes, and from which line on."""
    heads, facts = words["headings"], {"standing": standing_text(one.scores, one.winners), "line": one.parts_at}
    counts = [f"{sign}{words.count('finding', count)}" for sign, count in (("+", one.came), ("-", one.went)) if count]
    parts = [heads[f"lens-{one.changes}"], *counts, *([heads["lens-from"]] if one.parts_at is not None else [])]
    return ", ".join(words.fill(part, facts, {}) for part in parts)


def standing_text(scores: Mapping[str, Points], winners: list[str]) -> str:
    """The points of each side, with a star for each winner."""
    return "  ".join(f"{'*' if side in winners else ''}{side} {points}" for side, points in scores.items())


def track_lines(session: Session, lang: str) -> Iterator[str]:
    """Each reading that differs, and what may have happened, the likeliest first."""
    words, found = words_of(lang), track_check(session, lang).differences
    for one in found:
        yield one.says
        yield from (f"  {at}. {cause.says}" for at, cause in enumerate(one.causes[:FEW], 1))
        if one.causes[FEW:]:
            yield "  " + words.fill(words["headings"]["more-causes"], {"count": len(one.causes) - FEW}, {})
        if not one.causes:
            yield f"  {words['headings']['no-cause' if one.changes else 'no-change']}"
            yield from map(_change, one.changes[:FEW])
        if one.changes[FEW:] and not one.causes:
            yield "    …"
    if not found:
        yield words["headings"]["no-difference"]


def _change(one: TrackChangeView) -> str:
    return f"    {one.line:>3} {one.says}" + (f" [{one.clause}]" if one.clause else "")


def compare_lines(session: Session, lang: str) -> Iterator[str]:
    """Both results, and the line where they part."""
    heads, board = words_of(lang)["headings"], scoreboard_of(session, lang, Viewpoint())
    for title, standings in (("as-played", board.played), ("as-ruled", board.ruled)):
        scores = {side.side: side.banked for side in standings.sides}
        yield f"{heads[title]:<12} {standing_text(scores, standings.winners)}"
    if board.parts_at is not None:
        yield heads["parted"].format(line=board.parts_at)
