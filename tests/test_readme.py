"""What the README shows is true: its record reads, and its commands are there."""

import re
from pathlib import Path

from typer.main import get_command

from api.cli import app
from replays.record import read_record

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def test_the_record_of_the_readme_reads_without_trouble():
    (text,) = re.findall(r"```\n(griffier 1\n.*?)```", README, re.DOTALL)
    session, troubles = read_record(text)

    assert not troubles
    assert len({type(line) for line in session.log}) == 10


def test_every_command_of_the_readme_is_there():
    named = set(re.findall(r"`run\.py (\w+)", README))

    assert named <= set(get_command(app).commands)
    assert set(get_command(app).commands) - {"demo"} == named
