import type { PodName } from "../../../analysis/engine/decision.ts";
import type { Usage } from "../session/protocol.ts";
import { layersOf } from "./stack.ts";

/** A pod at a moment. */
export interface Foremost {
  readonly pod: PodName;
  /** A custom property with its color. */
  readonly color: string;
  readonly usage: number;
  readonly above: number;
}

/** The pods that use anything: the one most above its request first, then by what they use. */
export function foremostAt(usage: Usage, at: number): readonly Foremost[] {
  return layersOf(usage)
    .flatMap(({ of, color }): Foremost[] => {
      if (of === null || of.pod === null) return [];
      return [{ pod: of.pod, color, usage: of.usage[at] ?? 0, above: of.above[at] ?? 0 }];
    })
    .filter(({ usage: used }) => used > 0)
    .sort((a, b) => b.above - a.above || b.usage - a.usage);
}
