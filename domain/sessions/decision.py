"""What a command comes to, before it is stored."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from msgspec import Struct

from domain.record.lines import Line
from domain.store.erasable_texts import text_hash
from domain.store.events import Event


class Text(Struct, frozen=True):
    """What a person wrote, kept apart under its salted hash."""

    hash: str
    salt: bytes
    text: str


class Decided(Struct, frozen=True):
    """What a command comes to: its events, each with its role and, of a line, the line as read."""

    events: tuple[tuple[Event, str, Line | None], ...]
    texts: tuple[Text, ...] = ()
    pictures: tuple[tuple[str, bytes], ...] = ()  # by their hash
    people: Mapping[str, str] = {}  # id -> name, of those who were not known before


def hashed(remark: str) -> Text | None:
    """What a person wrote, ready to be kept apart; nothing where they wrote nothing."""
    if not remark:
        return None
    salt = secrets.token_bytes(32)
    return Text(text_hash(salt, remark), salt, remark)
