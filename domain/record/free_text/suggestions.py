"""The nearest readable line to one that cannot be read, and what could stand where it broke."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import permutations

from msgspec import Struct

from domain.errors import Ambiguous, NotRecorded
from domain.record.free_text.lexicon import lexicon_of, phrase_of
from domain.record.free_text.parser import LineStart, Reader, exact, read_typed
from domain.record.free_text.tokens import Token, tokens_of
from domain.record.free_text.translations import Translation, first_paths, joined, meanings, seat_letters
from domain.setup import Setup

CLOSE, CLOSER = 0.6, 0.75  # how alike two verbs or names, two other words must be to be taken for each other
GUESSED, MISSING, LEFT_OUT, UNSAID, OFFERED = 0.5, 2.0, 2.5, 3.0, 0.4  # how far a suggestion is from what was typed
EXPECTED, UNNAMED = 0.3, 6.0  # a key of the verb's own example was put in; the name of a player was left out
MOST_WORDS = 5  # that are tried in every order
MOST_WAYS, FEW_WAYS = 20, 4
MOST_TRIES = 5000  # lines that are tried for one suggestion
UNKNOWN = "\N{INVERTED QUESTION MARK}"  # stands for a typed word that says nothing here
UNSEEN = "?"
_FIGURES = "123456789"
MOST_INSTEAD = 12
MOST_TOKENS, MOST_STARTS, MOST_STEPS = 14, 16, 300


class WordChoice(Struct, frozen=True):
    """A word that could stand where a line broke, and the line it makes."""

    word: str
    text: str


class NearestLine(Struct, frozen=True, kw_only=True):
    """What a line that cannot be read was perhaps meant to be.

    `broke` is where in the typed text it could no longer be read, from and to.
    """

    text: str = ""
    broke: tuple[int, int] | None = None
    instead: tuple[WordChoice, ...] = ()
    example: str = ""
    choices: tuple[str, ...] = ()  # of a text with two meanings: each of them, several lines with a plus between


class _Guess(Struct, frozen=True):
    far: float
    text: str
    verb: str = ""
    place: int = -1  # the argument that was put in


def nearest(text: str, setup: Setup, offers: Sequence[str] = ()) -> NearestLine:
    """What to suggest instead of an unreadable line; `offers` are lines that may be recorded now."""
    try:
        read_typed(text, setup)
    except Ambiguous as error:
        choices = tuple(str(error.facts["fits"]).split(" / "))
        return NearestLine(text=exact(choices[0], setup), choices=choices, example=_example(choices[0], setup))
    except NotRecorded:
        pass
    tokens = tokens_of(text)
    if not 0 < len(tokens) <= MOST_TOKENS:
        return NearestLine(example=_example(next(iter(offers), ""), setup))
    return _Guesser(setup, offers).suggest(tokens)


def _example(text: str, setup: Setup, typed: str = "") -> str:
    """A whole line with the verb of this one, by the same seat."""
    notation = lexicon_of(setup.game).notation
    seat, _, rest = text.partition(" ")
    verb = rest.partition(" ")[0]
    like = notation.verbs[verb].like if verb in notation.verbs else notation.example(typed)
    _, _, rest = like.split(" / ")[0].partition(" ")
    shown = f"{seat} {rest}" if seat in setup.seats else like.split(" / ")[0]
    return shown if exact(shown, setup) else like.split(" / ")[0]


class _Guesser:
    """Looks for readable lines near an unreadable one."""

    def __init__(self, setup: Setup, offers: Sequence[str]):
        self.setup, self.offers = setup, tuple(offers)
        self.reader = Reader(setup)
        self.lexicon = self.reader.lexicon
        acting = [offer.split()[0] for offer in offers if not offer.startswith("-")]
        self.acting = acting[0] if acting else setup.seats[setup.first]
        offered = dict.fromkeys(word for offer in offers for word in offer.split()[2:])
        keys = self.lexicon.notation.spelling.keys
        known = sorted(self.lexicon.known - {UNSEEN})
        self.vocabulary = tuple(dict.fromkeys((*offered, *keys, *known, *setup.seats, UNSEEN)))
        self.tried: dict[str, str] = {}

    def suggest(self, tokens: Sequence[Token]) -> NearestLine:
        """The nearest line, the place where the typed one broke, and other words for that place."""
        tokens = self._seat_first(tokens)
        starts = sorted(self._starts(tokens), key=lambda start: start.cost)[:MOST_STARTS]
        guesses = sorted(self._guesses(tokens, starts), key=lambda guess: (self._far(guess), len(guess.text)))
        if not guesses:
            meant = f"{starts[0].seat} {starts[0].verb}" if starts else ""
            return NearestLine(
                broke=(tokens[0].start, tokens[-1].end), example=_example(meant, self.setup, tokens[0].low)
            )
        best = guesses[0]
        swapped = self._swapped(best)
        instead = [
            WordChoice(guess.text.split()[guess.place + 2], guess.text) for guess in guesses if _beside(best, guess)
        ]
        return NearestLine(
            text=best.text,
            broke=self._broke(tokens, best),
            instead=tuple(dict.fromkeys(instead))[:MOST_INSTEAD],
            example=_example(best.text, self.setup),
            choices=(best.text, swapped) if swapped else (),
        )

    def _swapped(self, best: _Guess) -> str:
        """The line with its only two numbers exchanged, where it was the suggestion that told them apart by a key."""
        seat, verb, *words = best.text.split()
        by_key = best.place == 1 and words[1] in self.lexicon.notation.spelling.keys
        if not by_key or len(words) != 3 or not (words[0].isdigit() and words[2].isdigit()):
            return ""
        return exact(" ".join((seat, verb, *reversed(words))), self.setup)

    def _seat_first(self, tokens: Sequence[Token]) -> Sequence[Token]:
        """The words with the only name among them at the front: `place Bo 1:6` is about Bo."""
        names = [phrase_of(self.setup.name(seat)) for seat in range(len(self.setup.seats))]
        named = [at for at, token in enumerate(tokens) if (token.low,) in names]
        if len(named) != 1 or seat_letters(tokens[0], self.setup):
            return tokens
        [at] = named
        return [tokens[at], *tokens[:at], *tokens[at + 1 :]]

    def _far(self, guess: _Guess) -> float:
        return guess.far - OFFERED * (guess.text in self.offers)

    def _guesses(self, tokens: Sequence[Token], starts: Sequence[LineStart]) -> Iterator[_Guess]:
        """Readable lines near the typed one, from the likeliest start on, until none can be nearer."""
        starts = list({(start.seat, start.verb, start.at): start for start in reversed(starts)}.values())[::-1]
        found: dict[int, list[_Guess]] = {}
        best = UNSAID + MISSING
        for at, start in enumerate(starts):
            found[at] = list(self._read(tokens, start)) if start.cost < best else []
            best = min((best, *(guess.far for guess in found[at])))
        for at, start in enumerate(starts):
            verbless = start.cost > MISSING
            near = any(guess.far <= start.cost + MISSING for guess in found[at])
            if not verbless and not near and start.cost < best:
                found[at] += [*self._keyed(tokens, start), *self._corrected(tokens, start)]
                best = min((best, *(guess.far for guess in found[at])))
            yield from found[at]
        yield from self._offered(tokens)

    # Who acts, and how -----------------------------------------------------------------------------

    def _starts(self, tokens: Sequence[Token]) -> Iterator[LineStart]:
        for seat, at, cost in self._seats(tokens):
            verbs = list(self._verbs(tokens, at))
            if not verbs:
                verbs = [(verb, at, MISSING + GUESSED) for verb in self._usual_verbs()]
            for verb, after, far in verbs:
                seated = self.lexicon.notation.verbs[verb].kind.SEATED
                fits = seated == (seat != "-")
                who = seat if fits else self.acting if seated else "-"
                yield LineStart(who, verb, after, cost + far + (0.0 if fits else GUESSED))
        if sum(self._is_named(token) for token in tokens) > 1:  # `Ana 58, Bo 16`: what both turned over
            kinds = self.lexicon.notation.verbs
            for verb in (verb for verb in self._usual_verbs() if not kinds[verb].kind.SEATED):
                yield LineStart("-", verb, 0, MISSING + GUESSED)

    def _seats(self, tokens: Sequence[Token]) -> Iterator[tuple[str, int, float]]:
        first = tokens[0]
        if first.raw == "-" or first.low in self.lexicon.table:
            yield "-", 1, 0.0
            return
        letters = seat_letters(first, self.setup)
        yield from ((letter, 1, cost) for letter, cost in letters)
        if not letters:
            yield "-", 0, 0.0
        if not letters and (first.low,) not in self.lexicon.verbs:
            for seat, letter in enumerate(self.setup.seats):
                alike = _alike(first.low, self.setup.name(seat).lower())
                if alike >= CLOSE:
                    yield letter, 1, GUESSED + 1 - alike

    def _is_named(self, token: Token) -> bool:
        return len(token.low) > 1 and bool(seat_letters(token, self.setup))

    def _verbs(self, tokens: Sequence[Token], at: int) -> Iterator[tuple[str, int, float]]:
        exact = [start for seat in ("-", self.acting) for start in self.reader.verbs(tokens, seat, at, 0.0)]
        yield from ((start.verb, start.at, start.cost) for start in exact)
        begun: set[str] = set()
        misspelt = not exact and at < len(tokens) and (tokens[at].low,) not in self.lexicon.words
        for phrase, verbs in self.lexicon.verbs.items() if at < len(tokens) else ():
            alike = _alike(tokens[at].low, phrase[0]) if misspelt and len(phrase) == 1 else 0.0
            if CLOSE <= alike < 1:
                yield from ((verb, at + 1, GUESSED + 2 * (1 - alike)) for verb in verbs)
            elif len(phrase) > 1 and phrase[0] == tokens[at].low:  # `takes 8` may be the start of `takes the card`
                begun |= verbs
        yield from ((verb, at + 1, GUESSED) for verb in sorted(begun))

    def _usual_verbs(self) -> Iterable[str]:
        return dict.fromkeys(offer.split()[1] for offer in self.offers) or self.lexicon.notation.verbs

    # The words after the verb ----------------------------------------------------------------------

    def _ways(self, tokens: Sequence[Token], start: LineStart, count: int) -> list[tuple[float, tuple[str, ...]]]:
        """What the words may have been meant to be: misspelt words corrected, any word left out."""
        rest = tokens[start.at :]
        table = meanings(rest, self.lexicon, self.setup, start.verb)
        silent = [at for at, token in enumerate(rest) if not table[at] and not self._is_named(token)]
        alike = {at: list(self._alike(rest[at], at)) for at in silent}
        for at in reversed(range(len(rest))):
            table[at] += alike.get(at, [])
            table[at] += list(joined(table, at, self.lexicon))  # a misspelt word, too: `whaet 3` is W3
        for at, token in enumerate(rest):
            if at in alike:
                table[at].append(Translation(at + 1, (UNKNOWN,), 2 * GUESSED if alike[at] else GUESSED))
            if token.low in self.lexicon.numbers:
                table[at].append(Translation(at + 1, (self.lexicon.numbers[token.low],), MISSING))
            known = token.raw.isdigit() or alike.get(at)
            left_out = UNNAMED if self._is_named(token) else UNSAID if known else LEFT_OUT
            table[at].append(Translation(at + 1, (), left_out))
        return first_paths(table, MOST_STEPS, count)

    def _alike(self, token: Token, at: int) -> Iterator[Translation]:
        for phrase, words in self.lexicon.words.items():
            alike = _alike(token.low, phrase[0]) if len(phrase) == 1 and phrase[0].isalpha() else 0.0
            if alike >= CLOSER and len(token.low) > 2:
                yield from (Translation(at + 1, (word,), 2 * (1 - alike)) for word in words)

    def _read(self, tokens: Sequence[Token], start: LineStart) -> Iterator[_Guess]:
        for nth, (far, words) in enumerate(self._ways(tokens, start, MOST_WAYS)):
            orders = permutations(words) if len(words) <= MOST_WORDS and nth < FEW_WAYS else (words,)
            for order in () if UNKNOWN in words else (*orders, self._counted(words), self._together(words)):
                if read := self._exact(start, order):
                    yield _Guess(start.cost + far + (order != words) * GUESSED, read, start.verb)
                    break

    def _counted(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """Units that were listed one by one, with their numbers: `lynx lynx mink` is 2 lynx 1 mink."""
        units = [word for word in words if word in self.lexicon.notation.spelling.units]
        counted = (part for unit in dict.fromkeys(units) for part in (str(units.count(unit)), unit))
        return (*(word for word in words if word not in units), *counted)

    def _together(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """Letters that were named one by one, as one word: `wheat wheat sheep timber` is WW/ST."""
        letters = [word for word in words if len(word) == 1 and word.isupper()]
        forms = tuple(self.lexicon.notation.spelling.forms("".join(letters).lower()))
        return (*(word for word in words if word not in letters), *forms[:1])

    def _keyed(self, tokens: Sequence[Token], start: LineStart) -> Iterator[_Guess]:
        """A key of the verb's own example put in, or in the place of another key."""
        keys, example = self.lexicon.notation.spelling.keys, _example(f"{start.seat} {start.verb}", self.setup).split()
        for far, words in self._ways(tokens, start, MOST_WAYS):
            for key in (key for key in keys if key in example and key not in words and UNKNOWN not in words):
                for place in range(len(words) + 1):
                    strange = place < len(words) and words[place] in keys and words[place] not in example
                    if read := self._exact(start, (*words[:place], key, *words[place + strange :])):
                        yield _Guess(start.cost + far + EXPECTED, read, start.verb, place)

    def _corrected(self, tokens: Sequence[Token], start: LineStart) -> Iterator[_Guess]:
        """One word put in, or put in the place of another."""
        for far, words in self._ways(tokens, start, FEW_WAYS):
            unknown = words.count(UNKNOWN)
            for place in range(len(words)) if unknown < 2 else ():
                if unknown and words[place] != UNKNOWN:
                    continue
                for word in self.vocabulary:
                    if read := self._exact(start, (*words[:place], word, *words[place + 1 :])):
                        keys = {word, *(() if unknown else (words[place],))} <= {*self.lexicon.notation.spelling.keys}
                        away = GUESSED if keys else 1 - _alike(word.lower(), words[place].lower())
                        said = words[place] in self.lexicon.known or words[place].isdigit()
                        away += MISSING if said else GUESSED
                        yield _Guess(start.cost + far + away, read, start.verb, place)
            for place in () if unknown else range(len(words) + 1):
                for word in (*self.vocabulary, *_FIGURES):
                    if read := self._exact(start, (*words[:place], word, *words[place:])):
                        away = MISSING + (word == UNSEEN) * GUESSED  # more likely it was seen, and not typed
                        yield _Guess(start.cost + far + away, read, start.verb, place)

    def _exact(self, start: LineStart, words: Sequence[str]) -> str:
        text = " ".join((start.seat, start.verb, *words))
        if text not in self.tried:
            self.tried[text] = exact(text, self.setup) if len(self.tried) < MOST_TRIES else ""
        return self.tried[text]

    def _offered(self, tokens: Sequence[Token]) -> Iterator[_Guess]:
        """Lines that may be recorded now and share words with the typed one."""
        table = meanings(tokens, self.lexicon, self.setup)
        typed = {word for edges in table for edge in edges for word in edge.words}
        verbs = {verb for token in tokens for verb in self.lexicon.verbs.get((token.low,), ())}
        for offer in self.offers:
            seat, verb, *words = offer.split()
            shared = len(typed & set(words)) + (verb in verbs) + (seat in typed)
            like = max((_alike(word.lower(), one.lower()) for word in words for one in typed), default=0.0)
            if verb in verbs or shared > 1:
                yield _Guess(UNSAID + 1 + len(words) + 1 - shared - like * GUESSED, offer, verb)

    def _broke(self, tokens: Sequence[Token], best: _Guess) -> tuple[int, int]:
        """The first typed word that does not say a word of the suggestion; else the end."""
        suggested = set(best.text.split())
        seats = seat_letters(tokens[0], self.setup)
        table = meanings(tokens, self.lexicon, self.setup, best.verb)
        for at, token in enumerate(tokens):
            meant = any(not edge.words or edge.words[0] in suggested for edge in table[at])
            verb = any(best.verb in self.lexicon.verbs.get(_low(tokens, at, n), ()) for n in range(1, 4))
            if not meant and not verb and not (at == 0 and seats) and not _within(token, suggested):
                return token.start, token.end
        return (tokens[0].start, tokens[0].start) if not seats and best.place < 0 else (tokens[-1].end, tokens[-1].end)


def _low(tokens: Sequence[Token], at: int, count: int) -> tuple[str, ...]:
    return tuple(token.low for token in tokens[at : at + count])


def _within(token: Token, suggested: set[str]) -> bool:
    return any(token.low in word.lower() for word in suggested)


def _alike(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other).ratio()


def _beside(best: _Guess, guess: _Guess) -> bool:
    """Whether a guess differs from the best one in the word that was put in, and in nothing else."""
    if best.place < 0 or guess.place != best.place or guess.text == best.text:
        return False
    one, other = best.text.split(), guess.text.split()
    return len(one) == len(other) and [at for at, word in enumerate(one) if word != other[at]] == [best.place + 2]
