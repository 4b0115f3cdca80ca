"""The time from a tap to the next offers: a line recorded and the options after it, as CPU time of the service."""

from __future__ import annotations

import asyncio
import secrets
import shutil
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

import orjson

from domain.games import GAMES
from domain.record.line_text import write_entry
from domain.record.lines import Played
from domain.rules import Action
from domain.setup import Setup
from tests.bench.http import JSON, Link, served
from tests.replays.real_games import real_game

SEED = 5
BARE = 200  # answers of /live that one line is compared with
MOST_TIMES, MOST_MS = 25, 60


def offer_lines(seconds: float) -> Iterator[str]:
    """One row for each game: a whole one, line by line."""
    folder = Path(tempfile.mkdtemp(prefix="griffier-bench-"))
    try:
        for game in GAMES:
            yield _of_game(game, f"sqlite:///{folder}/{game}.sqlite")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _of_game(game: str, url: str) -> str:
    setup, actions = real_game(game, (GAMES[game].common_sizes or GAMES[game].players)[-1], SEED)
    with served(url) as (port, process):
        live, offers = asyncio.run(_measured(port, process, setup, actions))
    slowest = max(offers, key=offers.__getitem__)
    return (
        f"next offers, {game}: {len(offers)} lines, a line and the options after it take"
        f" {statistics.median(offers.values()) / live:.0f} times GET /live (median, at most {MOST_TIMES}),"
        f" the slowest {offers[slowest] * 1e3:.0f} ms of CPU at line {slowest} (at most {MOST_MS})"
    )


async def _measured(port: int, process: int, setup: Setup, actions: list[Action]) -> tuple[float, dict[int, float]]:
    """The CPU seconds of one GET /live, and those of each line with its options."""
    link = Link(*await asyncio.open_connection("127.0.0.1", port))
    head = f"{JSON}authorization: Bearer {secrets.token_urlsafe(32)}\r\n"
    seats = [{"letter": letter} for letter in setup.seats]
    body = orjson.dumps({"game": setup.game, "seats": seats, "first": setup.seats[setup.first], "faces": setup.faces})
    at = f"/api/sessions/{orjson.loads(await link.ask('POST', '/api/sessions', body, head))['session']}"
    start, offers = _spent(process), {}
    for _ in range(BARE):
        await link.ask("GET", "/live")
    live = (_spent(process) - start) / BARE
    for number, action in enumerate(actions, 1):
        line = orjson.dumps({"lines": [write_entry(Played(action=action), setup).strip()]})
        start = _spent(process)
        await link.ask("POST", f"{at}/lines", line, head)
        await link.ask("GET", f"{at}/options", b"", head)
        offers[number] = _spent(process) - start
    return live, offers


def _spent(process: int) -> float:
    """The CPU seconds of all threads of a process."""
    threads = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9
