CREATE TABLE standings (
    session text NOT NULL,
    seat bigint NOT NULL,
    person text NOT NULL,
    place bigint,
    shared bigint NOT NULL,
    points text NOT NULL,
    least bigint NOT NULL,
    most bigint NOT NULL,
    PRIMARY KEY (session, seat)
);
CREATE INDEX standings_by_person ON standings (person, session);
