"""The live stream: every line once and in order, whatever breaks; it ends when it should, and only then."""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from api.routes import live_stream
from tests.api.people import json_of, open_table
from tests.api.service import Serving
from tests.api.viewers import Viewer

LINES = ("B pass", "Y pass", "B harvest c3 TS/WS", "Y build R3 up 3.1", '; B "so"', "= - marker W 1", "~ 1 Y pass")


def record(serving: Serving, table, count: int, pause: float = 0.0) -> None:
    """Records this number of lines of several kinds, one by one."""
    for number in range(count):
        body = {"lines": [LINES[number % len(LINES)]]}
        json_of(serving.ask("POST", table.at("/lines"), table.tokens["scribe"], body), 201)
        time.sleep(pause)


def everybody_gets_everything(serving: Serving, watchers: int, count: int) -> list[Viewer]:
    """Many viewers watch one table in both languages and with every role, reconnecting often, while it is recorded."""
    table = open_table(serving, lines=LINES[:1])
    sights = ["", *table.tokens.values()]
    viewers = [
        Viewer(serving.port, table.session, sights[number % len(sights)], ("en", "fr")[number % 2], number)
        for number in range(watchers)
    ]

    async def all_of_them() -> None:
        await asyncio.wait_for(asyncio.gather(*(viewer.watch(count) for viewer in viewers)), 120)

    with ThreadPoolExecutor(1) as scribe:
        writing = scribe.submit(record, serving, table, count - 1, 0.005)
        asyncio.run(all_of_them())
        writing.result()
    for viewer in viewers:
        assert viewer.lines == [*range(1, count + 1)]
    texts = {lang: {repr(bare(viewer.events)) for viewer in viewers if viewer.lang == lang} for lang in ("en", "fr")}
    assert len(texts["en"]) == len(texts["fr"]) == 1 and texts["en"] != texts["fr"]
    return viewers


def bare(events: list[dict]) -> list[tuple]:
    """Line, text and sentence of each event, which are equal for all viewers."""
    return [(one["line"], one["text"], one["says"]) for one in events]


def test_fifty_viewers_get_every_line_once_and_in_order(serving):
    viewers = everybody_gets_everything(serving, 50, 40)
    assert sum(viewer.visits for viewer in viewers) > 200  # they did break off


@pytest.mark.soak
def test_two_hundred_viewers_get_every_line_once_and_in_order(serving):
    viewers = everybody_gets_everything(serving, 200, 60)
    assert sum(viewer.visits for viewer in viewers) > 800


def test_the_backlog_has_the_points_and_findings_as_of_each_line(serving):
    table = open_table(serving, lines=())
    lines = ("- pool W1 S3 T2 R6 W4", "& B points +3", "Y build R3 up 3.1", "& Y points +2", "~ 2 -", "& B points +7")
    scores = []
    for line in lines:
        json_of(serving.ask("POST", table.at("/lines"), table.tokens["owner"], {"lines": [line]}), 201)
        board = json_of(serving.ask("GET", table.at("/scoreboard")), 200)["played"]["sides"]
        scores.append({"".join(side["seats"]): side["banked"] for side in board})
    viewer, late = Viewer(serving.port, table.session), Viewer(serving.port, table.session)
    late.lines = [3]
    asyncio.run(viewer.visit(6))
    asyncio.run(late.visit(6))

    assert [one["scores"] for one in viewer.events] == scores
    assert [one["scores"]["B"] for one in viewer.events] == [0, 3, 3, 3, 0, 7]
    assert [bool(one["findings"]) for one in viewer.events] == [False, False, True, False, False, False]
    assert late.events == viewer.events[3:]


