"""Programs that check evidence without the rest of Griffier; they follow domain/store/EVIDENCE.md."""

from pathlib import Path

VERIFIER_PAGE = Path(__file__).with_name("verify.html")
VERIFIER_PROGRAM = Path(__file__).with_name("verify.py")
