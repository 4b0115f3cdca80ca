"""The ways to turn typed words into words of the notation, the most certain first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import count, islice

from msgspec import Struct

from domain.record.free_text.lexicon import LONGEST, Lexicon, phrase_of
from domain.record.free_text.tokens import Token
from domain.setup import Setup

TRANSLATED, JOINED, PREFIX, DROPPED, IDLE = 0.1, 0.1, 0.3, 1.0, 1.5  # how uncertain a step is: what it costs
MOST_STEPS = 1500
_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # a single capital is a piece or a seat, never a small word


class TooManyWays(Exception):
    """More ways to read a line than can be tried: one of those left might be as good as the best."""


class NamedSeat(str):
    """The letter of a seat that was named, and not typed as a letter."""

    __slots__ = ()


class Translation(Struct, frozen=True):
    """Some typed words and what they may stand for; no words where they are left out."""

    end: int
    words: tuple[str, ...]
    cost: float


def seat_letters(token: Token, setup: Setup) -> list[tuple[str, float]]:
    """The seats a word may name: a letter, a name, or the first letters of one name only."""
    letters = [letter for letter in setup.seats if letter.lower() == token.raw.lower()]
    if letters:
        return [(letter, 0.0 if letter == token.raw else TRANSLATED) for letter in letters]
    names = {letter: phrase_of(setup.name(seat)) for seat, letter in enumerate(setup.seats)}
    whole = [letter for letter, name in names.items() if name == (token.low,)]
    if whole or len(token.low) < 2:
        return [(letter, TRANSLATED) for letter in whole]
    return [(letter, PREFIX) for letter, name in names.items() if name and name[0].startswith(token.low)]


def meanings(tokens: Sequence[Token], lexicon: Lexicon, setup: Setup, verb: str = "") -> list[list[Translation]]:
    """What the words from each place on may stand for."""
    own = lexicon.noise_of.get(verb, frozenset())
    table = [_at(tokens, at, lexicon, setup, own) for at in range(len(tokens))]
    lettered = not verb or lexicon.notation.verbs[verb].lettered
    for at, token in enumerate(tokens):
        if lettered:
            table[at] += [
                Translation(at + 1, (NamedSeat(letter),), cost) for letter, cost in seat_letters(token, setup)
            ]
            if (token.low,) not in lexicon.words and token.low[:1].isalpha() and token.low[1:].isdigit():  # `R36`
                named = [letter for letter in setup.seats if letter.lower() == token.low[0]]
                table[at] += [Translation(at + 1, (NamedSeat(letter), token.low[1:]), JOINED) for letter in named]
        table[at] += _number(tokens, at, lexicon, verb, token)
    for at in range(len(tokens)):
        table[at] += list(joined(table, at, lexicon))
    return table


def _at(
    tokens: Sequence[Token], at: int, lexicon: Lexicon, setup: Setup, own: frozenset[tuple[str, ...]]
) -> list[Translation]:
    token = tokens[at]
    found: dict[tuple[int, tuple[str, ...]], float] = {}

    def add(end: int, words: tuple[str, ...], cost: float) -> None:
        found[end, words] = min(cost, found.get((end, words), cost))

    if token.raw in lexicon.known or not token.raw.isalpha() or token.raw in setup.seats:
        add(at + 1, (token.raw,), 0.0)
    for length in range(1, min(LONGEST, len(tokens) - at) + 1):
        phrase = tuple(token.low for token in tokens[at : at + length])
        for word in lexicon.words.get(phrase, ()):
            if word != token.raw and _is_small_or_key(word, token, lexicon):
                continue
            add(at + length, (word,), 0.0 if length == 1 and word == token.raw else TRANSLATED)
        if phrase in lexicon.small and at + length < len(tokens) and token.raw not in _CAPITALS:
            add(at + length, (), DROPPED)
        elif (phrase in own or phrase in lexicon.noise) and (length > 1 or not _is_counted(tokens, at, lexicon)):
            add(at + length, (), IDLE)
    for word in lexicon.notation.spelling.forms(token.low):
        add(at + 1, (word,), 0.0 if word == token.raw else TRANSLATED)
    return [Translation(end, words, cost) for (end, words), cost in found.items()]


def _is_small_or_key(word: str, token: Token, lexicon: Lexicon) -> bool:
    """Whether a piece of several capitals was typed as a common word: `as` is no tile AS."""
    common = (token.low,) in lexicon.small or token.low in lexicon.notation.spelling.keys
    return common and len(word) > 1 and word.isalpha() and word.isupper()


def _is_counted(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    """Whether a number stands before a noun that is no unit: `2 cards` is not card 2."""
    before = tokens[at - 1] if at else None
    if before is None or not (before.raw.isdigit() or before.low in lexicon.numbers):
        return False
    if at + 1 < len(tokens) and tokens[at + 1].raw.isdigit():  # `row 5 column 1`
        return False
    return not lexicon.words.get((tokens[at].low,), frozenset()) & frozenset(lexicon.notation.spelling.units)


def _number(tokens: Sequence[Token], at: int, lexicon: Lexicon, verb: str, token: Token) -> list[Translation]:
    """A number in words, where it can only be an amount."""
    spelling = lexicon.notation.spelling
    follows = lexicon.words.get((tokens[at + 1].low,), frozenset()) if at + 1 < len(tokens) else frozenset()
    counted = bool(follows & frozenset(spelling.units))
    if token.low in lexicon.numbers and (counted or verb in spelling.amounts):
        return [Translation(at + 1, (lexicon.numbers[token.low],), TRANSLATED)]
    return [Translation(at + 1, ("1",), TRANSLATED)] if counted and token.low in lexicon.one else []


def joined(table: list[list[Translation]], at: int, lexicon: Lexicon) -> Iterator[Translation]:
    """Two words that are written as one: `wheat 4`, `merchant at the north`."""
    for first in table[at]:
        if len(first.words) != 1:
            continue
        for start, skipped in _skips(table, first.end):
            for second in table[start]:
                if len(second.words) != 1:
                    continue
                for between in lexicon.notation.spelling.joins:
                    for word in lexicon.joined(first.words[0], between, second.words[0]):
                        yield Translation(second.end, (word,), first.cost + second.cost + skipped + JOINED)


def _skips(table: list[list[Translation]], at: int, cost: float = 0.0) -> Iterator[tuple[int, float]]:
    """The places that can be reached from here by leaving out words."""
    if at < len(table):
        yield at, cost
        for edge in table[at]:
            if not edge.words:
                yield from _skips(table, edge.end, cost + edge.cost)


def first_paths(table: list[list[Translation]], steps: int, count: int) -> list[tuple[float, tuple[str, ...]]]:
    """The most certain ways through the words, as many as are found in so many steps."""
    found: list[tuple[float, tuple[str, ...]]] = []
    try:
        for path in islice(paths(table, steps), count):
            found.append(path)
    except TooManyWays:
        pass
    return found


def paths(table: list[list[Translation]], steps: int = MOST_STEPS) -> Iterator[tuple[float, tuple[str, ...]]]:
    """Every way through the words, the most certain first; TooManyWays where that takes too long."""
    order = count()
    heap: list[tuple[float, int, int, tuple[str, ...]]] = [(0.0, next(order), 0, ())]
    met = set()
    for _ in range(steps):
        if not heap:
            return
        cost, _, at, words = heappop(heap)
        if (at, words) in met:
            continue
        met.add((at, words))
        if at == len(table):
            yield cost, words
            continue
        for edge in table[at]:
            heappush(heap, (cost + edge.cost, next(order), edge.end, words + edge.words))
    raise TooManyWays
