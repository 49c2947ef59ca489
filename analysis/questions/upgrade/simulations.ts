/** How a cluster with its scenario ends under two releases. */
import { RELEASES } from "../../engine/contract/releases.ts";
import type { SimulatorEngine } from "../../engine/simulatorEngine.ts";
import type { SimulatorVerdict } from "../../engine/simulatorEvent.ts";
import { objectOf } from "../../read/json/untyped.ts";
import { formatSeconds, plural } from "../../text/amount.ts";
import { followedRelease } from "../../text/release.ts";
import type { ObjectTree } from "../change/change.ts";
import { load, objectsOf, type Simulation, simulate } from "../simulate/simulation.ts";
import type { Compared, Difference } from "./difference.ts";
import { type ComparedReleases, rulesBetween, rulesFor } from "./rules.ts";

/** The scheduler's configuration names its release in this member. */
const OPTIONS = "plimsoll";

export function comparedSimulation(
  name: string,
  { cluster, untilSeconds }: { readonly cluster: Simulation; readonly untilSeconds: number },
  engine: SimulatorEngine,
  releases: ComparedReleases,
): Compared {
  const rules = rulesBetween(releases);
  const { from, to } = releases;
  const [before, after] = [from, to].map((release) => {
    const followed = followedRelease("kube-scheduler", release, RELEASES.simulator);
    load(engine, ofRelease(cluster, release, followed?.release ?? release));
    return simulate(engine, untilSeconds, () => {});
  });
  const differences: Difference[] = [];
  if (before !== undefined && after !== undefined && keyOf(before) !== keyOf(after)) {
    const policies = ["eviction", "admission", "scheduler", "simulator"] as const;
    const decided = [
      ...(["thresholds", "ranking", "limits", "grace", "reclaim"] as const),
      ...(["admission", "placement", "retries"] as const),
    ];
    const own = policies.flatMap((policy) => rulesFor(rules, policy, decided));
    differences.push({
      ...{ kind: "simulation", subject: "the cluster" },
      ...{ before: endWords(before), after: endWords(after) },
      isWorse: after.evictedPods > before.evictedPods || isUnsettled(after, before),
      rules: [...new Set(own)],
    });
  }
  return {
    input: name,
    checked: `1 cluster simulated for ${formatSeconds(untilSeconds)} at most`,
    differences,
    notes: [],
  };
}

function keyOf({ verdict, evictedPods, evictions = 0, period = 0 }: SimulatorVerdict): string {
  return JSON.stringify([verdict, evictedPods, evictions, period]);
}

function isUnsettled(after: SimulatorVerdict, before: SimulatorVerdict): boolean {
  return before.verdict === "settles" && after.verdict !== "settles";
}

function endWords({ verdict, evictedPods, evictions = 0, period = 0 }: SimulatorVerdict): string {
  if (verdict !== "thrashes")
    return `${verdict}, ${plural(evictedPods, "pod")} evicted or rejected`;
  return `thrashes: ${plural(evictions, "pod")} every ${formatSeconds(period)}`;
}

/** The cluster with its scheduler and all of its kubelets at a release. */
function ofRelease(
  { configuration, documents, scenario }: Simulation,
  release: string,
  ofScheduler: string,
): Simulation {
  const items = objectsOf(documents).map((object) => withKubelet(object, release));
  const settings = typeof configuration === "string" ? configuration : "{}";
  return {
    configuration: configurationOfRelease(settings, ofScheduler),
    documents: items.map((item) => JSON.stringify(item)),
    scenario,
  };
}

/** The scheduler's configuration, in JSON, for a release. */
export function configurationOfRelease(configuration: string, kubernetesVersion: string): string {
  const settings = objectOf(JSON.parse(configuration));
  const options = { ...objectOf(settings[OPTIONS]), kubernetesVersion };
  return JSON.stringify({ ...settings, [OPTIONS]: options });
}

/** A node says the release of its kubelet. */
function withKubelet(object: ObjectTree, release: string): ObjectTree {
  if (object.kind !== "Node") return object;
  const status = objectOf(object.status);
  const system = { ...objectOf(status.nodeInfo), kubeletVersion: `v${release}.0` };
  return { ...object, status: { ...status, nodeInfo: system } };
}
