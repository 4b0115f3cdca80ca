"""What a command comes to, before it is stored."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from msgspec import Struct

from domain.record.lines import Line
from domain.store.erasable_texts import text_hash
from domain.store.events import SessionEvent


class ErasableText(Struct, frozen=True):
    """What a person wrote, kept apart under its salted hash."""

    hash: str
    salt: bytes
    text: str


class CommandDecision(Struct, frozen=True):
    """What a command comes to: its events, each with its role and, of a line, the line as read."""

    events: tuple[tuple[SessionEvent, str, Line | None], ...]
    texts: tuple[ErasableText, ...] = ()
    pictures: tuple[tuple[str, bytes], ...] = ()  # by their hash
    people: Mapping[str, str] = {}  # id -> name, of those who were not known before


def salted_text(remark: str) -> ErasableText | None:
    """What a person wrote, ready to be kept apart; nothing where they wrote nothing."""
    if not remark:
        return None
    salt = secrets.token_bytes(32)
    return ErasableText(text_hash(salt, remark), salt, remark)
