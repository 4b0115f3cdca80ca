"""Limits how often a wrong join code may be typed, by each caller and by all of them together."""

from __future__ import annotations

from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from api.http.problems import HttpProblem

TOGETHER = 30  # times what one caller may, for all callers: guessing from many addresses is guessing too
EVERYBODY = "everybody"


class JoinCodeLimits:
    """Counts wrong codes by the minute; 0 a minute means no limit."""

    def __init__(self, most: int):
        self.limiter = FixedWindowRateLimiter(MemoryStorage())
        self.rates = (parse(f"{most}/minute"), parse(f"{TOGETHER * most}/minute")) if most else None

    def must_be_few(self, caller: str) -> None:
        """Refuse a caller who was wrong too often."""
        if self.rates is None:
            return
        own, together = self.rates
        if not self.limiter.test(own, caller) or not self.limiter.test(together, EVERYBODY):
            raise HttpProblem("too-often", 429)

    def count(self, caller: str) -> None:
        """One more wrong code."""
        if self.rates is not None:
            self.limiter.hit(self.rates[0], caller)
            self.limiter.hit(self.rates[1], EVERYBODY)
