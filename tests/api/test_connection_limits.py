"""Bounds on what one address can hold open: connections, half-sent heads, large heads, live streams."""

import contextlib
import socket
import time

import httpx
import pytest

from api.http.limits.connections import ConnectionLimits, usable_connections
from api.http.settings import Settings
from tests.api.people import open_table
from tests.api.service import AT_LAST, Serving

EACH, PATIENCE = 6, 1


@pytest.fixture(scope="module")
def limited(tmp_path_factory):
    """A service that takes six connections from one address, and waits one second for the head of a request."""
    made = Serving(f"sqlite:///{tmp_path_factory.mktemp('limits')}/limits.sqlite", per_address=EACH, patience=PATIENCE)
    made.client.close()  # the tests count connections
    yield made
    made.close()


@pytest.fixture
def attacker(limited):
    """Opens connections, and closes them after the test."""
    with contextlib.ExitStack() as opened:

        def connect(data: bytes = b"") -> socket.socket:
            made = opened.enter_context(socket.create_connection(("127.0.0.1", limited.port), timeout=AT_LAST))
            made.sendall(data)
            return made

        yield connect
    waited = time.monotonic() + AT_LAST
    while limited.server.limits.open:
        assert time.monotonic() < waited, "a closed connection is still counted"
        time.sleep(0.005)


def reply(connection: socket.socket) -> bytes:
    """All bytes until the server closes the connection."""
    got = b""
    with contextlib.suppress(ConnectionResetError):
        while part := connection.recv(65536):
            got += part
    return got


def test_a_head_that_never_arrives_is_given_up(attacker):
    began, silent, half, slow = (
        time.monotonic(),
        attacker(),
        attacker(b"GET /live HTTP/1.1\r\nX: "),
        attacker(b"GET /live HTTP/1.1\r\n"),
    )
    second = attacker(b"GET /live HTTP/1.1\r\nHost: x\r\n\r\n")
    assert b" 200 " in second.recv(65536)
    second.sendall(b"GET /li")
    slow.settimeout(0.1)
    answer = b""
    while not answer and time.monotonic() - began < AT_LAST:
        slow.sendall(b"X: y\r\n")  # a little more buys no time
        with contextlib.suppress(TimeoutError):
            answer = slow.recv(65536)
    assert b" 408 " in answer and all(b" 408 " in reply(other) for other in (silent, half, second))
    assert time.monotonic() - began > PATIENCE * 0.9


def test_a_head_that_is_too_large_is_refused_while_it_arrives(attacker):
    connection, sent = attacker(b"GET /live HTTP/1.1\r\nX-Large: "), 0
    with contextlib.suppress(ConnectionError):
        while sent < 150_000_000:
            connection.sendall(b"x" * 65_536)
            sent += 65_536
    assert sent < 10_000_000  # what the sockets buffer


def test_the_refusal_of_a_large_head_can_be_read(attacker):
    assert reply(attacker(b"GET /live HTTP/1.1\r\nX-Large: " + b"x" * 65_600)).startswith(b"HTTP/1.1 431 ")


def test_an_address_with_all_its_connections_open_is_refused_and_then_served_again(limited, attacker):
    held = [attacker(b"GET /live HTTP/1.1\r\n") for _ in range(EACH)]
    answer = reply(attacker(b"GET /live HTTP/1.1\r\nHost: x\r\n\r\n"))
    assert answer.startswith(b"HTTP/1.1 503 ") and b"retry-after: " in answer.lower()
    for connection in held:
        connection.sendall(b"Host: x\r\nConnection: close\r\n\r\n")
        assert b" 200 " in reply(connection)
    assert httpx.get(f"{limited.home}/live").status_code == 200


def test_live_streams_are_counted_for_each_address_behind_a_proxy(sqlite_url):
    serving = Serving(sqlite_url, per_address=2, proxies="127.0.0.1")
    try:
        table = open_table(serving)
        with contextlib.ExitStack() as opened:

            def status(address: str) -> int:
                headers = {"x-forwarded-for": address}
                return opened.enter_context(
                    serving.client.stream("GET", table.at("/live"), headers=headers)
                ).status_code

            assert [status("192.0.2.7") for _ in range(3)] == [200, 200, 503]
            assert status("192.0.2.8") == 200  # and the proxy's own connections are not counted: there are four
    finally:
        serving.close()


def test_connections_stay_below_the_limit_of_open_files():
    assert usable_connections(Settings(connections=100)) == 100
    assert usable_connections(Settings(connections=10**9)) < 10**8


def test_a_connection_beyond_the_total_is_refused_whatever_its_address():
    limits = ConnectionLimits(total=3, per_address=2)
    assert [limits.admit(address) for address in "aaabbc"] == [True, True, False, True, False, False]
    limits.release("a")
    assert limits.admit("c") and not limits.admit("d") and limits.open == 3
