"""Limits how often a wrong join code may be typed, by each caller and by all of them together."""

from __future__ import annotations

from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from api.http.problems import HttpProblem

TOGETHER = 30  # times the limit of one caller, for all callers: guessing from many addresses is guessing, too
ALL_CALLERS = "everybody"


class JoinCodeLimits:
    """Counts wrong codes per minute; 0 per minute means no limit."""

    def __init__(self, per_minute: int):
        self.limiter = FixedWindowRateLimiter(MemoryStorage())
        rates = (parse(f"{per_minute}/minute"), parse(f"{TOGETHER * per_minute}/minute")) if per_minute else None
        self.rates = rates

    def check(self, caller: str) -> None:
        """HttpProblem for a caller who was wrong too often."""
        if self.rates is None:
            return
        own, together = self.rates
        if not self.limiter.test(own, caller) or not self.limiter.test(together, ALL_CALLERS):
            raise HttpProblem("too-often", 429)

    def count_failure(self, caller: str) -> None:
        """Counts one wrong code."""
        if self.rates is not None:
            self.limiter.hit(self.rates[0], caller)
            self.limiter.hit(self.rates[1], ALL_CALLERS)
