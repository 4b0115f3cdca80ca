"""A replay as one HTML file: drawings, lines, style and script inside; opened from a disk it needs nothing more."""

from __future__ import annotations

import json
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any

import msgspec

from replays.boards import STYLE
from replays.boards.drawing import svg
from replays.boards.session_drawings import SessionDrawings
from replays.frames import FrameView, Replay, replay_of
from replays.viewpoint import AnySession, Viewpoint

FOLDER = Path(__file__).parent
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"  # it asks nobody for anything


def html(source: AnySession, lang: str, viewpoint: Viewpoint, marked: bool = True) -> str:
    """A session to look through without us; what the rules think is told where it may be."""
    gallery = SessionDrawings(source, lang, viewpoint, marked=marked)
    told = replay_of(source, lang, viewpoint)
    drawings = [gallery.drawing(place) for place in range(len(gallery.frames))]
    patches = msgspec.to_builtins(list(gallery.between(drawings)))
    frames = [_frame(frame, marked) for frame in told.frames]
    words = json.loads(_read("words.json"))[lang]
    return _read("page.html").format(
        lang=lang,
        policy=POLICY,
        title=escape(_title(told)),
        style=STYLE + _read("replay.css"),
        warned="".join(f'<p class="warned">{escape(one)}</p>' for one in told.warnings),
        board=svg(drawings[0], gallery.board.symbols, lang),
        last=len(frames) - 1,
        told=_embedded({"frames": frames, "patches": patches}),
        script=_read("player.js"),
        **{name: escape(text) for name, text in words.items()},
    )


def _title(told: Replay) -> str:
    return f"{told.name}: {', '.join(player.name for player in told.players)}"


def _frame(frame: FrameView, marked: bool) -> dict[str, Any]:
    return {
        "line": frame.line,
        "says": frame.says,
        "text": frame.text,
        "moment": frame.moment.says,
        "effects": [f"{one.says} [{one.clause}]" for one in frame.effects],
        "found": [one.concludes for one in frame.findings] if marked else [],
    }


def _embedded(told: object) -> str:
    """JSON that no parser of HTML takes for the end of a script."""
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/").replace("<!--", "<\\!--")


@lru_cache
def _read(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")
