"""Every record of the library has the findings it states, reads back identically, and has all its sentences."""

from pathlib import Path

import pytest

from domain.words import LANGUAGES, slots
from replays.annotation import OBSERVED, Annotator
from replays.expectations import expectation, expectation_lines, with_expectation
from replays.record_text import read_record, write_record
from replays.review.comparison import compare

LIBRARY = Path("replays/library")
RECORDS = sorted(LIBRARY.rglob("*.record"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: str(path.relative_to(LIBRARY)))
def test_a_record_has_the_findings_it_states(path, update):
    """One test for each record, because reading and auditing it is most of the work."""
    text = path.read_text(encoding="utf-8")
    session, troubles = read_record(text)
    both = compare(session)
    if update:
        text = with_expectation(text, session, both)
        path.write_text(text, encoding="utf-8")

    assert expectation_lines(text) == expectation(session, both), "it does not say what its audit finds"
    assert not troubles or "unreadable" in path.name
    reads_back_identically(session)
    for lang in LANGUAGES:
        tells_every_fact(session, both.findings, lang)


def reads_back_identically(session):
    again, troubles = read_record(write_record(session))

    assert repr(again) == repr(session), "it reads back otherwise"  # an unsure number equals nothing, not even itself
    assert not troubles


def tells_every_fact(session, findings, lang):
    annotator = Annotator(session.setup, lang)

    for finding in findings:
        template = "undetermined" if "needs" in finding.facts else finding.check
        used = slots(annotator.words["findings"][template])
        assert finding.check in OBSERVED or used - {"actor"} == set(finding.facts), f"{finding.check} in {lang}"
        assert annotator.verdict(finding)
        assert finding.clause in annotator.words["clauses"]
