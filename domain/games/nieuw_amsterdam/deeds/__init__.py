"""What each action uses of the turn, and what it moves, lawful or not."""

from __future__ import annotations

from domain.games.nieuw_amsterdam import actions as na
from domain.games.nieuw_amsterdam.deeds import bidding, city, land, preparation, setup, special, trade, turn_end
from domain.games.nieuw_amsterdam.deeds.common import use_no_special, use_special, use_tile
from domain.rules import Deed, RefusedAction, nothing_moves, nothing_used

DEEDS = {
    na.Sheet: Deed(nothing_used, setup.sheet),
    na.Dealt: Deed(nothing_used, setup.dealt),
    na.Post: Deed(nothing_used, setup.post),
    na.Found: Deed(setup.use_found, setup.found, at_once=True),
    na.Round: Deed(nothing_used, preparation.round_said),
    na.Lands: Deed(nothing_used, preparation.lands),
    na.Ships: Deed(nothing_used, preparation.ships),
    na.Fill: Deed(preparation.use_fill, preparation.fill),
    na.Reshuffle: Deed(nothing_used, preparation.reshuffle),
    na.Tiles: Deed(preparation.use_tiles, preparation.tiles, at_once=True),
    na.Select: Deed(bidding.use_select, bidding.select, at_once=True),
    na.Bid: Deed(bidding.use_answer, bidding.bid, at_once=True),
    na.Pass: Deed(bidding.use_answer, bidding.no_bid, at_once=True),
    na.Pay: Deed(bidding.use_pay, bidding.pay, at_once=True),
    na.Take: Deed(bidding.use_take, bidding.take),
    na.Build: Deed(use_tile, city.build, at_once=True),
    na.Elect: Deed(use_tile, city.elect, at_once=True),
    na.AddLand: Deed(use_tile, land.add, at_once=True),
    na.Clear: Deed(use_tile, land.clear, at_once=True),
    na.Trade: Deed(use_tile, trade.trade, at_once=True),
    na.Ship: Deed(use_tile, trade.ship, at_once=True),
    na.PassTile: Deed(use_tile, city.pass_tile, at_once=True),
    na.Lumberyard: Deed(use_special, special.lumberyard, at_once=True),
    na.Granary: Deed(use_special, special.granary, at_once=True),
    na.Docks: Deed(use_special, special.docks, at_once=True),
    na.Millwork: Deed(use_special, special.millwork, at_once=True),
    na.Market: Deed(use_special, special.market, at_once=True),
    na.Company: Deed(use_special, special.company, at_once=True),
    na.PassSpecial: Deed(use_no_special, city.pass_special, at_once=True),
    na.Done: Deed(nothing_used, turn_end.done),
    na.Remove: Deed(turn_end.use_remove, turn_end.remove, at_once=True),
    na.Declare: Deed(nothing_used, turn_end.declare),
    na.End: Deed(nothing_used, turn_end.end),
    na.Give: Deed(nothing_used, turn_end.give),
    na.Move: Deed(nothing_used, turn_end.move),
    na.Show: Deed(nothing_used, turn_end.show),
    RefusedAction: Deed(nothing_used, nothing_moves),
}
