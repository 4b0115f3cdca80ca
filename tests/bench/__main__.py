"""Runs every benchmark and prints its ratios: `python3 run.py bench`."""

from itertools import chain
from typing import Annotated

import typer

from tests.bench.http import http_lines
from tests.bench.last_action import last_lines
from tests.bench.next_offers import offer_lines
from tests.bench.read_models import views_lines
from tests.bench.rules import bench_lines
from tests.bench.store import store_lines


def bench(seconds: Annotated[float, typer.Option("--seconds", min=0.01, help="For each measurement.")] = 0.3) -> None:
    """Speed as ratios in one run: the rules against python-chess, the store against bare inserts and selects."""
    measured = bench_lines, last_lines, store_lines, views_lines, http_lines, offer_lines
    for line in chain.from_iterable(lines(seconds) for lines in measured):
        typer.echo(line)


typer.run(bench)
