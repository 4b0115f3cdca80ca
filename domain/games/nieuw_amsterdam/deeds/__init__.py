"""What each action uses of the turn, and what it moves, lawful or not."""

from __future__ import annotations

from domain.games.nieuw_amsterdam import actions as na
from domain.games.nieuw_amsterdam.deeds import (
    bidding,
    city,
    land,
    manual_moves,
    preparation,
    setup,
    special,
    trade,
    turn_end,
)
from domain.games.nieuw_amsterdam.deeds.common import use_no_special, use_special, use_tile
from domain.rules import Deed, RefusedAction, nothing_moves, nothing_used

DEEDS: dict[type, Deed] = {
    na.Sheet: Deed(nothing_used, setup.sheet),
    na.Dealt: Deed(nothing_used, setup.dealt),
    na.Post: Deed(nothing_used, setup.post),
    na.Found: Deed(setup.use_found, setup.found, do_uses_turn=True),
    na.Round: Deed(nothing_used, preparation.round_said),
    na.Lands: Deed(nothing_used, preparation.lands),
    na.Ships: Deed(nothing_used, preparation.ships),
    na.Fill: Deed(preparation.use_fill, preparation.fill),
    na.Reshuffle: Deed(nothing_used, preparation.reshuffle),
    na.Tiles: Deed(preparation.use_tiles, preparation.tiles, do_uses_turn=True),
    na.Select: Deed(bidding.use_select, bidding.select, do_uses_turn=True),
    na.Bid: Deed(bidding.use_answer, bidding.bid, do_uses_turn=True),
    na.Pass: Deed(bidding.use_answer, bidding.pass_bid, do_uses_turn=True),
    na.Pay: Deed(bidding.use_pay, bidding.pay, do_uses_turn=True),
    na.Take: Deed(bidding.use_take, bidding.take),
    na.Build: Deed(use_tile, city.build, do_uses_turn=True),
    na.Elect: Deed(use_tile, city.elect, do_uses_turn=True),
    na.AddLand: Deed(use_tile, land.add, do_uses_turn=True),
    na.Clear: Deed(use_tile, land.clear, do_uses_turn=True),
    na.Trade: Deed(use_tile, trade.trade, do_uses_turn=True),
    na.Ship: Deed(use_tile, trade.ship, do_uses_turn=True),
    na.PassTile: Deed(use_tile, city.pass_tile, do_uses_turn=True),
    na.Lumberyard: Deed(use_special, special.lumberyard, do_uses_turn=True),
    na.Granary: Deed(use_special, special.granary, do_uses_turn=True),
    na.Docks: Deed(use_special, special.docks, do_uses_turn=True),
    na.Millwork: Deed(use_special, special.millwork, do_uses_turn=True),
    na.Market: Deed(use_special, special.market, do_uses_turn=True),
    na.Company: Deed(use_special, special.company, do_uses_turn=True),
    na.PassSpecial: Deed(use_no_special, city.pass_special, do_uses_turn=True),
    na.Done: Deed(nothing_used, turn_end.done),
    na.Remove: Deed(turn_end.use_remove, turn_end.remove, do_uses_turn=True),
    na.Declare: Deed(nothing_used, turn_end.declare),
    na.End: Deed(nothing_used, turn_end.end),
    na.Give: Deed(nothing_used, manual_moves.give),
    na.Move: Deed(nothing_used, manual_moves.move),
    na.Show: Deed(nothing_used, manual_moves.show),
    RefusedAction: Deed(nothing_used, nothing_moves),
}
