CREATE TABLE listing (
    session text PRIMARY KEY,
    number bigint NOT NULL UNIQUE,
    version bigint NOT NULL,
    game text NOT NULL,
    club text NOT NULL,
    place text NOT NULL,
    place_key text NOT NULL,
    date text NOT NULL,
    day text NOT NULL,
    opened text NOT NULL,
    at text NOT NULL,
    closed bigint NOT NULL,
    status text NOT NULL,
    guests bigint NOT NULL,
    lines bigint NOT NULL,
    findings bigint NOT NULL,
    seats text NOT NULL,
    moment text NOT NULL,
    search text NOT NULL
);
CREATE INDEX listing_by_club ON listing (club, number);
CREATE INDEX listing_by_game ON listing (game, number);
CREATE INDEX listing_by_place ON listing (place_key, number);
CREATE INDEX listing_by_day ON listing (day);
CREATE TABLE holders (
    session text NOT NULL,
    token text NOT NULL,
    role text NOT NULL,
    PRIMARY KEY (token, session)
);
CREATE INDEX holders_by_session ON holders (session);
