"""Conformance tests: what must hold for every game and every variant."""

import random
from functools import lru_cache
from itertools import combinations

import pytest
from msgspec import Struct

from domain.fold import fold, follow_on, judge, masked, options, set_up
from domain.games import GAMES
from domain.numbers import least, most
from domain.observables import position, put
from domain.rules import Between, OneOf, RandomDraw, ScoreLine, never_expected, replace
from domain.setup import Setup
from domain.variants import VariantConflict, agree
from replays.simulation.random_play import fill_randomly, random_offer, usual_action


def can_be_agreed(game, variants) -> bool:
    """Whether these variants can be played together; the others are refused at set-up."""
    try:
        agree(game.base, game.chosen(variants, {}))
    except VariantConflict:
        return False
    return True


def for_so_many(game, variants, players) -> bool:
    """Whether all of these variants are for a table of this size."""
    return all(not row.seats or players in row.seats for row in game.chosen(variants, {}))


MANY = 5  # variants of a game: more of them are walked one by one, alone and with each game they can stand over
BASES = {"advanced", "four"}
TABLES = [
    pytest.param(game, variants, players, id=f"{game.id}-{'+'.join(variants) or 'base'}-{players}")
    for game in GAMES.values()
    for size in range((len(game.variants) if len(game.variants) < MANY else 2) + 1)
    for variants in combinations([variant.id for variant in game.variants], size)
    if can_be_agreed(game, variants) and (len(game.variants) < MANY or set(variants[:-1]) <= BASES)
    for players in game.players
    if len(game.variants) < MANY or for_so_many(game, variants, players)
]


def sampled(tables):
    """The tables of the default suite: each game at every size, each of its variants at one size, in turn."""
    sizes = {}
    for table in tables:
        game, variants, players = table.values
        sizes.setdefault((game.id, variants), []).append(players)
    kept = {of: found[nth % len(found)] for nth, (of, found) in enumerate(sizes.items())}
    for table in tables:
        game, variants, players = table.values
        soak = variants and players != kept[game.id, variants]
        yield pytest.param(*table.values, id=table.id, marks=pytest.mark.soak if soak else ())


EVERY_TABLE = pytest.mark.parametrize(("game", "variants", "players"), [*sampled(TABLES)], scope="module")
SEATS = "BYGRKP"


def walk(game, variants, players, telling=False):
    """A lawful game at random: the rules, and each step as (state before, action, step)."""
    return walked(game.id, variants, players, telling)


@lru_cache(maxsize=4)  # the tests of one table come one after the other, and look at the same game
def walked(id, variants, players, telling):
    game = GAMES[id]
    rng = random.Random(f"{game.id} {variants} {players}")
    setup = Setup(game=game.id, seats=tuple(SEATS[:players]), variants=variants, faces="stand-in")
    rules = game.rules(setup)
    steps, state = [], set_up(rules, setup, {}).state
    to_come = list(game.simulation.opening(rules, state, rng))
    while state.result is None and len(steps) < 1500:
        action = (
            to_come.pop(0)
            if to_come
            else usual_action(game, rules, state, rng.choice(list(options(rules, state))), rng)
        )
        if telling:
            action = with_secret(game, rules, state, action, rng)
        step = fold(rules, state, action, len(steps) + 1)
        steps.append((state, action, step))
        state = step.state
    return rules, setup, steps


def any_choice(game, rules, state, rng):
    """A random lawful action, as people usually choose."""
    return usual_action(game, rules, state, random_offer(game, rules, state, rng), rng)


def plain(value):
    """A state as text, for structural comparison."""
    if isinstance(value, dict):
        return sorted((repr(key), plain(inner)) for key, inner in value.items())
    if isinstance(value, Struct) and type(value).__repr__ is Struct.__repr__:  # else it says itself what counts
        return [type(value).__name__, *((name, plain(getattr(value, name))) for name in value.__struct_fields__)]
    if isinstance(value, (tuple, list)):
        return [plain(inner) for inner in value]
    return repr(value)


@EVERY_TABLE
def test_lawful_play_reaches_its_end_without_a_finding(game, variants, players):
    _, _, steps = walk(game, variants, players)

    assert steps[-1][2].state.result is not None
    assert [finding for _, _, step in steps for finding in step.findings] == []


@EVERY_TABLE
def test_totals_equal_the_sum_of_score_lines(game, variants, players):
    _, _, steps = walk(game, variants, players)
    lines = [effect for _, _, step in steps for effect in step.effects if isinstance(effect, ScoreLine)]

    for side, score in enumerate(steps[-1][2].state.scores):
        assert score == sum(line.by for line in lines if line.key == (side,))
    for line in lines:
        assert line.by == sum(item.count * item.each for item in line.items)


@EVERY_TABLE
def test_pieces_are_conserved_after_every_line(game, variants, players):
    rules, _, steps = walk(game, variants, players)

    for _, action, step in steps:
        for name, (there, due) in rules.piece_counts(rules, step.state).items():
            assert least(there) <= due <= most(there), (name, action)


@EVERY_TABLE
def test_state_to_position_to_state_is_the_identity(game, variants, players):
    rules, setup, steps = walk(game, variants, players)
    start = set_up(rules, setup, {}).state

    for _, action, step in steps[::7] + steps[-1:]:
        again = put(rules, start, position(rules, step.state))
        ignored = dict.fromkeys(("line", "known", "result", *game.bookkeeping))
        assert plain(replace(again, **ignored)) == plain(replace(step.state, **ignored)), action


