/** What the cgroups of pods protect, and where they throttle, under two releases. */
import type { AdmissionEngine } from "../../engine/admissionEngine.ts";
import { RELEASES } from "../../engine/contract/releases.ts";
import type { Members } from "../../read/json/untyped.ts";
import type { CheckInput } from "../check/check.ts";
import { askExamples } from "../memoryQos/asked.ts";
import { exampleWords } from "../memoryQos/words.ts";
import type { Difference } from "./difference.ts";
import { followedReleases } from "./followed.ts";
import { type ComparedReleases, rulesBetween, rulesFor } from "./rules.ts";

/** The factors of kubelets up to 1.36, whose configz has one also where none is set. */
const FILLED_IN = [0.8, 0.9];

/** What changes for pods that stand for others; both kubelets start with their configuration. */
export function memoryQosDifferences(
  engine: AdmissionEngine,
  { before: own, after: other }: { readonly before: CheckInput; readonly after: CheckInput },
  releases: ComparedReleases,
): readonly Difference[] {
  const followed = followedReleases("The kubelet", releases, RELEASES.memoryQos);
  if (followed.isSame) return [];
  const { from, to } = followed.releases;
  const before = askExamples(from, own.json, undefined, engine);
  const after = askExamples(to, writtenIn(other), undefined, engine);
  if (before === null || after === null) return [];
  // Where the gate is on for both, it is not the reason, and switching it off keeps nothing.
  const isSwitched = before.enabled !== after.enabled;
  const rules = rulesFor(rulesBetween(followed.releases), "memoryQos", ["protection"]).filter(
    ({ gate }) => (gate === "MemoryQoS") === isSwitched,
  );
  return after.pods.flatMap((pod, index) => {
    const old = before.pods[index];
    const words = { before: old === undefined ? "" : exampleWords(old), after: exampleWords(pod) };
    if (words.before === words.after) return [];
    return [{ kind: "memoryQos", subject: pod.name, ...words, isWorse: false, rules }];
  });
}

/** What the newer kubelet finds in its file, as far as a running kubelet shows it. */
function writtenIn({ form, json }: CheckInput): string {
  if (form !== "configz") return json;
  const { memoryThrottlingFactor: factor, ...others } = JSON.parse(json) as Members;
  return FILLED_IN.includes(factor as number) ? JSON.stringify(others) : json;
}
