/** How far a long request is: what the server reports, and the steps that a progress bar wants of it. */

/** One report about the request that brought the token. */
export interface ServerProgress {
  readonly token: string | number;
  /** Between 0 and 100. */
  readonly percentage: number;
  readonly message: string;
}

/** The token of a request that wants to be told; undefined for the others. */
export function tokenOf(params: unknown): string | number | undefined {
  const { workDoneToken } = (params ?? {}) as { workDoneToken?: unknown };
  return typeof workDoneToken === "string" || typeof workDoneToken === "number" ? workDoneToken : undefined;
}

/** Turns shares of the whole into steps: a bar only moves forward, and never beyond its end. */
export class Steps {
  private reached = 0;

  to(percentage: number): number {
    const next = Math.max(this.reached, Math.min(100, percentage));
    const step = next - this.reached;
    this.reached = next;
    return step;
  }
}
