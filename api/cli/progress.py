"""Progress of long work, on the error stream: a bar on a terminal, else a plain line every few seconds."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import TypeVar

import typer

EVERY = 5  # seconds between two lines where no bar can be drawn

T = TypeVar("T")


def progress(items: Iterable[T], what: str, total: int = 0) -> Iterator[T]:
    """The items as they are worked through; without a total only how many are done."""
    shown = _bar if sys.stderr.isatty() else _plain
    return shown(items, what, total)


def _bar(items: Iterable[T], what: str, total: int) -> Iterator[T]:
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        yield from bar.track(items, total=total or None, description=what)


def _plain(items: Iterable[T], what: str, total: int) -> Iterator[T]:
    said = monotonic()
    for done, item in enumerate(items, 1):
        yield item
        if monotonic() - said > EVERY:
            said = monotonic()
            typer.echo(f"{done}/{total} {what}" if total else f"{done} {what}", err=True)
