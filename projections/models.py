"""The list of read models, their tables, and the hash of the code that fills them."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from types import ModuleType

from domain.games import GAMES
from projections.breaches import write as breaches
from projections.docket import write as docket
from projections.ledger import write as ledger
from projections.listing import write as listing
from projections.players import write as players
from projections.rulings import write as rulings
from projections.standings import write as standings
from projections.storage import ReadModelStorage
from projections.terms import write as terms

MODELS: dict[str, ModuleType] = {
    "listing": listing,
    "players": players,
    "standings": standings,
    "breaches": breaches,
    "docket": docket,
    "ledger": ledger,
    "rulings": rulings,
    "terms": terms,
}
TABLES: dict[str, tuple[str, ...]] = {name: held for model in MODELS.values() for name, held in model.TABLES.items()}
EVENTS, ERASURES, BEAT = "events", "erasures", "beat"  # names of positions
OWN_TABLES = """
CREATE TABLE positions (model text PRIMARY KEY, upto bigint NOT NULL, mark text NOT NULL);
CREATE TABLE unread (session text PRIMARY KEY, version bigint NOT NULL, why text NOT NULL);
CREATE TABLE waiting (session text PRIMARY KEY, due text NOT NULL);
CREATE TABLE stamps (stamp text PRIMARY KEY)
"""
_HERE = Path(__file__).parent
_SOURCES = (  # the files that determine the content of the rows
    "projections/*/schema.sql",
    "projections/*/write.py",
    "projections/*/seats.py",
    "projections/models.py",
    "projections/search_text.py",
    "projections/session_reader.py",
    "projections/snapshot.py",
    "replays/annotation.py",
    "replays/disputes/*.py",
    "replays/review/comparison.py",
    "replays/scoreboard.py",
    "replays/view_models.py",
    "replays/viewpoint.py",
    "domain/words/*.json",
    "domain/games/*/words/*.json",
)


def schema() -> list[str]:
    """The statements that create all tables."""
    files = [(_HERE / model / "schema.sql").read_text(encoding="utf-8") for model in MODELS]
    return [statement.strip() for text in (OWN_TABLES, *files) for statement in text.split(";") if statement.strip()]


def prepare_tables(views: ReadModelStorage, fills: bool = True) -> None:
    """Create the tables if they are missing or, for a process that fills them, if other code filled them before."""
    with views.change() as tables:
        exist = {"stamps", "positions", "unread", "waiting", *TABLES} <= set(tables.names())
        if exist and (not fills or tables.rows("SELECT stamp FROM stamps") == [(source_hash(),)]):
            return
        for name in tables.names():
            tables.rows(f"DROP TABLE {name}")
        for statement in schema():
            tables.rows(statement)
        tables.rows("INSERT INTO stamps (stamp) VALUES (?)", (source_hash(),))


@lru_cache
def source_hash() -> str:
    """The hash of the tables, of the code that fills them, and of the versions of the rules."""
    digest = hashlib.sha256()
    for path in (path for pattern in _SOURCES for path in sorted(_HERE.parent.glob(pattern))):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    digest.update(" ".join(game.version for game in GAMES.values()).encode())
    return digest.hexdigest()
