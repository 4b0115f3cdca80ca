"""Every record of the library has the findings it states, reads back identically, and has all its sentences."""

import re
from pathlib import Path

import pytest

from domain.timeline.timeline import audit
from domain.words import LANGUAGES, slots
from replays.annotation import OBSERVED, Annotator
from replays.expectations import expectation, expectation_lines, with_expectation
from replays.finding_parts import TITLE_LENGTH, FrameIndex
from replays.record_text import read_record, write_record
from replays.review.comparison import compare
from replays.view_models import finding_view
from replays.viewpoint import is_changed

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
        shows_every_finding_in_parts(session, both, lang)


def test_without_a_ruling_in_force_both_folds_are_the_same():
    sessions = [read_record(path.read_text(encoding="utf-8"))[0] for path in RECORDS[::25]]
    unruled = [session for session in sessions if not is_changed(session)]

    assert len(unruled) > 100
    for session in unruled:
        played, ruled = (audit(session.setup, session.log, ruled=ruled) for ruled in (False, True))
        assert repr(ruled) == repr(played)


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


def shows_every_finding_in_parts(session, both, lang):
    """A short title, labelled facts and a conclusion, of which none repeats another."""
    annotator, frames = Annotator(session.setup, lang), FrameIndex(both.played.frames)

    for view in (finding_view(annotator, finding, frames) for finding in both.findings):
        title, outcome = plain(view.title), plain(view.outcome)
        assert len(view.title) <= TITLE_LENGTH, view.title
        assert title not in outcome and outcome not in title, (view.title, view.outcome)
        for fact in view.details:
            assert fact.label and fact.value, (view.check, fact)
            assert plain(f"{fact.label} {fact.value}") not in f"{title} | {outcome}", (view.title, fact, view.outcome)
            assert len(fact.value.split()) < 3 or fact.value not in view.title, (view.title, fact)
        assert bool(view.missing) == ("needs" in view.facts), view.says
        assert view.missing is None or 0 <= view.missing.line <= len(session.log), view.missing


def plain(text):
    """A text without its punctuation, to be found in another."""
    return re.sub(r"\W+", " ", text).casefold().strip()
