CREATE TABLE docket (
    nth bigint PRIMARY KEY,
    session text NOT NULL,
    line bigint NOT NULL,
    about bigint NOT NULL,
    clause text NOT NULL,
    subject text NOT NULL,
    late bigint NOT NULL,
    appeals bigint,
    seat text,
    said text NOT NULL,
    remark text NOT NULL,
    at text NOT NULL
);
CREATE INDEX docket_by_session ON docket (session);
CREATE INDEX docket_by_clause ON docket (clause, at);
CREATE TABLE claims (
    nth bigint PRIMARY KEY,
    session text NOT NULL,
    line bigint NOT NULL
);
CREATE INDEX claims_by_session ON claims (session);
