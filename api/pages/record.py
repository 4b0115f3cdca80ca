"""The recorder: the live screen on which a scribe writes the lines of a table."""

from __future__ import annotations

from msgspec import Struct

from api.http.requests.request import SessionRequest
from api.http.requests.viewpoint import Branch, requested_branch
from api.locales import page_texts
from api.pages.routing import HtmlPage, Pages
from api.pages.table_header import table_header
from domain.record.lines import Struck
from domain.sessions.roles import CLAIM, CLOSE, GRANT, OWN, PERMISSIONS, RECORD
from domain.sessions.session import branches
from domain.timeline.order import struck_lines
from replays.frames import FrameView, Replay, UnframedLine, replay_of
from replays.recorder.read_back import ReadBack, read_back
from replays.reference.rulebooks import ClauseView, ObservableView, VerbView, game_view
from replays.viewpoint import Viewpoint

pages = Pages()
LINES = 14  # lines on the screen; the record has them all
CORRECTIONS = ("corrected", "struck", "withdrawn")  # kinds of lines that only change other lines
LONGEST_LIST = 200  # keys up to which the form offers a list


class RecorderQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The branch to record on, where the table plays on two under protest."""

    branch: Branch = ""


class UndoneLine(Struct, frozen=True, kw_only=True):
    """A line that was undone and can be restored; `by` is the line that struck it, 0 where there is none."""

    line: int = 0
    by: int = 0
    says: str = ""


class LinesContext(Struct, frozen=True, kw_only=True):
    """What parts/ledger.html shows: the last lines and the read-back."""

    last: list[FrameView | UnframedLine]
    version: int
    typo: int
    undone: UndoneLine
    read_back: ReadBack | None
    asked_back: bool
    writes: bool
    judged: bool


class RecorderContext(Struct, frozen=True, kw_only=True):
    """What record.html shows around the lines."""

    branch: str
    branches: list[str]
    grant: str
    verbs: list[VerbView]
    clauses: list[ClauseView]
    watched: dict[str, list[ObservableView]]
    known: int
    texts: dict[str, str]
    claims: bool
    gives: bool
    closes: bool


@pages.session_page("/s/{session}/record", query=RecorderQuery, permission=OWN)
def record(request: SessionRequest) -> HtmlPage:
    """The whole screen."""
    header, game = table_header(request), game_view(request.view.setup.game, request.lang)
    context = RecorderContext(
        branch=requested_branch(request, request.query.branch),
        branches=list(branches(request.view.session.log)),
        grant=request.grant.grant if request.grant else "",
        verbs=game.verbs,
        clauses=game.clauses,
        watched=observables_by_owner(game.observables),
        known=LONGEST_LIST,
        texts=page_texts(request.lang, "record-"),
        claims=CLAIM in header.may,
        gives=GRANT in header.may,
        closes=CLOSE in header.may,
    )
    return HtmlPage("record.html", header, lines(request), context)


@pages.session_page("/s/{session}/record/lines", permission=OWN)
def record_lines(request: SessionRequest) -> HtmlPage:
    """Only the lines, which an open recorder replaces after each write."""
    return HtmlPage("parts/ledger.html", table_header(request), lines(request))


def lines(request: SessionRequest) -> LinesContext:
    """The last lines, with the struck ones in their places, and the read-back of the last round."""
    view, viewpoint, grant = request.view, Viewpoint(request.viewer), request.grant
    replay, back = replay_of(view, request.lang, viewpoint, max(0, view.lines - LINES)), read_back(view, viewpoint)
    seat = grant.seat if grant else None
    return LinesContext(
        last=with_struck_lines(replay.frames, replay.asides)[-LINES:],
        version=view.version,
        typo=last_written(replay),
        undone=undone_line(request, replay),
        read_back=back,
        asked_back=back is not None and seat is not None and back.seats[seat].answer is None,
        writes=grant is not None and RECORD in PERMISSIONS[grant.role],
        judged=view.setup.help,  # without help the recorder shows findings to no role
    )


def with_struck_lines(frames: list[FrameView], asides: list[UnframedLine]) -> list[FrameView | UnframedLine]:
    """The frames, with every struck line where it was written."""
    rows: list[FrameView | UnframedLine] = list(frames)
    for aside in asides:
        if aside.kind not in CORRECTIONS and any(fate.fate == "struck" for fate in aside.fates):
            before = [at for at, row in enumerate(rows) if row.line < aside.line]
            rows.insert(before[-1] + 1 if before else 0, aside)
    return rows


def last_written(replay: Replay) -> int:
    """The last line that still counts, which a typing error is about; an answer belongs to its seat."""
    rows: list[FrameView | UnframedLine] = [*replay.frames, *replay.asides]
    written = {row.line for row in rows if row.kind != "answered"}
    gone = {aside.line for aside in replay.asides if aside.kind == "struck" or aside.fates}
    return max((line for line in written if line not in gone), default=0)


def undone_line(request: SessionRequest, replay: Replay) -> UndoneLine:
    """The line that was struck last, as long as only strikes follow it."""
    log = request.view.log[: request.view.lines]
    gone = struck_lines(log)
    rows: list[FrameView | UnframedLine] = [*replay.asides, *replay.frames]
    for number in range(len(log), 0, -1):
        line = log[number - 1]
        if not isinstance(line, Struck):
            break
        if number not in gone and not isinstance(log[line.target - 1], Struck):
            says = next((row.says for row in rows if row.line == line.target), "")
            return UndoneLine(line=line.target, by=number, says=says)
    return UndoneLine()


def observables_by_owner(observables: list[ObservableView]) -> dict[str, list[ObservableView]]:
    """What can be read off the table: what belongs to a seat or side, and what is common."""
    lying = [observable for observable in observables if observable.lies]
    own = [step for step in lying if step.key[:1] in (["seat"], ["side"])]
    return {"own": own, "common": [step for step in lying if step not in own]}
