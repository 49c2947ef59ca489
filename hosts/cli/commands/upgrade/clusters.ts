/** A cluster from objects, or the one of the kubeconfig, and clusters that are simulated. */
import { AdmissionEngine } from "../../../../analysis/engine/admissionEngine.ts";
import { RELEASES } from "../../../../analysis/engine/contract/releases.ts";
import { comparedCluster } from "../../../../analysis/questions/upgrade/cluster.ts";
import type { UpgradeOptions } from "../../../../analysis/questions/upgrade/options.ts";
import type { UpgradeQuestion } from "../../../../analysis/questions/upgrade/question.ts";
import { comparedSimulation } from "../../../../analysis/questions/upgrade/simulations.ts";
import { ClusterSurvey } from "../../../../analysis/read/objects/clusterSurvey.ts";
import { secondsOfScenario } from "../../../../analysis/read/objects/scenario.ts";
import { formatNames } from "../../../../analysis/text/names.ts";
import { formatRelease } from "../../../../analysis/text/release.ts";
import type { Io } from "../../../system/io.ts";
import { loadModule } from "../../../system/modules.ts";
import { alternative, readCluster } from "../../input/schedulingCluster.ts";
import { readSimulation } from "../../input/simulation.ts";
import type { Progress } from "../../screen/progress.ts";

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
    ...(survey.kubelets.length === 0 ? { unstated: name } : {}),
    isPassing: false,
    ask: (releases) => comparedCluster(cluster, admission, releases, (what) => progress.show(what)),
  };
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
