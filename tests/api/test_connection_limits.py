"""Bounds on what one address can hold open: connections, half-sent heads, large heads, live streams."""

import contextlib
import socket
import time

import httpx
import pytest

from api.http.limits.addresses import TrustedProxies, caller_name
from api.http.limits.connections import MAX_PIPELINED, REFUSALS_EACH, ConnectionLimits, usable_connections
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


def test_the_refusal_of_a_connection_is_a_page_in_words(limited, attacker):
    for _ in range(EACH):
        attacker(b"GET /live HTTP/1.1\r\n")
    for accept, lang, words in (("text/html", "fr", "Fermez d’autres pages"), ("*/*", "en", "in ten seconds")):
        head = f"GET / HTTP/1.1\r\nHost: x\r\nAccept: {accept}\r\nAccept-Language: {lang}\r\n\r\n"
        answer = reply(attacker(head.encode())).decode()
        assert answer.startswith("HTTP/1.1 503 ") and words in answer
        assert ("<html" in answer) == (accept == "text/html")
    body = b"x" * 300_000
    head = b"POST /api/imports HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 300000\r\n\r\n"
    answer = reply(attacker(head + body))
    assert answer.startswith(b"HTTP/1.1 503 ") and b"too-many-connections" in answer  # read to its end, not reset


def test_a_flood_of_connections_beyond_the_limit_is_refused_without_words(limited, attacker):
    for _ in range(EACH + REFUSALS_EACH):
        attacker(b"GET /live HTTP/1.1\r\n")
    answer = reply(attacker())
    assert answer.startswith(b"HTTP/1.1 503 ") and b"content-length: 0" in answer


def test_requests_sent_long_before_their_turn_end_the_connection(attacker):
    connection = attacker(b"GET /live HTTP/1.1\r\nHost: x\r\n\r\n" * 2000)
    assert reply(connection).count(b"HTTP/1.1 ") <= MAX_PIPELINED


def test_a_body_after_its_answer_is_given_up(attacker):
    connection = attacker(b"GET /live HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n")
    assert b" 200 " in connection.recv(65536)
    began = time.monotonic()
    with pytest.raises(ConnectionError):
        while time.monotonic() - began < AT_LAST:
            connection.sendall(b"x")
            time.sleep(0.05)


def test_a_client_that_does_not_read_its_answers_is_given_up(limited, attacker):
    connection = attacker(b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * MAX_PIPELINED)
    waited = time.monotonic() + AT_LAST
    while limited.server.limits.open:
        assert time.monotonic() < waited, "it is still served"
        time.sleep(0.01)
    assert reply(connection).startswith(b"HTTP/1.1 200 ")


def test_addresses_are_told_apart_by_their_network():
    assert caller_name("2001:db8::1") == caller_name("2001:db8:0:0:ffff::9") != caller_name("2001:db8:0:1::1")
    assert caller_name("::ffff:192.0.2.1") == caller_name("192.0.2.1") == "192.0.2.1" != caller_name("192.0.2.2")
    assert caller_name("?") == "?"


def test_a_caller_is_the_last_address_that_no_trusted_proxy_has():
    proxies = TrustedProxies("127.0.0.1 10.0.0.0/8")
    for peer, forwarded, caller in (
        ("192.0.2.1", ["192.0.2.7"], "192.0.2.1"),  # it is no proxy
        ("127.0.0.1", ["192.0.2.9, 192.0.2.7"], "192.0.2.7"),  # the first is what the client said itself
        ("127.0.0.1", ["192.0.2.9", "192.0.2.7"], "192.0.2.7"),
        ("127.0.0.1", ["192.0.2.7, 10.1.2.3"], "192.0.2.7"),
        ("127.0.0.1", ["192.0.2.7:4711"], "192.0.2.7"),
        ("127.0.0.1", ["[2001:db8::1]:4711"], "2001:db8::/64"),
        ("127.0.0.1", ["unknown"], "127.0.0.1"),
        ("127.0.0.1", [], "127.0.0.1"),
    ):
        assert proxies.caller(peer, forwarded) == caller


def test_streams_and_slow_bodies_are_counted_for_each_address_behind_a_proxy(sqlite_url):
    serving = Serving(sqlite_url, per_address=4, proxies="127.0.0.1")
    try:
        table, here, there = open_table(serving), "192.0.2.7", "192.0.2.8"
        with contextlib.ExitStack() as opened:

            def watch(address: str) -> httpx.Response:
                headers = {"x-forwarded-for": address}
                return opened.enter_context(serving.client.stream("GET", table.at("/live"), headers=headers))

            def read(address: str) -> tuple[int, str]:
                answer = serving.ask("GET", table.at(), headers={"x-forwarded-for": address})
                return answer.status_code, answer.json().get("code", "")

            assert [watch(here).status_code for _ in range(4)] == [200, 200, 200, 503]
            assert watch(there).status_code == 200  # and the proxy's own connections are not counted
            assert read(here)[0] == 200  # a place is left for requests
            slow = opened.enter_context(socket.create_connection(("127.0.0.1", serving.port)))
            head = f"POST /api/imports HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {here}\r\nContent-Length: 9\r\n"
            slow.sendall(f"{head}Content-Type: text/plain\r\nExpect: 100-continue\r\n\r\n".encode())
            assert b" 100 " in slow.recv(999)  # its body is waited for
            assert read(here) == (503, "too-many-connections")
            assert read(there)[0] == 200
    finally:
        serving.close()


def test_connections_stay_below_the_limit_of_open_files():
    assert usable_connections(Settings(connections=100)) == 100
    assert usable_connections(Settings(connections=10**9)) < 10**8


def test_a_connection_beyond_the_total_is_refused_whatever_its_address():
    limits = ConnectionLimits(total=3, per_address=2, proxies=TrustedProxies(""))
    assert [limits.admit(address) for address in "aaabbc"] == [True, True, False, True, False, False]
    limits.release("a")
    assert limits.admit("c") and not limits.admit("d") and limits.open == 3
