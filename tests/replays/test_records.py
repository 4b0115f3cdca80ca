"""Every record of the library says what its audit finds, reads back identically, and speaks both languages."""

from pathlib import Path

import pytest

from domain.words import LANGUAGES, slots
from replays.annotate import Teller
from replays.compare import compare
from replays.expected import expectation, expected, with_expectation
from replays.record import read_record, write_record

LIBRARY = Path("replays/library")
RECORDS = sorted(LIBRARY.rglob("*.record"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: str(path.relative_to(LIBRARY)))
def test_a_record_says_what_its_audit_finds(path, update):
    text = path.read_text(encoding="utf-8")
    session, troubles = read_record(text)
    if update:
        path.write_text(with_expectation(text, session), encoding="utf-8")

    assert expected(path.read_text(encoding="utf-8")) == expectation(session)
    assert not troubles or "unreadable" in path.name


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: str(path.relative_to(LIBRARY)))
def test_a_record_reads_back_identically(path):
    session, _ = read_record(path.read_text(encoding="utf-8"))

    again, troubles = read_record(write_record(session))

    assert repr(again) == repr(session)  # an unsure number equals nothing, not even itself
    assert not troubles


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: str(path.relative_to(LIBRARY)))
def test_findings_are_told_with_every_fact_in_both_languages(path, lang):
    session, _ = read_record(path.read_text(encoding="utf-8"))
    teller = Teller(session.setup, lang)

    for finding in compare(session).findings:
        template = "undetermined" if "needs" in finding.facts else finding.check
        assert slots(teller.words["findings"][template]) == set(finding.facts), finding.check
        assert teller.verdict(finding)
        assert finding.clause in teller.words["clauses"]
