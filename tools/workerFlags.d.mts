/** What Node gets that runs Vitest. */
export const WORKER_FLAGS: readonly string[];
