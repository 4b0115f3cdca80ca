"""Views of a record with branches: previews on a branch, lines left on the other one, the cost of going back."""

import pytest

from domain.record.line_text import read_entry
from domain.words import LANGUAGES
from replays.disputes.undo_cost import undo_cost
from replays.frames import replay_of
from replays.recorder.preview import preview_line
from replays.viewpoint import Viewpoint
from tests.play import play, table

OPENING = ("- pool W1 S3 T2 R6 W4", "B harvest c2 TS/WS", "B pass", "| a after 2", "| a B build S2 up 2.1")


def forked(*more):
    return play(table(faces="stand-in"), *OPENING, *more)


def preview(session, text, **how):
    return preview_line(session, read_entry(text, session.setup), "en", **how)


@pytest.mark.parametrize("viewer", ["everything", None, 0])
def test_a_line_on_a_branch_is_previewed_there(viewer):
    view = preview(forked(), "| a B build R3 up 3.1", viewer=viewer)

    assert preview(forked(), "| a B build W2 up 2.2", viewer=viewer).effects
    assert (view.kind, view.seat, view.moment.phase) == ("on-branch", "B", "build")
    assert [found.clause for found in view.findings] == ["NH-BUILD-3"]


def test_a_correction_on_a_branch_is_previewed_there():
    session = forked("| a B build R3 up 3.1")

    assert [found.clause for found in preview(session, "~ 6 -").went] == ["NH-BUILD-3"]
    assert [found.clause for found in preview(session, "~ 5+ B build T5 up 5.1").findings] == ["NH-BUILD-3"]
    assert preview(session, "~ 3 -").went == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_line_of_a_dropped_branch_names_the_ruling(lang):
    session = forked('! Y 3 "no"', "$ 6 pick a")
    frames = {frame.line: frame for frame in replay_of(session, lang, Viewpoint(ruled=True)).frames}

    (fate,) = frames[3].fates
    assert (fate.fate, fate.by) == ("left", 7) and fate.says
    assert frames[5].kind == "played" and frames[5].fates == []
    played = {frame.line: frame for frame in replay_of(session, lang, Viewpoint()).frames}
    assert played[5].kind == "on-branch" and played[5].seat == "B" and played[3].fates == []


def test_the_undo_cost_counts_both_branches():
    assert undo_cost(forked(), 2).choices == 2
    assert undo_cost(forked("| a - refill W2"), 2).draws == 1
