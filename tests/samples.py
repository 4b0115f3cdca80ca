"""Keeps a sample of a test's parameters in the default suite; the others run with -m soak."""

from collections.abc import Iterable
from typing import Any

import pytest


def sample(values: Iterable[Any], *kept: Any) -> list[Any]:
    """All values as parameters, of which the default suite runs the kept ones; a kept one that is none is an error."""
    values = list(values)
    assert all(value in values for value in kept), "the sample names a value that there is not"
    return [value if value in kept else _in_bulk(value) for value in values]


def _in_bulk(value: Any) -> Any:
    if hasattr(value, "marks"):  # made by pytest.param
        return pytest.param(*value.values, marks=(*value.marks, pytest.mark.soak), id=value.id)
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values, marks=pytest.mark.soak)