def test_viewers_that_come_late_share_what_was_encoded(serving, monkeypatch):
    table, encoded, encode = open_table(serving, lines=("B pass",) * 60), [], live_stream._line_event

    def counted(view, number, *more):
        encoded.append(number)
        return encode(view, number, *more)

    monkeypatch.setattr(live_stream, "_line_event", counted)
    viewers = [Viewer(serving.port, table.session) for _ in range(5)]

    async def watching() -> None:
        await asyncio.gather(*(viewer.visit(61) for viewer in viewers), asyncio.to_thread(later))

    def later() -> None:
        while not all(60 in viewer.lines for viewer in viewers):
            time.sleep(0.01)
        record(serving, table, 1)

    asyncio.run(asyncio.wait_for(watching(), 30))
    assert [viewer.lines for viewer in viewers] == [[*range(1, 62)]] * 5
    assert len(encoded) <= 2 * 60 + 1  # once more for viewers before the table was read anew; not five times


def test_a_stream_resumes_after_the_given_line(serving):
    table = open_table(serving, lines=LINES[:5])
    viewer = Viewer(serving.port, table.session)
    viewer.lines = [3]
    asyncio.run(viewer.visit(5))
    assert viewer.lines == [3, 4, 5]
    after = json_of(serving.ask("GET", table.at("/live?after=x")), 422)
    assert after["code"] == "unfit"
    for wrong in ("-1", "x", "1e3", "99999999", "1 2"):
        answer = serving.ask("GET", table.at("/live"), headers={"last-event-id": wrong})
        assert json_of(answer, 422)["code"] == "unfit", wrong


TURNING = (  # lines that are about others, stand elsewhere than they are written, or are seen by some only
    "- pool W1 S3 T2 R6 W4",
    "B harvest c3 TS/WS",
    "~ 2 B harvest c2 TS/WS",
    "B build S2 up 2.1",
    "~ 1+ Y build R6 up 3.2",
    "B draw T5",
    "B build R3 up 3.1",
    "= - marker S +5 @2/NH-GATHER-1",
    "~ 7 -",
    "Y build R5 up 3.1",
    "B pick W4",
)


def test_every_finding_is_sent_with_its_reporting_line(embedded):
    """All findings of a stream together are the audit, for every role."""
    table = open_table(embedded, lines=())
    for line in TURNING:
        json_of(embedded.ask("POST", table.at("/lines"), table.tokens["scribe"], {"lines": [line]}), 201)
    for who in ("", *table.tokens.values()):
        events = by_event(embedded.heard(table.at("/live"), who, len(TURNING)))
        audit = json_of(embedded.ask("GET", table.at("/audit"), who), 200)["findings"]
        assert audit and {one["told_by"] for one in audit} > {5, 8}
        assert by_what(one for line in events for one in line["findings"]) == by_what(audit)
        assert all(one["told_by"] == line["line"] for line in events for one in line["findings"])


def test_the_stream_sends_the_findings_of_the_receipt(embedded):
    for secret in ((), ("B draw T5",)):
        table = open_table(embedded, lines=(*TURNING[:5], *secret))
        for line in ("B build R3 up 3.1", "= - marker S +5 @2/NH-GATHER-1", "Y build R5 up 3.1"):
            body = {"lines": [line]}
            receipt = json_of(embedded.ask("POST", table.at("/lines"), table.tokens["scribe"], body), 201)
            event = by_event(embedded.heard(table.at("/live"), table.tokens["scribe"], receipt["line"]))[-1]
            found = [one for one in (*receipt["findings"], *receipt["came"]) if one["told_by"] == receipt["line"]]
            assert event["line"] == receipt["line"] and event["findings"] == found and found


def by_what(findings: Iterable[dict]) -> list[str]:
    """Findings in a fixed order."""
    return sorted(json.dumps(one, sort_keys=True) for one in findings)


def by_event(heard: bytes) -> list[dict]:
    """The lines of a stream."""
    events = (event for event in heard.decode().split("\n\n") if event.startswith("event: line"))
    return [json.loads(event.partition("data: ")[2]) for event in events]


