"""Reads one typed line as canonical lines: exactly where it is exact, else as the only thing it can mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from domain.errors import Ambiguous, NotRecorded
from domain.record.free_text.lexicon import LONGEST, Lexicon, lexicon_of
from domain.record.free_text.tokens import Token, tokens_of
from domain.record.free_text.translations import (
    DROPPED,
    PREFIX,
    TRANSLATED,
    NamedSeat,
    TooManyWays,
    Translation,
    meanings,
    paths,
    seat_letters,
)
from domain.record.free_text.word_orders import orders, shape
from domain.record.line_text import READERS, read_entry, write_entry
from domain.record.lines import Line
from domain.setup import Setup

MOST_WAYS = 400  # ways through the words of one line that are tried
MOST_TOKENS = 40
_PREFIX = re.compile(r"(~\s*\d+\+?|\|\s*[a-z][0-9]{0,2})\s+(.*)", re.DOTALL)
_LOOKS = "=^+&"
_FEW = "23456"


class Interpretation(Struct, frozen=True):
    """What a typed line may mean: its canonical text, and how uncertain that is."""

    cost: float
    texts: tuple[str, ...]


class LineStart(Struct, frozen=True):
    """Who acts and the verb that was meant, and where the words after it begin."""

    seat: str  # a letter, or - for the table
    verb: str
    at: int
    cost: float


def read_typed(text: str, setup: Setup) -> tuple[Line, ...]:
    """The lines a typed text means; NotRecorded where it means none, Ambiguous where it may mean two things."""
    try:
        return (read_entry(text, setup),)
    except NotRecorded as strict:
        try:
            texts = _forgiven(text, setup)
        except TooManyWays:
            texts = ()
        if not texts:
            raise strict
        return tuple(read_entry(entry, setup) for entry in texts)


def read_meant(text: str, setup: Setup) -> Line:
    """The one line a text means: where each line has its number already, a text of several lines is refused."""
    first, *others = read_typed(text, setup)
    if others:
        raise Ambiguous(text=text, fits=" + ".join(write_entry(line, setup).strip() for line in (first, *others)))
    return first


def _forgiven(text: str, setup: Setup) -> tuple[str, ...]:
    """The canonical texts of a line that cannot be read exactly; none where it cannot be read at all."""
    if wrapped := _PREFIX.fullmatch(text):
        inner = _forgiven(wrapped[2], setup)
        return (f"{wrapped[1]} {inner[0]}",) if len(inner) == 1 else ()
    tokens = tokens_of(text)
    if not tokens or len(tokens) > MOST_TOKENS:
        return ()
    if text[0] in _LOOKS:
        return chosen(_looks(text[0], tokens_of(text[1:]), setup), text)
    if text[0] in READERS:
        return ()
    return Reader(setup).read(tokens, text)


def chosen(readings: Iterable[Interpretation], text: str) -> tuple[str, ...]:
    """The only meaning of a text; Ambiguous where another is about as likely."""
    found = sorted(readings, key=lambda reading: reading.cost)
    likely = dict.fromkeys(reading.texts for reading in found if reading.cost < found[0].cost + DROPPED)
    if len(likely) > 1:
        raise Ambiguous(text=text, fits=" / ".join(" + ".join(texts) for texts in likely))
    return next(iter(likely), ())


def exact(text: str, setup: Setup) -> str:
    """The canonical form of an exact text; nothing where it is none."""
    try:
        return write_entry(read_entry(text, setup), setup).strip()
    except NotRecorded:
        return ""


def _looks(mark: str, tokens: Sequence[Token], setup: Setup) -> list[Interpretation]:
    """Values read off the table or announced: a seat, what it is, how much."""
    lexicon = lexicon_of(setup.game)
    table = meanings(tokens, lexicon, setup)
    for at in range(len(tokens)):
        for length in range(1, min(LONGEST, len(tokens) - at) + 1):
            phrase = tuple(token.low for token in tokens[at : at + length])
            table[at] += [Translation(at + length, (word,), TRANSLATED) for word in lexicon.seen.get(phrase, ())]
    tried = ((cost, exact(f"{mark} {' '.join(words)}", setup)) for cost, words in paths(table))
    return [Interpretation(cost, (read,)) for cost, read in tried if read]


class Reader:
    """Reads lines of play at one table."""

    def __init__(self, setup: Setup):
        self.setup = setup
        self.lexicon: Lexicon = lexicon_of(setup.game)
        self.spelling = self.lexicon.notation.spelling
        self.spoken = {*self.spelling.units, *self.spelling.keys}  # one coin is written `1 coin`, a key may go unsaid

    def read(self, tokens: Sequence[Token], text: str) -> tuple[str, ...]:
        """Whole, then part by part, then in another order, then as several of the same."""
        apart = any(token.low in self.lexicon.then for token in tokens)
        whole = () if apart else chosen(self.in_order(tokens), text)
        if whole and not self._may_be_apart(whole[0], tokens):
            return whole
        parts = self._parts(tokens, text)
        if whole and parts and whole != parts:
            raise Ambiguous(text=text, fits=f"{whole[0]} / {' + '.join(parts)}")
        if whole or parts or apart:
            return whole or parts
        return chosen(self.reordered(tokens), text) or chosen(self._several(tokens), text)

    def starts(self, tokens: Sequence[Token], before: LineStart | None = None) -> Iterator[LineStart]:
        """Who may act, with which verb; a part of a line goes on with the seat and the verb before it."""
        for seat, at, cost in self._seats(tokens, before):
            yield from self.verbs(tokens, seat, at, cost)
        if before is not None:
            yield LineStart(before.seat, before.verb, 0, 0.0)

    def _seats(self, tokens: Sequence[Token], before: LineStart | None) -> Iterator[tuple[str, int, float]]:
        yield before.seat if before else "-", 0, 0.0
        first = tokens[0]
        if first.raw == "-" or first.low in self.lexicon.table:
            yield "-", 1, TRANSLATED
        if (first.low,) in self.lexicon.small and len(tokens) > 1 and tokens[1].low in self.lexicon.table:
            yield "-", 2, TRANSLATED
        letters = seat_letters(first, self.setup)
        if len(letters) == 1 or (letters and letters[0][1] < PREFIX):
            yield from ((letter, 1, cost) for letter, cost in letters)
        for seat, letter in enumerate(self.setup.seats):
            name = tuple(self.setup.name(seat).lower().split())
            if len(name) > 1 and tuple(token.raw.lower() for token in tokens[: len(name)]) == name:
                yield letter, len(name), TRANSLATED

    def verbs(self, tokens: Sequence[Token], seat: str, at: int, cost: float) -> Iterator[LineStart]:
        for start in range(at, min(at + 3, len(tokens))):
            if start > at and (tokens[start - 1].low,) not in self.lexicon.small:
                return
            for length in range(min(LONGEST, len(tokens) - start), 0, -1):
                phrase = tuple(token.low for token in tokens[start : start + length])
                for verb in sorted(self.lexicon.verbs_of(phrase)):
                    if self._is_by(seat, verb):
                        yield LineStart(seat, verb, start + length, cost)
                for word in self.lexicon.words.get(phrase, frozenset()) & self.spelling.tells.keys():
                    yield LineStart(seat, self.spelling.tells[word], start, cost + TRANSLATED)
            low = tokens[start].low
            names = [verb for verb in self.lexicon.notation.verbs if verb.startswith(low)]
            if len(names) == 1 and (low,) not in self.lexicon.verbs and self._is_by(seat, names[0]):
                yield LineStart(seat, names[0], start + 1, cost + PREFIX)

    def _is_by(self, seat: str, verb: str) -> bool:
        """Whether a verb is said of a seat, or of the table."""
        return (seat != "-") == self.lexicon.notation.verbs[verb].kind.SEATED

    def in_order(self, tokens: Sequence[Token], before: LineStart | None = None) -> Iterator[Interpretation]:
        """What the words mean as they stand."""
        for start in self.starts(tokens, before):
            yield from self._likely(tokens, start, lambda start, words: self._whole(start, (words,)))

    def reordered(self, tokens: Sequence[Token], before: LineStart | None = None) -> Iterator[Interpretation]:
        """What they mean in another order, where words of one kind keep theirs."""
        starts = list(self.starts(tokens, before))
        for start, rest in [(start, tokens) for start in starts] or self._verb_later(tokens):
            yield from self._likely(rest, start, self._in_any_order)

    def _in_any_order(self, start: LineStart, words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """As they stand, else in other orders, else with a key that may go unsaid put between them."""
        tried = (lambda: (words,), lambda: orders(words, self.spelling.keys), lambda: self._with_keys(words))
        return next((iter(read) for made in tried if (read := list(self._whole(start, made())))), iter(()))

    def _with_keys(self, words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """The words with a key put between them: `goods a3 timber` is goods a3 as T."""
        keys = [key for key in self.spelling.unsaid if key not in words]
        return ((*words[:at], key, *words[at:]) for key in keys for at in range(1, len(words)))

    def _whole(self, start: LineStart, tried: Iterable[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
        """Each of these words that makes one line."""
        return ((read,) for words in tried if (read := self.canonical(start, words)))

    def _each(self, start: LineStart, words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """Every word a line of its own, where all are of one kind."""
        if len(words) == 2 and words[0] in _FEW and shape(words[1]) == "A9":  # `2 wheat 1` is twice W1, or W2 and W1
            count, piece = words
            for pieces in [piece] * int(count), [piece[0] + count, piece]:
                if all(read := tuple(self.canonical(start, (one,)) for one in pieces)):
                    yield read
        if len({shape(word.replace("?", "9")) for word in words}) > 1:
            return
        read = tuple(self.canonical(start, (word,)) for word in words)
        if len(read) > 1 and all(read):
            yield read

    def _likely(self, tokens: Sequence[Token], start: LineStart, lines: Callable[..., Any]) -> list[Interpretation]:
        """The readings about as likely as the likeliest; TooManyWays where not all of them can be tried."""
        found: list[Interpretation] = []
        for nth, (cost, words) in enumerate(self._ways(tokens, start)):
            if found and start.cost + cost >= found[0].cost + DROPPED:
                break
            if nth > MOST_WAYS:
                raise TooManyWays
            found += [Interpretation(start.cost + cost, texts) for texts in lines(start, words)]
        return found

    def _verb_later(self, tokens: Sequence[Token]) -> Iterator[tuple[LineStart, Sequence[Token]]]:
        """The verb after some of its words: `Bo buys 3 at the lumberyard`."""
        for seat, at, cost in self._seats(tokens, None):
            for place in range(at + 1, len(tokens)):
                moved = [*tokens[:at], *tokens[place:]]
                for start in self.verbs(moved, seat, at, cost):
                    after = tokens[place + start.at - at :]
                    yield LineStart(seat, start.verb, 0, start.cost + TRANSLATED), [*tokens[at:place], *after]

    def _ways(self, tokens: Sequence[Token], start: LineStart) -> Iterator[tuple[float, tuple[str, ...]]]:
        table = meanings(tokens[start.at :], self.lexicon, self.setup, start.verb)
        for cost, words in paths(table):
            yield cost, words
            if start.verb in self.spelling.ones and (full := self._with_ones(words)) != words:
                yield cost + TRANSLATED, full

    def _with_ones(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """A number before every name that has none: `docks 2 granary` is 1 docks 2 granary."""
        made: list[str] = []
        for word in words:
            if word in self.spelling.keys:
                return (*made, *words[words.index(word) :])
            made += [word] if word.isdigit() or (made and made[-1].isdigit()) else ["1", word]
        return tuple(made)

    def canonical(self, start: LineStart, words: Sequence[str]) -> str:
        """The canonical text of these words; nothing where one of them would get lost."""
        read = exact(" ".join((start.seat, start.verb, *words)), self.setup)
        names = (set(words) & self.lexicon.known) - self.spoken
        after = self.spelling.seats_after
        for before, word in zip(("", *words), words, strict=False):
            if after and isinstance(word, NamedSeat) and before not in after and not isinstance(before, NamedSeat):
                return ""
        return read if all(f" {name}" in read for name in names) else ""

    def _may_be_apart(self, whole: str, tokens: Sequence[Token]) -> bool:
        """Whether `and` may also have meant one after another."""
        return whole.split()[1] in self.spelling.unordered and any(token.breaks for token in tokens)

    def _parts(self, tokens: Sequence[Token], text: str) -> tuple[str, ...]:
        """Line by line at each comma, `and` or `then`; each part goes on with the seat and the verb before it."""
        found: list[str] = []
        before: LineStart | None = None
        pieces = list(self._split(tokens))
        if len(pieces) < 2:
            return ()
        for piece in pieces:
            if not piece:
                return ()
            read = chosen(self.in_order(piece, before), text) or chosen(self.reordered(piece, before), text)
            if not read:
                return ()
            found.append(read[0])
            seat, verb, *_ = read[0].split()
            before = LineStart(seat, verb, 0, 0.0)
        return tuple(found)

    def _split(self, tokens: Sequence[Token]) -> Iterator[list[Token]]:
        part: list[Token] = []
        for token in tokens:
            if token.low in self.lexicon.then or (token.breaks and part):
                if part:
                    yield part
                part = [] if token.low in self.lexicon.then else [token]
            else:
                part.append(token)
        yield part

    def _several(self, tokens: Sequence[Token]) -> Iterator[Interpretation]:
        """The same verb several times: `picks W2 S6`."""
        for start in self.starts(tokens):
            if start.verb in self.spelling.several:
                yield from self._likely(tokens, start, self._each)
