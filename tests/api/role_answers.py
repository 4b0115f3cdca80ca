"""Every answer of the service about a table to one role, without what differs between equal tables."""

import re

from tests.api.operation_requests import BODIES
from tests.api.people import fresh_token
from tests.api.test_roles import described, in_a_club

SECRETS = (["R5"] * 12, ["W6", "S4", "T3", "R2", "W1", "S1", "T1", "R1", "W2", "S2", "T2", "R3"])


def lines_with_a_secret(drawn: list[str]) -> list[str]:
    """The lines of a game with a secret draw of B, and every kind of line that could reveal it."""
    first, second, third, *rest = drawn
    return [
        "- pool W4 S3 T5 R6 W3",
        "B harvest c3 TS/WS",
        f"B draw {first}",
        f"~ 3 B draw {second}",
        f"~ 3+ B draw {third}",
        *(f"B draw {face}" for face in rest[:6]),
        "B build R5 up 5.1",
        "Y harvest d2 RR/WT",
        *(f"B draw {face}" for face in rest[6:]),
        '! Y 10 NH-BUILD-3 "really?"',
        "B build R4 up 4.1",
        f"B build T{len(set(drawn)) % 6 + 1} down 1.1",
        "= - bag ?",
    ]


def without_ids(text: str, sort: bool = False) -> str:
    """An answer without ids, hashes, signatures and times, which differ between tables."""
    text = re.sub(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{16,64}\b", "…", text)
    text = re.sub(r'(\\n|")[\w+/]{43}=|((?:—|\\u2014) griffier )[\w+/]+=*', r"\1\2…", text)  # in base64
    text = re.sub(r"([0-9A-F]{4} ){4}[0-9A-F]{4}", "…", text)  # the short form of a checkpoint
    text = re.sub(r"(/register/…\\n)\d+", r"\1…", text)  # its size depends on which commands share a commit
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)", "…", text)
    return "".join(sorted(re.split(r"[\[\]{}]", text))) if sort else text


def answers_for(service, table, who: str, lines: int = 0) -> dict[str, str]:
    """Every answer about a table to one role, by operation and language."""
    token = {"guest": "", "stranger": fresh_token()}.get(who) if who in ("guest", "stranger") else table.tokens[who]
    answers = {}
    for operation in described(service):
        if (
            (operation.method != "GET" and operation.id != "preview_a_line")
            or operation.streams
            or operation.path == "/ready"
            or in_a_club(operation)
        ):
            continue
        for query in ({}, {"lang": "fr"}, *({"ruled": "true"}, {"known": "then"})[: 2 * (operation.id in SIGHTED)]):
            path = operation.path.format(session=table.session, **PATHS_OF)
            answer = service.ask(operation.method, path, token, BODIES.get(operation.id), params=query)
            text = f"{answer.status_code} {answer.text}"
            answers[f"{operation.id} {query}"] = without_ids(text, sort="/sessions/" not in path)
    answers["live"] = without_ids(service.heard(table.at("/live"), token, lines or LAST).decode())
    late = service.ask("POST", table.at("/lines"), token, {"lines": ["B pass"], "seen": 1})
    answers["late"] = without_ids(f"{late.status_code} {late.text}")
    for wrong in ("~ 5 -", "! Q 1", "$ - void 3", "B dances"):
        body = {"line": wrong}
        answer = service.ask("POST", table.at("/preview"), token, body)
        answers[f"preview {wrong}"] = without_ids(f"{answer.status_code} {answer.text}")
    return answers


SIGHTED = ("audit", "replay", "table")
PATHS_OF = {
    "line": 4,
    "player": "x",
    "clause": "GR-COUNT",
    "game": "new-haven",
    "box": "stand-in",
    "grant": "x",
    "code": "stale",
    "pieces": "tile",
    "edges": "CCRP",
    "claim": next(number for number, line in enumerate(lines_with_a_secret(SECRETS[0]), 1) if line.startswith("!")),
    "picture": "0" * 64,
}
LAST = len(lines_with_a_secret(SECRETS[0]))
