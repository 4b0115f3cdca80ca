"""What each action uses of the turn, and what it moves, lawful or not."""

from __future__ import annotations

from domain.games.kontor import actions as ko
from domain.games.kontor.deeds import boat, laying, placing, purses, round
from domain.games.kontor.deeds.common import nothing_moves, nothing_used
from domain.rules import Deed, Refused

DEEDS = {
    ko.Layout: Deed(nothing_used, laying.layout),
    ko.Out: Deed(nothing_used, laying.out),
    ko.Hold: Deed(nothing_used, laying.hold),
    ko.Top: Deed(nothing_used, laying.top),
    ko.Declare: Deed(nothing_used, laying.face),
    ko.Show: Deed(nothing_used, laying.show),
    ko.Pass: Deed(round.use_pass, round.give_up, at_once=True),
    ko.Choose: Deed(round.use_choose, round.choose, at_once=True),
    ko.Reveal: Deed(round.use_reveal, round.reveal, at_once=True),
    ko.TakeBack: Deed(round.use_back, round.take_back),
    ko.Sail: Deed(boat.use_sail, boat.sail, at_once=True),
    ko.Remove: Deed(boat.use_remove, boat.remove),
    ko.Move: Deed(nothing_used, boat.move),
    ko.Place: Deed(placing.use_place, placing.place, at_once=True),
    ko.Store: Deed(nothing_used, placing.store),
    ko.Centre: Deed(nothing_used, placing.centre),
    ko.Tokens: Deed(nothing_used, placing.tokens),
    ko.Keeper: Deed(nothing_used, placing.keeper),
    ko.Draw: Deed(purses.use_draw, purses.draw, at_once=True),
    ko.Take: Deed(purses.use_take, purses.take),
    ko.Pay: Deed(nothing_used, purses.pay),
    ko.Give: Deed(nothing_used, purses.give),
    ko.Done: Deed(purses.use_done, nothing_moves),
    ko.End: Deed(nothing_used, purses.end),
    Refused: Deed(nothing_used, nothing_moves),
}
