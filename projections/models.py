"""The read models there are, and what they were made by."""

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
from projections.storage import Views

MODELS: dict[str, ModuleType] = {
    "listing": listing,
    "players": players,
    "standings": standings,
    "breaches": breaches,
    "docket": docket,
    "ledger": ledger,
    "rulings": rulings,
}
TABLES: dict[str, tuple[str, ...]] = {name: held for model in MODELS.values() for name, held in model.TABLES.items()}
EVENTS, ERASURES, BEAT = "events", "erasures", "beat"  # what is followed, up to where; and when somebody last looked
OWN = """
CREATE TABLE positions (model text PRIMARY KEY, upto bigint NOT NULL, mark text NOT NULL);
CREATE TABLE unread (session text PRIMARY KEY, version bigint NOT NULL, why text NOT NULL);
CREATE TABLE waiting (session text PRIMARY KEY, due text NOT NULL);
CREATE TABLE stamps (stamp text PRIMARY KEY)
"""
_HERE = Path(__file__).parent
_MAKERS = ("*/schema.sql", "*/write.py", "*/seats.py", "glance.py", "passing.py", "models.py", "words.py")
_TELLERS = (
    "annotate.py",
    "blind.py",
    "compare.py",
    "disputes.py",
    "ledger.py",
    "moments.py",
    "scoreboard.py",
    "sight.py",
)
_TELLERS += ("told.py",)  # of what stands in the rows


def schema() -> list[str]:
    """The statements that make every table."""
    files = [(_HERE / model / "schema.sql").read_text(encoding="utf-8") for model in MODELS]
    return [statement.strip() for text in (OWN, *files) for statement in text.split(";") if statement.strip()]


def prepare(views: Views, fills: bool = True) -> None:
    """The tables, if they are not there; whoever fills them makes them anew where others had made them otherwise."""
    with views.change() as tables:
        there = {"stamps", "positions", "unread", "waiting", *TABLES} <= set(tables.names())
        if there and (not fills or tables.rows("SELECT stamp FROM stamps") == [(stamp(),)]):
            return
        for name in tables.names():
            tables.rows(f"DROP TABLE {name}")
        for statement in schema():
            tables.rows(statement)
        tables.rows("INSERT INTO stamps (stamp) VALUES (?)", (stamp(),))


@lru_cache
def stamp() -> str:
    """Names the tables and whatever fills them, the rules too: another stamp was made otherwise."""
    found = hashlib.sha256()
    paths = [path for pattern in _MAKERS for path in sorted(_HERE.glob(pattern))]
    home = _HERE.parent
    words = [*sorted(home.glob("domain/words/*.json")), *sorted(home.glob("domain/games/*/words/*.json"))]
    for path in (*paths, *words, *(home / "replays" / name for name in _TELLERS)):
        found.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    found.update(" ".join(game.version for game in GAMES.values()).encode())
    return found.hexdigest()
