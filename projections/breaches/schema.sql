CREATE TABLE breaches (
    session text NOT NULL,
    nth bigint NOT NULL,
    clause text NOT NULL,
    rule text NOT NULL,
    verdict text NOT NULL,
    kind text NOT NULL,
    line bigint NOT NULL,
    told_by bigint NOT NULL,
    root bigint NOT NULL,
    seat text,
    person text NOT NULL,
    said text NOT NULL,
    PRIMARY KEY (session, nth)
);
CREATE INDEX breaches_by_clause ON breaches (clause, session);
