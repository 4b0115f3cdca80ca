CREATE TABLE terms (
    session text NOT NULL,
    kind text NOT NULL,
    term text NOT NULL,
    lines text NOT NULL,
    PRIMARY KEY (session, kind, term)
);
CREATE INDEX terms_by_term ON terms (kind, term, session);
