"""What a writer is told of what was written: the findings that came and went, as far as the writer may know them."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from domain.rules import Finding, Seat
from domain.sessions.answers import Answer
from domain.sessions.live import View, changed
from domain.sessions.timeline import audit
from replays.annotate import Teller
from replays.sight import Sight, frames_in, is_hidden
from replays.told import ToldFinding, told_finding


class Change(Struct, frozen=True, kw_only=True):
    """The findings about the lines that were written, those that came up about earlier ones, and how many went."""

    findings: list[ToldFinding] = []
    came: list[ToldFinding] = []
    went: int = 0


def says_anything(view: View | None, done: Answer, viewer: Seat | str | None) -> bool:
    """Whether there may be something to tell; where a line is secret, what the writer knows must be found out."""
    if done.findings or done.came or done.went or view is None:
        return True
    return view.setup.help and is_hidden(view.log[: view.lines], viewer)


def told_change(view: View, done: Answer, count: int, viewer: Seat | str | None, lang: str) -> Change:
    """What the last `count` lines up to an answer's line changed, for whoever sees so much."""
    teller = Teller(view.setup, lang)
    if not is_hidden(view.log[: view.lines], viewer):
        found = {_named(one): one for frame in frames_in(view, Sight(viewer)) for one in frame.step.findings}
        own, came = (
            [found[tuple(name)] for name in names if tuple(name) in found] for names in (done.findings, done.came)
        )
        return Change(findings=_told(teller, own), came=_told(teller, came), went=len(done.went))
    if not view.setup.help:
        return Change()
    first = done.line - count
    before, after = (audit(view.setup, view.log[:last], viewer=viewer) for last in (first, done.line))
    change = changed(before, after, done.line)
    found = (*change.came, *change.findings)
    own, came = ([one for one in found if (one.line > first) is mine] for mine in (True, False))
    return Change(findings=_told(teller, own), came=_told(teller, came), went=len(change.went))


def _told(teller: Teller, findings: Iterable[Finding]) -> list[ToldFinding]:
    return [told_finding(teller, one) for one in findings]


def _named(found: Finding) -> tuple:
    return found.line, found.clause, found.check, found.seat, found.verdict, found.told_by, found.root
