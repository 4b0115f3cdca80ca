"""The audit: facts for programs, sentences for people, and roots separate from consequences."""

import msgspec
import pytest

from domain.games import GAMES
from domain.games.new_haven.pieces import area_for
from domain.rules import UNDETERMINED
from domain.timeline.timeline import audit
from domain.words import LANGUAGES, kinds_of
from replays.audit import Audit, FindingFilter, audit_of
from replays.review.comparison import findings_of
from replays.viewpoint import Viewpoint
from tests.play import play, table
from tests.replays.library_sessions import LIBRARY, NEW_HAVEN, read

BROKEN = sorted(LIBRARY.glob("*/clauses/*.broken*.record"))
PLAIN = (bool, int, str, type(None))


def no_way_out():
    """A session in which an action out of turn leaves no lawful action."""
    full = " ; ".join(f"- space {cell} RR/WT" for cell in sorted(area_for(3) - {"c4", "d4", "b2", "f2", "b6", "f6"}))
    lines = ("G harvest c4 TS/WS", f"@ {full} ; G turns 9 ; B turns 9 ; Y turns 9", "- end")
    return play(table(seats="BYG"), *lines)


def plain(value) -> bool:
    """Whether a value is plain JSON."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and plain(inner) for key, inner in value.items())
    return all(map(plain, value)) if isinstance(value, list) else isinstance(value, PLAIN)


@pytest.mark.parametrize("game", GAMES)
def test_every_finding_of_the_library_has_facts_a_program_can_read(game):
    checks = set()
    for path in (one for one in BROKEN if one.parts[2] == game):
        session = read(path)
        found = findings_of(audit(session.setup, session.log))
        reports = [audit_of(session, lang, Viewpoint()) for lang in LANGUAGES]

        assert [[one.clause for one in audit.findings] for audit in reports] == [[one.clause for one in found]] * 2
        for finding, *same in zip(found, *(one.findings for one in reports), strict=True):
            assert all(set(one.facts) >= set(finding.facts) - {"key"} and plain(one.facts) for one in same)
            assert same[0].facts == same[1].facts, "facts have no language"
            assert same[0].seat in (None, *session.setup.seats)
            checks.add(finding.check)
        assert msgspec.json.decode(msgspec.json.encode(reports[0]), type=Audit) == reports[0]
    assert len(checks) > 20


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_a_fact_that_is_a_seat_is_a_letter(game):
    words = game.speak("en")
    seated = {check for check, text in words["findings"].items() if isinstance(text, str) and ":seat}" in text}
    met = set()
    for path in (one for one in BROKEN if one.parts[2] == game.id):
        session = read(path)
        for finding in audit_of(session, "en", Viewpoint()).findings:
            if finding.check in seated and finding.verdict != UNDETERMINED:
                kinds = kinds_of(words["findings"][finding.check])
                names = [name for name, kind in kinds.items() if kind == "seat" and name != "actor"]
                assert all(finding.facts[name] in (None, *session.setup.seats) for name in names)
                met.add(finding.check)
    assert met


def test_a_finding_says_what_where_whose_and_by_which_clause():
    report = {one.line: one for one in audit_of(read(NEW_HAVEN), "en", Viewpoint()).findings}[31]

    assert (report.clause, report.seat, report.verdict, report.consequence) == ("NH-BUILD-3", "Y", "broken", False)
    assert report.concludes.startswith("NH-BUILD-3 broken: Bo ") and report.concludes.endswith(report.says)
    assert report.title == "Bo needed 2 wheat"
    assert [(fact.label, fact.value) for fact in report.details] == [("Left", "1")]
    assert report.outcome == "1 wheat was missing."
    assert report.rule == GAMES["new-haven"].speak("en")["clauses"]["NH-BUILD-3"]


def test_a_finding_about_a_value_has_both_values_and_the_reporting_line():
    report = audit_of(read(NEW_HAVEN), "en", Viewpoint()).findings[0]

    assert (report.line, report.told_by, report.root, report.check) == (13, 15, 13, "read_otherwise")
    assert report.facts["what"] == "marker" and report.facts["key"] == ["R"]
    assert (report.facts["seen"], report.facts["rules"]) == (3, 2)
    assert [suspect["line"] for suspect in report.facts["suspects"]] == [13]


@pytest.mark.parametrize(
    ("lang", "costs"), [("en", "Orange has 1 Coin too many."), ("fr", "Orange a 1 pièce de trop.")]
)
def test_the_outcome_of_a_wrong_value_is_what_it_cost(lang, costs):
    session = read(next(path for path in BROKEN if path.name == "NA-SETUP-3.broken-coins.record"))

    assert costs in [finding.outcome for finding in audit_of(session, lang, Viewpoint()).findings]


@pytest.mark.parametrize(
    ("wanted", "lines"),
    [
        (FindingFilter(), [13, 22, 30, 31]),
        (FindingFilter(line=30), [30]),
        (FindingFilter(seat="Y"), [13, 22, 30, 31]),
        (FindingFilter(seat="B"), []),
        (FindingFilter(seat="-"), []),
        (FindingFilter(clause="NH-BUILD-7"), [30]),
        (FindingFilter(verdict="undetermined"), []),
        (FindingFilter(verdict="broken", clause="NH-BUILD-3", seat="Y"), [31]),
    ],
)
def test_findings_can_be_asked_for_by_line_seat_clause_and_verdict(wanted, lines):
    report = audit_of(read(NEW_HAVEN), "en", Viewpoint(), wanted)

    assert [finding.line for finding in report.findings] == lines
    assert sum(report.verdicts.values()) == sum(report.clauses.values()) == len(lines)


def test_a_voided_line_has_no_finding_as_ruled():
    report = audit_of(read(NEW_HAVEN), "en", Viewpoint(ruled=True))

    assert 30 not in [finding.line for finding in report.findings]


def test_consequences_are_separate_from_their_roots():
    report = audit_of(no_way_out(), "en", Viewpoint())
    consequences = [finding for finding in report.findings if finding.consequence]

    assert consequences and {finding.root for finding in consequences} < {root.line for root in report.roots}
    for finding in consequences:
        assert finding.line in next(root.led_to for root in report.roots if root.line == finding.root)
        assert f"follows from line {finding.root}" in finding.concludes
    assert all(
        finding.root in (finding.line, finding.told_by) for finding in report.findings if not finding.consequence
    )


def test_what_cannot_be_checked_is_no_root():
    report = audit_of(play(table(), "B harvest c2 ??/??", "B build W1 up 1.1", "B build R3 up 3.2"), "en", Viewpoint())

    assert {finding.verdict for finding in report.findings} == {UNDETERMINED}
    assert all(finding.facts["needs"] for finding in report.findings)
    assert report.roots == []


def test_a_value_announced_about_nothing_is_a_finding_on_its_own_line():
    (finding,) = audit_of(read(LIBRARY / "new-haven/clauses/GR-SEEN.broken-nothing.record"), "en", Viewpoint()).findings

    assert finding.root == finding.told_by != finding.line and not finding.consequence
