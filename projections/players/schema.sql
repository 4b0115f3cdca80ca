CREATE TABLE players (
    session text NOT NULL,
    seat bigint NOT NULL,
    letter text NOT NULL,
    person text NOT NULL,
    name text NOT NULL,
    search text NOT NULL,
    PRIMARY KEY (session, seat)
);
CREATE INDEX players_by_person ON players (person, session);
