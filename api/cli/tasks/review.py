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
    for outcome in seen.otherwise:
        yield f"{outcome.agreement:<22} {_changes(words, outcome)}"
        yield f"    {outcome.says}"
    if seen.same:
        yield words.fill(heads["lens-same"], {"count": seen.same}, {})


def _changes(words: Words, outcome: AlternativeOutcome) -> str:
    """What an agreement changes, and from which line on."""
    heads, facts = (
        words["headings"],
        {"standing": standing_text(outcome.scores, outcome.winners), "line": outcome.parts_at},
    )
    counts = [
        f"{sign}{words.count('finding', count)}" for sign, count in (("+", outcome.came), ("-", outcome.went)) if count
    ]
    parts = [heads[f"lens-{outcome.changes}"], *counts, *([heads["lens-from"]] if outcome.parts_at is not None else [])]
    return ", ".join(words.fill(part, facts, {}) for part in parts)


def standing_text(scores: Mapping[str, Points], winners: list[str]) -> str:
    """The points of each side, with a star for each winner."""
    return "  ".join(f"{'*' if side in winners else ''}{side} {points}" for side, points in scores.items())


def track_lines(session: Session, lang: str) -> Iterator[str]:
    """Each reading that differs, and what may have happened, the likeliest first."""
    words, differences = words_of(lang), track_check(session, lang).differences
    for difference in differences:
        yield difference.says
        yield from (f"  {at}. {cause.says}" for at, cause in enumerate(difference.causes[:FEW], 1))
        if difference.causes[FEW:]:
            yield "  " + words.fill(words["headings"]["more-causes"], {"count": len(difference.causes) - FEW}, {})
        if not difference.causes:
            yield f"  {words['headings']['no-cause' if difference.changes else 'no-change']}"
            yield from map(_change, difference.changes[:FEW])
        if difference.changes[FEW:] and not difference.causes:
            yield "    …"
    if not differences:
        yield words["headings"]["no-difference"]


def _change(change: TrackChangeView) -> str:
    return f"    {change.line:>3} {change.says}" + (f" [{change.clause}]" if change.clause else "")


def compare_lines(session: Session, lang: str) -> Iterator[str]:
    """Both results, and the line where they part."""
    heads, board = words_of(lang)["headings"], scoreboard_of(session, lang, Viewpoint())
    for title, standings in (("as-played", board.played), ("as-ruled", board.ruled)):
        scores = {side.side: side.banked for side in standings.sides}
        yield f"{heads[title]:<12} {standing_text(scores, standings.winners)}"
    if board.parts_at is not None:
        yield heads["parted"].format(line=board.parts_at)
