"""The bounded domain of Kontor: every cell on and next to the harbour, card, good, seat and small number."""

from domain.games.kontor import actions as ko
from domain.games.kontor.pieces import EVENTS, GOODS, NUMBERS
from domain.games.kontor.state import AT, CELLS, FINAL, NAME, NEAR, NOT_CHOSEN, PLACE, REFILL
from tests.games.brute_force import Domain

FAR = ("9,9", "-8,3")


def cells(rules, state, rng):
    """Cells with a card, cells next to one, and two far off."""
    lying = set(state.board.cards)
    around = [name for name in CELLS if AT[name] in lying or any(NEAR[AT[name]] >> cell & 1 for cell in lying)]
    return [*around, *FAR]


def taken(rules, state, rng):
    """Cells with a card."""
    return [NAME[cell] for cell in state.board.cards]


def pairs(rules, state, rng):
    """Some sets of cells."""
    here = cells(rules, state, rng)
    return [(), *((cell,) for cell in here), *(tuple(rng.sample(here, 2)) for _ in range(20))]


def cards(rules, state, rng):
    """The cards in play, and some others."""
    shown = [card for card in state.play.shown if card > 0]
    return [*shown * 10, *rng.sample(NUMBERS, 12)]


def reveals(rules, state, rng):
    """A card for each playing seat, sometimes one too few."""
    seats = list(rules.choosers(rules, state)) or list(range(len(state.players)))
    waiting = [seat for seat in range(len(state.players)) if seat not in state.play.passed] or seats
    found = []
    for _ in range(60):
        some = sorted(rng.choice((seats, waiting, rng.sample(waiting, rng.randint(1, len(waiting))))))
        held = [[n for n in NUMBERS if state.where[n] == 46 or state.where[n] == 97 + seat] for seat in some]
        found.append(tuple((seat, rng.choice(hand or NUMBERS), ()) for seat, hand in zip(some, held, strict=True)))
    return found


SEATS = range(4)
READ = (ko.Layout, ko.Out, ko.Hold, ko.Top, ko.Declare, ko.Show, ko.Sink)
HANDLED = (ko.Store, ko.Centre, ko.Tokens, ko.Keeper, ko.Take, ko.Pay, ko.Give, ko.Withdraw)  # done by the rules anyway


def excused(rules, state, action):
    """The reason why an action need not be offered: it leaves something unseen."""
    if type(action) is ko.Done and state.phase == REFILL:
        return "a draw that was not recorded"
    if type(action) is ko.Draw and action.card is None:
        return "a card that was not seen"
    if type(action) is ko.Stow and not action.kind:
        return "a kind that was not named"
    if type(action) is ko.Done and state.phase == PLACE:
        return "a card that was not placed is found by the next line"
    if type(action) is ko.End and state.phase == FINAL:
        return "the rules count by themselves"
    if type(action) is ko.Place and rules.chooses_good and not action.good:
        return "a good that was not named"
    if type(action) is ko.Reveal and any(state.play.chosen[seat] == NOT_CHOSEN for seat, _, _ in action.cards):
        return "a choice that was not recorded"
    if type(action) is ko.Smuggle and state.play.chosen[action.seat] == NOT_CHOSEN:
        return "a choice that was not recorded"
    return ""


DOMAIN = Domain(
    fields={
        ko.Choose: {},
        ko.Reveal: {"cards": reveals},
        ko.TakeBack: {"why": ("", "tax", "stuck"), "to": ("", "pile", "discard")},
        ko.Sail: {"cell": cells},
        ko.Remove: {"cell": cells, "under": (None, *SEATS), "to": ("", "hand", "discard", "top")},
        ko.Move: {"source": taken, "target": cells},
        ko.Place: {"card": cards, "cell": cells, "good": ("", *GOODS), "export": ((), *((good,) for good in GOODS))},
        ko.Draw: {"card": (None, *NUMBERS), "pile": ("", "docks", "canals"), "below": (False, True)},
        ko.Bribe: {"cell": taken},
        ko.Second: {"card": cards, "cell": cells},
        ko.Salvage: {"good": GOODS, "cell": taken},
        ko.Coin: {"cell": taken},
        ko.Ally: {"other": SEATS, "cell": taken},
        ko.Leave: {"cell": taken},
        ko.Buy: {"count": (1, 2, 3)},
        ko.Fill: {"cells": pairs},
        ko.Pick: {"card": NUMBERS, "shuffled": (False, True)},
        ko.Bonus: {"cells": pairs},
        ko.Verdict: {"cell": taken, "counts": (True, False)},
        ko.Stow: {"cell": cells, "kind": ("", "dock", "canal")},
        ko.Open: {"cell": taken, "card": cards},
        ko.Event: {"event": EVENTS},
        ko.Exchange: {"card": NUMBERS, "under": (None, 0, *NUMBERS)},
        ko.Swap: {"cell": taken, "good": GOODS, "other": GOODS},
        ko.Spend: {
            "card": cards,
            "canals": lambda rules, state, rng: [
                tuple(zip(rng.sample(NUMBERS, 2), rng.sample(CELLS, 2), strict=True)) for _ in range(20)
            ],
        },
        ko.Redraw: {"cards": lambda rules, state, rng: [tuple(rng.sample(NUMBERS, 2)) for _ in range(20)]},
    },
    reports=frozenset((*READ, *HANDLED)),
    excused=excused,
)
