"""Shows the progress of long work on the error stream: a bar on a terminal, else a line every few seconds."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import TypeVar

import typer

INTERVAL = 5  # seconds between two lines where no bar can be drawn

T = TypeVar("T")


def progress(items: Iterable[T], what: str, total: int = 0) -> Iterator[T]:
    """The same items; each that is taken advances the display. Without a total it only counts."""
    display = _bar if sys.stderr.isatty() else _plain
    return display(items, what, total)


def _bar(items: Iterable[T], what: str, total: int) -> Iterator[T]:
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        yield from bar.track(items, total=total or None, description=what)


def _plain(items: Iterable[T], what: str, total: int) -> Iterator[T]:
    shown = monotonic()
    for done, item in enumerate(items, 1):
        yield item
        if monotonic() - shown > INTERVAL:
            shown = monotonic()
            typer.echo(f"{done}/{total} {what}" if total else f"{done} {what}", err=True)
