"""The command that simulates: its last line, its table, its records, and its exit code."""

import pytest

from api.cli.tasks.simulation import run_simulation
from domain.games import GAMES
from domain.rules import replace
from replays.record_text import read_record


def test_lawful_play_ends_with_a_line_of_figures(capsys):
    code = run_simulation("new-haven", 3, None, (), 0, 1, None)

    words = capsys.readouterr().out.splitlines()[-1].split()
    assert code == 0
    assert words[::2] == ["games", "lines", "findings"]
    assert (words[1], words[5]) == ("3", "0")


def test_play_with_mistakes_prints_recall_and_precision(capsys):
    code = run_simulation("new-haven", 6, 3, ("side-b",), 1, 1, None)

    lines = capsys.readouterr().out.splitlines()
    assert code == 0
    assert lines[0].split() == ["clause", "mistake", "injected", "found", "extra"]
    assert len(lines) > 3
    assert lines[-1].endswith("recall 1.000   precision 1.000")


def test_records_are_written_and_read_back(tmp_path, capsys):
    run_simulation("new-haven", 2, 2, (), 1, 1, tmp_path / "games")

    records = sorted((tmp_path / "games").glob("*.record"))
    assert len(records) == 2
    for record in records:
        assert read_record(record.read_text(encoding="utf-8"))[1] == ()


@pytest.mark.parametrize(("game", "variants"), [("chess", ()), ("new-haven", ("no-such-variant",))])
def test_an_impossible_set_up_is_refused_with_a_sentence(game, variants, capsys):
    assert run_simulation(game, 1, None, variants, 0, 1, None) == 1

    assert capsys.readouterr().err.strip()


def test_an_audit_that_misses_a_mistake_fails(monkeypatch, capsys):
    game = GAMES["new-haven"]
    false = tuple(replace(mistake, clause="NH-B-7") for mistake in game.mistakes)
    monkeypatch.setitem(GAMES, "new-haven", replace(game, mistakes=false))

    assert run_simulation("new-haven", 2, 2, (), 1, 1, None) == 1
    assert "recall 0.000   precision 0.000" in capsys.readouterr().out
