"""The recipes of domain/RULES.md work when they are followed word by word, in a copy of the project."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
RECIPES = (ROOT / "domain/RULES.md").read_text(encoding="utf-8")
STEP = re.compile(
    r"(As a new file|At the end of|In)\s+`([\w./-]+)`(?:, after `([^`]+)`)?:\n\n```\w*\n(.*?)```", re.DOTALL
)
COPY = re.compile(r"Copy the folder `([\w./-]+)` to `([\w./-]+)`")
TITLES = ("Add a clause", "Add a variant", "Add a reading", "Add a game")


def follow(step: re.Match[str], folder: Path) -> None:
    """Carry out one step of a recipe: write a file, append to it, insert after a line, or merge words."""
    where, name, anchor, text = step.groups()
    path = folder / name
    if where == "As a new file":
        path.write_text(text, encoding="utf-8")
    elif where == "At the end of":
        path.write_text(f"{path.read_text(encoding='utf-8')}\n\n{text}", encoding="utf-8")
    elif path.suffix == ".json":
        words = json.loads(path.read_text(encoding="utf-8"))
        for section, added in json.loads(text).items():
            words[section] |= added
        path.write_text(json.dumps(words, ensure_ascii=False), encoding="utf-8")
    else:
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        (at,) = [at for at, line in enumerate(lines) if line.strip().startswith(anchor)]
        path.write_text("".join((*lines[: at + 1], text, *lines[at + 1 :])), encoding="utf-8")


def recipe(title: str) -> list[re.Match[str]]:
    """The steps under a heading."""
    (section,) = re.findall(rf"^## {title}\n(.*?)(?=^## |\Z)", RECIPES, re.DOTALL | re.MULTILINE)
    return list(STEP.finditer(section))


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """The project with every recipe followed; of the library only New Haven's records."""
    folder = tmp_path_factory.mktemp("copy")
    skipped = shutil.ignore_patterns("__pycache__", "kontor", "mayflower", "nieuw-amsterdam", "shots")
    shutil.copytree(ROOT / "domain", folder / "domain", ignore=shutil.ignore_patterns("__pycache__"))
    for room in ("replays", "projections", "api", "tests"):
        shutil.copytree(ROOT / room, folder / room, ignore=shutil.ignore_patterns("__pycache__", "library"))
    shutil.copytree(ROOT / "replays/library", folder / "replays/library", ignore=skipped)
    shutil.copy(ROOT / "pyproject.toml", folder)
    for source, target in COPY.findall(RECIPES):
        shutil.copytree(folder / source, folder / target)
    for title in TITLES:
        for step in recipe(title):
            follow(step, folder)
    return folder


def run(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    environment.pop("PYTHONPYCACHEPREFIX", None)  # the copy's bytecode goes with the copy
    return subprocess.run(
        [sys.executable, *args], cwd=folder, env=environment, capture_output=True, text=True, timeout=300
    )


def test_every_recipe_has_steps():
    assert [len(recipe(title)) for title in TITLES] == [7, 4, 4, 3]
    assert len(COPY.findall(RECIPES)) == 1


def test_the_tests_pass_after_the_recipes(copy):
    chosen = "NH-EXAMPLE-1 or four-tiles or NH-I-99 or every_code_has_its_words or both_languages or left_over"
    ran = run(
        copy,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "tests/replays/test_records.py",
        "tests/test_rooms.py",
        "-k",
        chosen,
    )

    assert ran.returncode == 0, ran.stdout[-3000:]
    assert re.search(r"^(\d+) passed", ran.stdout, re.MULTILINE)


def test_the_new_clause_is_found(copy):
    record = "replays/library/new-haven/clauses/NH-EXAMPLE-1.broken.record"
    ran = run(copy, "-m", "api.cli", "audit", record)

    assert "NH-EXAMPLE-1" in ran.stdout, ran.stderr


def test_the_new_game_is_audited(copy):
    ran = run(copy, "-m", "api.cli", "audit", "replays/library/nim.record")

    assert "NIM-TAKE-1" in ran.stdout, ran.stderr


def test_a_missing_word_is_named(copy):
    words = copy / "domain/games/new_haven/words/en.json"
    complete = words.read_text(encoding="utf-8")
    without = json.loads(complete)
    del without["findings"]["the_first_space_is_built_face_up"]
    words.write_text(json.dumps(without), encoding="utf-8")
    try:
        ran = run(copy, "-m", "api.cli", "audit", "replays/library/new-haven/clauses/NH-EXAMPLE-1.broken.record")
    finally:
        words.write_text(complete, encoding="utf-8")

    assert 'MissingWords: words/en.json lacks "the_first_space_is_built_face_up" in "findings"' in ran.stderr


def test_a_game_that_is_not_registered_is_named(copy):
    record = copy / "go.record"
    record.write_text("griffier 1\ngame go\nseats B=Ana Y=Bo\n", encoding="utf-8")
    ran = run(copy, "-m", "api.cli", "audit", "go.record")

    assert ran.returncode == 1 and "go" in ran.stderr and "Traceback" not in ran.stderr
