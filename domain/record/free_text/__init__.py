"""Lines as people type them: sloppy text in either language, read as canonical lines or refused with a suggestion."""
