/** The objects of a cluster under two releases: admission, placement, drains and huge pages. */
import type { AdmissionEngine } from "../../engine/admissionEngine.ts";
import { RELEASES } from "../../engine/contract/releases.ts";
import { memberAt } from "../../read/json/untyped.ts";
import { uniqueObjects } from "../../read/objects/uniqueObjects.ts";
import { formatRelease, minorOf } from "../../text/release.ts";
import type { ObjectTree } from "../change/change.ts";
import { objectsOf } from "../simulate/simulation.ts";
import { comparedAdmissions } from "./admissions.ts";
import type { Compared } from "./difference.ts";
import { comparedDrains, loadBoth } from "./drains.ts";
import { followedReleases, withoutNodes, withoutScheduler } from "./followed.ts";
import { comparedHugePages } from "./hugePages.ts";
import { type BothSchedulers, comparedPlacements } from "./placements.ts";
import type { ComparedReleases } from "./rules.ts";
import { configurationOfRelease } from "./simulations.ts";

/** A cluster that was read, and the schedulers that place its pods. */
export interface ReadObjects {
  readonly name: string;
  readonly engines: BothSchedulers;
  /** The scheduler's; its release is replaced. */
  readonly configuration: string;
  readonly documents: readonly Uint8Array[];
}

/** Everything that the objects of a cluster show of two releases. */
export async function comparedCluster(
  { name, engines, configuration, documents }: ReadObjects,
  admission: AdmissionEngine,
  releases: ComparedReleases,
  onStep: (what: string) => Promise<void>,
): Promise<readonly Compared[]> {
  const objects = uniqueObjects(objectsOf(documents));
  const nodes = objects.flatMap((object) =>
    object.kind === "Node" ? [String(memberAt(object, "metadata", "name"))] : [],
  );
  if (nodes.length === 0) return [withoutNodes(name)];
  await onStep("the admission of pods is compared");
  const pages = {
    ...comparedHugePages(name, objects, releases),
    notes: otherKubelets(name, objects, releases),
  };
  const admitted = comparedAdmissions(name, objects, admission, releases);
  const followed = followedReleases("kube-scheduler", releases, RELEASES.scheduler);
  if (followed.isSame) return [pages, admitted, withoutScheduler(name, releases, followed)];
  const { from, to } = followed.releases;
  const configurations = [
    configurationOfRelease(configuration, from),
    configurationOfRelease(configuration, to),
  ] as const;
  const loaded = { engines, configurations, documents };
  loadBoth(loaded);
  await onStep("the placement of pods is compared");
  const placed = comparedPlacements(name, objects, engines, followed.releases);
  const draining = comparedDrains({ name, ...loaded, nodes }, followed.releases);
  let drained = draining.next();
  while (!drained.done) {
    await onStep(`the drain of ${drained.value} is compared`);
    drained = draining.next();
  }
  return [
    pages,
    admitted,
    { ...placed, notes: [...followed.notes, ...placed.notes] },
    drained.value,
  ];
}

/** Says which nodes run another release than the one that all of them are taken for. */
function otherKubelets(
  name: string,
  objects: readonly ObjectTree[],
  { from, to }: ComparedReleases,
): readonly string[] {
  const counts = new Map<number, number>();
  for (const { kind, status } of objects) {
    const version = kind === "Node" ? memberAt(status, "nodeInfo", "kubeletVersion") : null;
    const minor = typeof version === "string" ? minorOf(version) : undefined;
    if (minor === undefined || minor === minorOf(from)) continue;
    counts.set(minor, (counts.get(minor) ?? 0) + 1);
  }
  if (counts.size === 0) return [];
  const others = [...counts]
    .sort(([a], [b]) => a - b)
    .map(([minor, count]) => `${count} of ${formatRelease(minor)}`);
  return [
    `${name}: ${from} and ${to} decide on nodes with other kubelets too: ${others.join(", ")}.`,
  ];
}
