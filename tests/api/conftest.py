"""Fixtures of the service: each test gets an SQLite file or an empty PostgreSQL database of its own."""

import pytest

from tests.api.people import open_table
from tests.api.service import Service, Serving


@pytest.fixture
def service(url):
    """The service in this process, on both stores."""
    made = Service(url)
    yield made
    made.close()


@pytest.fixture(params=["sqlite_url", pytest.param("postgres_url", marks=pytest.mark.soak)])
def sqlite_first(request):
    """The service in this process, on SQLite; with -m soak on PostgreSQL too. For tests that do not depend on SQL."""
    made = Service(request.getfixturevalue(request.param))
    yield made
    made.close()


@pytest.fixture
def embedded(sqlite_url):
    """The service in this process, on SQLite. For tests that do not depend on the store."""
    made = Service(sqlite_url)
    yield made
    made.close()


@pytest.fixture
def serving(url):
    """The service behind a real socket, on both stores."""
    made = Serving(url)
    yield made
    made.close()


@pytest.fixture
def table(service):
    """A table with a token for every role."""
    return open_table(service)


@pytest.fixture(scope="module")
def module_service(tmp_path_factory):
    """The service in this process, on SQLite, for all tests of one file."""
    made = Service(f"sqlite:///{tmp_path_factory.mktemp('module')}/griffier.sqlite")
    yield made
    made.close()
