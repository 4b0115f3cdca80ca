"""One switch: --update rewrites what records expect; the diff is what is reviewed."""

import pytest


def pytest_addoption(parser):
    parser.addoption("--update", action="store_true", help="rewrite the #> lines of the records")


@pytest.fixture
def update(request):
    return request.config.getoption("--update")
