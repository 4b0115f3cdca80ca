"""Draws the head of the table of Kontor: game, moment and line, and the size of the harbour."""

from __future__ import annotations

from domain.games.kontor.variants.events import last_turned
from replays.boards.kontor.canvas import HarbourCanvas
from replays.boards.shapes import figure, fitted, path, text


def draw_head(art: HarbourCanvas) -> None:
    """Above everything else."""
    narrow, says, name = art.narrow, moment(art), art.words["name"]
    left, right, low = (10, 380, 46) if narrow else (24, 1256, 64)
    after = art.word("after", line=art.scene.line)
    acting = tuple(art.rules.to_act(art.rules, art.state))
    inner = text(left, 22 if narrow else 38, name, "g-b", 18 if narrow else 22)
    inner += text(right, 15 if narrow else 38, after, "g-e g-i2", 11 if narrow else 13)
    inner += _variants(art)
    badges = acting[:2] if len(acting) < 3 else ()
    inner += "".join(art.seat_badge(seat, left + 10 + 22 * at, low - 4) for at, seat in enumerate(badges))
    at, size = left + 22 * len(badges) + (4 if badges else 0), 12 if narrow else 13
    inner += text(at, low, fitted(says, right - at, size, bold=True), "g-b", size)
    if art.scene.setup.faces == "stand-in":
        label = art.word("stand-in-short" if narrow else "stand-in")
        inner += text(right, 29 if narrow else 60, label, "g-b g-e g-dbt", 10.5 if narrow else 11)
    foot = low + (12 if narrow else 14)
    art.add("head", "head", inner + path(f"M{left} {foot}H{right}", "g-ln"), f"{name}: {says}, {after}")
    _size(art)
    _event(art)


def _variants(art: HarbourCanvas) -> str:
    """What was agreed on, next to the game's name, as far as there is room."""
    label = ", ".join(art.words["variants"][variant]["name"] for variant in art.scene.setup.variants)
    x, y, room, size = (86, 21, 190, 10.5) if art.narrow else (116, 38, 960, 13)
    return text(x, y, fitted(label, room, size), "g-i2", size) if label else ""


def _size(art: HarbourCanvas) -> None:
    """Under the harbour, in words: how far it reaches; to the left, where the events stand next to it."""
    board, rules, frame = art.board, art.rules, art.layout.frame
    wide, high = board.right - board.left + 1, board.bottom - board.top + 1
    key = "size-fixed" if board.wide and board.high else "size-short" if art.narrow else "size"
    label = art.word(key, wide=wide, high=high, width=rules.width, height=rules.height)
    x, stands = (frame.x + 8, "") if _events_left(art) is not None else (frame.x + frame.w / 2, "g-m ")
    art.add("head", "size", text(x, frame.y + frame.h + 15, label, f"{stands}g-i2", 11))


def _event(art: HarbourCanvas) -> None:
    """The event that came up last, and how many are still to come."""
    left, frame, came = _events_left(art), art.layout.frame, last_turned(art.state)
    if left is None:
        return
    label = art.word("event" if came else "events", name=art.words.name("event", came), left=left)
    inner = text(frame.x + frame.w - 8, frame.y + frame.h + 15, fitted(label, frame.w * 0.6, 11), "g-e g-b", 11)
    art.add("head", "event", inner, label)


def _events_left(art: HarbourCanvas) -> int | None:
    return art.part("events", "left", None)


def moment(art: HarbourCanvas) -> str:
    """Who is to do what in which round."""
    acting = tuple(art.rules.to_act(art.rules, art.state))
    facts = {"phase": art.state.phase, "round": art.state.round}
    return art.word("acts", seats=acting, **facts) if acting else art.word("nobody-acts", **facts)


def scores_said(art: HarbourCanvas) -> str:
    """Who has how many points."""
    return ", ".join(f"{art.side_name(side)} {figure(score)}" for side, score in enumerate(art.state.scores))
