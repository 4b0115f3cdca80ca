"""The application over both stores."""

import pytest

from domain.sessions.application import Sessions


@pytest.fixture
def sessions(url):
    """A store that can be written to."""
    store = Sessions(url)
    yield store
    store.close()
