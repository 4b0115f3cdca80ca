CREATE TABLE rulings (
    nth bigint PRIMARY KEY,
    session text NOT NULL,
    line bigint NOT NULL,
    claim bigint,
    claimed text NOT NULL,
    about bigint NOT NULL,
    clause text NOT NULL,
    remedy text NOT NULL,
    reading text NOT NULL,
    entry text NOT NULL,
    said text NOT NULL,
    remark text NOT NULL,
    under text NOT NULL,
    precedent bigint NOT NULL,
    phase text NOT NULL,
    checks text NOT NULL,
    search text NOT NULL,
    unnamed text NOT NULL,
    rules text NOT NULL,
    before text NOT NULL,
    after text NOT NULL,
    superseded_by bigint,
    at text NOT NULL
);
CREATE INDEX rulings_by_session ON rulings (session);
CREATE INDEX rulings_by_clause ON rulings (clause, at);
