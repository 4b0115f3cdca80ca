"""The service over a store of its own for each test: an SQLite file, or a database of the suite's real PostgreSQL."""

import pytest

from tests.api.people import lay
from tests.api.service import Service, Serving


@pytest.fixture
def service(url):
    """In this process, on both stores."""
    made = Service(url)
    yield made
    made.close()


@pytest.fixture(params=["sqlite_url", pytest.param("postgres_url", marks=pytest.mark.soak)])
def sqlite_first(request):
    """In this process, on SQLite, and in the soak on PostgreSQL too: where no SQL decides what is tried."""
    made = Service(request.getfixturevalue(request.param))
    yield made
    made.close()


@pytest.fixture
def embedded(sqlite_url):
    """In this process, on SQLite: where the store is not what is tried."""
    made = Service(sqlite_url)
    yield made
    made.close()


@pytest.fixture
def serving(url):
    """Behind a real socket, on both stores."""
    made = Serving(url)
    yield made
    made.close()


@pytest.fixture
def table(service):
    """A table with everybody at it."""
    return lay(service)
