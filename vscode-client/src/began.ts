/** Measures what this extension costs the extension host. Imported first, so that everything else is measured. */

export interface Mark {
  readonly clockMs: number;
  readonly processorMs: number;
}

export function mark(): Mark {
  const { user, system } = process.cpuUsage();
  return { clockMs: performance.now(), processorMs: (user + system) / 1_000 };
}

/**
 * How long the host was kept busy since a mark: by the clock or by the processor, whichever is less. On a busy machine
 * the clock also counts the work of others, and the processor what other threads of the host do meanwhile.
 */
export function busySince({ clockMs, processorMs }: Mark): number {
  const now = mark();
  return Math.min(now.clockMs - clockMs, now.processorMs - processorMs);
}

export const began = mark();
