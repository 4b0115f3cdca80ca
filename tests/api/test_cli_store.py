"""The command line on stored sessions, as a person runs it."""

import json
import os
import re
import sqlite3
from pathlib import Path

import pytest

from api.cli.tasks.store import store_record
from domain.sessions.application import Sessions
from replays.record_text import read_record, write_record
from tests.api.cli_process import spoken
from tests.api.test_cli import HEAD, SAMPLE, run

GAME = "replays/library/new-haven/games/whole-game-2-players.record"


def kept(*files: str) -> list[str]:
    """Records put into the database, and their ids."""
    done = run("record", *files)
    assert done.exit_code == 0, done.output
    return re.findall(r"recorded as ([0-9a-f-]{36})", done.stdout)


def test_a_stored_record_is_exported_unchanged(tmp_path):
    (session,) = kept(SAMPLE)
    out = tmp_path / "out.record"
    assert run("export", session[:8], "--out", str(out)).exit_code == 0
    for command in (("replay",), ("replay", "--as-ruled", "--lang", "fr"), ("audit", "--json"), ("scoreboard",)):
        name, *options = command
        assert run(name, session[:8], *options).stdout == run(name, SAMPLE, *options).stdout
        assert run(name, str(out), *options).stdout == run(name, SAMPLE, *options).stdout


def test_a_record_stored_twice_is_one_session():
    (session,) = kept(SAMPLE)
    again = run("record", SAMPLE, "--lang", "fr").stdout
    assert session in again and "déjà enregistré" in again
    (other,) = re.findall(r"recorded as (\S+),", run("record", SAMPLE, "--again").stdout)
    assert other != session
    assert len(run("sessions").stdout.splitlines()) == 2


def test_sessions_are_listed_with_their_findings():
    kept(SAMPLE, GAME)
    one, other = run("sessions").stdout.splitlines()
    assert "4 findings" in one and "Bo 2" in one and "new-haven" in other and "no findings" in other
    assert "constats" in run("sessions", "--lang", "fr").stdout


def test_verify_checks_every_link_and_names_a_changed_event(tmp_path):
    session, _ = kept(SAMPLE, GAME)
    assert "2 sessions, unchanged" in run("verify").stdout
    one = run("verify", session[:8]).stdout
    head = re.search(r"Head (\w{64})", one)[1]
    assert run("verify", session, "--head", head).exit_code == 0
    assert run("verify", session, "--head", "0" * 63 + "1").exit_code == 1
    evidence = tmp_path / "session.evidence"
    run("export", session, "--evidence", "--out", str(evidence))
    assert head in run("verify", str(evidence)).stdout
    evidence.write_bytes(evidence.read_bytes().replace(b"harvest", b"harvesT", 1))
    code, _, error = spoken("verify", str(evidence))
    assert code == 1 and re.search(r"Event \d+", error) and "Traceback" not in error


def test_a_backup_is_made_while_the_database_is_open(tmp_path):
    kept(SAMPLE)
    copy = tmp_path / "copy.sqlite"
    assert "a copy of 1 session," in run("backup", str(copy)).stdout
    assert run("backup", str(copy)).exit_code == 1
    with sqlite3.connect(copy) as database:
        (count,) = database.execute("SELECT count(*) FROM session_events").fetchone()
    assert count == len(read_record(Path(SAMPLE).read_text(encoding="utf-8"))[0].log) + 3  # opened, owner, arbiter


def test_rebuild_computes_all_read_models_again():
    kept(SAMPLE)
    assert re.search(r"1 session rebuilt from \d+ events", run("rebuild").stdout)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(
    "command",
    [
        ("replay", "abcd1234"),
        ("export", "abcd1234"),
        ("verify", "abcd1234"),
        ("sessions",),
        ("verify",),
        ("rebuild",),
        ("backup", "copy"),
    ],
)
def test_a_command_without_a_database_says_so(command, lang):
    code, out, error = spoken(*command, "--lang", lang)
    assert code == 1 and out == "" and error.count("\n") == 1 and "Traceback" not in error


def test_an_unknown_id_is_reported():
    kept(SAMPLE)
    code, _, error = spoken("audit", "ffffffffffff")
    assert code == 1 and "ffffffffffff" in error and "Traceback" not in error


def test_unreadable_lines_are_stored_as_notes_and_reported(tmp_path):
    file = tmp_path / "a.record"
    file.write_text(HEAD + "  1    B pass\n  2    B dances\n  3    Y pass\n", encoding="utf-8")
    done = run("record", str(file))
    assert "cannot be read" in done.output and "3 lines" in done.output


def test_the_demo_fills_the_database():
    first, second = run("demo"), run("demo")
    assert first.exit_code == 0 and second.exit_code == 0
    assert "Scoreboard" in first.stdout and "Audit" in first.stdout
    assert len(run("sessions").stdout.splitlines()) >= 4


