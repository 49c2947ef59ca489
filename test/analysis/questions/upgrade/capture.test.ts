/**
 * Each vector that tells a release from the one before was confirmed by the code of both: what it
 * is about is found as a difference, and the rule that it is a vector of is named.
 */
import { expect, it } from "vitest";
import type { Decision, Policy } from "../../../../analysis/engine/decision.ts";
import { EngineError } from "../../../../analysis/engine/engineError.ts";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { CaptureComparison } from "../../../../analysis/questions/upgrade/capture.ts";
import { formatTime } from "../../../../analysis/text/time.ts";
import { Action, Detail } from "../../../../assembly/abi.ts";
import { loadModule } from "../../../../hosts/system/modules.ts";
import { behaviorRows } from "../../../../tools/contract.mjs";
import { behaviors } from "../../../fidelity/releases/behaviors.ts";
import { buildConfiguration, buildScenes } from "../../../vectors/documents.ts";
import type { Vector } from "../../../vectors/vector.ts";

const engine = new EvictionEngine(await loadModule("eviction"));

/** Behaviors that no eviction of their vectors shows: a pod alone is evicted either way. */
const UNSEEN: Readonly<Record<string, string>> = {
  "among critical pods, only node-critical ones have the lowest oom_score_adj": "explain",
  "a sidecar's oom_score_adj is at most that of the smallest container": "explain",
  "a threshold is 100% at most": "check",
  "no enforcement is named twice": "check",
  'a node without cgroups for quality of service may enforce "none"': "check",
  "compressible resources can be enforced alone": "check",
  "errors quote enforcements twice": "check",
  "containerfs signals exist": "check",
  "sidecars add to a pod's requests": "the ranking",
  "the resources of a whole pod count": "the ranking",
  "a whole pod whose resize is pending ranks by what is allocated": "the ranking",
  "the class in a pod's status precedes its resources": "explain",
  "what a pod requests less than its containers raises no oom_score_adj": "explain",
  "the class compares each container's requests with its own limits": "explain",
  "an empty spec.resources leaves the class to the containers": "explain",
};

const RULES = behaviorRows();

function ruleOf(behavior: string): string | undefined {
  return RULES.find(({ observed = [] }) => observed.includes(behavior))?.name;
}

/** The policy and the decisions of a release; null where it refuses the configuration. */
function played(vector: Vector, kubeletVersion: string) {
  let policy: Policy;
  try {
    policy = engine.configure(buildConfiguration({ ...vector, kubeletVersion }));
  } catch (error) {
    if (error instanceof EngineError) return null;
    throw error;
  }
  const decisions = new Map<string, Decision>();
  for (const { now, podList, summary, reclaimed } of buildScenes(vector)) {
    engine.pods(podList);
    if (summary === null) {
      engine.missed(now);
      continue;
    }
    const action = engine.observe(summary, now);
    if (action === Action.ReclaimNodeLevelResources) {
      engine.reclaimed(reclaimed === undefined ? summary : reclaimed);
    }
    decisions.set(formatTime(now), engine.report(Detail.Arithmetic).parse());
  }
  const json = buildConfiguration({ ...vector, kubeletVersion });
  return { policy: structuredClone(policy), json, refused: [], decisions };
}

function compared({ before, after }: { readonly before: Vector; readonly after: Vector }) {
  const [from = "", to = ""] = [before.kubeletVersion, after.kubeletVersion];
  const [a, b] = [played(after, from), played(after, to)];
  if (a === null || b === null) return null;
  const comparison = new CaptureComparison();
  for (const [time, decision] of b.decisions) {
    const earlier = a.decisions.get(time);
    comparison.take(time, earlier === undefined ? null : [earlier, decision]);
  }
  const recorded = { name: "vector", node: "a", release: from, capacity: {}, featureGates: {} };
  return comparison.compared(recorded, [a, b], { from, to });
}

const all = behaviors();

it("knows of every behavior whether an eviction shows it", () => {
  expect(Object.keys(UNSEEN).filter((name) => all.every((each) => each.name !== name))).toEqual([]);
});

it.each(
  all.filter(({ name }) => UNSEEN[name] === undefined).map((each) => [each.name, each] as const),
)("%s: the rule is named for what differs", (name, behavior) => {
  const differences = compared(behavior)?.differences ?? [];
  const named = differences.flatMap(({ rules }) => rules.map((rule) => rule.name));
  expect(named).toContain(ruleOf(name));
});
