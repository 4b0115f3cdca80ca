"""The phases that each kind of action belongs to."""

from __future__ import annotations

from domain.games.kontor import actions as act
from domain.games.kontor.state import CHOOSE, FINAL, GAP, OVER, PLACE, RANKING, REFILL

ANY = frozenset((GAP, OVER))  # after a gap the phase is not known; after the end every deed is further play
BEFORE_A_ROUND = frozenset((CHOOSE,)) | ANY
IN_A_TURN = frozenset((PLACE,)) | ANY
AFTER_A_PLACEMENT = frozenset((REFILL,)) | ANY
PHASES: dict[type, frozenset[str]] = {
    **dict.fromkeys((act.Pass, act.TakeBack, act.Done), ANY),  # after a pass come too late one may still play
    **dict.fromkeys((act.Layout, act.Sink, act.Choose, act.Reveal, act.Bribe, act.Buy, act.Smuggle), BEFORE_A_ROUND),
    **dict.fromkeys((act.Event, act.Exchange, act.Redraw, act.Swap, act.Ally, act.Leave), BEFORE_A_ROUND),
    **dict.fromkeys((act.Sail, act.Remove, act.Place, act.Spend, act.Stow), IN_A_TURN),
    **dict.fromkeys((act.Draw, act.Second, act.Pick, act.Bonus, act.Fill, act.Salvage), AFTER_A_PLACEMENT),
    act.Open: frozenset((FINAL,)) | ANY,
    act.End: frozenset((FINAL, RANKING)) | ANY,
}
MOVES_OUT_OF_PHASE = frozenset((act.TakeBack, act.Done, act.End, act.Second))
