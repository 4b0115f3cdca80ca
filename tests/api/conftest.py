"""Fixtures of the service: each test gets an SQLite file or an empty PostgreSQL database of its own.

The routes hold no SQL, so their tests run on SQLite, and with -m soak on PostgreSQL too; those of the stores and of the
read models run on both, as do the tests here that are marked `on_both_stores`.
"""

import pytest

from tests.api.people import open_table
from tests.api.service import Service, Serving

on_both_stores = pytest.mark.parametrize("service_url", ["sqlite_url", "postgres_url"], indirect=True)


@pytest.fixture(params=["sqlite_url", pytest.param("postgres_url", marks=pytest.mark.soak)])
def service_url(request):
    """A store; with -m soak each."""
    return request.getfixturevalue(request.param)


@pytest.fixture
def service(service_url):
    """The service in this process."""
    made = Service(service_url)
    yield made
    made.close()


@pytest.fixture
def embedded(sqlite_url):
    """The service in this process, on SQLite. For tests that do not depend on the store."""
    made = Service(sqlite_url)
    yield made
    made.close()


@pytest.fixture
def serving(service_url):
    """The service behind a real socket."""
    made = Serving(service_url)
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
