"""What the README shows is true: its record reads, and its commands are there."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from typer.main import get_command

from api.cli import app
from replays.record_text import read_record
from tests.api.service import Serving

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def test_the_record_of_the_readme_reads_without_trouble():
    (text,) = re.findall(r"```\n(griffier 1\n.*?)```", README, re.DOTALL)
    session, troubles = read_record(text)

    assert not troubles
    assert len({type(line) for line in session.log}) == 16


def test_every_command_of_the_readme_is_there():
    named = set(re.findall(r"`run\.py (\w+)", README))

    assert named <= set(get_command(app).commands)
    assert set(get_command(app).commands) - {"demo"} == named


@pytest.mark.skipif(not shutil.which("curl"), reason="the examples are for curl, which is not on this machine")
def test_the_examples_of_the_readme_can_be_pasted(tmp_path):
    (script,) = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    service = Serving(f"sqlite:///{tmp_path}/griffier.sqlite")
    try:
        pasted = script.replace("http://127.0.0.1:8000", service.home).replace(
            "curl -s", "curl -sS --noproxy '*' -w '\\n'"
        )
        ran = subprocess.run(["bash", "-euo", "pipefail", "-c", pasted], capture_output=True, text=True, timeout=60)
    finally:
        service.close()
    recorded, unlawful, scoreboard, replay, audit, *dispute = map(json.loads, ran.stdout.splitlines())

    assert not ran.stderr
    assert (recorded["line"], recorded["findings"]) == (3, [])
    assert [found["clause"] for found in unlawful["findings"]] == ["NH-BUILD-3"]
    assert scoreboard["status"] == "provisional"
    assert [frame["line"] for frame in replay["frames"]][-1] == 4 and "Ana construit" in replay["frames"][-1]["says"]
    assert audit["clauses"] == {"NH-BUILD-3": 1}
    claim, ruling, decided = dispute
    assert (claim["line"], ruling["line"], decided["state"]) == (5, 6, "decided")
    assert decided["rulings"][0]["says"] == "ruling: line 4 is void"


def test_every_picture_of_the_readme_is_there():
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)

    assert pictures and all((Path(__file__).parent.parent / path).is_file() for path in pictures)
