/** Types of `parts.mjs`, which is plain JavaScript because it runs before anything is installed. */
export interface Part {
  readonly name: string;
  readonly entry: string;
  readonly sources: readonly string[];
  readonly outputs: readonly string[];
  /** Names of the parts that it needs. */
  readonly needs?: readonly string[];
}

/** A WebAssembly module, as contract/modules.yaml describes it. */
export interface Module {
  readonly policy: string;
  readonly wasm: string;
  /** The sources whose exports are the module's. */
  readonly entries: readonly string[];
  readonly verbs: readonly string[];
  readonly pages: number;
  readonly pagesMax?: number;
  readonly objectsAt?: number;
  readonly bytes: number;
  readonly brotli: number;
  readonly allows?: readonly string[];
  /** Absent where the page does not ask for it. */
  readonly page?: "first" | "late" | "clusters";
  readonly library?: string;
  readonly embedded?: Readonly<Record<string, string>>;
}

export const ROOT: string;
export const MODULES: readonly Module[];
export const PARTS: readonly Part[];
export function partsNamed(names: readonly string[]): readonly Part[];
export function exists(part: Part, root?: string): boolean;
export function isFresh(part: Part, root?: string): boolean;
export function markFresh(part: Part, hash: string, root?: string): void;
export function hashOfSources(part: Part, root?: string): string;
