"""The text replay: the heading of a turn stands before its first line, and after the last one of the turn before."""

from pathlib import Path

from api.cli.tasks.records import replay_lines
from replays.record_text import read_record

GAME = Path("replays/library/new-haven/games/whole-game-2-players.record")


def test_a_heading_stands_before_the_first_line_of_its_turn():
    session, _ = read_record(GAME.read_text(encoding="utf-8"))
    lines = [line.split() for line in replay_lines(session, "en", as_ruled=False, known_now=True)]
    placed = ("harvest", "goods")
    headings = [at for at, words in enumerate(lines) if words[:1] == ["——"]]

    assert len(headings) == 20
    for at in headings[1:]:
        assert lines[at + 1][2] in placed, lines[at + 1]  # every turn begins with its tile