def test_closing_and_reopening_are_events_that_do_not_end_the_stream(serving):
    table = open_table(serving, lines=LINES[:2])
    viewer = Viewer(serving.port, table.session)
    owner = table.tokens["owner"]

    async def watching() -> None:
        visit = asyncio.create_task(viewer.visit(3))
        await wait_for_events(viewer, 1)
        await asyncio.to_thread(serving.ask, "POST", table.at("/closing"), owner, {})
        await wait_for_events(viewer, 2)
        await asyncio.to_thread(serving.ask, "DELETE", table.at("/closing"), owner)
        await wait_for_events(viewer, 3)
        await asyncio.to_thread(record, serving, table, 1)
        await asyncio.wait_for(visit, 20)

    asyncio.run(watching())
    assert [one["closed"] for one in viewer.seen] == [False, True, False] and viewer.lines == [1, 2, 3]


async def wait_for_events(viewer: Viewer, count: int) -> None:
    """Waits until a viewer has this number of events about the session itself."""
    given_up = time.monotonic() + 20
    while len(viewer.seen) < count:
        assert time.monotonic() < given_up
        await asyncio.sleep(0.005)


@pytest.mark.parametrize("guests", [True, False])
def test_revoking_a_role_ends_its_stream_where_guests_may_not_watch(serving, guests):
    table = open_table(serving, lines=LINES[:2], guests=guests)
    viewer = Viewer(serving.port, table.session, table.tokens["viewer"])
    other = Viewer(serving.port, table.session, table.tokens["scribe"])

    async def watching() -> float:
        visits = [asyncio.create_task(one.visit(3)) for one in (viewer, other)]
        await wait_for_events(viewer, 1)
        began = time.monotonic()
        path = table.at(f"/grants/{table.grants['viewer']}")
        await asyncio.to_thread(serving.ask, "DELETE", path, table.tokens["owner"])
        if not guests:
            await asyncio.wait_for(visits[0], 20)
        took = time.monotonic() - began
        await asyncio.to_thread(record, serving, table, 1)
        await asyncio.wait_for(asyncio.gather(*visits), 20)
        return took

    took = asyncio.run(watching())
    assert other.lines == [1, 2, 3]  # the other viewer is not affected
    assert viewer.ended is not guests and viewer.lines == ([1, 2, 3] if guests else [1, 2])
    assert took < 1 or guests


def test_an_idle_stream_sends_signs_of_life(serving, monkeypatch):
    monkeypatch.setattr(live_stream, "KEEP_ALIVE", 0.05)
    table = open_table(serving, lines=LINES[:1])
    viewer = Viewer(serving.port, table.session)

    async def watching() -> None:
        visit = asyncio.create_task(viewer.visit(2))
        while viewer.alive < 3:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(record, serving, table, 1)
        await asyncio.wait_for(visit, 20)

    asyncio.run(asyncio.wait_for(watching(), 30))
    assert viewer.lines == [1, 2] and len(viewer.seen) == 1


def test_an_erased_text_is_not_streamed_even_to_a_watched_table(serving):
    table = open_table(serving, lines=('; B "unmistakable remark"',))
    early, late = Viewer(serving.port, table.session), Viewer(serving.port, table.session)

    async def watching() -> None:
        visit = asyncio.create_task(early.visit(2))
        await wait_for_events(early, 1)
        await asyncio.to_thread(serving.ask, "DELETE", table.at("/lines/1/text"), table.tokens["owner"])
        await late.visit(1)
        await asyncio.to_thread(record, serving, table, 1)
        await asyncio.wait_for(visit, 20)

    asyncio.run(asyncio.wait_for(watching(), 30))
    assert "unmistakable" in early.events[0]["text"] and "unmistakable" not in repr(late.events)


