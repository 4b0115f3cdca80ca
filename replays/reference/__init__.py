"""The games as reference: rulebooks, variants and boxes."""
