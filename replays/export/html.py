"""Exports a replay as one HTML file with drawings, lines, style and script; it opens without a server."""

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
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"  # loads nothing from elsewhere


def html(source: AnySession, lang: str, viewpoint: Viewpoint, marked: bool = True) -> str:
    """The replay of a session as one HTML file; `marked` includes the findings."""
    drawn = SessionDrawings(source, lang, viewpoint, marked=marked)
    replay = replay_of(source, lang, viewpoint)
    drawings = [drawn.drawing(place) for place in range(len(drawn.frames))]
    patches = msgspec.to_builtins(list(drawn.between(drawings)))
    frames = [_frame(frame, marked) for frame in replay.frames]
    words = json.loads(_read("words.json"))[lang]
    return _read("page.html").format(
        lang=lang,
        policy=POLICY,
        title=escape(_title(replay)),
        style=STYLE + _read("replay.css"),
        warned="".join(f'<p class="warned">{escape(warning)}</p>' for warning in replay.warnings),
        board=svg(drawings[0], drawn.board.symbols, lang),
        last=len(frames) - 1,
        frames=_embedded({"frames": frames, "patches": patches}),
        script=_read("player.js"),
        **{name: escape(text) for name, text in words.items()},
    )


def _title(replay: Replay) -> str:
    return f"{replay.name}: {', '.join(player.name for player in replay.players)}"


def _frame(frame: FrameView, marked: bool) -> dict[str, Any]:
    return {
        "line": frame.line,
        "says": frame.says,
        "text": frame.text,
        "moment": frame.moment.says,
        "effects": [f"{effect.says} [{effect.clause}]" if effect.clause else effect.says for effect in frame.effects],
        "found": [finding.concludes for finding in frame.findings] if marked else [],
    }


def _embedded(value: object) -> str:
    """JSON that cannot end the script element it stands in."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


@lru_cache
def _read(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")
