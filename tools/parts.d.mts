/** Types of `parts.mjs`, which is plain JavaScript because it runs before anything is installed. */
export interface Part {
  readonly name: string;
  readonly entry: string;
  readonly sources: readonly string[];
  readonly outputs: readonly string[];
}

export const ROOT: string;
export const PARTS: readonly Part[];
export function exists(part: Part, root?: string): boolean;
export function isFresh(part: Part, root?: string): boolean;
export function markFresh(part: Part, hash: string, root?: string): void;
export function hashOfSources(part: Part, root?: string): string;
