/** A cluster from objects, or the one of the kubeconfig, and clusters that are simulated. */
import { AdmissionEngine } from "../../../../analysis/engine/admissionEngine.ts";
import { RELEASES } from "../../../../analysis/engine/contract/releases.ts";
import { objectsOf } from "../../../../analysis/questions/simulate/simulation.ts";
import { comparedAdmissions } from "../../../../analysis/questions/upgrade/admissions.ts";
import type { Compared } from "../../../../analysis/questions/upgrade/difference.ts";
import { comparedDrains, loadBoth } from "../../../../analysis/questions/upgrade/drains.ts";
import {
  followedReleases,
  withoutNodes,
  withoutScheduler,
} from "../../../../analysis/questions/upgrade/followed.ts";
import { comparedHugePages } from "../../../../analysis/questions/upgrade/hugePages.ts";
import type { UpgradeOptions } from "../../../../analysis/questions/upgrade/options.ts";
import {
  type BothSchedulers,
  comparedPlacements,
} from "../../../../analysis/questions/upgrade/placements.ts";
import type { ComparedReleases } from "../../../../analysis/questions/upgrade/rules.ts";
import {
  comparedSimulation,
  configurationOfRelease,
} from "../../../../analysis/questions/upgrade/simulations.ts";
import { memberAt } from "../../../../analysis/read/json/untyped.ts";
import { ClusterSurvey } from "../../../../analysis/read/objects/clusterSurvey.ts";
import { secondsOfScenario } from "../../../../analysis/read/objects/scenario.ts";
import { uniqueObjects } from "../../../../analysis/read/objects/uniqueObjects.ts";
import { formatNames } from "../../../../analysis/text/names.ts";
import { formatRelease } from "../../../../analysis/text/release.ts";
import type { Io } from "../../../system/io.ts";
import { loadModule } from "../../../system/modules.ts";
import { alternative, readCluster } from "../../input/schedulingCluster.ts";
import { readSimulation } from "../../input/simulation.ts";
import type { Progress } from "../../screen/progress.ts";
import type { UpgradeQuestion } from "./question.ts";

const NAMES_SHOWN = 2;

export interface Reading {
  readonly options: Omit<UpgradeOptions, "example">;
  readonly nameOf: (path: string) => string;
  readonly progress: Progress;
  readonly io: Io;
}

/** `paths`: undefined for the cluster of the kubeconfig. */
export async function clusterQuestion(
  paths: readonly string[] | undefined,
  { options, nameOf, progress, io }: Reading,
): Promise<UpgradeQuestion> {
  const module = await loadModule("scheduler");
  const documents: Uint8Array[] = [];
  const [first, second] = [
    { ...alternative(module, []), kept: documents },
    alternative(module, []),
  ];
  const { configuration } = await readCluster({
    options: {
      ...options,
      ...(paths === undefined ? {} : { objects: paths }),
      kubernetesVersion: formatRelease(RELEASES.scheduler.newest),
    },
    ...{ alternatives: [first], files: [], command: "upgrade", progress, io },
  });
  const survey = new ClusterSurvey();
  for (const document of documents) survey.take(document);
  const engines = [first.engine, second.engine] as const;
  const name =
    paths === undefined ? "the cluster" : formatNames(paths.map(nameOf), { max: NAMES_SHOWN });
  const cluster = { name, engines, configuration, documents };
  const admission = new AdmissionEngine(await loadModule("admission"));
  return {
    stated: survey.kubelets,
    isPassing: false,
    ask: (releases) => comparedCluster(cluster, admission, releases, progress),
  };
}

interface ReadObjects {
  readonly name: string;
  readonly engines: BothSchedulers;
  /** The scheduler's; its release is replaced. */
  readonly configuration: string;
  readonly documents: readonly Uint8Array[];
}

async function comparedCluster(
  { name, engines, configuration, documents }: ReadObjects,
  admission: AdmissionEngine,
  releases: ComparedReleases,
  progress: Progress,
): Promise<readonly Compared[]> {
  const objects = uniqueObjects(objectsOf(documents));
  const nodes = objects.flatMap((object) =>
    object.kind === "Node" ? [String(memberAt(object, "metadata", "name"))] : [],
  );
  if (nodes.length === 0) return [withoutNodes(name)];
  await progress.show("the admission of pods is compared");
  const pages = comparedHugePages(name, objects, releases);
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
  await progress.show("the placement of pods is compared");
  const placed = comparedPlacements(name, objects, engines, followed.releases);
  const draining = comparedDrains({ name, ...loaded, nodes }, followed.releases);
  let drained = draining.next();
  while (!drained.done) {
    await progress.show(`the drain of ${drained.value} is compared`);
    drained = draining.next();
  }
  return [
    pages,
    admitted,
    { ...placed, notes: [...followed.notes, ...placed.notes] },
    drained.value,
  ];
}

/** The cluster of the objects, with a scenario. */
export async function scenarioQuestion(
  scenario: string,
  objects: readonly string[],
  { options, nameOf, progress, io }: Reading,
): Promise<UpgradeQuestion> {
  // Its release is replaced.
  const kubernetesVersion = formatRelease(RELEASES.simulator.newest);
  const asked = { ...options, kubernetesVersion, scenario, objects };
  const { cluster, engine } = await readSimulation(asked, progress, io);
  const untilSeconds = secondsOfScenario(cluster.scenario);
  const name = nameOf(scenario);
  return {
    ...{ stated: [], isPassing: false },
    async ask(releases) {
      await progress.show(`${name} is simulated`);
      return [comparedSimulation(name, { cluster, untilSeconds }, engine, releases)];
    },
  };
}
