"""The audit for programs: facts they can read, sentences people can, roots apart from consequences."""

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
from tests.replays.kept import LIBRARY, NEW_HAVEN, read

BROKEN = sorted(LIBRARY.glob("*/clauses/*.broken*.record"))
PLAIN = (bool, int, str, type(None))


def no_way_out():
    """A table where one act out of turn led to a line on which nothing lawful was left to do."""
    full = " ; ".join(f"- space {cell} RR/WT" for cell in sorted(area_for(3) - {"c4", "d4", "b2", "f2", "b6", "f6"}))
    lines = ("G harvest c4 TS/WS", f"@ {full} ; G turns 9 ; B turns 9 ; Y turns 9", "- end")
    return play(table(seats="BYG"), *lines)


def plain(value) -> bool:
    """Whether a program in any language reads this the same."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and plain(inner) for key, inner in value.items())
    return all(map(plain, value)) if isinstance(value, list) else isinstance(value, PLAIN)


@pytest.mark.parametrize("game", GAMES)
def test_every_finding_of_the_library_has_facts_a_program_can_read(game):
    checks = set()
    for path in (one for one in BROKEN if one.parts[2] == game):
        session = read(path)
        found = findings_of(audit(session.setup, session.log))
        told = [audit_of(session, lang, Viewpoint()) for lang in LANGUAGES]

        assert [[one.clause for one in audit.findings] for audit in told] == [[one.clause for one in found]] * 2
        for finding, *said in zip(found, *(one.findings for one in told), strict=True):
            assert all(set(one.facts) >= set(finding.facts) - {"key"} and plain(one.facts) for one in said)
            assert said[0].facts == said[1].facts, "facts have no language"
            assert said[0].seat in (None, *session.setup.seats)
            checks.add(finding.check)
        assert msgspec.json.decode(msgspec.json.encode(told[0]), type=Audit) == told[0]
    assert len(checks) > 20


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_a_fact_that_is_a_seat_is_a_letter(game):
    words = game.speak("en")
    seated = {check for check, said in words["findings"].items() if isinstance(said, str) and ":seat}" in said}
    met = set()
    for path in (one for one in BROKEN if one.parts[2] == game.id):
        session = read(path)
        for finding in audit_of(session, "en", Viewpoint()).findings:
            if finding.check in seated and finding.verdict != UNDETERMINED:
                said = kinds_of(words["findings"][finding.check])
                names = [name for name, kind in said.items() if kind == "seat"]
                assert all(finding.facts[name] in (None, *session.setup.seats) for name in names)
                met.add(finding.check)
    assert met


def test_a_finding_says_what_where_whose_and_by_which_clause():
    told = {one.line: one for one in audit_of(read(NEW_HAVEN), "en", Viewpoint()).findings}[31]

    assert (told.clause, told.seat, told.verdict, told.consequence) == ("NH-BUILD-3", "Y", "broken", False)
    assert told.concludes.startswith("NH-BUILD-3 broken, Bo: ") and told.concludes.endswith(told.says)
    assert told.rule == GAMES["new-haven"].speak("en")["clauses"]["NH-BUILD-3"]


def test_a_value_that_differs_tells_both_values_and_the_line_that_told_it():
    told = audit_of(read(NEW_HAVEN), "en", Viewpoint()).findings[0]

    assert (told.line, told.told_by, told.root, told.check) == (13, 15, 13, "read_otherwise")
    assert told.facts["what"] == "marker" and told.facts["key"] == ["R"]
    assert (told.facts["seen"], told.facts["rules"]) == (3, 2)
    assert [suspect["line"] for suspect in told.facts["suspects"]] == [13]


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
    told = audit_of(read(NEW_HAVEN), "en", Viewpoint(), wanted)

    assert [finding.line for finding in told.findings] == lines
    assert sum(told.verdicts.values()) == sum(told.clauses.values()) == len(lines)


def test_what_a_ruling_took_away_is_no_longer_found_as_ruled():
    told = audit_of(read(NEW_HAVEN), "en", Viewpoint(ruled=True))

    assert 30 not in [finding.line for finding in told.findings]


def test_consequences_are_told_apart_from_their_roots():
    told = audit_of(no_way_out(), "en", Viewpoint())
    consequences = [finding for finding in told.findings if finding.consequence]

    assert consequences and {finding.root for finding in consequences} < {root.line for root in told.roots}
    for finding in consequences:
        assert finding.line in next(root.led_to for root in told.roots if root.line == finding.root)
        assert f"follows from line {finding.root}" in finding.concludes
    assert all(finding.root in (finding.line, finding.told_by) for finding in told.findings if not finding.consequence)


def test_what_is_said_of_nothing_is_the_fault_of_the_line_that_said_it():
    (finding,) = audit_of(read(LIBRARY / "new-haven/clauses/GR-SEEN.broken-nothing.record"), "en", Viewpoint()).findings

    assert finding.root == finding.told_by != finding.line and not finding.consequence
