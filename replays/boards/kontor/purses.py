"""Draws the strip over a television's open sectors: the florins of each seat, the treasury, the canals, the event."""

from __future__ import annotations

from domain.games.kontor.variants.events import last_turned
from replays.boards.drawing import Bounds
from replays.boards.kontor.canvas import HarbourCanvas, florin, known_number
from replays.boards.shapes import amount, figure, fitted, text

STEP = 66  # from one seat to the next
SIZE = 13


def draw_purses(art: HarbourCanvas) -> None:
    """One purse for each seat from the left, what is left on the table from the right."""
    box = art.layout.treasury
    y = box.y + box.h / 2
    for at, (seat, player) in enumerate(zip(range(len(art.letters)), art.state.players, strict=True)):
        x, key = box.x + 14 + STEP * at, f"seat:{art.letters[seat]}:purse"
        inner = art.seat_badge(seat, x, y, 1.05) + florin(art.icons["florin"], x + 22, y, 1.15)
        inner += amount(x + 33, y + 5, known_number(player.purse), "g-b", 15)
        says = art.word("purse-says", seat=seat, florins=player.purse)
        art.add("panels", key, inner, says, Bounds(x - 14, y - 14, STEP - 4, 28))
    _left(art, Bounds(box.x + STEP * len(art.letters) + 20, box.y, box.w - STEP * len(art.letters) - 20, box.h))


def _left(art: HarbourCanvas, box: Bounds) -> None:
    """The treasury, the canals left, and the events where they are played."""
    treasury, canals = (figure(known_number(count)) for count in (art.state.treasury, art.state.canals.count))
    label = f"{art.word('treasury')} {treasury} · {art.word('canal-pile')} {canals}"
    left = art.part("events", "left", None)
    if left is not None:
        came = last_turned(art.state)
        label += f" · {art.word('event' if came else 'events', name=art.words.name('event', came), left=left)}"
    inner = text(box.x + box.w, box.y + box.h / 2 + 4, fitted(label, box.w, SIZE), "g-e g-i2", SIZE)
    art.add("panels", "treasury", inner, art.word("treasury-says", florins=art.state.treasury), box)
