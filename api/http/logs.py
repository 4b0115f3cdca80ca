"""Writes logs to the error stream, one JSON object a line."""

from __future__ import annotations

import asyncio
import logging
import sys
from datetime import UTC, datetime
from types import TracebackType

import orjson

DEEPEST = 8  # calls named of an error


class JsonFormatter(logging.Formatter):
    """Formats a log record as one line. Of an error it names type and place, never the values it held."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as a JSON object."""
        fields: dict[str, object] = {"at": _time(datetime.fromtimestamp(record.created, UTC))}
        fields |= {"level": record.levelname.lower(), "from": record.name, "says": record.getMessage()}
        fields |= getattr(record, "about", {})
        if record.exc_info and record.exc_info[0] is not None:
            fields["error"] = record.exc_info[0].__name__
            fields["where"] = _calls(record.exc_info[2])
        return orjson.dumps(fields).decode()


def _time(at: datetime) -> str:
    return at.isoformat(timespec="milliseconds")


def _calls(trace: TracebackType | None) -> list[str]:
    calls = []
    while trace is not None:
        code = trace.tb_frame.f_code
        calls.append(f"{code.co_filename.rpartition('/')[2]}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return calls[-DEEPEST:]


class RequestLog:
    """Logs answered requests.

    One commit answers many requests at once; their lines are collected and written together when the loop is idle.
    """

    def __init__(self) -> None:
        self.lines: list[bytes] = []

    def add(self, fields: dict[str, object]) -> None:
        """Logs one request, after its response was sent."""
        head = {"at": _time(datetime.now(UTC)), "level": "info", "from": "griffier.requests"}
        self.lines.append(orjson.dumps(head | fields, option=orjson.OPT_APPEND_NEWLINE))
        asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        lines, self.lines = self.lines, []
        if lines:
            sys.stderr.write(b"".join(lines).decode())


def configure_logging(level: str) -> None:
    """Sends every log record to the error stream as JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.getLogger("uvicorn.access").disabled = True  # it would write whole addresses
