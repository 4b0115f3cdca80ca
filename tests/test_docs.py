"""The README and the reference pages are true: records read, commands exist, examples run, links lead somewhere."""

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

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [
    ROOT / "README.md",
    *(path for room in ("domain", "replays", "projections", "api") for path in ROOT.glob(f"{room}/*.md")),
]
RECORDS = [
    pytest.param(text, id=f"{page.name}-{nth}")
    for page in PAGES
    if page.name != "RULES.md"  # its records need the rows that its recipes add: tests/test_recipes.py
    for nth, text in enumerate(re.findall(r"```\n(griffier 1\n.*?)```", page.read_text(encoding="utf-8"), re.DOTALL), 1)
]


def test_the_readme_is_short():
    assert README.count("\n") < 300


@pytest.mark.parametrize("text", RECORDS)
def test_every_record_shown_can_be_read(text):
    _, troubles = read_record(text)

    assert not troubles


def test_the_record_reference_shows_every_kind_of_line():
    (text,) = re.findall(
        r"```\n(griffier 1\n.*?)```", (ROOT / "replays/RECORD.md").read_text(encoding="utf-8"), re.DOTALL
    )
    session, _ = read_record(text)

    assert len({type(line) for line in session.log}) == 16


def test_every_command_is_described_and_no_other():
    described = set(
        re.findall(r"^\| `run\.py (\w+)", (ROOT / "api/OPERATIONS.md").read_text(encoding="utf-8"), re.MULTILINE)
    )

    assert described == set(get_command(app).commands) - {"demo"}


def test_every_command_named_anywhere_exists():
    """In pages, comments, docstrings and settings; `run.py` itself adds test, bench and shots."""
    texts = (*PAGES, ROOT / "pyproject.toml", ROOT / "run.py", *ROOT.glob("[adprt]*/**/*.py"))
    named = {name for path in texts for name in re.findall(r"run\.py ([a-z]+)", path.read_text(encoding="utf-8"))}

    assert named - set(get_command(app).commands) == {"test", "bench", "shots"}


@pytest.mark.skipif(not shutil.which("curl"), reason="the examples use curl, which is not on this machine")
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
    assert decided["rulings"][0]["says"] == "ruling: line 4 is cancelled"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_and_picture_leads_to_a_file(page):
    links = re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8"))

    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_named_in_a_page_exists(page):
    text = re.sub(r"As a new file\s+`[^`]+`", "", page.read_text(encoding="utf-8"))
    named = re.findall(r"`((?:domain|replays|projections|api|tests)/[\w./-]+\.\w+)`", text)

    assert [name for name in named if not (ROOT / name).exists()] == []


def test_every_word_of_the_glossary_is_a_name_in_the_code():
    rows = re.findall(r"^\| [\w, -]+ \| .+ \| `([\w/.]+)`: `(\w+)` \|$", README, re.MULTILINE)

    assert 20 <= len(rows) <= 40
    for file, name in rows:
        text = (ROOT / file).read_text(encoding="utf-8")
        assert re.search(rf"^(?:class|def) {name}\b|^{name}\b\s*[:=]", text, re.MULTILINE), (file, name)
