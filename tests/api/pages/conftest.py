"""A real browser before a real server: one of each for the tests of a file, a new browser context for each person."""

import pytest

from tests.api.pages.browsers import Room, chromium
from tests.api.service import Serving


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """The service behind a real socket, over a fresh store."""
    made = Serving(f"sqlite:///{tmp_path_factory.mktemp('house')}/griffier.sqlite")
    yield made
    made.close()


@pytest.fixture(scope="module")
def browser():
    """Chromium. It ends with the file: while it lives, nothing else in this thread could run a loop of its own."""
    with chromium() as made:
        yield made


@pytest.fixture
def room(browser, house):
    """Where people come in with their devices; who saw an error there is told of in the end."""
    made = Room(browser, house.home)
    yield made
    made.leave()
