"""The events, the second expansion: a card turned up for every finished sector."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from domain.clauses import cites
from domain.games.kontor import clauses as ko
from domain.games.kontor.actions import Bribe, Buy, Choose, Event, Pass, Place, Reveal, Smuggle
from domain.games.kontor.checks.certainty import all_read, surely
from domain.games.kontor.deeds.common import is_new
from domain.games.kontor.follow.common import Moved, effect_on
from domain.games.kontor.pieces import BEATS, EVENTS, GOODS, TAVERN
from domain.games.kontor.state import CHOOSE, NOT_CHOSEN, OVER, Sector, State
from domain.games.kontor.state.parts import Events, misses, part_of, with_part
from domain.games.kontor.variants import event_cards
from domain.rules import Action, Broken, Check, Offer, OneOf, Seat, broken, impossible, replace
from domain.setup import Setup
from domain.variants import Variant

if TYPE_CHECKING:
    from domain.games.kontor.rules import KontorRules

Finds = Broken | None
BEGINS = (Pass, Choose, Reveal, Smuggle, Bribe, Buy)  # deeds that begin a round
ASKED_OF_ALL = ("desordres", "lutte")  # what every seat has to do


def in_pile(rules: KontorRules) -> tuple[str, ...]:
    """The event cards a table plays with: those it named, else all ten."""
    return rules.events or EVENTS


def may_come(rules: KontorRules, state: State) -> tuple[str, ...]:
    """The events that have not come up; all, where an exhausted pile is shuffled again (KO-I-83)."""
    part = part_of(state, Events)
    if rules.events_again and not part.left:
        return in_pile(rules)
    return tuple([name for name in in_pile(rules) if EVENTS.index(name) not in part.turned])


def shuffled(rules: KontorRules, state: State, setup: Setup) -> Moved:
    """The events lie face down (KO-V-EVENTS-1)."""
    left = len(in_pile(rules))
    state = with_part(state, replace(part_of(state, Events), left=left))
    return state, (effect_on(ko.V_EVENTS_1, "event-pile", (), left, sets=True),)


# When an event is due -----------------------------------------------------------------------------


def another_finished(rules: KontorRules, state: State, sector: Sector) -> Moved:
    """Every finished sector brings an event."""
    part = part_of(state, Events)
    return with_part(state, replace(part, finished=part.finished + 1)), ()


def before_the_next_round(rules: KontorRules, state: State) -> Moved:
    """Sets how many events are turned up before the round that begins (KO-V-EVENTS-2; KO-I-83)."""
    part = part_of(state, Events)
    due = min(part.finished, 1) if rules.events_per == "round" else part.finished
    due = due if rules.events_again else min(due, part.left)
    return with_part(state, replace(part, finished=0, round=state.round, due=due, waits=(), swapped=())), ()


def due_now(state: State) -> int:
    """How many events are to be turned up before any other action."""
    part = part_of(state, Events)
    waits = state.phase == CHOOSE and part.round == state.round and is_new(state)
    return part.due if waits else 0


def last_turned(state: State) -> str:
    """The event that was turned up last."""
    turned = part_of(state, Events).turned
    return EVENTS[turned[-1]] if turned else ""


@cites(ko.V_EVENTS_2)
def an_event_comes_before_the_next_round(rules: KontorRules, state: State, action: Action) -> Finds:
    return surely(state, broken(seat=-1)) if due_now(state) else None


@cites(ko.V_EVENTS_3)
def an_event_is_carried_out(rules: KontorRules, state: State, action: Action) -> Finds:
    part = part_of(state, Events)
    if not part.waits or not is_new(state) or last_turned(state) not in ASKED_OF_ALL or state.phase != CHOOSE:
        return None
    return surely(state, broken(seat=part.waits[0], event=last_turned(state)))


@cites(ko.V_EVENTS_3)
def an_event_is_carried_out_before_the_next(rules: KontorRules, state: State, event: Event) -> Finds:
    return an_event_is_carried_out(rules, state, event)


@cites(ko.V_EVENTS_2)
def an_event_is_turned_up_for_a_finished_sector(rules: KontorRules, state: State, event: Event) -> Finds:
    """One that comes late was due too: the round that began without it is found."""
    due = part_of(state, Events).due
    return None if due or state.phase == OVER else all_read(state, broken(event=event.event))


@cites(ko.V_EVENTS_1)
def every_event_comes_once(rules: KontorRules, state: State, event: Event) -> Finds:
    return None if event.event in may_come(rules, state) else impossible(event=event.event)


def turnings(rules: KontorRules, state: State) -> Iterator[Offer]:
    """Any event that has not come up."""
    if due_now(state):
        left = may_come(rules, state)
        if left:
            yield Offer(Event(event=left[0]), {"event": OneOf(left)})


# What lasts ---------------------------------------------------------------------------------------


def taverns_so_far(rules: KontorRules, state: State, seat: Seat, cell: int) -> Moved:
    """Remember who has placed a tavern (KO-I-88)."""
    lying = state.board.cards[cell]
    if lying.kind != TAVERN:
        return state, ()
    part = part_of(state, Events)
    return with_part(state, replace(part, taverns=(*part.taverns, lying.owner))), ()


def in_force(state: State) -> tuple[tuple[str, str], ...]:
    """Which good beats which: as printed, until a blockade (KO-EV-BLOCUS)."""
    beats = part_of(state, Events).beats
    if not beats:
        return BEATS
    names = [GOODS[good] for good in beats]
    return tuple(zip(names[::2], names[1::2], strict=True))


@cites(ko.EV_CONJURATION)
def who_misses_a_round_does_nothing(rules: KontorRules, state: State, action: Pass | Choose | Place) -> Finds:
    if not misses(state, action.seat):
        return None
    later = type(action) is Place
    now = state.phase != CHOOSE and not state.play.shown[action.seat] if later else state.phase == CHOOSE
    return surely(state, broken()) if now else None


@cites(ko.EV_CONJURATION)
def who_misses_a_round_turns_over_nothing(rules: KontorRules, state: State, reveal: Reveal) -> Finds:
    for seat, number, _ in reveal.cards:
        if state.phase == CHOOSE and misses(state, seat) and state.play.chosen[seat] == NOT_CHOSEN:
            return surely(state, broken(seat=seat, card=number))
    return None


MISSED = dict.fromkeys((Pass, Choose, Place), (who_misses_a_round_does_nothing,))
BEFORE = (an_event_comes_before_the_next_round, an_event_is_carried_out)
CHECKS: dict[type, tuple[Check, ...]] = {
    **{kind: (*BEFORE, *MISSED.get(kind, ())) for kind in BEGINS},
    Reveal: (*BEFORE, who_misses_a_round_turns_over_nothing),
    Place: MISSED[Place],
    Event: (
        an_event_is_turned_up_for_a_finished_sector,
        every_event_comes_once,
        an_event_is_carried_out_before_the_next,
    ),
}
ROWS = (
    Variant(
        id="KO-V-EVENTS",
        sets={"idle_taverns": False, "beats": in_force},
        adds={
            "optional_deeds": ("event", "exchange", "redraw", "swap"),
            "setup": (shuffled,),
            "on_finish": (another_finished,),
            "on_round_end": (before_the_next_round,),
            "after_laying": (taverns_so_far,),
            "offers": {CHOOSE: (turnings, *event_cards.OFFERS)},
            "checks": {
                kind: (*CHECKS.get(kind, ()), *event_cards.CHECKS.get(kind, ()))
                for kind in {**CHECKS, **event_cards.CHECKS}
            },
        },
        warns=frozenset(("KO-V-GULLIVER", "KO-V-MARINS", "KO-V-ROUE", "KO-V-VITESSE", "KO-V-EMBARGO")),
        seats=frozenset((2,)),
        brings=frozenset(f"KO-EV-{name.upper()}" for name in EVENTS),
    ),
    *(
        Variant(
            id=f"KO-EV-{name.upper()}",
            adds={"events": (name,)},
            needs=frozenset(("KO-V-EVENTS",)),
            seats=frozenset((2,)),
        )
        for name in EVENTS
    ),
)
