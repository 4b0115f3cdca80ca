"""The text of a record: strict when written, lenient when read, and no line is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from domain.record.line_text import write_entry
from domain.record.lines import Claimed, Gap, Note, Ruled
from domain.sessions.session import open_session, record
from domain.setup import Setup
from replays.record_text import read_record, write_record
from tests.play import play, table

HEAD = """griffier 1
game new-haven   variants -   readings -
seats B=Blue Y=Yellow   first B   faces stand-in   help on
"""


def errors(text):
    session, troubles = read_record(HEAD + text)
    return len(session.log), [(trouble.line, trouble.error.code) for trouble in troubles]


def test_a_missing_number_leaves_a_note_and_the_others_keep_theirs():
    assert errors("  1    B harvest c4 TS/WS\n  3    Y pass\n") == (3, [(2, "out-of-order")])


def test_a_repeated_number_and_a_line_without_one_become_notes_at_the_end():
    text = "  1    B harvest c4 TS/WS\n  1    B done\nand then\n  2    Y pass\n"

    assert errors(text) == (4, [(3, "out-of-order"), (4, "out-of-order")])


def test_a_number_far_ahead_is_kept_as_a_note():
    assert errors("  1    B harvest c4 TS/WS\n999999    Y pass\n") == (2, [(2, "out-of-order")])


def test_numbers_may_have_a_dot_and_lines_a_comment():
    assert errors('1. B harvest c4 TS/WS   # a tile\n2. ; B "no  # comment"   # but this is\n') == (2, [])


def test_a_note_needs_no_quotation_marks():
    session, _ = read_record(HEAD + "  1 ;  B hello world, all of it\n")

    assert session.log == (Note(seat=0, text="hello world, all of it"),)


def test_a_line_kept_as_a_note_reads_back_as_that_note():
    session, troubles = read_record(HEAD + '  1    B sings "la la" \\o/ ; loudly\n')

    assert len(troubles) == 1
    assert read_record(write_record(session)) == (session, ())


@given(some.text(max_size=40), some.text(max_size=40))
def test_any_remark_reads_back(one, other):
    session = open_session(Setup(game="new-haven", seats=("B", "Y"), faces="stand-in"))
    for line in (
        Note(seat=0, text=one),
        Note(text=other, error="unreadable"),
        Claimed(seat=1, about=1, clause="NH-BUILD-3", text=one),
        Ruled(remedy="stand", claim=3, text=other),
        Gap(text=one),
    ):
        session = record(session, line)

    assert read_record(write_record(session)) == (session, ())


@given(some.lists(some.text(min_size=1, max_size=12).map(lambda t: " ".join(t.split()) or "x"), min_size=2, max_size=2))
def test_any_name_reads_back(names):
    session = open_session(Setup(game="new-haven", seats=("B", "É"), names=tuple(names)))

    assert read_record(write_record(session))[0].setup.names == tuple(names)


@pytest.mark.parametrize(
    "line",
    [
        "$ - adjust B village 1.1 W1 after 1 NH-BUILD-2",
        "$ - adjust B points -2 after 1",
        "$ - adjust - winners B Y after 1",
        "$ - adopt NH-I-01=one",
        "$ - warn Y NH-BUILD-3",
        "= - marker W -1..3 @1",
        "= - marker W +1..3 @1/NH-GATHER-1",
        "= B behind W4 S2 +3..5 -T",
        "= - space c4 ?T/SW",
        "= B village 1.1 w?/S3",
        "= B points +0 @1/NH-SCORE-1/row-3",
        "- settle b2=?T/SW d2=pond:3+ f2=off:4 b4=?",
        "& - pool W1 W2 ?",
        '~ 1+ ; B "inserted note"',
        "@ - phase build ; - active Y ; - acted B Y ; - winners - ; - goods_turn yes",
    ],
)
def test_every_kind_of_line_reads_back(line):
    session = play(table(faces="stand-in"), "B harvest c4 TS/WS", line)

    again, troubles = read_record(write_record(session))

    assert not troubles
    assert repr(again) == repr(session)


SLOPPY = """griffier 1
game new-haven
seats B=Ana Y=Bo   faces stand-in
  1    pool w1 s3 t2 r6 w4
  2    Ana plays ts/ws on c3
  3    ana picks w1 and s3
  4    B sings
"""


def test_a_lenient_import_reads_an_inexact_line_with_one_meaning():
    session, troubles = read_record(SLOPPY, forgiving=True)
    strict, all_of_them = read_record(SLOPPY)

    assert [write_entry(line, session.setup).strip() for line in session.log[:2]] == [
        "- pool W1 S3 T2 R6 W4",
        "B harvest c3 TS/WS",
    ]
    assert [(trouble.line, trouble.error.code) for trouble in troubles] == [(3, "ambiguous"), (4, "unreadable")]
    assert len(all_of_them) == 4 and len(strict.log) == 4
