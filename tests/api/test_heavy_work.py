"""Expensive requests: few at once, one at a time for each caller, and all others are served meanwhile."""

import asyncio
import threading

import pytest

from api.http.limits.heavy_work import MAX_WAITING, PER_CALLER, WORKERS, HeavyWork
from api.http.problems import HttpProblem
from api.photos.rendered_pictures import CACHED, RenderedPictures, render_in_process
from replays.export.pictures import PictureOrder

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"><rect width="4" height="2" fill="{}"/></svg>'


class Work:
    """Work that waits until it is released, and counts how much of it runs at once."""

    def __init__(self):
        self.released, self.lock, self.running, self.most = threading.Event(), threading.Lock(), 0, 0

    def __call__(self):
        with self.lock:
            self.running += 1
            self.most = max(self.most, self.running)
        assert self.released.wait(30)
        with self.lock:
            self.running -= 1
        return "done"


async def tried(heavy, work, callers):
    """The results of requests of these callers at once; the work is released when all have been accepted or refused."""
    tasks = [asyncio.ensure_future(heavy.run(caller, work)) for caller in callers]
    while work.running < min(WORKERS, len(set(callers))):
        await asyncio.sleep(0.001)
    work.released.set()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert not heavy.callers  # nothing is kept of callers that have left
    return [result if result == "done" else result.code for result in results]


def test_one_caller_runs_one_request_and_a_few_wait():
    heavy, work = HeavyWork(), Work()
    results = asyncio.run(tried(heavy, work, ["a"] * 9))
    assert results == ["done"] * PER_CALLER + ["drawing"] * (9 - PER_CALLER) and work.most == 1


def test_many_callers_share_the_workers():
    heavy, work = HeavyWork(), Work()
    results = asyncio.run(tried(heavy, work, [str(number) for number in range(MAX_WAITING + 3)]))
    assert results == ["done"] * MAX_WAITING + ["drawing"] * 3 and work.most == WORKERS


def test_a_request_whose_client_left_frees_its_place():
    async def leave():
        heavy, work = HeavyWork(), Work()
        tasks = [asyncio.ensure_future(heavy.run("a", work)) for _ in range(PER_CALLER)]
        while not work.running:
            await asyncio.sleep(0.001)
        tasks[-1].cancel()
        await asyncio.wait(tasks[-1:])
        tasks[-1] = asyncio.ensure_future(heavy.run("a", work))
        work.released.set()
        return await asyncio.gather(*tasks)

    assert asyncio.run(leave()) == ["done"] * PER_CALLER


def test_a_picture_is_rendered_once_and_the_oldest_are_dropped(monkeypatch):
    rendered = []

    def render(order):
        rendered.append(order.svgs[0])
        return bytes(CACHED // 3)

    monkeypatch.setattr("api.photos.rendered_pictures.render_in_process", render)
    pictures = RenderedPictures()
    for colour in "abcabd":
        pictures.picture(PictureOrder(svgs=[colour], width=1))
    assert "".join(rendered) == "abcd"
    pictures.picture(PictureOrder(svgs=["c"], width=1))  # the one that was not used for the longest time
    assert "".join(rendered) == "abcdc"


def test_a_renderer_that_fails_is_a_problem_to_be_tried_again():
    assert render_in_process(PictureOrder(svgs=[SVG.format("red")], width=40)).startswith(b"\x89PNG")
    with pytest.raises(HttpProblem):
        render_in_process(PictureOrder(svgs=["no picture"], width=40))
