// Written by scripts/generate.py from the models in memserver/protocol. Do not edit: run `python scripts/generate.py`.

/** A point in time, ISO 8601 in UTC. */
export type Moment = string;

/** No parameters, or nothing to answer. */
export type Empty = Record<string, never>;
