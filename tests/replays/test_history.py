"""The history of a record: who wrote and changed its lines, when and why."""

import re

import pytest

from domain.errors import NotRecorded
from domain.record.json_convert import fields_of, read_fields
from domain.record.line_text import read_entry, write_entry
from domain.setup import Setup
from domain.store.erasable_texts import split_remark, with_remark
from replays.record_text import read_record, write_record
from replays.scoreboard import scoreboard_of

SETUP = Setup(game="new-haven", seats=("B", "Y"), names=("Ana", "Bo"), first=0)
WITH_REASONS = (
    '~  4  "misheard" Y build T2 down 1.1',
    '~  4 "written \\"twice\\"" -',
    '~  4+ "forgotten" Y pass',
    '~  3  "looked again" =  - marker W 1',
    '~  3  "on the other branch" |  a  B pass',
)


@pytest.mark.parametrize("text", WITH_REASONS)
def test_a_reason_is_read_written_and_stored_apart(text):
    line = read_entry(text, SETUP)
    bare, reason = split_remark(line)

    assert reason and line.reason == reason
    assert write_entry(line, SETUP).strip() == text
    assert read_fields(fields_of(line, SETUP), SETUP) == line
    assert '"' not in write_entry(bare, SETUP)
    assert with_remark(bare, reason) == line


@pytest.mark.parametrize("text", ['~ 4 "why" ; B "a note"', '~ 4 "why"', '~ 4+ "why" -', '~ 4 "why'])
def test_a_reason_stands_only_beside_a_line_without_a_text_of_its_own(text):
    with pytest.raises(NotRecorded):
        read_entry(text, SETUP)


def test_a_record_with_reasons_is_read_back_and_scored_like_one_without():
    head = "griffier 1\ngame new-haven\nseats B=Ana Y=Bo   first B   faces stand-in\n"
    reasons = ('"misheard" ', '"wrong cell" ')
    lines = [
        "- pool W1 S3 T2 R6 W4",
        "B harvest c3 TS/WS",
        f"~ 1 {reasons[0]}- pool W1 S3 T2 R6 W5",
        f"~ 2 {reasons[1]}-",
    ]
    text = head + "".join(f"{number} {line}\n" for number, line in enumerate(lines, 1))
    (session, errors), (bare, _) = read_record(text), read_record(re.sub("|".join(reasons), "", text))

    assert not errors
    assert read_record(write_record(session))[0] == session
    assert scoreboard_of(session) == scoreboard_of(bare)
