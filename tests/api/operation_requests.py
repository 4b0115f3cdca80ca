"""A valid request for every operation: its address parameters and its body."""

import io
from hashlib import sha256

from PIL import Image

from domain.sessions.roles import ANSWER, CLAIM, NOTE, OWN, RECORD, RULE, TRIAGE
from tests.api.people import TABLE

CLUB = {"name": "Quayside", "about": "Tuesdays from 19:30"}


def jpeg(width: int = 40, height: int = 30, colour: str = "green", **more: object) -> bytes:
    """A single-coloured JPEG."""
    made = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(made, "JPEG", **more)
    return made.getvalue()


PHOTOGRAPH = jpeg()  # as if it had been developed

PATHS = {
    "claim": 5,
    "nth": 2,
    "picture": sha256(PHOTOGRAPH).hexdigest(),
    "line": 4,
    "note": "0" * 32,
    "player": "nobody",
    "clause": "NH-BUILD-3",
    "game": "new-haven",
    "box": "stand-in",
    "code": "stale",
    "pieces": "tile",
    "edges": "CCRP",
    "club": "00000000-0000-4000-8000-000000000000",
}
RECORD_TEXT = "griffier 1\ngame new-haven\nseats B=Ana Y=Bo   faces stand-in\n  1    B harvest c3 TS/WS\n"
QUERIES: dict[str, dict[str, str]] = {"show_a_photograph": {"seat": "B"}, "photograph_a_line": {"seat": "B"}}
BODIES = {
    "lay_a_table": TABLE,
    "try_a_table": TABLE,
    "close_the_record": {"stated": {"B": 3}},
    "compare_a_result": {"stated": {"B": 3}},
    "give_a_role": {"role": "viewer"},
    "set_the_delay": {"seconds": 0, "lines": 0},
    "set_the_embedding": {"allowed": False},
    "open_a_code": {"role": "viewer"},
    "join_by_code": {"code": "KADE 37"},
    "preview_a_line": {"line": "Y build R3 up 3.1"},
    "enter_a_box": {"faces": {"harvest": {"TS/WS": 1, "RR/WT": 2}}},
    "import_a_record": RECORD_TEXT,
    "raise_a_dispute": {"about": 3, "clause": "NH-BUILD-3", "text": "unpaid", "seat": "B"},
    "say_something": {"text": "I paid", "seat": "B"},
    "show_a_photograph": PHOTOGRAPH,
    "photograph_a_line": PHOTOGRAPH,
    "impact_of_a_ruling": {"entry": "$ 5 void 3 NH-BUILD-3"},
    "sign_a_ruling": {"entry": "$ 5 void 3 NH-BUILD-3", "text": "unpaid"},
    "show_the_names": None,
    "agree_to_an_arbiter": None,
    "write_a_note": {"line": 3, "audience": "table", "text": "a note about a line"},
    "cosign": {"size": 1, "key": "A" * 43 + "=", "signature": "A" * 92},
    "found_a_club": CLUB,
    "change_a_club": CLUB,
    "give_a_club_role": {"role": "member"},
    "lay_a_club_table": TABLE,
    "sort_a_finding": {"line": 3, "clause": "NH-BUILD-3", "error": "played"},
}
LINES_OF = (  # what a line needs, whose it is, and the line
    (OWN, "B", "B pass"),
    (OWN, "Y", "Y build T2 up 2.2"),
    (RECORD, None, "- refill W2"),
    (RECORD, None, "= - marker W 1"),
    (RECORD, None, "~ 2 B harvest c4 TS/WS"),
    (RECORD, None, "~ 2 -"),
    (RECORD, None, "~ 0+ B pass"),
    (RECORD, None, "< 1"),
    (RECORD, None, "? lunch"),
    (RECORD, None, "@ - bag 60"),
    (RECORD, None, '& B points +1 "settled"'),
    (NOTE, "B", '; B "mine"'),
    (NOTE, "Y", '; Y "mine"'),
    (NOTE, None, '; - "the table\'s"'),
    (CLAIM, "B", "! B 3 NH-BUILD-3"),
    (CLAIM, "Y", "! Y withdraw 5"),
    (RECORD, None, "! B withdraw 5"),  # another's claim
    (RECORD, None, "| z9 after 3"),
    (RECORD, None, ': pause "lunch"'),
    (RECORD, None, ": resume"),
    (RECORD, None, ": clock Y 12:30"),
    (RECORD, None, ': seat Y "Dana"'),
    (ANSWER, "B", ": agree B 3"),
    (ANSWER, "Y", ': query Y 3 "why?"'),
    (TRIAGE, None, "% 3 NH-BUILD-3 played"),
    (RULE, None, "$ 5 stand NH-BUILD-3"),
    (RULE, None, "$ - void 3 NH-BUILD-3"),
)
