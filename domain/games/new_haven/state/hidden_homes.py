"""Buildings on village spaces that were not seen: what they leave open, and where a reading shows them to stand."""

from __future__ import annotations

from domain.games.new_haven.state import HiddenHome, Home, Player, State, learn, may_match, with_player
from domain.numbers import NotKnown
from domain.rules import Key, Seat, replace


def hide_home(state: State, player: Player, home: Home, may_cover: bool) -> Player:
    """A building stands on one of the spaces of a village, but it was not seen on which."""
    return replace(player, hidden=(*player.hidden, HiddenHome(state.line, home, may_cover)))


def stands_somewhere(player: Player, colour: str) -> bool:
    """Whether a colour is anywhere in a village, covered ones and those on spaces not seen included."""
    homes = [home for top in player.village.values() for home in (top, *top.under)]
    return any(home.colour == colour for home in (*homes, *(hidden.home for hidden in player.hidden)))


def needs_hidden(player: Player, colour: str) -> None:
    """Raises NotKnown where a building not seen can decide whether one of a colour touches its colour."""
    for hidden in player.hidden:
        if hidden.home.colour == colour or (hidden.may_cover and stands_somewhere(player, colour)):
            raise NotKnown(f"built {hidden.line}")


def home_shown(state: State, key: Key, seen: Home | None) -> State:
    """The table after a space was read: what was not known to stand there are hidden buildings that fit, if any."""
    seat, at = key
    if seen is None or not state.players[seat].hidden:
        return state
    now = state.players[seat].village.get(at)
    left = [now, *now.under] if now is not None else []
    stack: list[Home] = []
    for home in (seen, *seen.under):
        known = next((other for other in left if could_be(other, home)), None)
        if known is not None:
            left.remove(known)
        else:
            state, known = _found(state, seat, at, home)
        stack += () if known is None else (replace(known, under=()),)
    if not stack or not could_be(stack[0], seen):
        return state
    built = replace(stack[0], under=(*stack[1:], *(replace(other, under=()) for other in left)))
    return state if built == now else with_player(state, seat, village={**state.players[seat].village, at: built})


def _found(state: State, seat: Seat, at: str, seen: Home) -> tuple[State, Home | None]:
    """The hidden building that was read on a space; of several alike it is not known which one it is."""
    player = state.players[seat]
    fits = [hidden for hidden in player.hidden if could_be(hidden.home, seen)]
    if not fits:
        return state, None
    if len(fits) == 1 and fits[0].is_sure:
        state = learn(state, fits[0].line, "home", at)
    hidden = tuple(
        replace(other, is_sure=False) if other in fits else other for other in player.hidden if other is not fits[0]
    )
    return with_player(state, seat, hidden=hidden), fits[0].home


def number_shown(state: State, seat: Seat, line: int, number: int) -> State:
    """The table with the number of the building that a line put on a space not seen."""
    hidden = [
        replace(other, home=replace(other.home, number=number)) if other.line == line else other
        for other in state.players[seat].hidden
    ]
    return with_player(state, seat, hidden=tuple(hidden))


def could_be(now: Home, seen: Home) -> bool:
    """Whether a building can be one that was read, whose number may be unseen."""
    if now.up != seen.up:
        return False
    return may_match(f"{now.colour}{now.number or '?'}", f"{seen.colour}{seen.number or '?'}")
