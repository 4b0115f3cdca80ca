CREATE TABLE IF NOT EXISTS listing (
    session text PRIMARY KEY,
    place bigint NOT NULL,
    version bigint NOT NULL,
    game text NOT NULL,
    names text NOT NULL,
    opened text NOT NULL,
    at text NOT NULL,
    closed bigint NOT NULL,
    lines bigint NOT NULL,
    findings bigint NOT NULL,
    played text NOT NULL,
    ruled text NOT NULL
);
