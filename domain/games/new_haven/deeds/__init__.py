"""What each action uses of the turn, and what it moves, lawful or not."""

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
from domain.games.new_haven.deeds import closing, common, draws, laying, tiles, village
from domain.rules import Deed, Refused

DEEDS = {
    Settle: Deed(common.nothing_used, laying.settle),
    Clear: Deed(common.nothing_used, laying.clear),
    Pool: Deed(common.nothing_used, laying.fill_pool),
    Harvest: Deed(tiles.use_tile, tiles.harvest),
    Goods: Deed(tiles.use_tile, tiles.goods),
    Name: Deed(common.nothing_used, tiles.name),
    Claim: Deed(common.nothing_used, tiles.claim),
    Build: Deed(village.use_build, village.build),
    Done: Deed(village.use_done, common.nothing_moves),
    Pass: Deed(village.use_done, common.nothing_moves),
    Pick: Deed(draws.use_draw, draws.pick),
    Draw: Deed(draws.use_draw, draws.draw),
    Refill: Deed(draws.use_refill, draws.refill),
    Flip: Deed(common.nothing_used, closing.flip),
    Peek: Deed(common.nothing_used, common.nothing_moves),
    Show: Deed(common.nothing_used, closing.show),
    End: Deed(common.nothing_used, closing.end),
    Refused: Deed(common.nothing_used, common.nothing_moves),
}
