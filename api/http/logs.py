"""Logs: one JSON object a line, on the error stream."""

from __future__ import annotations

import asyncio
import logging
import sys
from datetime import UTC, datetime

import orjson


class JsonFormatter(logging.Formatter):
    """A record as one line; of an error its kind and place, never the values it held."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        told = {"at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")}
        told |= {"level": record.levelname.lower(), "from": record.name, "says": record.getMessage()}
        told |= getattr(record, "about", {})
        if record.exc_info and record.exc_info[0] is not None:
            told["error"] = record.exc_info[0].__name__
            told["where"] = _where(record.exc_info[2])
        return orjson.dumps(told).decode()


_held: list[bytes] = []  # lines of one turn of the loop


def line(about: dict[str, object]) -> None:
    """A line for each request, without the machinery that each of them would pay for: as one commit answers many, their
    lines go out together, once they are answered.
    """
    told = {"at": datetime.now(UTC).isoformat(timespec="milliseconds"), "level": "info", "from": "griffier.requests"}
    _held.append(orjson.dumps(told | about, option=orjson.OPT_APPEND_NEWLINE))
    asyncio.get_running_loop().call_soon(_out)


def _out() -> None:
    count = len(_held)  # more may come from other loops meanwhile
    lines = b"".join(_held[:count])
    del _held[:count]
    if lines:
        sys.stderr.write(lines.decode())


def _where(trace) -> list[str]:
    places = []
    while trace is not None:
        code = trace.tb_frame.f_code
        places.append(f"{code.co_filename.rpartition('/')[2]}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return places[-8:]


def log_as_lines(level: str) -> None:
    """From now on everything that is logged goes out so."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.getLogger("uvicorn.access").disabled = True  # it would write whole addresses
