"""The application over both stores, with a signing key of its own."""

from contextlib import closing

import pytest

from domain.sessions.application import Sessions


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "keys"


@pytest.fixture
def sessions(url, folder):
    with closing(Sessions(url, keys=folder)) as sessions:
        yield sessions
