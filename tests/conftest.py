"""Options and fixtures of all tests: --update rewrites the expectations of records; no test uses a real database."""

import gc
from itertools import count

import pytest
from hypothesis import HealthCheck, settings

from tests.stores import postgres, postgres_url, sqlite_url, url  # noqa: F401

settings.register_profile("griffier", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("griffier")  # no test is measured by the clock: the machine may be busy

gc.disable()  # the half a million objects of the collected tests stay; looking at them took a quarter of the time
LONG = ("test_types.py", "test_wheel.py", "test_recipes.py", "test_raw_bodies.py", "test_roles.py", "test_openapi.py")


def pytest_collection_modifyitems(items):
    """Begins with the files whose tests take many seconds each, so that at the end no worker waits for one of them."""
    items.sort(key=lambda item: item.path.name not in LONG)


def pytest_collection_finish():
    gc.enable()
    gc.freeze()


def pytest_addoption(parser):
    parser.addoption("--update", action="store_true", help="rewrite the #> lines of the records")


@pytest.fixture
def update(request):
    return request.config.getoption("--update")


NUMBERS = count()


@pytest.fixture(autouse=True)
def own_database(monkeypatch, tmp_path_factory):
    """Gives each test its own database address."""
    own = tmp_path_factory.getbasetemp() / "own" / str(next(NUMBERS))
    monkeypatch.setenv("GRIFFIER_DATABASE", f"sqlite:///{own}/griffier.sqlite")


@pytest.fixture(autouse=True, scope="session")
def own_keys(tmp_path_factory):
    """Keeps the signing key of all tests out of the user's folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRIFFIER_KEYS", str(tmp_path_factory.mktemp("keys")))
        yield
