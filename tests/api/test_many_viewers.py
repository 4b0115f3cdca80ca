"""A thousand viewers of one table, and one of each of a thousand tables; a line costs what its own viewers cost.

python -m pytest -m soak -n 0 -s tests/api/test_many_viewers.py
"""

import asyncio
import contextlib
import resource

import psutil
import pytest

from tests.api.people import TABLE, fresh_token, json_of
from tests.api.test_one_stranger import NOTE, Server
from tests.api.viewers import Viewer

IN_BULK = 300  # seconds
MANY = [50, pytest.param(1000, marks=pytest.mark.soak)]


@pytest.fixture
def server(tmp_path):
    """The service, which lets one address hold many connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # for the viewers, which are in this process
    with contextlib.closing(Server(tmp_path, GRIFFIER_PER_ADDRESS="3000")) as made:
        yield made
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def opened(server):
    """A new table, and its owner's token."""
    token = fresh_token()
    return json_of(server.ask("POST", "/api/sessions", token, TABLE), 201)["session"], token


def record(server, tables, lines):
    """Records so many lines at each of these tables, one by one."""
    for _ in range(lines):
        for session, token in tables:
            json_of(server.ask("POST", f"/api/sessions/{session}/lines", token, NOTE), 201)


async def cost_of_a_line(server, viewers, tables, lines):
    """Records at these tables while the viewers watch them; the processor time of a line, in milliseconds."""
    visits = [asyncio.ensure_future(viewer.visit(lines)) for viewer in viewers]
    while not all(viewer.seen for viewer in viewers):
        assert not any(visit.done() for visit in visits), [visit for visit in visits if visit.done()][:1]
        await asyncio.sleep(0.05)
    service = psutil.Process(server.process.pid)
    before = sum(service.cpu_times()[:2])
    await asyncio.to_thread(record, server, tables, lines)
    await asyncio.wait_for(asyncio.gather(*visits), IN_BULK)
    assert all(viewer.lines == [*range(1, lines + 1)] for viewer in viewers)
    return 1000 * (sum(service.cpu_times()[:2]) - before) / (lines * len(tables))


@pytest.mark.parametrize("many", MANY)
def test_a_line_costs_what_the_viewers_of_its_table_cost(server, many):
    tables, one, crowd = [opened(server) for _ in range(many)], opened(server), opened(server)
    alone, spread, together = (
        asyncio.run(cost_of_a_line(server, [Viewer(server.port, session) for session in watched], recorded, lines))
        for watched, recorded, lines in (
            ([one[0]], [one], 60),
            ([session for session, _ in tables], tables, 3),
            ([crowd[0]] * many, [crowd], 20),
        )
    )
    print(
        f"every line once and in order; CPU of a line: 1 viewer {alone:.1f} ms, {many} viewers of {many} tables "
        f"{spread:.1f} ms, {many} viewers of one table {together:.1f} ms"
    )
    assert spread < 2 * alone + 2 and alone < together
