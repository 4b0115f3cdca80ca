"""What a person wrote in a line, apart from the line: it is kept elsewhere, under its hash, and can be erased."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from domain.errors import Unsound
from domain.record.lines import WRAPPING, Line, SeatTaken
from domain.rules import replace

ERASED = "[erased]"  # stands where a text or a name was taken out of the store


def split_remark(line: Line) -> tuple[Line, str]:
    """A line apart from the words a person wrote in it."""
    if isinstance(line, WRAPPING):
        body, remark = split_remark(line.body)
        return (replace(line, body=body), remark) if remark else (line, "")
    if isinstance(line, SeatTaken):
        return replace(line, name=""), line.name
    remark = getattr(line, "text", "")
    return (replace(line, text=""), remark) if remark else (line, "")


def with_remark(line: Line, remark: str) -> Line:
    """A line with its words again."""
    if isinstance(line, WRAPPING):
        return replace(line, body=with_remark(line.body, remark))
    if isinstance(line, SeatTaken):
        return replace(line, name=remark)
    return replace(line, text=remark)


def text_hash(salt: bytes, text: str) -> str:
    """The hash an event holds of what a person wrote: it tells nothing about an erased text."""
    return sha256(salt + text.encode()).hexdigest()


def verify_text(remarks: Mapping[str, int], hash: str, salt: bytes, text: str) -> None:
    """A text must be the one an event holds the hash of."""
    if hash not in remarks:
        raise Unsound(why="stray", seq=0)
    if text_hash(salt, text) != hash:
        raise Unsound(why="text", seq=remarks[hash])
