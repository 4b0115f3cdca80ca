"""The clubs of a store, over both stores."""

import pytest

from domain.clubs.application import Clubs
from domain.sessions.application import Sessions


@pytest.fixture
def clubs(url):
    """The clubs of a store that can be written to."""
    store = Sessions(url)
    yield Clubs(store)
    store.close()
