import type { PodName } from "../../engine/decision.ts";
import { plural } from "../../text/amount.ts";
import { formatNames } from "../../text/names.ts";
import { podText } from "../../text/podText.ts";
import { OptionError } from "../options/row.ts";
import type { PodPattern } from "./options.ts";

type NamedPod = Pick<PodName, "namespace" | "name">;

/** Pods named in a sentence about several. */
const NAMES_SHOWN = 5;

/** Whether the pattern is the pod's name or begins it. */
export function namesPod(pattern: PodPattern, { namespace, name }: NamedPod): boolean {
  const isInNamespace = pattern.namespace === null || namespace === pattern.namespace;
  return isInNamespace && name.startsWith(pattern.name);
}

/**
 * The only pod that the pattern names, a whole name before a beginning; null when none is. Throws
 * OptionError when several are.
 */
export function podNamed<Pod extends NamedPod>(
  pattern: PodPattern,
  pods: readonly Pod[],
): Pod | null {
  const begun = pods.filter((pod) => namesPod(pattern, pod));
  const exact = begun.filter(({ name }) => name === pattern.name);
  const found = exact.length > 0 ? exact : begun;
  if (found.length <= 1) return found[0] ?? null;
  const names = formatNames(found.map(podText), { max: NAMES_SHOWN });
  throw new OptionError(
    `--pod ${pattern.text}: ${plural(found.length, "pod")} match (${names}); ` +
      "give more of the name, or the namespace.",
  );
}
