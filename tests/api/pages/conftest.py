"""Fixtures of the pages: one browser for all files, a server for each file, a browser context for each person."""

import pytest

from tests.api.pages.browsers import Room, chromium
from tests.api.pages.club import club_of
from tests.api.service import Serving


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """The service behind a real socket, over a fresh store."""
    made = Serving(f"sqlite:///{tmp_path_factory.mktemp('house')}/griffier.sqlite")
    yield made
    made.close()


@pytest.fixture(scope="package")
def club_house(tmp_path_factory):
    """One service for all files that look at the tables of a club and close none of them."""
    made = Serving(f"sqlite:///{tmp_path_factory.mktemp('club')}/griffier.sqlite")
    yield made
    made.close()


@pytest.fixture(scope="package")
def club(club_house):
    """Tables of every game."""
    return club_of(club_house)


@pytest.fixture(scope="package")
def browser():
    """Chromium, closed before tests of other folders run, because no other event loop can run in its thread."""
    with chromium() as made:
        yield made


@pytest.fixture
def room(browser, house):
    """A room in which each test opens its browser contexts; errors in one of them fail the test."""
    made = Room(browser, house.home)
    yield made
    made.leave()
