"""The entry point of Griffier: makes the environment when it is missing, then runs a command.

    python3 run.py                      demo sessions, and the pages on port 8000
    python3 run.py test [pytest ...]    the tests, from the project's root, several at a time unless -n is given
    python3 run.py bench                the benchmarks
    python3 run.py shots                the README's pictures, taken anew
    python3 run.py <command> ...        any command: serve, audit, replay, lens ...; see <command> --help

Needs Python 3.11 or newer, and uv or pip (on Debian: python3-venv). Packages go into .venv beside
this file, each checked against the hash in its lock.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(f"Griffier needs Python 3.11 or newer; this is Python {sys.version.split()[0]}.")

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "griffier.stamp"
BYTECODE = VENV / "bytecode"  # compiled modules, also of the packages: the working tree stays clean
LOCKS = {"runtime": "requirements.lock", "dev": "requirements-dev.lock"}  # dev holds all of runtime
TOOLS = {"bench": "tests.bench", "shots": "tests.tools"}
NEEDS_DEV = {"test", *TOOLS}


def main(args: list[str]) -> None:
    if args[:1] in (["--help"], ["-h"]) and not is_installed("runtime"):
        return print(__doc__.strip())
    command, *rest = args or ["serve", "--demo"]
    prepare("dev" if command in NEEDS_DEV else "runtime")
    os.environ["PYTHONPYCACHEPREFIX"] = str(BYTECODE)
    if command in TOOLS:
        become("-P", "-m", TOOLS[command], *rest)
    if command != "test":
        os.environ["GRIFFIER_PROGRAM"] = "python3 run.py"  # commands that Griffier suggests begin with this
        become("-P", "-m", "griffier", command, *rest)  # -P: ignores a folder named api in the current directory
    os.chdir(ROOT)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # so the processes that tests start compile nothing
    chosen = any(arg.startswith(("-n", "--numprocesses")) for arg in rest)
    count = str((os.cpu_count() or 1) + 2)  # more workers than cores, because many tests wait
    workers = [] if chosen else ["-n", count, "--dist", "worksteal"]
    become("-m", "pytest", *workers, *rest)


def venv_python() -> str:
    return str(VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))


def become(*args: str) -> None:
    """Go on as the environment's Python, with its exit code as ours."""
    if os.name == "nt":
        sys.exit(subprocess.run([venv_python(), *args]).returncode)
    os.execv(venv_python(), [venv_python(), *args])


def stamp(kind: str) -> str:
    """The mark of this set of packages; it covers the folder too, because the editable install points at it."""
    inputs = [(ROOT / name).read_bytes() for name in ("pyproject.toml", *LOCKS.values())]
    return f"{hashlib.sha256(b''.join([bytes(ROOT), *inputs])).hexdigest()} {kind}"


def is_installed(kind: str) -> bool:
    installed = STAMP.read_text() if STAMP.exists() and os.path.exists(venv_python()) else ""
    return installed in (stamp(kind), stamp("dev"))


def prepare(kind: str) -> None:
    """Install the packages if they are missing. The stamp is written last, so a broken install is repeated."""
    if is_installed(kind):
        return
    print("Preparing the environment (once, about half a minute) ...", file=sys.stderr, flush=True)
    if STAMP.exists() and STAMP.read_text().endswith("dev"):
        kind = "dev"
    STAMP.unlink(missing_ok=True)
    uv = shutil.which("uv")
    if not os.path.exists(venv_python()):
        shutil.rmtree(VENV, ignore_errors=True)
        bare = [] if importlib.util.find_spec("ensurepip") else ["--without-pip"]
        make = [uv, "venv", "-q", "--python", sys.executable] if uv else [sys.executable, "-m", "venv", *bare]
        step("making .venv", *make, str(VENV))
    os.environ["PYTHONPYCACHEPREFIX"] = str(BYTECODE)  # pip compiles what it installs
    install = [uv, "pip", "install", "-q", "--python", venv_python()] if uv else [*pip(), "install", "-qq"]
    step(f"installing {LOCKS[kind]}", *install, "--require-hashes", "-r", str(ROOT / LOCKS[kind]))
    step("installing Griffier itself", *install, "--no-deps", "--no-build-isolation", "-e", str(ROOT))
    STAMP.write_text(stamp(kind))


def pip() -> list[str]:
    """The environment's own pip, or the system's for a Python that came without ensurepip."""
    own = [venv_python(), "-m", "pip"]
    has_own = subprocess.run([*own, "--version"], capture_output=True).returncode == 0
    return own if has_own else [sys.executable, "-m", "pip", "--python", venv_python()]


def step(what: str, *command: str) -> None:
    """Run one step of the set-up, with its output on stderr; a failure ends the run."""
    if subprocess.run(command, stdout=sys.stderr).returncode != 0:
        sys.exit(f"Griffier is not set up: {what} failed, for the reason above. The next run tries again.")


if __name__ == "__main__":
    main(sys.argv[1:])
