"""The Python code and the page scripts have no type errors."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TOOLS = ROOT / "tests/tools"


def test_python_has_no_type_errors():
    ran = subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True)

    assert ran.returncode == 0, ran.stdout


def test_every_module_with_settings_of_its_own_exists():
    """mypy ignores settings for modules that it does not meet."""
    overrides = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]["overrides"]
    paths = [ROOT / name.removesuffix(".*").replace(".", "/") for one in overrides for name in one["module"]]

    assert [str(path) for path in paths if not path.is_dir() and not path.with_suffix(".py").is_file()] == []


@pytest.fixture(scope="module")
def tsc() -> str:
    """TypeScript's compiler, installed from its lock into the environment when it is missing."""
    if not (npm := shutil.which("npm")):
        pytest.skip("the scripts are checked by TypeScript, which needs Node.js, and it is not on this machine")
    folder = Path(sys.prefix) / "typescript"
    compiler = folder / "node_modules/.bin/tsc"
    if not compiler.exists():
        folder.mkdir(exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(TOOLS / name, folder)
        subprocess.run([npm, "ci", "--silent", "--no-audit", "--no-fund"], cwd=folder, check=True)
    return str(compiler)


@pytest.mark.parametrize("project", ["tsconfig.json", "tsconfig.worker.json"])
def test_scripts_have_no_type_errors(tsc, project):
    ran = subprocess.run(
        [tsc, "-p", str(TOOLS / project)], capture_output=True, text=True, env={**os.environ, "CI": "1"}
    )

    assert ran.returncode == 0, ran.stdout