def test_a_viewer_is_woken_by_changes_of_its_own_table_only(serving):
    hub = serving.app.state.service.hub
    one, other = (open_table(serving, lines=LINES[:1]) for _ in range(2))
    viewers = [Viewer(serving.port, table.session) for table in (one, other)]
    woken = Counter()

    async def watching() -> None:
        visits = [asyncio.create_task(viewer.visit(2)) for viewer in viewers]
        for viewer in viewers:
            await wait_for_events(viewer, 1)
        for session, channel in hub.channels.items():
            channel.wake = partial(count_and_call, woken, str(session), channel.wake)
        late = Viewer(serving.port, one.session)
        visits.append(asyncio.create_task(late.visit(2)))
        await wait_for_events(late, 1)
        assert not woken  # a viewer that joins disturbs no other
        await asyncio.to_thread(record, serving, one, 1)
        await asyncio.wait_for(asyncio.gather(visits[0], visits[2]), 20)
        assert woken == {one.session: 1}
        await asyncio.to_thread(record, serving, other, 1)
        await asyncio.wait_for(visits[1], 20)

    asyncio.run(asyncio.wait_for(watching(), 30))


def count_and_call(count, name, call):
    count[name] += 1
    call()


def test_a_viewer_above_the_limit_is_refused(sqlite_url):
    serving = Serving(sqlite_url, viewers=2)
    try:
        table = open_table(serving, lines=LINES[:1])
        viewers = [Viewer(serving.port, table.session) for _ in range(2)]

        async def watching() -> None:
            visits = [asyncio.create_task(one.visit(2)) for one in viewers]
            for viewer in viewers:
                await wait_for_events(viewer, 1)
            third = await asyncio.to_thread(serving.ask, "GET", table.at("/live"))
            assert json_of(third, 503)["code"] == "too-many-viewers" and third.headers["retry-after"]
            await asyncio.to_thread(record, serving, table, 1)
            await asyncio.gather(*visits)
            await one_more(serving, table)

        asyncio.run(asyncio.wait_for(watching(), 30))
    finally:
        serving.close()


async def one_more(serving: Serving, table) -> None:
    """A viewer that leaves makes room for another."""
    given_up = time.monotonic() + 10
    late = Viewer(serving.port, table.session)
    while not late.lines:
        assert time.monotonic() < given_up
        try:
            await late.visit(2)
        except AssertionError:
            await asyncio.sleep(0.02)


def test_a_shutdown_ends_every_stream_and_loses_nothing(url):
    serving = Serving(url)
    table = open_table(serving, lines=LINES[:1])
    viewers = [Viewer(serving.port, table.session) for _ in range(10)]

    async def watching() -> float:
        visits = [asyncio.create_task(one.visit(99)) for one in viewers]
        for viewer in viewers:
            await wait_for_events(viewer, 1)
        await asyncio.to_thread(record, serving, table, 5)
        began = time.monotonic()
        await asyncio.to_thread(serving.close)
        await asyncio.wait_for(asyncio.gather(*visits), 20)
        return time.monotonic() - began

    took = asyncio.run(watching())
    assert all(viewer.ended for viewer in viewers) and took < 5
    again = Serving(url)
    try:
        assert json_of(again.ask("GET", table.at()), 200)["lines"] == 6
    finally:
        again.close()


def test_two_processes_on_one_postgresql_see_each_other_s_lines(postgres_url):
    one, other = Serving(postgres_url), Serving(postgres_url, projections=False)
    try:
        table = open_table(one, lines=LINES[:1])
        here, there = Viewer(one.port, table.session), Viewer(other.port, table.session)

        async def watching() -> float:
            visits = [asyncio.create_task(viewer.visit(9)) for viewer in (here, there)]
            await wait_for_events(there, 1)
            await asyncio.to_thread(record, one, table, 4)
            await asyncio.to_thread(record, other, table, 4)
            began = time.monotonic()
            await asyncio.wait_for(asyncio.gather(*visits), 20)
            return time.monotonic() - began

        assert asyncio.run(watching()) < 2
        assert here.lines == there.lines == [*range(1, 10)]
        # findings are sent as known at that time, and the other process may hear of several lines at once
        assert [(one["text"], one["says"]) for one in here.events] == [
            (one["text"], one["says"]) for one in there.events
        ]
    finally:
        one.close()
        other.close()
