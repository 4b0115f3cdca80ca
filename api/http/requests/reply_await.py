"""Writes a command from the event loop."""

from __future__ import annotations

import asyncio

from domain.sessions.commands import Command, CommandReceipt
from domain.sessions.writer import SessionWriter


async def written(writer: SessionWriter, command: Command) -> CommandReceipt:
    """Write a command and wait for its receipt; raises TooBusy at once if the queue is full.

    A client that disconnects does not cancel the command: the writer's futures are running from the start.
    """
    return await asyncio.wrap_future(writer.submit(command))
