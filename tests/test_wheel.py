"""The wheel, installed into an empty environment, works among foreign folders named like our packages."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
RECORD = ROOT / "replays" / "library" / "new-haven" / "clauses" / "NH-BUILD-3.broken.record"
ROOMS = ("domain", "replays", "projections", "api")
FOREIGN = "raise ImportError('a foreign folder was imported')\n"
SCRIPT = """
import sys
import replays

session, errors = replays.read_record(open(sys.argv[1], encoding="utf-8").read())
print([finding.clause for finding in replays.audit_of(session).findings], len(replays.replay_of(session).frames))
print(replays.scoreboard_of(session).status, replays.compare(session).parts_at)
print(*sorted({sys.modules[name].__path__[0] for name in ("domain", "replays")}), sep="\\n")
"""


class Installed:
    """An environment with the wheel in it, and a folder to stand in, full of foreign packages."""

    def __init__(self, folder: Path):
        self.bin = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
        self.packages = Path(sysconfig.get_path("purelib", vars={"base": str(folder / "env")}))
        self.here, other = folder / "here", folder / "other"
        for place, names in ((self.here, ("api", "domain")), (other, ("api", "domain", "projections"))):
            for name in names:
                (place / name).mkdir(parents=True)
                (place / name / "__init__.py").write_text(FOREIGN)
        self.env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        self.env["PYTHONPATH"] = os.pathsep.join([str(other), ""])  # the empty entry is the folder one stands in

    def run(self, program: str, *arguments: str, **env: str) -> subprocess.CompletedProcess:
        command = [str(self.bin / program), *arguments]
        env = {**self.env, **env}
        return subprocess.run(command, cwd=self.here, env=env, capture_output=True, text=True, timeout=120)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel in an environment of its own, which finds the dependencies where these tests find them."""
    folder = tmp_path_factory.mktemp("wheel")
    called(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder))
    (wheel,) = folder.glob("griffier-*.whl")
    venv.create(folder / "env", with_pip=False)
    made = Installed(folder)
    install, uv, python = ["install", "-q", "--no-deps", "--no-index"], shutil.which("uv"), made.bin / "python"
    if uv:
        called(uv, "pip", *install, "--offline", "--python", str(python), str(wheel))
    else:
        called(sys.executable, "-m", "pip", "--python", str(python), *install, "--no-compile", str(wheel))
    (made.packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return made


def called(*command: str) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_wheel_holds_our_packages_with_their_types_and_their_data(installed):
    for room in ROOMS:
        assert (installed.packages / room / "py.typed").is_file()
    assert (installed.packages / "replays" / "library" / "new-haven" / "samples" / "disputes.record").is_file()
    assert not (installed.packages / "tests").exists()


def test_the_command_answers_among_foreign_folders(installed):
    version, help = installed.run("griffier", "--version"), installed.run("griffier", "--help")

    assert (version.returncode, version.stdout, version.stderr) == (0, "griffier 0.1.0\n", "")
    assert help.returncode == 0 and "audit" in help.stdout and "run.py" not in help.stdout


@pytest.mark.parametrize("program", [("griffier",), ("python", "-m", "griffier")], ids=" ".join)
def test_the_command_audits_a_record_among_foreign_folders(installed, program):
    done = installed.run(*program, "audit", str(RECORD))

    assert (done.returncode, done.stderr) == (0, "")
    assert "NH-BUILD-3 broken: Blue" in done.stdout


def test_the_demo_suggests_commands_an_installed_user_can_type(installed, tmp_path):
    done = installed.run("griffier", "demo", GRIFFIER_DATABASE=f"sqlite:///{tmp_path}/demo.sqlite")

    assert done.returncode == 0, done.stderr
    assert "  griffier audit " in done.stdout and "run.py" not in done.stdout + done.stderr


def test_an_incomplete_installation_is_named(installed, tmp_path):
    shutil.copy(installed.packages / "griffier.py", tmp_path / "griffier.py")

    done = installed.run("python", "-I", str(tmp_path / "griffier.py"), "--version")

    assert done.returncode == 1
    assert done.stderr.startswith("Griffier is not installed completely")


def test_the_public_api_imports_nothing_foreign(installed):
    done = installed.run("python", "-c", SCRIPT, str(RECORD))

    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "['NH-BUILD-3'] 3",
        "provisional None",
        str(installed.packages / "domain"),
        str(installed.packages / "replays"),
    ]


def test_a_foreign_package_that_was_imported_first_is_named(installed):
    (installed.here / "domain" / "__init__.py").write_text("")
    done = installed.run("python", "-c", "import domain, replays")
    (installed.here / "domain" / "__init__.py").write_text(FOREIGN)

    assert done.returncode == 1
    assert "another package called domain is imported already" in done.stderr
