"""Bad rulings are refused with the reason wherever a ruling can enter, and nothing is stored or changed by them."""

import pytest
from typer.testing import CliRunner

from api.cli import app
from domain.errors import NotRecorded
from domain.record.line_text import read_entry
from domain.sessions.session import check_line
from replays.record_text import read_record, write_record
from tests.api.people import json_of, open_table

HEAD = "griffier 1\ngame new-haven   variants -   readings -\nseats B=Ana Y=Bo   first B   faces stand-in   help on\n"
LINES = (
    "- pool W1 S3 T2 R6 W4",
    "B harvest c2 TS/WS",
    "B build S2 up 2.1",
    "B build R3 up 3.1",
    '! Y 4 NH-BUILD-3 "too dear"',
    "! Y 3 NH-BUILD-4",
    "! Y withdraw 6",
    '; B "well"',
    "! B 4 NH-BUILD-3",
)
SIGNED = "$ 9 void 4 NH-BUILD-3"
BAD = {
    "no-such-clause": (
        "$ 5 stand XX-99",
        "$ 5 void 4 nh-build-3",
        "$ 5 void 4 NH-BUILD-99",
        "$ 5 void 4 KO-SIZE-1",
        "$ 5 back 3 NA-CITY-2",
        "$ 5 warn B unsporting",
        "$ 5 adjust B points +1 after 4 BUILD-3",
        "$ 5 adopt NH-I-01=one from 4 NH-SHARE",
        "$ - stand MF-1",
        "$ 9 over 10 stand NOPE",
    ),
    "nothing-to-undo": ("$ 5 void 0", "$ 5 void 5", "$ 5 void 7", "$ 5 void 8", "$ 5 void 10", "$ 5 void 11"),
    "unknown-line": (
        "$ 5 void 99",
        "$ 5 back 40",
        "$ 77 stand",
        "$ 5 adjust B points +1 after 50",
        "$ 5 over 60 stand",
    ),
    "no-such-ruling": ("$ 4 stand", "$ 8 void 4", "$ 5 over 4 stand", "$ 10 stand"),
    "claim-withdrawn": ("$ 6 stand", "$ 6 void 3 NH-BUILD-4"),
    "ruled-already": ("$ 9 stand", "$ 9 void 4"),
    "unknown-agreement": (
        "$ 5 adopt NH-I-99=one",
        "$ 5 adopt NH-I-01=some from 4",
        "$ 5 stand NH-BUILD-3 under NH-I-01=x",
    ),
    "no-such-branch": ("$ 5 pick z",),
    "unreadable": ("$ 5 forgive", "$ five stand", "$ 5 adjust B gold +1 after 4", "$ 5 void four"),
}
RULINGS = [(entry, code) for code, entries in BAD.items() for entry in entries]


def text_of(*entries: str) -> str:
    return HEAD + "".join(f"{at} {entry}\n" for at, entry in enumerate(entries, 1))


def test_there_are_thirty():
    assert len(RULINGS) >= 30


def test_each_is_refused_by_the_api_and_nothing_is_stored(embedded):
    table = open_table(embedded, LINES)
    arbiter = table.tokens["arbiter"]
    json_of(embedded.ask("POST", table.at("/lines"), arbiter, {"lines": [SIGNED]}), 201)
    version = embedded.ask("GET", table.at(), arbiter).json()["version"]
    for path in ("/lines", "/preview", "/disputes/5/rulings"):
        for entry, code in RULINGS:
            if path.startswith("/disputes") and not entry.startswith("$ 5 "):
                continue
            if path == "/preview" and " B " in entry:  # for an arbiter the seats are α and β there
                continue
            body = {"/lines": {"lines": [entry]}, "/preview": {"line": entry}}.get(path, {"entry": entry})
            answer = embedded.ask("POST", f"{table.at(path)}?lang=fr", arbiter, body).json()
            assert answer.get("code") == code, (path, entry, answer)
            assert answer["detail"] and answer["next"]
    assert embedded.ask("GET", table.at(), arbiter).json()["version"] == version


def test_each_becomes_a_note_with_its_reason_in_an_import(embedded):
    bad = [entry for entry, _ in RULINGS]
    answer = json_of(embedded.ask("POST", "/api/imports", "", text_of(*LINES, SIGNED, *bad)), 201)

    assert [(one["line"], one["code"]) for one in answer["unread"]] == list(
        enumerate((code for _, code in RULINGS), len(LINES) + 2)
    )


def test_each_is_refused_by_the_command_line(url, monkeypatch, tmp_path):
    monkeypatch.setenv("GRIFFIER_DATABASE", url)
    bad = [entry for entry, _ in RULINGS]
    file = tmp_path / "bad.record"
    file.write_text(text_of(*LINES, SIGNED, *bad), encoding="utf-8")
    stored = CliRunner().invoke(app, ["record", str(file)])
    assert stored.exit_code == 0, stored.output
    id = CliRunner().invoke(app, ["sessions"]).stdout[:8]
    kept = CliRunner().invoke(app, ["export", id]).stdout
    assert [line.split()[1] for line in kept.splitlines()[3:]].count("$") == 1
    assert stored.stderr.count(str(file)) == len(RULINGS)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_each_becomes_a_note_in_a_record_but_a_contradiction_that_an_older_record_holds(lang):
    bad = [(entry, code) for entry, code in RULINGS if code != "ruled-already"]
    session, errors = read_record(text_of(*LINES, SIGNED, *(entry for entry, _ in bad)))
    assert [one.error.code for one in errors] == [code for _, code in bad]
    assert read_record(write_record(session))[0] == session


def test_good_rulings_are_not_refused():
    session, _ = read_record(text_of(*LINES, SIGNED))
    for entry in ("$ 5 stand NH-I-01", "$ 5 warn B GR-SEEN", "$ 5 void 3 NH-BUILD-4", "$ - back 2", "$ 5 back 0"):
        check_line(session, read_entry(entry, session.setup))
    with pytest.raises(NotRecorded):
        check_line(session, read_entry("$ 5 stand NH-I-77", session.setup))
