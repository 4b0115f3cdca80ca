"""Erasable texts: what a person writes in a line is stored apart from its event, which has only a salted hash."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from domain.errors import Unsound
from domain.record.lines import CORRECTIONS, WRAPPING, Corrected, Inserted, Line, SeatTaken, Struck, has_own_text
from domain.rules import replace

ERASED = "[erased]"  # replaces an erased text or name


def split_remark(line: Line) -> tuple[Line, str]:
    """A line without the text that a person wrote in it, and that text; of a correction it is the reason."""
    if isinstance(line, CORRECTIONS) and line.reason:
        return replace(line, reason=""), line.reason
    if isinstance(line, WRAPPING):
        body, remark = split_remark(line.body)
        return (replace(line, body=body), remark) if remark else (line, "")
    if isinstance(line, SeatTaken):
        return replace(line, name=""), line.name
    remark = getattr(line, "text", "")
    return (replace(line, text=""), remark) if remark else (line, "")


def with_remark(line: Line, remark: str) -> Line:
    """A line with its text."""
    if isinstance(line, Struck) or (isinstance(line, (Corrected, Inserted)) and not has_own_text(line.body)):
        return replace(line, reason=remark)
    if isinstance(line, WRAPPING):
        return replace(line, body=with_remark(line.body, remark))
    if isinstance(line, SeatTaken):
        return replace(line, name=remark)
    return replace(line, text=remark)


def text_hash(salt: bytes, text: str) -> str:
    """The salted hash of a text; without the salt it reveals nothing about the text."""
    return sha256(salt + text.encode()).hexdigest()


def verify_text(remarks: Mapping[str, int], hash: str, salt: bytes, text: str) -> None:
    """Raise Unsound unless the text is the one whose hash an event contains."""
    if hash not in remarks:
        raise Unsound(why="stray", seq=0)
    if text_hash(salt, text) != hash:
        raise Unsound(why="text", seq=remarks[hash])
