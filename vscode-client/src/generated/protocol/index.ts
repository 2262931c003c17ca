// Written by scripts/generate.py from the models in memserver/protocol. Do not edit: run `python scripts/generate.py`.

export type * from "./answers";
export type * from "./archive";
export type * from "./base";
export type * from "./calendar";
export type * from "./commands";
export type * from "./decisions";
export type * from "./evaluation";
export type * from "./growth";
export type * from "./growthReport";
export type * from "./health";
export type * from "./knowledgeChecks";
export type * from "./learning";
export type * from "./memory";
export type * from "./migrations";
export type * from "./operational";
export type * from "./proposals";
export type * from "./records";
export type * from "./search";
export type * from "./sessions";
export type * from "./settling";
export type * from "./transfer";
export type * from "./turn";
export type * from "./workers";
export type * from "./working";
export * from "./requests";
