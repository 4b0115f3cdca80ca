"""The public Python API: its examples work, it names what it exports, and importing it is cheap."""

import doctest
import subprocess
import sys

import replays


def test_the_examples_of_the_public_api_work():
    done = doctest.testmod(replays)

    assert done.attempted > 15
    assert done.failed == 0


def test_every_public_name_is_imported_when_it_is_first_used_and_has_a_docstring():
    assert dir(replays) == sorted(replays.__all__)
    for name in replays.__all__:
        assert getattr(replays, name).__doc__
    assert not hasattr(replays, "something_else")


def test_importing_the_public_api_imports_no_game():
    script = "import sys, replays; print([name for name in sys.modules if name.startswith('domain.')])"

    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout.strip() == "[]"
