"""Which finding decides the result: each one is put right alone, and only those that change a place are listed."""

import pytest

from domain.record.lines import ADJUST
from domain.rules import replace
from replays.disputes.hearing import hearing_of
from replays.record_text import read_record
from replays.review.decisive import result_stakes
from tests.api.library import LIBRARY

HEAD = """griffier 1
game new-haven
seats B=Ana Y=Bo   first B   faces stand-in
  1    - pool W1 S3 T2 R6 W4
  2    B harvest c2 TS/WS
"""


def table(*lines: str):
    """A short New Haven record with these further lines."""
    text = HEAD + "".join(f"  {at} {line[:2]} {line[2:]}\n" for at, line in enumerate(lines, 3))
    session, troubles = read_record(text)
    assert not troubles
    return session


def test_a_lead_that_was_read_wrongly_depends_on_its_line():
    stakes = result_stakes(table("= B points 3"), "en")

    assert [place.side for place in stakes.podium] == ["B", "Y"] and stakes.podium[0].points == 3
    (decisive,) = stakes.decisive
    assert decisive.line == 3 and decisive.winner and stakes.whole
    assert [(place.place, place.side, place.points, place.before) for place in decisive.podium] == [
        (1, "B", 0, 3),
        (1, "Y", 0, None),
    ]


def test_a_mistake_without_points_changes_no_place():
    stakes = result_stakes(table("  B build R3 up 3.1"), "en")

    assert stakes.decisive == [] and stakes.whole


@pytest.mark.parametrize("lang, title", [("en", "Make good"), ("fr", "Réparer")])
def test_the_first_remedy_makes_good_what_the_finding_states(lang, title):
    path = LIBRARY / "nieuw-amsterdam" / "samples" / "a-table-with-everything.record"
    session, _ = read_record(path.read_text(encoding="utf-8"))
    session = replace(session, log=session.log[:32])  # up to the claim
    hearing = hearing_of(session, 32, lang, named=True)
    first = hearing.remedies[0]

    assert first.remedy == ADJUST and first.title.startswith(title) and "1" in first.title
    (purse,) = first.outcome.purses.values()
    (before,) = hearing.now.purses.values()
    assert {seat: value - before[seat] for seat, value in purse.items() if value != before[seat]} == {"O": 1}
