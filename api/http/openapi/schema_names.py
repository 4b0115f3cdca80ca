"""The names of schemas in the API's description, where a class in the code is called differently.

Clients generate their own classes from these names, so a schema keeps its name when its class gets another one.
"""

from __future__ import annotations

import re
from typing import Any

REF = "#/components/schemas/{name}"
PREFIX = REF.format(name="")

SCHEMA_NAMES = {  # class -> schema
    "AlternativeOutcome": "Otherwise",
    "BoxBody": "Entered",
    "BoxLookup": "Boxes",
    "BoxView": "ToldBox",
    "CauseView": "ToldCause",
    "ClaimBody": "Raised",
    "ClauseBreaches": "Breach",
    "ClauseChanges": "ToldChanges",
    "ClauseErrors": "Errors",
    "ClauseList": "Clauses",
    "ClauseView": "ToldClause",
    "ClosingBody": "Stated",
    "DeedChoices": "Deeds",
    "DifferenceView": "ToldDifference",
    "DisputeList": "Disputes",
    "DisputeReceipt": "Opened",
    "DisputeView": "ToldDispute",
    "DrawingSequence": "Pictures",
    "EarlierRuling": "Earlier",
    "EffectView": "ToldEffect",
    "EnterableKind": "Enterable",
    "ErasedPhotograph": "PhotographErased",
    "ErasedStatement": "StatementErased",
    "ErasedText": "Erased",
    "ErrorCount": "Count",
    "FaceView": "ToldFace",
    "FieldOption": "Choosable",
    "FieldView": "ToldField",
    "FilledStep": "EnteredStep",
    "FilledValue": "EnteredValue",
    "FindingView": "ToldFinding",
    "FoldOutcome": "Standing",
    "FrameView": "ToldFrame",
    "GameBoxes": "Boxes",
    "GameList": "Games",
    "GameMoment": "Moment",
    "GameSummary": "GameListed",
    "GameView": "ToldGame",
    "GrantBody": "Grants",
    "GrantList": "AllHeld",
    "GrantSummary": "Held",
    "HearingWithPrecedents": "Heard",
    "ImportReceipt": "Imported",
    "IncompatibleVariant": "ToldBar",
    "ItemView": "ToldItem",
    "JoinBody": "Joins",
    "JoinCodeBody": "OpensCode",
    "JoinCodeReceipt": "OpenedCode",
    "JoinReceipt": "Joined",
    "LedgerEntry": "Erred",
    "LineAuthor": "LineBy",
    "LineToFix": "WrittenBefore",
    "LinesBody": "Lines",
    "LinesReceipt": "Receipt",
    "ListedPlayer": "Player",
    "ListedRuling": "Ruling",
    "ListedSeat": "SeatListed",
    "ListedSession": "Listed",
    "MiscountView": "ToldWay",
    "ObservableView": "ToldObservable",
    "ObservationFields": "LookFields",
    "OpenDispute": "Dispute",
    "OpenQuestion": "Asked",
    "PhotographList": "Photographs",
    "PhotographReceipt": "Photograph",
    "PhotographView": "ToldPhotograph",
    "PieceKindView": "ToldKind",
    "PlayerSession": "Played",
    "PlayerStanding": "Standing",
    "PointsView": "ToldPoints",
    "PreviewBody": "Proposed",
    "ProblemExplanation": "Explained",
    "ProjectionLag": "Lag",
    "QuestionView": "ToldQuestion",
    "ReadBackResponse": "ReadBackNow",
    "Readiness": "Ready",
    "ReadingView": "ToldReading",
    "RemedyOption": "Offered",
    "Replacement": "InsteadOf",
    "ResultBody": "Counted",
    "ResultPage": "Page",
    "RevokedGrant": "TakenBack",
    "RoleLink": "Link",
    "RulingDraft": "Considered",
    "RulingOutcome": "Outcome",
    "RulingView": "Decision",
    "ScoreImpact": "Impact",
    "ScoreStep": "At",
    "SeatQuestion": "Question",
    "SeatSetup": "AtTheTable",
    "SeatValues": "Area",
    "SeatedPlayer": "Seated",
    "SessionReceipt": "Written",
    "SessionSummary": "Session",
    "SetupCheck": "Agreed",
    "SignedRuling": "Signed",
    "SimulatedGame": "Outcome",
    "SimulatedTable": "Table",
    "SourceTotal": "Source",
    "StatementBody": "Spoken",
    "StatementView": "Statement",
    "TableReceipt": "Laid",
    "TableResult": "Result",
    "TableSetup": "Table",
    "TableView": "ToldTable",
    "TrackChangeView": "ToldChange",
    "TriageBody": "Sorted",
    "TypedText": "Typed",
    "UndoCost": "Meter",
    "UnframedLine": "Aside",
    "UnreadableLine": "Unread",
    "ValueView": "ToldValue",
    "VariantView": "ToldVariant",
    "VerbView": "ToldVerb",
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
