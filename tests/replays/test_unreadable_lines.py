"""Unreadable lines are listed with the reason and the nearest readable line."""

from replays.record_text import read_record
from replays.unreadable_lines import unreadable_lines

RECORD = """griffier 1
game new-haven   variants -   readings -
seats B=Ana Y=Bo   first B   faces printed   help on
  1    - pool W1 S3 T2 R6 W4
  2    B harvets c3 TS/WS
  3    B done
"""


def test_an_unreadable_line_has_its_reason_and_a_suggestion():
    session, _ = read_record(RECORD)
    (found,) = unreadable_lines(session, "en")

    assert (found.line, found.text, found.meant) == (2, "2    B harvets c3 TS/WS", "B harvest c3 TS/WS")
    assert "B harvets c3 TS/WS" in found.why


def test_a_readable_record_lists_no_unreadable_line():
    session, troubles = read_record(RECORD.replace("harvets", "harvest"))

    assert not troubles and unreadable_lines(session, "fr") == []
