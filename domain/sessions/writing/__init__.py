"""What the writing thread works with: its queue, and the thread that folds long records for it."""
