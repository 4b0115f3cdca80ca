"""The names of schemas in the API's description, where a class in the code is called differently.

Clients generate their own classes from these names, so a schema keeps its name when its class gets another one.
"""

from __future__ import annotations

import re
from typing import Any

REF = "#/components/schemas/{name}"
PREFIX = REF.format(name="")

SCHEMA_NAMES = {  # class -> schema
    "BoxBody": "Entered",
    "ClaimBody": "Raised",
    "ClauseList": "Clauses",
    "ClosingBody": "Stated",
    "DisputeList": "Disputes",
    "DisputeReceipt": "Opened",
    "DrawingSequence": "Pictures",
    "ErasedPhotograph": "PhotographErased",
    "ErasedStatement": "StatementErased",
    "ErasedText": "Erased",
    "GameList": "Games",
    "GrantBody": "Grants",
    "GrantList": "AllHeld",
    "GrantSummary": "Held",
    "HearingWithPrecedents": "Heard",
    "ImportReceipt": "Imported",
    "JoinBody": "Joins",
    "JoinCodeBody": "OpensCode",
    "JoinCodeReceipt": "OpenedCode",
    "JoinReceipt": "Joined",
    "LineAuthor": "LineBy",
    "LinesBody": "Lines",
    "LinesReceipt": "Receipt",
    "PhotographList": "Photographs",
    "PhotographReceipt": "Photograph",
    "PreviewBody": "Proposed",
    "ProblemExplanation": "Explained",
    "ReadBackResponse": "ReadBackNow",
    "Readiness": "Ready",
    "ResultBody": "Counted",
    "RevokedGrant": "TakenBack",
    "RoleLink": "Link",
    "RulingDraft": "Considered",
    "SeatSetup": "AtTheTable",
    "SessionReceipt": "Written",
    "SessionSummary": "Session",
    "SetupCheck": "Agreed",
    "SignedRuling": "Signed",
    "StatementBody": "Spoken",
    "TableReceipt": "Laid",
    "TableSetup": "Table",
    "TriageBody": "Sorted",
    "UnreadableLine": "Unread",
    "Verification": "Sound",
}


def schema_name(name: str) -> str:
    """The published name of a class; of a generic one, with the names of its parameters."""
    return re.sub(r"[A-Za-z0-9]+", lambda word: SCHEMA_NAMES.get(word[0], word[0]), name)


def with_schema_names(schema: Any) -> Any:
    """The same schema with published names in its titles and references."""
    if isinstance(schema, list):
        return [with_schema_names(inner) for inner in schema]
    if isinstance(schema, str) and schema.startswith(PREFIX):
        return PREFIX + schema_name(schema.removeprefix(PREFIX))
    if not isinstance(schema, dict):
        return schema
    named = {key: with_schema_names(inner) for key, inner in schema.items()}
    if isinstance(title := named.get("title"), str):
        named["title"] = schema_name(title)
    return named
