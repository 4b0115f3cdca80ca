"""The bounded domain of Nieuw Amsterdam: every district, column, slot, trader, fur and small number."""

from domain.games.nieuw_amsterdam import actions as na
from domain.games.nieuw_amsterdam.pieces import (
    AUTOMATIC,
    COLUMNS,
    DISTRICTS,
    FURS,
    SLOTS,
    STEPS,
    STOCKS,
    TRADER_SPACES,
    TRADERS,
    WHARF,
    era_of,
)
from domain.games.nieuw_amsterdam.state import REMOVE, TILES
from domain.numbers import least, most
from tests.games.brute_force import Domain

AMOUNTS = range(13)
FEES = (0, 1, 2)
FEW = range(5)


def mix(kinds, total, rng):
    """A random sum of some kinds, each named once, in the usual order."""
    drawn = [rng.choice(kinds) for _ in range(total)]
    return tuple((kind, drawn.count(kind)) for kind in kinds if kind in drawn)


def some(kinds, sizes, count=60):
    """Random sums of a few of these kinds."""

    def values(rules, state, rng):
        found = []
        for _ in range(count):
            few = [kind for kind in kinds if rng.random() < 0.5] or [rng.choice(kinds)]
            found.append(mix(few, rng.choice(sizes(state)), rng))
        return found

    return values


def around(number):
    """A number and its neighbours."""
    return [max(0, number + by) for by in (-1, 0, 0, 0, 1)]


def bid(state):
    """About the highest bid."""
    return around(max(0, state.auction.best))


def held(rules, state, rng):
    """Sums the acting seat may hold, and some it does not."""
    player = state.players[state.actor]
    purse = [kind for kind in STOCKS for _ in range(least(getattr(player, kind)))]
    purse += [fur for at, fur in enumerate(FURS) for _ in range(least(player.furs.kinds[at]))]
    found = []
    for _ in range(60):
        size = min(len(purse), rng.choice(bid(state)))
        drawn = rng.sample(purse, size)
        found.append(tuple((kind, drawn.count(kind)) for kind in (*STOCKS, *FURS) if kind in drawn))
    return found + some((*STOCKS, *FURS), bid, 20)(rules, state, rng)


def furs_for_ships(rules, state, rng):
    """Furs the acting seat may hold, as many as ships ask for."""
    furs = state.players[max(state.actor, 0)].furs
    purse = [fur for at, fur in enumerate(FURS) for _ in range(least(furs.kinds[at]))]
    found = []
    for ship in state.slots.ships:
        for _ in range(12 if ship is not None else 0):
            drawn = rng.sample(purse, min(len(purse), rng.choice(around(most(ship.furs)))))
            found.append(tuple((kind, drawn.count(kind)) for kind in FURS if kind in drawn))
    return found or [()]


def furs_of_the_top(rules, state, rng):
    """None named; or some of those that lie with the top trader."""
    lying = state.traders[0]
    found = [()]
    for _ in range(20):
        drawn = rng.sample(lying, rng.randint(0, len(lying)))
        found.append(tuple((fur, drawn.count(fur)) for fur in FURS if fur in drawn))
    return found


def drawn_furs(rules, state, rng):
    """Up to four furs, in the order in which they are always named."""
    return [tuple(sorted(rng.choices(FURS, k=rng.randint(1, 4)), key=FURS.index)) for _ in range(80)]


def refilled_furs(rules, state, rng):
    """Furs on the empty spaces, now and then one too many or too few."""
    found = []
    for _ in range(150):
        filled = []
        for trader, spaces, lying in zip(TRADERS, TRADER_SPACES, state.traders, strict=True):
            count = max(0, spaces - len(lying) + rng.choice((0, 0, 0, 0, 0, 0, 1, -1)))
            if count:
                filled.append((trader, tuple(rng.choices(FURS, k=count))))
        found.append(tuple(filled))
    return found


def cards(kind):
    """Four cards, mostly of the era."""

    def values(rules, state, rng):
        faces = list(rules.catalogue.faces[kind])
        era = [face for face in faces if face.startswith(era_of(state.round))]
        return [tuple(rng.choices(rng.choice((era, era, faces)), k=rng.choice((4, 4, 4, 3)))) for _ in range(120)]

    return values


def columns(rules, state, rng):
    """The twelve tiles in the columns of the sheet, sometimes wrongly."""
    found = []
    for _ in range(120):
        tiles = list("CLT" * 4)
        if rng.random() < 0.3:
            tiles[0] = rng.choice("CLT")
        rng.shuffle(tiles)
        dealt = []
        for size in map(least, state.sheet.columns):
            dealt.append("".join(sorted(tiles[:size])))
            tiles = tiles[size:]
        found.append(tuple(dealt))
    return found


def excused(rules, state, action):
    """The reason why an action need not be offered: it leaves something unseen, or is a shorter form of an offer."""
    kind = type(action)
    if kind is na.Tiles and state.phase != TILES:
        return "cards that were not seen"
    if kind in (na.Lands, na.Ships) and len(action.cards) < SLOTS:
        return "cards turned over one by one"
    if kind is na.Trade and not action.furs:
        return "no furs named: all of them"
    if state.phase == REMOVE and kind is not na.Remove:
        return "a deed that came late, of the turn that has just ended"
    return ""


SPECIAL = {"fee": FEES}
DOMAIN = Domain(
    fields={
        na.Dealt: {"furs": tuple((fur, other) for fur in FURS for other in FURS)},
        na.Post: {"zone": (1, 2), "space": ("black1", "white1")},
        na.Found: {"district": DISTRICTS},
        na.Round: {"number": range(1, 8)},
        na.Lands: {"cards": cards("land")},
        na.Ships: {"cards": cards("ship")},
        na.Fill: {"furs": refilled_furs},
        na.Tiles: {"columns": columns},
        na.Select: {"column": COLUMNS, "bid": (None, *AMOUNTS)},
        na.Bid: {"amount": range(30)},
        na.Pay: {"paid": held},
        na.Take: {"column": COLUMNS},
        na.Build: {"where": some(DISTRICTS, lambda state: FEW)},
        na.AddLand: {"slots": ((0,), *((at,) for at in range(1, SLOTS + 1)), (1, 2))},
        na.Trade: {"trader": TRADERS, "furs": furs_of_the_top},
        na.Ship: {"slots": tuple((at,) for at in range(1, SLOTS + 1)), "furs": furs_for_ships},
        na.PassTile: {"tile": STEPS},
        na.Lumberyard: {**SPECIAL, "buy": AMOUNTS, "sell": AMOUNTS},
        na.Granary: {**SPECIAL, "buy": AMOUNTS, "sell": AMOUNTS},
        na.Docks: {**SPECIAL, "spaces": ((), *((space,) for space in WHARF), (1, 2))},
        na.Millwork: {**SPECIAL, "houses": FEW},
        na.Market: {
            **SPECIAL,
            "number": FEW,
            "drawn": drawn_furs,
            "paid": some(("coins", "goods"), lambda state: AMOUNTS),
        },
        na.Company: {**SPECIAL, "zones": ((), *((zone,) for zone in range(1, 9)))},
        na.Remove: {"where": some(DISTRICTS, lambda state: FEW)},
        na.Declare: {"step": AUTOMATIC},
        na.Give: {"to": (0, 1), "what": ((("coins", 1),),)},
        na.Move: {"thing": ("coins",), "source": ("supply",), "target": ("box",)},
    },
    reports=frozenset((na.Sheet, na.Show)),
    excused=excused,
)
