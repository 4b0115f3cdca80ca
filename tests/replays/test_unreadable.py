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


def test_a_line_with_a_slip_says_why_and_what_was_meant():
    session, _ = read_record(RECORD)
    (found,) = unreadable_lines(session, "en")

    assert (found.line, found.text, found.meant) == (2, "2    B harvets c3 TS/WS", "B harvest c3 TS/WS")
    assert "B harvets c3 TS/WS" in found.why


def test_a_record_without_slips_has_none():
    session, troubles = read_record(RECORD.replace("harvets", "harvest"))

    assert not troubles and unreadable_lines(session, "fr") == []
