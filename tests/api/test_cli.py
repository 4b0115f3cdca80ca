"""The command line: its JSON output for other tools, and a clear sentence for every error."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from api.cli import app
from domain.games import GAMES
from tests.api.cli_process import spoken

SAMPLE = "replays/library/new-haven/samples/a-table-with-everything.record"
HEAD = (
    "griffier 1\ngame new-haven   variants -   readings -\nseats B=Blue Y=Yellow   first B   faces stand-in   help on\n"
)


def run(*arguments: str):
    return CliRunner().invoke(app, list(arguments))


def test_audit_json_is_the_contract():
    answer = json.loads(run("audit", SAMPLE, "--json").stdout)

    assert set(answer) == {"findings", "unreadable", "as_played", "as_ruled"}
    assert answer["as_played"] == {"B": 28, "Y": 2} and answer["as_ruled"] == {"B": 28, "Y": 0}
    assert all(set(f) == {"line", "clause", "seat", "verdict", "root", "says"} for f in answer["findings"])
    assert [(f["line"], f["clause"]) for f in answer["findings"]] == [
        (13, "NH-GATHER-1"),
        (22, "NH-HARVEST-1"),
        (30, "NH-BUILD-7"),
        (31, "NH-BUILD-3"),
    ]


def test_coverage_json_proves_every_clause():
    rows = json.loads(run("clauses", "--coverage", "--json").stdout)
    needed = {
        "checked": ("broken_by", "kept_by"),
        "derived": ("broken_by", "kept_by"),
        "permits": ("kept_by",),
        "soft": ("why",),
    }

    assert all(set(row) == {"id", "game", "kind", "broken_by", "kept_by", "why"} for row in rows)
    assert [row["id"] for row in rows if not all(row[field] for field in needed[row["kind"]])] == []


def test_games_json_lists_every_game():
    games = json.loads(run("games", "--json").stdout)

    assert all(set(game) == {"id", "players", "variants", "questions", "examples"} for game in games)
    assert [(game["id"], game["players"], len(game["questions"])) for game in games] == [
        ("new-haven", [2, 3, 4], 24),
        ("nieuw-amsterdam", [2, 3, 4, 5], 46),
        ("mayflower", [2, 3, 4, 5], 24),
        ("kontor", [2, 3, 4], 89),
    ]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(
    "command", [("replay",), ("replay", "--as-ruled"), ("replay", "--known-now"), ("audit",), ("scoreboard",)]
)
def test_a_record_can_be_read_in_both_languages(command, lang):
    done = run(*command, SAMPLE, "--lang", lang)

    assert done.exit_code == 0
    assert {"en": "MADE-UP FACES", "fr": "FACES FICTIVES"}[lang] in done.stdout


def test_originals_stay_readable():
    texts = run("replay", SAMPLE).stdout

    for text in ("B harvest c3 TS/WS", "Y build T? down 1.2", " 11    B draw   ← 12"):
        assert text in texts


def test_clauses_and_games_for_people():
    assert "NH-HARVEST-2" in run("clauses", "--game", "new-haven", "--lang", "fr").stdout
    assert "Récoltes minutieuses" in run("games", "--lang", "fr").stdout
    assert "NH-B-7" in run("clauses", "--coverage").stdout


@pytest.mark.parametrize(("lang", "adds"), [("en", "adds: "), ("fr", "ajoute\u00a0: ")])
def test_the_catalogue_of_a_game_says_for_whom_each_variant_is_and_what_it_changes(lang, adds):
    output = run("games", "kontor", "--lang", lang).stdout

    for row in GAMES["kontor"].variants:
        assert f"  {row.id}  {GAMES['kontor'].speak(lang)['variants'][row.id]['name']}" in output
    assert f"{adds}KO-V-EXPORT-1 KO-V-EXPORT-2" in output


def test_a_combination_is_explained_or_refused_with_its_reason():
    output = run("games", "kontor", "--variant", "advanced", "--variant", "KO-V-EXPORT").stdout
    refused = run("games", "kontor", "--variant", "advanced", "--variant", "KO-V-DAVID", "--variant", "KO-V-GEANT")

    assert all(id in output for id in ("KO-BOAT-0", "KO-STORE-1", "KO-V-EXPORT-4"))
    assert "KO-V-DAVID" in refused.stdout and "one scenario" in refused.stdout
    assert run("games", "kontor", "--variant", "nothing").exit_code == 1
    assert run("games", "chess").exit_code == 1


@pytest.mark.parametrize(
    ("lang", "says"),
    [
        ("en", "“Side B” is not meant for “Careful Harvest”"),
        ("fr", "«\u00a0Face B\u00a0» n’est pas prévu pour «\u00a0Récoltes minutieuses\u00a0»"),
    ],
)
def test_warnings_about_the_set_up_come_first(tmp_path, lang, says):
    file = tmp_path / "a.record"
    file.write_text(HEAD.replace("variants -", "variants side-b,careful-harvest"), encoding="utf-8")

    texts = run("audit", str(file), "--lang", lang).stdout

    assert says in texts
    assert "NH-CAREFUL-3" in texts


def test_the_demo_shows_a_replay_a_scoreboard_and_an_audit():
    texts = run("demo").stdout

    assert "Scoreboard" in texts and "Audit" in texts and "NH-BUILD-7" in texts


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "This is not a record"),
        ("hello", "This is not a record"),
        ("griffier 1\n", "This is not a record"),
        (HEAD.replace("new-haven", "chess"), "no game chess"),
        (HEAD.replace("variants -", "variants dragons"), "dragons"),
        (HEAD.replace("readings -", "readings NH-I-01=some"), "NH-I-01=some"),
        (HEAD.replace("stand-in", "my-box"), "my-box"),
        (HEAD.replace("first B", "first Z"), "“Z” is not a player here"),
        (HEAD.replace("help on", "help on area 9"), "area 9"),
        (HEAD.replace("help on", "help on youngest Z"), "youngest Z"),
        (HEAD.replace("Y=Yellow", "B=Yellow"), "do not make a table"),
        (HEAD.replace("variants -", "varients side-b"), "varients"),
        (HEAD.replace("help on", "help maybe"), "help maybe"),
        (HEAD.replace("B=Blue", "-=Blue").replace("first B", "first Y"), "do not make a table"),
    ],
)
def test_a_file_that_is_no_record_is_refused_with_a_sentence(tmp_path, text, says):
    file = tmp_path / "a.record"
    file.write_text(text, encoding="utf-8")

    code, out, error = spoken("audit", str(file))

    assert code == 1 and out == "" and says in error and "Traceback" not in error


@pytest.mark.parametrize("file", ["no-such-file", "."])
def test_a_file_that_cannot_be_opened_is_reported(file):
    code, _, error = spoken("replay", file)

    assert code == 1 and file in error and "Traceback" not in error


def test_a_file_that_is_no_text_is_reported(tmp_path):
    (tmp_path / "a.record").write_bytes(b"\xff\xfe\x00")

    code, _, error = spoken("replay", str(tmp_path / "a.record"))

    assert code == 1 and "Traceback" not in error


def test_a_bad_line_is_kept_as_a_note_and_named_with_its_file_and_line(tmp_path):
    file = tmp_path / "a.record"
    file.write_text(
        "\ufeff" + HEAD.replace("\n", "\r\n") + "  1    B sings\r\n  2    B harvest c4 TS/WS\r\n", encoding="utf-8"
    )

    code, out, error = spoken("replay", str(file), "--lang", "fr")

    assert code == 0 and "gardé comme note" in out and "B harvest c4 TS/WS" in out
    assert f"{file}:1:" in error and "illisible" in error


@pytest.mark.parametrize("arguments", [("clauses", "--game", "chess"), ("replay", SAMPLE, "--lang", "de"), ("dance",)])
def test_an_unknown_argument_gives_no_traceback(arguments):
    code, _, error = spoken(*arguments)

    assert code != 0 and error and "Traceback" not in error


def test_an_owners_box_is_named_by_the_record(tmp_path):
    box, file = tmp_path / "box.json", tmp_path / "a.record"
    mine = {"id": "mine", "game": "new-haven", "faces": {"harvest": {"TS/WS": 59, "RR/WT": 1}}}
    box.write_text(json.dumps(mine), encoding="utf-8")
    file.write_text(HEAD.replace("stand-in", "mine") + "  1    B harvest c4 WW/WS\n", encoding="utf-8")

    code, out, _ = spoken("audit", str(file), "--box", str(box))
    assert code == 0 and "GR-COUNT" in out

    box.write_text(json.dumps({**mine, "faces": {"harvest": {"WW/WW": 1}}}), encoding="utf-8")
    code, _, error = spoken("audit", str(file), "--box", str(box))
    assert code == 1 and "WW/WW" in error


def test_help_needs_none_of_the_rules():
    program = (
        "import sys; sys.argv = ['griffier', '--help']; import api.cli\ntry: api.cli.main()\nexcept SystemExit: pass\n"
    )
    program += "print('HEAVY', [name for name in ('domain.games', 'chess', 'rich.progress') if name in sys.modules])"

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=Path.cwd())

    assert "simulate" in done.stdout and "HEAVY []" in done.stdout
