"""Lawful games with draws from a real bag, as a scribe with and without a known box records them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from domain.fold import fold, options, set_up
from domain.games import GAMES
from domain.games.kontor import actions as ko
from domain.games.kontor.offers.possible_cards import may_be_held
from domain.games.kontor.state import face_words
from domain.games.kontor.state.faces import cards_of
from domain.games.mayflower import actions as mf
from domain.games.mayflower.pieces import COPIES as LETTER_COPIES
from domain.games.mayflower.pieces.cells import SIDES
from domain.games.mayflower.pieces.stand_in import STAND_IN_COAST, STAND_IN_FACES
from domain.games.mayflower.state import as_lying, copies_drawn
from domain.games.new_haven import actions as nh
from domain.games.new_haven.pieces import COPIES, KINDS
from domain.games.nieuw_amsterdam import actions as na
from domain.games.nieuw_amsterdam.offers.common import reserve_of
from domain.games.nieuw_amsterdam.pieces import FURS, SLOTS, TILES, TILES_OF_A_KIND, era_of
from domain.numbers import least
from domain.rules import Action, replace
from domain.setup import Setup
from replays.simulation.random_play import fill_randomly

LONGEST = 900


def out_of_the_bag(rules, state, action, rng: Random) -> Action:
    """New Haven: a random building among those not seen, every copy equally likely."""
    bag = [kind for kind in KINDS for _ in range(COPIES - state.copies.get(kind, 0))]
    return replace(action, buildings=tuple(rng.sample(bag, len(action.buildings))))


def off_the_stack(rules, state, action, rng: Random) -> Action:
    """Mayflower: each tile as likely as any other."""
    left = [letter for letter, copies in LETTER_COPIES.items() for _ in range(copies - copies_drawn(state, letter))]
    return replace(action, letter=rng.choice(left))


def out_of_the_hands(rules, state, action, rng: Random) -> Action:
    """Kontor: any card each hand can hold."""
    taken: set[int] = set()
    cards = []
    for seat, number, points in action.cards:
        known = state.play.chosen[seat] > 0
        held = [number] if known else [one for one in may_be_held(state, seat) if one not in taken]
        cards.append((seat, rng.choice(held or [number]), points))
        taken.add(cards[-1][1])
    return replace(action, cards=tuple(cards)) if len(taken) == len(cards) else action


def out_of_the_reserve(rules, state, action, rng: Random) -> Action:
    """Nieuw Amsterdam: furs, as long as the reserve has enough of them."""
    kinds = reserve_of(state)
    furs = [fur for fur, count in zip(FURS, kinds or (), strict=False) for _ in range(count)]
    rng.shuffle(furs)
    if isinstance(action, na.Market):
        return replace(action, drawn=tuple(furs[: len(action.drawn)])) if len(furs) >= len(action.drawn) else action
    if len(furs) < sum(len(added) for _, added in action.furs):
        return action
    return replace(action, furs=tuple((trader, tuple(furs.pop() for _ in added)) for trader, added in action.furs))


def off_the_deck(rules, state, action, rng: Random) -> Action:
    """Nieuw Amsterdam: four cards of the era."""
    kind = "land" if isinstance(action, na.Lands) else "ship"
    deck = [
        value
        for value, face in rules.catalogue.faces[kind].items()
        if value.startswith(era_of(state.round))
        for _ in range(face.copies - state.faces.get(f"{kind}:{value}", 0))
    ]
    return replace(action, cards=tuple(rng.sample(deck, SLOTS))) if len(deck) >= SLOTS else action


def mixed(rules, state, action, rng: Random) -> Action:
    """Nieuw Amsterdam: the twelve tiles, turned over one by one."""
    tiles = list(TILES * TILES_OF_A_KIND)
    rng.shuffle(tiles)
    return replace(
        action, columns=tuple("".join(sorted(tiles.pop() for _ in range(least(size)))) for size in state.sheet.columns)
    )


CHANCE: dict[type, Callable] = {
    nh.Refill: out_of_the_bag,
    mf.Draw: off_the_stack,
    ko.Reveal: out_of_the_hands,
    na.Fill: out_of_the_reserve,
    na.Market: out_of_the_reserve,
    na.Lands: off_the_deck,
    na.Ships: off_the_deck,
    na.Tiles: mixed,
}


def real_game(
    game: str, players: int, seed: int, letters: str = "BYGRK", variants: tuple[str, ...] = ()
) -> tuple[Setup, list[Action]]:
    """A lawful game from its set-up to its end."""
    rng, found = Random(seed), GAMES[game]
    setup = Setup(
        game=game, seats=tuple(letters[:players]), faces="stand-in", first=rng.randrange(players), variants=variants
    )
    rules = found.rules(setup)
    state, done = set_up(rules, setup, {}).state, []

    def do(action: Action) -> None:
        nonlocal state
        done.append(action)
        state = fold(rules, state, action, len(done)).state

    for action in found.simulation.opening(rules, state, rng):
        do(action)
    while state.result is None and len(done) < LONGEST:
        offer = rng.choice(list(options(rules, state)))
        action = fill_randomly(offer, rng)
        do(CHANCE.get(type(action), lambda *view: view[2])(rules, state, action, rng))
    for action in found.simulation.closing(rules, state):
        do(action)
    return setup, done


def as_first_seen(game: str, actions: list[Action]) -> list[Action]:
    """The same game by a scribe whose box is unknown: each face is recorded when it first appears."""
    if game == "mayflower":
        coast = [mf.Face(of=f"0:{row}", face=face) for row, face in enumerate(STAND_IN_COAST, 1)]
        return [*coast, *_with_faces_once(actions, _with_letter_once)]
    if game == "nieuw-amsterdam":
        return [*_sheet(len({action.seat for action in actions} - {None})), *actions]
    return list(_with_faces_once(actions, _with_face_once)) if game == "kontor" else actions


def with_figures_later(actions: list[Action]) -> list[Action]:
    """A game of Nieuw Amsterdam whose scribe enters what is printed on a card once a seat has taken it."""
    lines: list[Action] = []
    cards_at: dict[
        type, tuple[int, tuple[str, ...]]
    ] = {}  # the last cards of a kind: the number of their line, and them
    for action in actions:
        if isinstance(action, na.Lands | na.Ships):
            cards_at[na.AddLand if isinstance(action, na.Lands) else na.Ship] = len(lines) + 1, action.cards
            action = replace(action, cards=tuple(f"{card.partition(':')[0]}:?" for card in action.cards))
        lines.append(action)
        if isinstance(action, na.AddLand | na.Ship) and action.slots != (0,):
            line, cards = cards_at[type(action)]
            lines += [na.Show(of=line, at=slot, pieces=(cards[slot - 1],)) for slot in action.slots]
    return lines


def _sheet(players: int) -> list[Action]:
    """The lines that record the parts of the board that the rulebook does not state."""
    game = GAMES["nieuw-amsterdam"]
    setup = Setup(game=game.id, seats=tuple("BYGRK"[:players]), faces="stand-in")
    rules = game.rules(setup)
    sheet = set_up(rules, setup, {}).state.sheet
    return [
        na.Sheet(row=row, values=tuple(getattr(sheet, row))) for row in ("bonus", "camps", "boats", "zones", "piers")
    ]


def _with_faces_once(actions: list[Action], tell: Callable[[Action, set], Action]) -> list[Action]:
    view: set[Any] = set()
    return [tell(action, view) for action in actions]


def _with_letter_once(action: Action, view: set) -> Action:
    if not isinstance(action, mf.Draw) or action.letter in view:
        return action
    view.add(action.letter)
    return replace(action, face=STAND_IN_FACES[action.letter])


_CARDS = cards_of(GAMES["kontor"].catalogue("stand-in"))
_PRINTED = cards_of(GAMES["kontor"].catalogue("printed"))
READ = ("dock", "crane", "tavern", "canal")  # the other kinds of cards are known by their number


def _with_face_once(action: Action, view: set) -> Action:
    if isinstance(action, ko.Reveal):
        return replace(action, cards=tuple((seat, number, _face(number, view)) for seat, number, _ in action.cards))
    if isinstance(action, ko.Draw) and action.card:
        return replace(action, face=_face(action.card, view))
    return action


def _face(number: int, view: set) -> tuple[str, ...]:
    """The parts of a card's face that the rulebook does not state."""
    if number in view or _CARDS[number].kind not in READ:
        return ()
    view.add(number)
    known = face_words(_PRINTED[number])
    return tuple(word for word in face_words(_CARDS[number]) if word not in known)


def alike(state: Any, action: Action) -> list[Action]:
    """The same deed as it may also be written: a colonist stands on a part, whichever of its edges is named.

    A tile that was not seen lies as it lies; a colonist on it is on one of its four sides.
    """
    if isinstance(action, mf.Place) and state.hand and as_lying(state, state.hand[-1], 0) is None:
        return [replace(action, turn=0)]
    if not isinstance(action, mf.Colonist) or not state.now.cell:
        return [action]
    face = state.land.tile(state.now.cell).face
    if face is None:
        return [replace(action, port=action.port[:1] if action.port[:1] in SIDES else "N" if action.port else "")]
    if face.part_at(action.port) < 0:
        return [action]
    return [replace(action, port=port) for port in face.parts[face.part_at(action.port)].ports or (action.port,)]