@EVERY_TABLE
def test_every_value_of_a_position_reads_back_from_its_text(game, variants, players):
    rules, setup, steps = walk(game, variants, players)

    for _, _, step in steps[::23] + steps[-1:]:
        for (name, _), value in position(rules, step.state).items():
            observable = rules.observables[name]
            assert plain(observable.read(observable.text(value, setup.seats), setup.seats)) == plain(value), name


@EVERY_TABLE
def test_effects_report_exactly_the_numbers_that_changed(game, variants, players):
    rules, _, steps = walk(game, variants, players)

    for state, action, step in steps:
        met, _ = rules.catch_up(rules, replace(state, line=step.state.line), action)
        deed = rules.deeds[type(action)]
        done, _ = deed.do(rules, met if deed.do_uses_turn else deed.use(rules, met, action), action)
        after, effects = follow_on(rules, done)
        for observable in rules.observables.values():
            if observable.counts and observable.on_table:
                for key in observable.keys(state):
                    total = sum(e.by for e in effects if (e.what, e.key) == (observable.name, key))
                    before, now = observable.get(done, key), observable.get(after, key)
                    moved = least(now) - least(before), most(now) - most(before)
                    assert moved == (least(total), most(total)), (observable.name, action)


@EVERY_TABLE
def test_offered_values_are_lawful_and_those_one_step_outside_are_not(game, variants, players):
    rules, _, steps = walk(game, variants, players)
    rng = random.Random(7)

    for state, _, _ in steps[::5]:
        for offer in options(rules, state):
            assert judge(rules, state, fill_randomly(offer, rng)) == (), offer
            for name, field in offer.open.items():
                for value in outside(field)[:3]:
                    assert judge(rules, state, replace(offer.example, **{name: value})), (offer.example, name, value)


def outside(field) -> list:
    """Values one step beyond what an open field allows."""
    if isinstance(field, OneOf):
        return sorted(set(field.among) - set(field.values), key=repr)
    if isinstance(field, Between):
        return [field.least - 1, field.most + 1]
    if isinstance(field, RandomDraw):  # more of a piece than there are
        scarce = [piece for piece, copies in field.most.items() if copies < field.count]
        return [field.put((piece,) * field.count) for piece in scarce]
    kind, most_of_it = max(field.most.items(), key=lambda one: one[1])
    return [((kind, field.total + 1),), ((kind, most_of_it + 1),)]


@EVERY_TABLE
def test_skipped_checks_find_nothing_about_an_expected_action(game, variants, players):
    rules, _, steps = walk(game, variants, players)
    unasked = replace(
        rules, plans={kind: plan._replace(is_expected=never_expected) for kind, plan in rules.plans.items()}
    )
    rng = random.Random(9)

    for state, action, _ in steps:
        other = rng.choice(steps)[1]  # mostly an action that is not expected
        for deed in (action, other, other if other.seat is None else replace(other, seat=rng.randrange(players))):
            assert repr(judge(rules, state, deed)) == repr(judge(unasked, state, deed)), deed
            if rules.plans[type(deed)].is_expected(rules, state, deed):
                after, effects = rules.catch_up(rules, state, deed)
                assert after is state and effects == ()


@EVERY_TABLE
def test_fold_never_changes_its_input_and_a_prefix_folds_to_the_same(game, variants, players):
    rules, _, steps = walk(game, variants, players)
    half = len(steps) // 2
    before = plain(steps[half][0])
    state = steps[half][0]
    for line, (_, action, _) in enumerate(steps[half:], half + 1):
        state = fold(rules, state, action, line).state

    assert plain(state) == plain(steps[-1][2].state)
    assert plain(steps[half][0]) == before


@EVERY_TABLE
def test_a_guest_folds_masked_lines_without_more_knowledge_than_a_seat(game, variants, players):
    rules, setup, steps = walk(game, variants, players, telling=True)
    guest = set_up(rules, setup, {}).state

    for line, (_, action, step) in enumerate(steps, 1):
        shown = masked(action, None)
        seen = fold(rules, guest, shown, line)
        guest = seen.state
        assert not any(getattr(shown, name) for name in action.hides())
        assert not step.findings and not seen.findings
        for name, key in position(rules, guest) if line % 9 == 0 else ():
            observable = rules.observables[name]
            if observable.counts:
                own, other = observable.get(step.state, key), observable.get(guest, key)
                assert least(other) <= least(own) and most(own) <= most(other), name
    secrets = any(action.hides() for _, action, _ in steps)  # a variant may have none
    assert any(action != masked(action, None) for _, action, _ in steps) == secrets


def with_secret(game, rules, state, action, rng):
    """The action with its secret fields filled in, as the seat's own device records them."""
    for name in action.hides():
        values = game.simulation.secrets.get((type(action), name), ())
        spoken = [replace(action, **{name: value}) for value in rng.sample(values, len(values))]
        action = next((one for one in spoken if not judge(rules, state, one)), action)
    return action


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_action_has_checks_a_deed_a_verb_and_a_sentence(game):
    kinds = set(game.actions)

    assert kinds <= set(game.base.checks) and kinds <= set(game.base.deeds)
    assert kinds == {verb.kind for verb in game.notation.verbs.values()}


@EVERY_TABLE
def test_notation_round_trips(game, variants, players):
    _, setup, steps = walk(game, variants, players)

    for _, action, _ in steps:
        assert game.notation.read(game.notation.write(action, setup.seats), setup.seats) == action
