"""Conclusions that later lines allow about earlier ones: how many lines are judged again for hundreds of them."""

import pytest

from api.cli.tasks.records import LIBRARY
from domain.deviations.misplacement import is_conclusion
from domain.record.line_text import read_entry
from domain.record.lines import Line, Played
from domain.setup import Setup
from domain.timeline.timeline import Timeline
from replays.record_text import read_record

TIMES = 150  # each time, the table is taken back and plays the same lines again

# Game -> how many lines of its library's first game come first, and then: a wrong line, and one that shows how the
# table went on from it.
WRONG_LINES = {
    "new-haven": (1, "B done", "B goods d6 as T"),
    "new-haven, a refill before the draws": (7, "- refill S1 W3", "Y harvest e5 RW/TT"),
    "nieuw-amsterdam": (13, "Y take 4", "Y pass"),
    "mayflower": (1, "B draw J", "Y draw AG"),
    "kontor": (1, "- reveal B 47", "A pass"),
}


@pytest.fixture
def judged(monkeypatch):
    """The lines that are judged, each as often as it is judged."""
    lines, frame = [], Timeline._frame
    monkeypatch.setattr(Timeline, "_frame", lambda fold, entry: lines.append(entry.line) or frame(fold, entry))
    return lines


def record_of(name: str) -> tuple[Setup, list[Line]]:
    first, *texts = WRONG_LINES[name]
    file = sorted((LIBRARY / name.partition(",")[0] / "games").glob("*.record"))[0]
    session, _ = read_record(file.read_text(encoding="utf-8"))
    begun = [line for line in session.log if isinstance(line, Played)][:first]
    again = [read_entry(text, session.setup) for text in (*texts, f"< {first}")]
    return session.setup, [*begun, *again * TIMES]


@pytest.mark.parametrize("name", WRONG_LINES)
def test_hundreds_of_conclusions_fold_only_the_lines_between_again(name, judged):
    setup, log = record_of(name)
    timeline = Timeline(setup, log)
    timeline.learn()
    assert sum(map(is_conclusion, timeline.state.known)) >= TIMES
    assert len(judged) <= 4 * len(log)


@pytest.mark.parametrize("name", WRONG_LINES)
def test_a_record_with_conclusions_grows_line_by_line_to_the_same_frames(name):
    setup, log = record_of(name)
    whole, grown, handed_out = Timeline(setup, log[:40]), Timeline(setup, []), []
    whole.learn()
    for line in log[:40]:
        grown.grow(line)
        grown.learn()
        handed_out.append((grown.frames, len(grown.frames), repr(grown.frames)))
    assert [repr(frame.step.findings) for frame in grown.frames] == [
        repr(frame.step.findings) for frame in whole.frames
    ]
    assert all(repr(frames[:count]) == before for frames, count, before in handed_out)


def test_a_conclusion_about_a_table_that_another_conclusion_gives_up_is_not_drawn():
    setup = Setup(game="new-haven", seats=("B", "Y"), names=(), first=0, variants=(), readings={}, faces="stand-in")
    texts = (
        "- pool S2 R4 S6 T6 W3",
        "B goods d2 as R",
        "B build R1 up 1.5",
        "Y goods e2 as S",
        "B done",
        "Y build R3 up 3.2",
    )
    timeline = Timeline(setup, [Played(action=read_entry(text, setup).action) for text in texts])
    timeline.learn()
    assert {key: fact.value for key, fact in timeline.state.known.items() if is_conclusion(key)} == {(4, "aside"): True}
    assert [frame.step.state.phase for frame in timeline.frames[4:]] == ["build", "share", "share"]


def test_a_fact_that_a_conclusion_shows_otherwise_is_not_kept():
    setup = Setup(game="mayflower", seats=("B", "Y"), names=(), first=0, variants=(), readings={}, faces="printed")
    texts = ("B draw O", "Y draw I", "B draw ? as CCCC;C(N,E,S,W)!", "Y place 1:6 r3", "B place 2:3 as PCPP;C(E)")
    log = [Played(action=read_entry(text, setup).action) for text in texts]
    whole, grown = Timeline(setup, log), Timeline(setup, [])
    whole.learn()
    for line in log:
        grown.grow(line)
        grown.learn()
    known = [{key: fact.value for key, fact in timeline.state.known.items()} for timeline in (whole, grown)]
    assert known == [{(3, "aside"): True, ("face", "O"): "PCPP;C(E)"}] * 2
