"""What could be typed next: seats, verbs, and the words of lines that may be recorded now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec import Struct

from domain.record.free_text.lexicon import folded
from domain.record.free_text.parser import LineStart, Reader
from domain.record.free_text.tokens import Token, tokens_of
from domain.record.free_text.translations import first_paths, meanings, seat_letters
from domain.record.line_text import READERS
from domain.setup import Setup

MOST = 8
MOST_WAYS, MOST_STEPS = 40, 300
LONGEST_TEXT = 120  # characters


class Continuation(Struct, frozen=True):
    """One way to go on: what the box holds then, the word that was added, and the verb it belongs to."""

    value: str
    word: str
    verb: str = ""
    line: str = ""  # the whole line, where it is one


def completions(text: str, setup: Setup, offers: Sequence[str] = ()) -> tuple[Continuation, ...]:
    """Ways to go on with a half-typed line, the likeliest first."""
    if text[:1] in READERS or len(text) > LONGEST_TEXT:
        return ()
    found = dict.fromkeys(_Completer(setup, offers).options(text))
    return tuple(islice(found, MOST))


class _Completer:
    """Completes lines of one table."""

    def __init__(self, setup: Setup, offers: Sequence[str]):
        self.setup, self.offers = setup, tuple(offers)
        self.reader = Reader(setup)
        self.lexicon = self.reader.lexicon

    def options(self, text: str) -> Iterator[Continuation]:
        """Seats and verbs first, then the words after the verb."""
        typed = "" if not text or text[-1].isspace() else text.split()[-1]
        before = text[: len(text) - len(typed)]
        tokens = tokens_of(before)
        partial = folded(typed)
        starts = [*self.reader.starts(tokens)] if tokens else []
        if starts:
            yield from self._words(tokens, starts, before, partial)
        if len(tokens) < 2 and not starts:
            yield from self._beginnings(tokens, before, partial)

    def _beginnings(self, tokens: Sequence[Token], before: str, partial: str) -> Iterator[Continuation]:
        seats = [letter for letter, _ in seat_letters(tokens[0], self.setup)] if tokens else []
        if tokens and not seats and tokens[0].raw != "-":
            return
        seat = seats[0] if seats else "-"
        if not tokens:
            for nth, letter in enumerate(self.setup.seats):
                name = self.setup.name(nth)
                if folded(name).startswith(partial) or letter.lower() == partial:
                    yield Continuation(f"{before}{name} ", name)
        now = dict.fromkeys(offer.split()[1] for offer in self.offers if offer.split()[0] == seat)
        for verb in dict.fromkeys((*now, *self.lexicon.notation.verbs)):
            seated = self.lexicon.notation.verbs[verb].kind.SEATED
            if (
                seated == (seat != "-")
                and self._is_called(verb, partial)
                and (partial or verb in now or (tokens and not now))
            ):
                yield Continuation(f"{before}{verb} ", verb, verb)

    def _is_called(self, verb: str, partial: str) -> bool:
        called = (phrase for phrase, verbs in self.lexicon.verbs.items() if verb in verbs)
        return any(phrase[0].startswith(partial) for phrase in called)

    def _words(
        self, tokens: Sequence[Token], starts: list[LineStart], before: str, partial: str
    ) -> Iterator[Continuation]:
        """The next words of offered lines that go on like this one; else words that make it whole."""
        for start in starts:
            typed = self._said(tokens, start)
            fits = [offer.split() for offer in self.offers if offer.split()[:2] == [start.seat, start.verb]]
            fits = [words[2:] for words in fits if _holds(words[2:], typed)]
            for words in fits:
                rest = _without(words, typed)
                if rest and self._begins(rest[0], partial):
                    whole = " ".join((start.seat, start.verb, *words)) if len(rest) == 1 else ""
                    yield Continuation(f"{before}{rest[0]}{'' if whole else ' '}", rest[0], start.verb, whole)
            if not fits:
                yield from self._like_the_example(start, typed, before, partial)

    def _like_the_example(
        self, start: LineStart, typed: tuple[str, ...], before: str, partial: str
    ) -> Iterator[Continuation]:
        """Words that could stand next in the example of a verb, with what was typed in place of its own words."""
        like = self.lexicon.notation.verbs[start.verb].like.split(" / ")[0].split()[2:]
        for word in sorted(self.lexicon.known):
            rest = like[len(typed) + 1 :]
            if self._begins(word, partial) and (read := self.reader.canonical(start, (*typed, word, *rest))):
                yield Continuation(f"{before}{word}{' ' if rest else ''}", word, start.verb, "" if rest else read)

    def _said(self, tokens: Sequence[Token], start: LineStart) -> tuple[str, ...]:
        """The words after the verb, as far as they say something."""
        table = meanings(tokens[start.at :], self.lexicon, self.setup, start.verb)
        ways = [words for _, words in first_paths(table, MOST_STEPS, MOST_WAYS)]
        known = {*self.lexicon.known, *(word for offer in self.offers for word in offer.split()[2:])}
        return max(ways, key=lambda words: sum(word in known for word in words), default=())

    def _begins(self, word: str, partial: str) -> bool:
        if word.lower().startswith(partial):
            return True
        return any(word in words and phrase[0].startswith(partial) for phrase, words in self.lexicon.words.items())


def _holds(words: Sequence[str], typed: Sequence[str]) -> bool:
    return all(words.count(word) >= typed.count(word) for word in set(typed))


def _without(words: Sequence[str], typed: Sequence[str]) -> list[str]:
    rest = list(words)
    for word in typed:
        rest.remove(word)
    return rest
