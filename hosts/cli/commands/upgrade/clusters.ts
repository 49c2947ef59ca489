/** A cluster from objects, or the one of the kubeconfig, and clusters that are simulated. */
import { AdmissionEngine } from "../../../../analysis/engine/admissionEngine.ts";
import { RELEASES } from "../../../../analysis/engine/contract/releases.ts";
import { SimulatorEngine } from "../../../../analysis/engine/simulatorEngine.ts";
import { objectsOf } from "../../../../analysis/questions/simulate/simulation.ts";
import { comparedAdmissions } from "../../../../analysis/questions/upgrade/admissions.ts";
import type { Compared } from "../../../../analysis/questions/upgrade/difference.ts";
import { comparedDrains, loadBoth } from "../../../../analysis/questions/upgrade/drains.ts";
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
import { formatNames } from "../../../../analysis/text/names.ts";
import { followedRelease, formatRelease } from "../../../../analysis/text/release.ts";
import type { Io } from "../../../system/io.ts";
import { loadModule } from "../../../system/modules.ts";
import { alternative, readCluster } from "../../input/schedulingCluster.ts";
import { readSimulation } from "../../input/simulation.ts";
import type { Progress } from "../../screen/progress.ts";
import { inputName } from "./inputs.ts";
import type { UpgradeQuestion } from "./question.ts";

const NAMES_SHOWN = 2;

export interface Reading {
  readonly options: Omit<UpgradeOptions, "example">;
  readonly progress: Progress;
  readonly io: Io;
}

/** `paths`: undefined for the cluster of the kubeconfig. */
export async function clusterQuestion(
  paths: readonly string[] | undefined,
  { options, progress, io }: Reading,
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
    ...{ alternatives: [first], files: [], progress, io },
  });
  const survey = new ClusterSurvey();
  for (const document of documents) survey.take(document);
  const engines = [first.engine, second.engine] as const;
  const name = paths === undefined ? "the cluster" : namesOf(paths);
  const cluster = { name, engines, configuration, documents };
  const admission = new AdmissionEngine(await loadModule("admission"));
  return {
    release: survey.newestKubelet,
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
  const followed = [releases.from, releases.to].map((release) =>
    followedRelease("kube-scheduler", release, RELEASES.scheduler),
  );
  const [before = "", after = ""] = followed.map((each) =>
    configurationOfRelease(configuration, each?.release ?? releases.to),
  );
  const loaded = { engines, configurations: [before, after] as const, documents };
  loadBoth(loaded);
  const objects = objectsOf(documents);
  await progress.show("pods are admitted again");
  const admitted = comparedAdmissions(name, objects, admission, releases);
  await progress.show("pods are placed");
  const placed = comparedPlacements(name, objects, engines, releases);
  const nodes = objects.flatMap((object) =>
    object.kind === "Node" ? [String(memberAt(object, "metadata", "name"))] : [],
  );
  const draining = comparedDrains({ name, ...loaded, nodes }, releases);
  let drained = draining.next();
  while (!drained.done) {
    await progress.show(`${drained.value} is drained`);
    drained = draining.next();
  }
  const notes = [...new Set(followed.map((each) => each?.note))].filter((note) => note != null);
  return [admitted, { ...placed, notes: [...notes, ...placed.notes] }, drained.value];
}

/** The cluster of the objects, with a scenario. */
export async function scenarioQuestion(
  scenario: string,
  objects: readonly string[],
  { options, progress, io }: Reading,
): Promise<UpgradeQuestion> {
  const { cluster } = await readSimulation({ ...options, scenario, objects }, progress, io);
  const engine = new SimulatorEngine(await loadModule("simulator"));
  const untilSeconds = secondsOfScenario(cluster.scenario);
  const name = inputName(scenario);
  return {
    ...{ release: null, isPassing: false },
    async ask(releases) {
      await progress.show(`${name} is simulated`);
      return [comparedSimulation(name, { cluster, untilSeconds }, engine, releases)];
    },
  };
}

function namesOf(paths: readonly string[]): string {
  return formatNames(paths.map(inputName), { max: NAMES_SHOWN });
}
