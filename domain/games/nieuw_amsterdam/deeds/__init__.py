"""What each action uses of the turn, and what it moves, lawful or not."""

from __future__ import annotations

from domain.games.nieuw_amsterdam import actions as na
from domain.games.nieuw_amsterdam.deeds import bidding, city, closing, land, laying, preparing, special, trade
from domain.games.nieuw_amsterdam.deeds.common import use_no_special, use_special, use_tile
from domain.rules import Deed, Refused, nothing_moves, nothing_used

DEEDS = {
    na.Sheet: Deed(nothing_used, laying.sheet),
    na.Dealt: Deed(nothing_used, laying.dealt),
    na.Post: Deed(nothing_used, laying.post),
    na.Found: Deed(laying.use_found, laying.found, at_once=True),
    na.Round: Deed(nothing_used, preparing.round_said),
    na.Lands: Deed(nothing_used, preparing.lands),
    na.Ships: Deed(nothing_used, preparing.ships),
    na.Fill: Deed(preparing.use_fill, preparing.fill),
    na.Reshuffle: Deed(nothing_used, preparing.reshuffle),
    na.Tiles: Deed(preparing.use_tiles, preparing.tiles, at_once=True),
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
    na.Done: Deed(nothing_used, closing.done),
    na.Remove: Deed(closing.use_remove, closing.remove, at_once=True),
    na.Declare: Deed(nothing_used, closing.declare),
    na.End: Deed(nothing_used, closing.end),
    na.Give: Deed(nothing_used, closing.give),
    na.Move: Deed(nothing_used, closing.move),
    na.Show: Deed(nothing_used, closing.show),
    Refused: Deed(nothing_used, nothing_moves),
}
