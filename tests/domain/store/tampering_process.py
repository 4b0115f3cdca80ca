"""A process that records, changes a stored byte and prints what verification finds; also run with python -O."""

import io
import sqlite3
import sys
from uuid import UUID

from domain.errors import NotRecorded
from domain.sessions.application import Sessions
from domain.sessions.evidence import verify_evidence, write_evidence
from domain.setup import Setup


def refused(wanted) -> str:
    try:
        wanted()
    except NotRecorded as error:
        return f"{error.code} {error.facts.get('why', '')} {error.facts.get('seq', '')}".strip()
    return "nothing refused"


path = sys.argv[1]
sessions = Sessions(f"sqlite:///{path}")
session = UUID(sessions.open(Setup(game="new-haven", seats=("B", "Y")), actor="ann").session)
sessions.record(session, "B pass", '; Y "so"', actor="ann")
print(refused(lambda: sessions.record(session, "B dance", actor="ann")))
print(refused(lambda: sessions.record(session, "B pass", actor="stranger")))
print(refused(lambda: sessions.record(session, "B pass", actor="ann", expected=1)))
print(refused(lambda: Sessions(f"sqlite:///{path}")))
write_evidence(sessions, session, file := io.BytesIO())
print(verify_evidence(io.BytesIO(file.getvalue())).seq, sessions.verify(session).seq)
print(refused(lambda: verify_evidence(io.BytesIO(file.getvalue().replace(b"B pass", b"Y pass")))))
sessions.close()
with sqlite3.connect(path) as past:
    try:
        past.execute("DELETE FROM session_events")
    except sqlite3.Error as error:
        print(error)
    past.execute("DROP TRIGGER session_events_no_update")
    past.execute("UPDATE session_events SET state=CAST(replace(state, 'B pass', 'Y pass') AS BLOB)")
past.close()
reader = Sessions(f"sqlite:///{path}", writing=False)
print(refused(lambda: reader.verify(session)))
print(refused(lambda: reader.view(session)))
reader.close()
