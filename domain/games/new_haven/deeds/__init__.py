"""The deeds of New Haven: what each action uses of the turn and what it moves, lawful or not."""

from __future__ import annotations

from domain.games.new_haven.actions import (
    Build,
    Claim,
    Clear,
    Done,
    Draw,
    End,
    Flip,
    Goods,
    Harvest,
    Name,
    Pass,
    Peek,
    Pick,
    Pool,
    Refill,
    Settle,
    Show,
)
from domain.games.new_haven.deeds import draws, setup, tiles, turn_end, village
from domain.rules import Action, Deed, RefusedAction, nothing_moves, nothing_used

DEEDS: dict[type[Action], Deed] = {
    Settle: Deed(nothing_used, setup.settle),
    Clear: Deed(nothing_used, setup.clear),
    Pool: Deed(nothing_used, setup.fill_pool),
    Harvest: Deed(tiles.use_tile, tiles.harvest),
    Goods: Deed(tiles.use_tile, tiles.goods),
    Name: Deed(nothing_used, tiles.name),
    Claim: Deed(nothing_used, tiles.claim),
    Build: Deed(village.use_build, village.build),
    Done: Deed(village.use_done, nothing_moves),
    Pass: Deed(village.use_done, nothing_moves),
    Pick: Deed(draws.use_draw, draws.pick, do_uses_turn=True),
    Draw: Deed(draws.use_draw, draws.draw, do_uses_turn=True),
    Refill: Deed(draws.use_refill, draws.refill, do_uses_turn=True),
    Flip: Deed(nothing_used, turn_end.flip),
    Peek: Deed(nothing_used, nothing_moves),
    Show: Deed(nothing_used, turn_end.show),
    End: Deed(nothing_used, turn_end.end),
    RefusedAction: Deed(nothing_used, nothing_moves),
}
