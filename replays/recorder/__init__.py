"""What the recorder shows: choices, inputs, previews and receipts."""
