"""Disputes and rulings by the command line, on files and on stored sessions, in both languages."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from api.cli import app
from api.cli.tasks.store import OPERATOR
from domain.sessions.application import Sessions

SAMPLE = "replays/library/new-haven/samples/a-table-with-everything.record"


def run(*arguments: str):
    return CliRunner().invoke(app, list(arguments))


@pytest.fixture
def stored(service_url, monkeypatch) -> str:
    """A record in a database of its own, by the beginning of its id."""
    monkeypatch.setenv("GRIFFIER_DATABASE", service_url)
    assert run("record", SAMPLE).exit_code == 0
    return run("sessions").stdout[:8]


def test_the_disputes_of_a_file_are_printed_with_their_rulings():
    english, french = run("dispute", SAMPLE).stdout, run("dispute", SAMPLE, "--lang", "fr").stdout

    assert "  16  Ana disputes line 13 (NH-GATHER-1) “two stones only”  [decided]" in english
    assert (
        "      37  ruling: line 30 is cancelled" in english
        and "      37  décision\u00a0: la ligne 30 est annulée" in french
    )
    assert "conteste" in french and "disputes" not in french


def test_a_file_is_only_read():
    for arguments in (("dispute", SAMPLE, "31"), ("rule", SAMPLE, "16", "--remedy", "1")):
        result = run(*arguments)
        assert result.exit_code == 1 and "can only be read here" in result.stderr
    assert "*B 28  Y 0" in run("rule", SAMPLE, "16").stdout
    refused = run("rule", SAMPLE, "3", "--lang", "fr")
    assert refused.exit_code == 1 and "3" in refused.stderr and not refused.stdout


def test_a_dispute_is_raised_heard_without_names_and_ruled_on(stored):
    raised = run("dispute", stored, "31", "--clause", "NH-BUILD-3", "--seat", "B", "--text", "Bo, too dear")
    assert raised.stdout == "Line 42: Ana disputes line 31 (NH-BUILD-3).\n", raised.output

    desk = run("rule", stored, "42").stdout
    assert "“β, too dear”" in desk and "Ana" not in desk and "Bo" not in desk.replace("Book", "")
    assert "   3  ruling: line 31 is cancelled  1 line cancelled; then against the rules: 34" in desk
    assert f"   §  {stored} 21: ruling: the line stands" in desk

    signed = run("rule", stored, "42", "--remedy", "3", "--reason", "unpaid", "--precedent")
    assert signed.stdout == "Line 43: ruling: line 31 is cancelled.\n", signed.output
    assert '43 $  42 void 31 NH-BUILD-3 precedent "unpaid"' in run("export", stored).stdout
    listed = run("dispute", stored, "--lang", "fr").stdout
    assert "      43  décision\u00a0: la ligne 31 est annulée «\u00a0unpaid\u00a0»" in listed


@pytest.mark.parametrize(
    "lang, says", [("en", "        Owner: who saw it?"), ("fr", "        Responsable\u00a0: who saw it?")]
)
def test_a_statement_for_no_seat_is_signed_by_its_role(service_url, stored, lang, says):
    sessions = Sessions(service_url)
    sessions.speak(sessions.named(stored), 16, "who saw it?", actor=OPERATOR)
    sessions.close()

    assert says in run("dispute", stored, "--lang", lang).stdout.splitlines()


def test_another_ruling_can_be_written_as_a_line(stored):
    run("dispute", stored, "31", "--omitted")
    entry = "$ 42 adjust B points +1 after 31 NH-SCORE-1"
    result = run("rule", stored, "42", "--entry", entry, "--under", "NH-I-12=next-turn", "--lang", "fr")

    assert result.exit_code == 0, result.output
    assert "under NH-I-12=next-turn" in run("export", stored).stdout


def test_a_record_that_rules_twice_on_a_claim_is_kept_and_the_later_ruling_counts(service_url, stored, tmp_path):
    twice = tmp_path / "twice.record"
    twice.write_text(f"{Path(SAMPLE).read_text().partition('#>')[0]} 42 $  16 stand\n")
    kept = run("record", str(twice))

    assert kept.exit_code == 0, kept.output
    output = run("dispute", str(twice)).stdout
    assert output.count("replaced") == 1, output


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("rule", "16", "--remedy", "9"), "no remedy 9"),
        (("rule", "16", "--remedy", "1", "--entry", "$ 16 stand"), "One ruling at a time"),
        (("rule", "15"), "15"),
        (("rule", "16", "--entry", "$ 16 stand"), "$ 16 over 17"),
        (("dispute", "31", "--seat", "Q"), "B Y"),
        (("dispute", "99"), "99"),
    ],
    ids=str,
)
def test_an_impossible_command_is_refused_with_a_sentence(stored, arguments, says):
    command, *rest = arguments
    result = run(command, stored, *rest)

    assert result.exit_code == 1 and says in result.stderr and "Traceback" not in result.output
