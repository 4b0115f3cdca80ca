"""Read models over both stores."""

import pytest

from domain.sessions.application import Sessions
from projections.runner import Runner
from projections.storage import open_storage


@pytest.fixture
def store(url):
    """A store, its read models, and their runner."""
    sessions, views = Sessions(url), open_storage(url)
    yield sessions, views, Runner(sessions, views)
    views.close()
    sessions.close()
