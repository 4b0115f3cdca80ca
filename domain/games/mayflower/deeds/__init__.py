"""What each action uses of the turn, and what it moves, lawful or not."""

from __future__ import annotations

from domain.games.mayflower import actions as act
from domain.games.mayflower.deeds import colonists, explorers, tiles, turn_end
from domain.rules import Deed, RefusedAction, nothing_moves, nothing_used

DEEDS: dict[type, Deed] = {
    act.Face: Deed(nothing_used, tiles.face),
    act.Explorers: Deed(nothing_used, explorers.set_out),
    act.Draw: Deed(tiles.use_draw, tiles.draw, do_uses_turn=True),
    act.Discard: Deed(tiles.use_discard, tiles.discard),
    act.Place: Deed(tiles.use_place, tiles.place, do_uses_turn=True),
    act.Colonist: Deed(colonists.use_colonist, colonists.colonist, do_uses_turn=True),
    act.Skip: Deed(colonists.use_skip, colonists.skip, do_uses_turn=True),
    act.Score: Deed(nothing_used, turn_end.score),
    act.Explore: Deed(explorers.use_explore, explorers.explore),
    act.Retrieve: Deed(nothing_used, colonists.retrieve),
    act.Pass: Deed(turn_end.use_pass, nothing_moves),
    act.End: Deed(nothing_used, turn_end.end),
    RefusedAction: Deed(nothing_used, nothing_moves),
}
