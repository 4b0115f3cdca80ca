"""The recorder: what happens at the table, written down with one hand."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from api.http.requests.viewpoint import Branch, branch_asked
from api.http.routing import SessionRequest
from api.locales import texts_of
from api.pages.at_table import about
from api.pages.routing import HtmlPage, Pages
from domain.record.lines import Struck
from domain.sessions.roles import CLAIM, CLOSE, GRANT, OWN, PERMISSIONS, RECORD
from domain.sessions.session import branches
from domain.timeline.order import struck_lines
from replays.frames import FrameView, Replay, UnframedLine, replay_of
from replays.recorder.read_back import read_back
from replays.reference.rulebooks import ObservableView, game_view
from replays.viewpoint import Viewpoint

pages = Pages()
FEW = 14  # lines on the screen; the record has them all
MENDING = ("corrected", "struck", "withdrawn")  # lines that say nothing of their own
KNOWN = 200  # keys that are worth a list


class RecorderQuery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which way the table goes on, where it goes on in two under protest."""

    branch: Branch = ""


class UndoneLine(Struct, frozen=True, kw_only=True):
    """A line that was undone and can be written again; `by` is the strike, 0 where there is none."""

    line: int = 0
    by: int = 0
    says: str = ""


@pages.at_a_table("/s/{session}/record", asks=RecorderQuery, needs=OWN)
def record(at: SessionRequest) -> HtmlPage:
    """The live screen."""
    told = about(at)
    game, may = game_view(at.view.setup.game, at.lang), told["may"]
    more = {
        **lines(at),
        "branch": branch_asked(at, at.ask.query.branch),
        "branches": list(branches(at.view.session.log)),
        "grant": at.held.grant if at.held else "",
        "verbs": game.verbs,
        "clauses": game.clauses,
        "watched": watched(game.observables),
        "known": KNOWN,
        "texts": {name[7:]: text for name, text in texts_of(at.lang, "pages").items() if name.startswith("record-")},
        "claims": CLAIM in may,
        "gives": GRANT in may,
        "closes": CLOSE in may,
    }
    return HtmlPage(template="record.html", told={**told, **more})


@pages.at_a_table("/s/{session}/record/lines", needs=OWN)
def record_lines(at: SessionRequest) -> HtmlPage:
    """Only the lines: what a recorder that is open replaces."""
    return HtmlPage(template="parts/ledger.html", told={**about(at), **lines(at)})


def lines(at: SessionRequest) -> dict[str, Any]:
    """The last lines as they stand, the struck ones among them, and which of them was written last."""
    replay = replay_of(at.view, at.lang, Viewpoint(at.sight), max(0, at.view.lines - FEW))
    return {
        "last": together(replay.frames, replay.asides)[-FEW:],
        "version": at.view.version,
        "typo": typo(replay),
        "undone": undone(at, replay),
        **answers(at),
        "judged": at.view.setup.help,  # without help the live screen is silent, whoever writes on it
    }


def answers(at: SessionRequest) -> dict[str, Any]:
    """The read-back of the last round, and whether its reader is asked: a seat that has not answered yet."""
    back, may = read_back(at.view, Viewpoint(at.sight)), PERMISSIONS[at.held.role] if at.held else frozenset()
    own = at.held.seat if at.held else None
    asked = back is not None and own is not None and back.seats[own].answer is None
    return {"read_back": back, "asked_back": asked, "writes": RECORD in may}


def together(frames: list[FrameView], asides: list[UnframedLine]) -> list[FrameView | UnframedLine]:
    """Nothing is erased: a struck line stays where it was written."""
    rows: list[FrameView | UnframedLine] = list(frames)
    for aside in asides:
        if aside.kind not in MENDING and any(fate.fate == "struck" for fate in aside.fates):
            before = [at for at, row in enumerate(rows) if row.line < aside.line]
            rows.insert(before[-1] + 1 if before else 0, aside)
    return rows


def typo(replay: Replay) -> int:
    """What was written last and still counts: the line a slip of the pen is about. An answer is its seat's own."""
    written = {frame.line for frame in (*replay.frames, *replay.asides) if frame.kind != "answered"}
    gone = {aside.line for aside in replay.asides if aside.kind == "struck" or aside.fates}
    return max((line for line in written if line not in gone), default=0)


def undone(at: SessionRequest, replay: Replay) -> UndoneLine:
    """The line that was struck last, as long as only strikes came after it."""
    log = at.view.log[: at.view.lines]
    gone = struck_lines(log)
    for number in range(len(log), 0, -1):
        line = log[number - 1]
        if not isinstance(line, Struck):
            break
        if number not in gone and not isinstance(log[line.target - 1], Struck):
            says = next((one.says for one in (*replay.asides, *replay.frames) if one.line == line.target), "")
            return UndoneLine(line=line.target, by=number, says=says)
    return UndoneLine()


def watched(observables: list[ObservableView]) -> dict[str, list[ObservableView]]:
    """What lies on the table: what is somebody's own, and what is everybody's."""
    lying = [one for one in observables if one.lies]
    own = [one for one in lying if one.key[:1] in (["seat"], ["side"])]
    return {"own": own, "common": [one for one in lying if one not in own]}
