"""What a command is answered with: how far its session is now, and which findings came and went."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from domain.rules import Finding
from domain.sessions.session_state import FindingChanges, SessionState


class CommandReceipt(Struct, frozen=True, kw_only=True):
    """What a command is answered with, now and whenever it is sent again. Findings are named, not told."""

    session: str
    version: int
    line: int
    link: str
    at: str
    findings: list[list] = []
    came: list[list] = []
    went: list[list] = []


encode_receipt = msgspec.json.Encoder().encode
decode_receipt = msgspec.json.Decoder(CommandReceipt).decode


def receipt_of(live: SessionState, change: FindingChanges) -> CommandReceipt:
    """The answer for what was changed. With help off nothing is said about what the rules think."""
    told = change if live.setup.help else FindingChanges()
    return CommandReceipt(
        session=live.name,
        version=live.version,
        line=change.line,
        link=live.link,
        at=live.at,
        findings=[_named(found) for found in told.findings],
        came=[_named(found) for found in told.came],
        went=[_named(found) for found in told.went],
    )


def _named(found: Finding) -> list:
    return [found.line, found.clause, found.check, found.seat, found.verdict, found.reporting_line, found.root]
