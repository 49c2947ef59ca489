/** The differences from a recording, in a few words. */
import type { Policy } from "../../engine/decision.ts";
import { plural } from "../../text/amount.ts";
import { differingSettings } from "./difference.ts";

/** Settings named one by one. */
const NAMED_MAX = 3;

export interface Changed {
  /** Null where either is not known. */
  readonly policies: readonly [recorded: Policy, present: Policy] | null;
  readonly isRefused: boolean;
  /** Whether the text of the configuration is another. */
  readonly isOtherText: boolean;
  readonly pods: number;
}

/** Such as `memory.available 100Mi → 1Gi, 1 pod changed`. */
export function changedText({ policies, isRefused, isOtherText, pods }: Changed): string {
  const settings = policies === null ? [] : differingSettings(...policies);
  const further = settings.length - NAMED_MAX;
  const configuration = isRefused
    ? ["a configuration that is refused"]
    : isOtherText && settings.length === 0
      ? ["the text of the configuration"]
      : [];
  return [
    ...settings
      .slice(0, NAMED_MAX)
      .map(({ setting, a, b }) => `${setting} ${a ?? "none"} → ${b ?? "none"}`),
    ...(further > 0 ? [plural(further, "further setting")] : []),
    ...configuration,
    ...(pods > 0 ? [`${plural(pods, "pod")} changed`] : []),
  ].join(", ");
}

/** How many pods are evicted, and how many in what that is held against. */
export function consequenceText(
  evicted: number,
  before: number,
  isOfRecording: boolean,
  unknownFrom: string | null,
): string {
  const base = isOfRecording ? "as recorded" : "under the defaults";
  return `${untilUnknown(`${plural(evicted, "pod")} evicted`, unknownFrom)}, ${before} ${base}.`;
}

/** `unknownFrom`: the time of day from which a recording does not show what would happen. */
export function untilUnknown(words: string, unknownFrom: string | null): string {
  return unknownFrom === null ? words : `${words} until ${unknownFrom}, then unknown`;
}
