CREATE TABLE ledger (
    session text NOT NULL,
    clause text NOT NULL,
    error text NOT NULL,
    sorted bigint NOT NULL,
    likely bigint NOT NULL,
    PRIMARY KEY (session, clause, error)
);
CREATE INDEX ledger_by_clause ON ledger (clause, session);
