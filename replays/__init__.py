"""One session of a board game, from its record to what a person can follow. This is the public Python API.

Read a record and audit it:

>>> import replays
>>> text = '''griffier 1
... game new-haven   variants -   readings -
... seats B=Blue Y=Yellow   first B   faces stand-in   help on
...   1    B harvest c4 TS/WS
...   2    B build S3 up 3.1
... '''
>>> session, errors = replays.read_record(text)
>>> errors
()
>>> audit = replays.audit_of(session)
>>> [(finding.line, finding.clause, finding.verdict) for finding in audit.findings]
[(2, 'NH-BUILD-3', 'broken')]
>>> print(audit.findings[0].says)
Blue needed 3 sheep; only 2 were left

Follow it line by line, and see the points:

>>> for frame in replays.replay_of(session).frames:
...     print(frame.line, frame.says)
0 the game is set up
1 Blue places a tile on c4: timber-sheep/wheat-sheep
2 Blue builds Sheep 3 on 3.1, face up
>>> board = replays.scoreboard_of(session)
>>> board.status, {side.name: side.banked for side in board.played.sides}
('provisional', {'Blue': 0, 'Yellow': 0})

See the table after a line as the public sees it:

>>> table = replays.table_view(session, viewpoint=replays.Viewpoint(None), line=1)
>>> [value.says for value in table.common][:2]
['the wheat marker stands at 1', 'the sheep marker stands at 2']

Compare the game as played with the game as ruled:

>>> ruled, errors = replays.read_record(text + "  3    $ - void 2\\n")
>>> replays.compare(ruled).parts_at  # the first line after which the two tables differ
2

Play a random game with one mistake in it, and write its record:

>>> game = replays.simulate_game("new-haven", errors=1, seed=7)
>>> [one.mistake.clause for one in game.injected] == [finding.clause for finding in game.findings]
True
>>> print(replays.write_record(game.session).splitlines()[0])
griffier 1

A text that is no record raises `NotRecorded`, and `refusal_text` says why in a language:

>>> try:
...     replays.read_record("hello")
... except replays.NotRecorded as refused:
...     print(replays.refusal_text(refused, "en"))
This is not a record: it should begin with griffier 1.

The names are imported when they are first used, so that `import replays` costs nothing.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from domain.errors import NotRecorded
    from domain.sessions.session import Session
    from replays.annotation import refusal_text
    from replays.audit import audit_of
    from replays.frames import replay_of
    from replays.record_text import read_record, write_record
    from replays.review.comparison import compare
    from replays.scoreboard import scoreboard_of
    from replays.simulation.tally import simulate_game
    from replays.table_values import table_view
    from replays.viewpoint import Viewpoint

__all__ = [
    "NotRecorded",
    "Session",
    "Viewpoint",
    "audit_of",
    "compare",
    "read_record",
    "refusal_text",
    "replay_of",
    "scoreboard_of",
    "simulate_game",
    "table_view",
    "write_record",
]

_MODULES = {
    "NotRecorded": "domain.errors",
    "Session": "domain.sessions.session",
    "Viewpoint": "replays.viewpoint",
    "audit_of": "replays.audit",
    "compare": "replays.review.comparison",
    "read_record": "replays.record_text",
    "refusal_text": "replays.annotation",
    "replay_of": "replays.frames",
    "scoreboard_of": "replays.scoreboard",
    "simulate_game": "replays.simulation.tally",
    "table_view": "replays.table_values",
    "write_record": "replays.record_text",
}


def _import_own_domain() -> None:
    """Imports the `domain` package that is installed next to this one, even where a folder of that name comes first."""
    home = Path(__file__).resolve().parent.parent
    sys.path.insert(0, str(home))
    try:
        domain = import_module("domain")
    finally:
        sys.path.remove(str(home))
    if not any(Path(folder).resolve() == home / "domain" for folder in domain.__path__):
        folders = ", ".join(domain.__path__)
        raise ImportError(f"another package called domain is imported already, from {folders}: use a fresh interpreter")


_import_own_domain()


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
