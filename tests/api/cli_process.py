"""Runs the command line in a process forked from one that has imported everything, to save the imports."""

import atexit
import gc
import importlib
import json
import os
import pkgutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
# What commands, and typer, import only when they run: here once for all of them.
LATE = ("api.http.settings", "domain.store.postgres", "domain.store.sqlite", "pydantic.type_adapter")


def spoken(*arguments: str) -> tuple[int, str, str]:
    """Exit code, output and error output of a command, run in the current folder and environment."""
    with tempfile.TemporaryDirectory() as folder:
        asked = {"arguments": arguments, "folder": folder, "environment": dict(os.environ), "here": os.getcwd()}
        loaded = _loaded()
        loaded.stdin.write(json.dumps(asked) + "\n")
        loaded.stdin.flush()
        code = int(loaded.stdout.readline())
        return code, *(Path(folder, name).read_text(encoding="utf-8") for name in ("out", "err"))


@cache
def _loaded() -> subprocess.Popen:
    command = [sys.executable, "-c", "from tests.api.cli_process import fork; fork()"]
    made = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(made.stdin.close)  # it ends with its input
    return made


def fork() -> None:
    """Forks a process for each requested command, and reports its result."""
    import api.cli.tasks

    tasks = [task.name for task in pkgutil.iter_modules(api.cli.tasks.__path__, "api.cli.tasks.")]
    for name in (*LATE, *tasks):
        importlib.import_module(name)
    gc.freeze()  # else each process would walk, and so copy, all of this when it ends
    for line in sys.stdin:
        child = os.fork()
        if not child:
            _become(api.cli.main, **json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def _become(main, arguments: list[str], folder: str, environment: dict[str, str], here: str) -> None:
    for number, name in ((1, "out"), (2, "err")):
        os.dup2(os.open(Path(folder, name), os.O_WRONLY | os.O_CREAT), number)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(here)
    sys.argv = ["griffier", *arguments]
    main()  # ends by raising SystemExit, which ends this process as it would end its own
