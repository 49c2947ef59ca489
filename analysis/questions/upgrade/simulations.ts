/** How a cluster with its scenario ends under two releases. */
import { RELEASES } from "../../engine/contract/releases.ts";
import type { SimulatorEngine } from "../../engine/simulatorEngine.ts";
import type { SimulatorVerdict } from "../../engine/simulatorEvent.ts";
import { objectOf } from "../../read/json/untyped.ts";
import { formatSeconds, plural } from "../../text/amount.ts";
import type { ObjectTree } from "../change/change.ts";
import { load, objectsOf, type Simulation, simulate } from "../simulate/simulation.ts";
import type { Compared, Difference } from "./difference.ts";
import { followedReleases } from "./followed.ts";
import { type ComparedReleases, rulesBetween, rulesFor } from "./rules.ts";

/** What can change how a cluster ends. */
const DECIDES = [
  ...(["thresholds", "ranking", "limits", "grace", "reclaim"] as const),
  ...(["admission", "placement", "retries"] as const),
];

/** The scheduler's configuration names its release in this member. */
const OPTIONS = "plimsoll";

export function comparedSimulation(
  name: string,
  { cluster, untilSeconds }: { readonly cluster: Simulation; readonly untilSeconds: number },
  engine: SimulatorEngine,
  releases: ComparedReleases,
): Compared {
  const { from, to } = releases;
  const followed = followedReleases("kube-scheduler", releases, RELEASES.simulator);
  const ended = (release: string, ofScheduler: string) => {
    load(engine, ofRelease(cluster, release, ofScheduler));
    return simulate(engine, untilSeconds, () => {});
  };
  const before = ended(from, followed.releases.from);
  const after = ended(to, followed.releases.to);
  const differences: Difference[] = [];
  if (keyOf(before) !== keyOf(after)) {
    const ofKubelets = rulesBetween(releases);
    const ofScheduler = rulesBetween(followed.releases);
    const own = [
      ...(["eviction", "admission"] as const).map((policy) => [ofKubelets, policy] as const),
      ...(["scheduler", "simulator"] as const).map((policy) => [ofScheduler, policy] as const),
    ].flatMap(([rules, policy]) => rulesFor(rules, policy, DECIDES));
    differences.push({
      ...{ kind: "simulation", subject: "the cluster" },
      ...{ before: endWords(before), after: endWords(after) },
      isWorse: after.evictedPods > before.evictedPods || isUnsettled(after, before),
      rules: [...new Map(own.map((rule) => [rule.name, rule])).values()],
    });
  }
  return {
    input: name,
    checked: `1 cluster simulated for ${formatSeconds(untilSeconds)} at most`,
    differences,
    notes: followed.notes,
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