@pytest.mark.parametrize("address", ["sqlite://", "sqlite:///", "mysql://here", "nothing"])
def test_an_address_that_names_no_database_is_refused(address, monkeypatch):
    monkeypatch.setenv("GRIFFIER_DATABASE", address)
    before = set(Path().iterdir())
    done = run("record", SAMPLE)
    assert done.exit_code == 1 and address in done.output and set(Path().iterdir()) == before


# Mistakes of the user --------------------------------------------------------------------------------


def events_of() -> list[bytes]:
    with sqlite3.connect(os.environ["GRIFFIER_DATABASE"].removeprefix("sqlite:///")) as database:
        return [raw for (raw,) in database.execute("SELECT state FROM session_events ORDER BY notification_id")]


def test_a_record_with_an_owners_box_is_stored_once_whatever_the_order_of_its_faces(tmp_path, monkeypatch):
    box, file = tmp_path / "box.json", tmp_path / "a.record"
    mine = {"id": "my-box", "game": "new-haven", "faces": {"harvest": {"TS/WS": 60}, "pond": {"3+": 2, "4": 2}}}
    box.write_text(json.dumps(mine), encoding="utf-8")
    file.write_text(HEAD.replace("stand-in", "my-box") + "  1    B pass\n", encoding="utf-8")
    for seed in range(6):  # a set of two is told in either order
        monkeypatch.setenv("PYTHONHASHSEED", str(seed))
        code, out, error = spoken("record", str(file), "--box", str(box))
        assert code == 0, error
    assert "already" in out and len(run("sessions").stdout.splitlines()) == 1


def test_an_interrupted_import_resumes_where_it_stopped(tmp_path):
    whole, _ = read_record(Path(GAME).read_text(encoding="utf-8"))
    sessions = Sessions()

    class Broken(Exception):
        pass

    def broken(items, *_):
        for at, item in enumerate(items):
            if at == 1:
                raise Broken
            yield item

    with pytest.raises(Broken):
        store_record(sessions, whole, "a", broken, False, "en")
    sessions.close()
    (session,) = kept(GAME)
    assert run("export", session).stdout == write_record(whole)
    assert len(run("sessions").stdout.splitlines()) == 1 and run("verify").exit_code == 0


def test_equal_play_with_other_names_or_remarks_is_another_session(tmp_path):
    text = HEAD + '  1    B pass\n  2 ;  B "Anna sneezed"\n'
    texts = [text, text.replace("Blue", "Anna"), text.replace("Anna", "Ben"), text.replace("B pass", "B done")]
    files = [tmp_path / f"{at}.record" for at in range(len(texts))]
    for file, written in zip(files, texts, strict=True):
        file.write_text(written, encoding="utf-8")
    ids = kept(*map(str, files))
    assert len(set(ids)) == 4
    for id, file in zip(ids, files, strict=True):
        assert id in run("record", str(file)).stdout
    raws = [json.loads(raw) for raw in events_of()]
    keys = {raw["cmd"].split()[0] for raw in raws}
    assert len(keys) == 2  # two plays: no name and no remark went into a key, not even as a hash
    assert not any(word in raw for raw in events_of() for word in (b"Anna", b"Ben", b"Blue", b"sneezed"))


def test_only_files_can_be_stored(tmp_path):
    sessions = Sessions()
    id = sessions.open(read_record(HEAD)[0].setup, actor="ann").session
    sessions.close()
    code, _, error = spoken("record", id)
    assert code == 1 and id in error and len(run("sessions").stdout.splitlines()) == 1


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_unreadable_input_and_unwritable_output_are_reported(tmp_path, lang):
    (session,) = kept(SAMPLE)
    nowhere = str(tmp_path / "no" / "such" / "file")
    for command in (
        ("export", session, "--out", nowhere),
        ("backup", nowhere),
        ("backup", str(tmp_path)),
        ("verify", str(tmp_path)),
        ("verify", "a" * 300),
        ("replay", "a" * 300),
    ):
        done = run(*command, "--lang", lang)
        assert done.exit_code == 1 and isinstance(done.exception, SystemExit), command
        assert done.stdout == "" or done.stdout == done.output, command


def test_a_file_that_is_no_database_is_reported(tmp_path, monkeypatch):
    garbage = tmp_path / "garbage.sqlite"
    garbage.write_bytes(b"no database at all " * 999)
    for url in (f"sqlite:///{garbage}", f"sqlite:///{tmp_path}", "postgresql://[half", "mysql://ann:secret@host/x"):
        monkeypatch.setenv("GRIFFIER_DATABASE", url)
        for command in (("sessions",), ("record", SAMPLE), ("verify",), ("backup", str(tmp_path / "copy"))):
            done = run(*command)
            assert done.exit_code == 1 and isinstance(done.exception, SystemExit), (url, command, done.exception)
            assert "secret" not in done.output
