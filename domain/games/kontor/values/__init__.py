"""How cards, sectors and hands are written as values of the table, read back, compared and put there."""
