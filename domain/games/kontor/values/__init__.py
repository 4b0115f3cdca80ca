"""Values read off the table (cards, hands, sectors): their text, whether they agree, and how they change the state."""
