/** Drawn scenarios with the events of Kubernetes' own code, in real.json. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../module/compile.ts";

export interface RecordedScenario {
  readonly seed: number;
  /** Whose code played it, each alike. */
  readonly releases: readonly string[];
  readonly lines: readonly string[];
}

export const RECORDED_SCENARIOS = JSON.parse(
  readFileSync(join(ROOT, "test/simulator/real.json"), "utf8"),
) as readonly RecordedScenario[];

/** Each recorded play once for each release. */
export function byRelease<T extends { readonly releases: readonly string[] }>(
  recorded: readonly T[],
): readonly (T & { readonly release: string })[] {
  return recorded.flatMap((one) => one.releases.map((release) => ({ ...one, release })));
}
