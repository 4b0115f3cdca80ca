"""The notation of a game: reads and writes an action as a seat, a verb and its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import SequenceMatcher
from typing import Any

from msgspec import Struct, structs

from domain.errors import Ambiguous, BadPart, UnknownSeat, Unreadable
from domain.rules import Action, RefusedAction, Seat
from domain.texts import WrongPart

Words = list[str]


class Verb(Struct, frozen=True):
    """How one kind of action is written: `read` turns words into fields, `write` fields into words."""

    kind: type[Action]
    read: Callable[..., dict[str, Any]]
    write: Callable[..., str]
    like: str = ""  # an example, shown when a line cannot be read
    lettered: bool = False  # whether it names other seats: `read` and `write` then get the letters of the seats


class Spelling(Struct, frozen=True):
    """How people type the pieces of a game: their words, and other forms of them."""

    pieces: tuple[str, ...] = ()  # words of the notation that can be listed: kinds, cells, card numbers
    forms: Callable[[str], Iterable[str]] = lambda typed: ()  # a lower-case text -> the words it may stand for
    joins: tuple[str, ...] = ("",)  # what may be missing between two words: `wheat 4` is W4, `merchant N` merchant@N
    keys: tuple[str, ...] = ()  # words that say what the words after them are: `paying`, `fee`
    tells: Mapping[str, str] = {}  # words that tell their verb, which may be left out: `merchant at the north`
    unsaid: tuple[str, ...] = ()  # keys that may be left out, because what stands after them tells it
    seats_after: tuple[str, ...] = ()  # after which a seat may be named, where its letter is a piece's, too
    units: tuple[str, ...] = ()  # what is counted: a number in words before it is a number
    amounts: tuple[str, ...] = ()  # verbs whose bare numbers are amounts: `bids three`
    ones: tuple[str, ...] = ()  # verbs that take pairs of a number and a name: without a number it is one
    several: tuple[str, ...] = ()  # verbs of which one typed line may hold several: `picks W2 S6`
    unordered: tuple[str, ...] = ()  # verbs whose one line leaves the order open: `and` might mean one after another


class Notation(Struct, frozen=True):
    """The verbs of a game."""

    verbs: Mapping[str, Verb]
    reasons: tuple[str, ...] = ()  # why a table may refuse an action
    names: Mapping[type[Action], str] = {}  # the verb of each kind of action, made of the verbs
    spelling: Spelling = Spelling()

    def __post_init__(self) -> None:
        structs.force_setattr(self, "names", {self.verbs[name].kind: name for name in reversed([*self.verbs])})

    def read(self, text: str, letters: tuple[str, ...]) -> Action:
        """One action from `B build W4 up 4.2`. A verb may be shortened as long as only one fits."""
        words = text.split()
        if len(words) < 2:
            raise Unreadable(text=text, like=self.example(words[-1] if words else ""))
        return self._action(self._seat(words[0], letters), words[1], words[2:], text, letters)

    def write(self, action: Action, letters: tuple[str, ...]) -> str:
        """The text of an action; reading it gives the action again."""
        seat = "-" if action.seat is None else letters[action.seat]
        if isinstance(action, RefusedAction):
            return f"{seat} refused {action.reason}: {self._verbal(action.denied, letters)}"
        return f"{seat} {self._verbal(action, letters)}"

    def _verbal(self, action: Action, letters: tuple[str, ...]) -> str:
        name = self.names[type(action)]
        verb = self.verbs[name]
        return f"{name} {verb.write(action, letters) if verb.lettered else verb.write(action)}".rstrip()

    def _action(self, seat: Seat | None, verb_word: str, words: Words, text: str, letters: tuple[str, ...]) -> Action:
        if verb_word == "refused":
            return self._refused(seat, words, text, letters)
        name = self._verb(verb_word, text)
        verb = self.verbs[name]
        if (seat is None) == verb.kind.SEATED:
            raise Unreadable(text=text, like=verb.like)
        try:
            fields = verb.read(words, letters) if verb.lettered else verb.read(words)
            return verb.kind(seat=seat, **fields)
        except WrongPart as error:
            raise BadPart(text=text, part=error.part, why=error.why) from error
        except (ValueError, IndexError, KeyError) as error:
            raise Unreadable(text=text, like=verb.like) from error

    def _refused(self, seat: Seat | None, words: Words, text: str, letters: tuple[str, ...]) -> RefusedAction:
        if seat is None or len(words) < 2 or words[0].rstrip(":") not in self.reasons or words[1] == "refused":
            raise Unreadable(text=text, like="B refused " + "|".join(self.reasons) + ": …")
        denied = self._action(seat, words[1], words[2:], text, letters)
        return RefusedAction(seat=seat, reason=words[0].rstrip(":"), denied=denied)

    def _verb(self, word: str, text: str) -> str:
        if word in self.verbs:
            return word
        fits = [name for name in self.verbs if name.startswith(word.lower())]
        if not fits:
            raise Unreadable(text=text, like=self.example(word))
        if len(fits) > 1:
            raise Ambiguous(text=text, fits=" / ".join(fits))
        return fits[0]

    def _seat(self, letter: str, letters: tuple[str, ...]) -> Seat | None:
        if letter == "-":
            return None
        if letter not in letters:
            raise UnknownSeat(seat=letter, seats=" ".join(letters))
        return letters.index(letter)

    def example(self, word: str) -> str:
        """A line with the verb that is most like a word."""
        like = max(self.verbs, key=lambda name: SequenceMatcher(None, name, word.lower()).ratio())
        return self.verbs[like].like
