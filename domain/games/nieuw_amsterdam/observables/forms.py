"""Text forms of single observables: debts, bids, an odd payment, steps done, rows of the sheet."""

from __future__ import annotations

from domain.games.nieuw_amsterdam.observables.common import WHOSE
from domain.games.nieuw_amsterdam.pieces import FURS, NOT_SEEN, PERHAPS, STEPS
from domain.games.nieuw_amsterdam.state import NO_SEAT
from domain.numbers import MOST, Number, least, most
from domain.texts import NUMBER, Form, word_list

TRADER = word_list((*FURS, NOT_SEEN, PERHAPS))
OWED = Form(
    lambda owed, letters: " ".join(f"{letters[seat]}={NUMBER.text(n, ())}" for seat, n in owed) or "-",
    lambda text, letters: tuple(
        (letters.index(part.split("=")[0]), NUMBER.read(part.split("=")[1], ()))
        for part in ([] if text == "-" else text.split())
    ),
)
BID_OF = Form(
    lambda bid, letters: "-" if bid[1] == NO_SEAT else f"{NUMBER.text(bid[0], letters)} {letters[bid[1]]}",
    lambda text, letters: (
        (-1, NO_SEAT) if text == "-" else (NUMBER.read(text.split()[0], letters), letters.index(text.split()[1]))
    ),
)


def _read_bid(text: str, letters: tuple[str, ...]) -> Number:
    """A bid: -1 where no seat has bid, bounds where it was not seen."""
    bid = NUMBER.read(text, letters)
    if not NO_SEAT <= least(bid) <= most(bid) <= MOST:
        raise ValueError(text)
    return bid


BID = Form(NUMBER.text, _read_bid)


def _odd_text(odd: tuple[int, ...], letters: tuple[str, ...]) -> str:
    """`6 Y 2 Y 4`: line 6, where Yellow paid 2, and Yellow was to pay 4."""
    if not odd:
        return "-"
    line, payer, paid, bidder, due = odd
    return f"{line} {WHOSE.text(payer, letters)} {paid} {WHOSE.text(bidder, letters)} {due}"


def _read_odd(text: str, letters: tuple[str, ...]) -> tuple[int, ...]:
    if text == "-":
        return ()
    line, payer, paid, bidder, due = text.split()
    return int(line), WHOSE.read(payer, letters), int(paid), WHOSE.read(bidder, letters), int(due)


SPECIAL = Form(lambda value, letters: value, lambda text, letters: _of_each_step(text))


def _of_each_step(text: str) -> str:
    """Done, passed or open, step by step."""
    if len(text) != len(STEPS) or set(text) - set("dp."):
        raise ValueError(text)
    return text


def _sheet_text(values: tuple[Number, ...], letters: tuple[str, ...]) -> str:
    return " ".join(NUMBER.text(value, letters) for value in values) or "-"


SHEET_ROW = Form(_sheet_text, lambda text, letters: word_list(()).read(text, letters))


ODD = Form(_odd_text, _read_odd)
