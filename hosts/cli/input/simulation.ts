/** A cluster with its scenario, from files, an example or an API server, in its module. */
import { EngineError } from "../../../analysis/engine/engineError.ts";
import { SimulatorEngine } from "../../../analysis/engine/simulatorEngine.ts";
import type { ObjectsOptions } from "../../../analysis/questions/options/objects.ts";
import type { NodeFile } from "../../../analysis/questions/options/values.ts";
import { SimulatedKinds } from "../../../analysis/questions/simulate/simulatedKinds.ts";
import { objectsOf, type Simulation } from "../../../analysis/questions/simulate/simulation.ts";
import {
  type ConfigurationText,
  readConfiguration,
} from "../../../analysis/read/kubelet/configuration.ts";
import { ClusterSurvey, SIMULATED_OWNERS } from "../../../analysis/read/objects/clusterSurvey.ts";
import { noCluster } from "../../../analysis/read/objects/objectNotes.ts";
import {
  createsCluster,
  nodesOf,
  readScenario,
  type Scenario,
  type ScenarioKubelet,
  withOptions,
} from "../../../analysis/read/objects/scenario.ts";
import { Status } from "../../../assembly/abi.ts";
import { exampleScenario } from "../../system/examples.ts";
import { nameOf, readText } from "../../system/files.ts";
import type { Io } from "../../system/io.ts";
import { loadModule } from "../../system/modules.ts";
import { inputFailure } from "../exitCode.ts";
import { printNotes, printWarnings } from "../notes.ts";
import type { Progress } from "../screen/progress.ts";
import { readObjects } from "./clusterObjects.ts";
import { readLiveObjects } from "./liveObjects.ts";
import { withCaptures } from "./recordedCaptures.ts";
import { configure, inferOwners, type ReleaseSource, surveyed } from "./schedulingCluster.ts";

/** Where a cluster that is simulated comes from. */
export interface SimulationOptions extends ObjectsOptions {
  readonly scenario?: string;
  readonly capture?: readonly NodeFile[];
  readonly kubeletConfig?: readonly NodeFile[];
  readonly schedulerConfig?: string;
  readonly kubernetesVersion?: string;
  readonly seed?: number;
}

export interface ReadCluster {
  readonly engine: SimulatorEngine;
  readonly cluster: Simulation;
}

/** Reads and loads all of it; the engine is then at the first moment. */
export async function readSimulation(
  options: SimulationOptions,
  progress: Progress,
  io: Io,
): Promise<ReadCluster> {
  const engine = new SimulatorEngine(await loadModule("simulator"));
  const documents: Uint8Array[] = [];
  const kinds = new SimulatedKinds();
  const survey = new ClusterSurvey();
  const taken = {
    splitter: engine.splitter,
    take(document: Uint8Array) {
      engine.objects(document);
      kinds.take(document);
      documents.push(document.slice());
    },
  };
  const sink = surveyed(taken, survey);
  const example = options.example === undefined ? null : await exampleScenario(options.example);
  const path = options.scenario ?? example?.scenario;
  const written = await scenarioOf(path, options, io);
  const { kubeconfig, context } = options;
  const isWhole = kubeconfig === undefined && context === undefined && createsCluster(written);
  const files = example?.objects ?? options.objects ?? (isWhole ? [] : undefined);
  const source: ReleaseSource = { server: undefined, survey };
  const reading = { sink, withOwners: true, progress, io };
  if (files === undefined) source.server = await readLiveObjects({ options, ...reading });
  else await readObjects(files, reading);
  await inferOwners(sink, survey, SIMULATED_OWNERS, io);
  await progress.clear();
  const { notSimulated } = kinds;
  if (kinds.isEmpty && !isWhole) throw noCluster(notSimulated, "see plimsoll simulate --help");
  if (notSimulated !== "") await printNotes([`Not simulated: ${notSimulated}.`], io);
  await printWarnings(kinds.warnings, io);
  const configuration = await configure([engine], options, source, io);
  const { capture = [], kubeletConfig = [] } = options;
  const { scenario, kubelets } =
    capture.length === 0
      ? { scenario: written, kubelets: new Map<string, string>() }
      : await withCaptures(written, capture, objectsOf(documents), progress, io);
  const ofCaptures = [...kubelets].map(([node, file]) => ({ flag: "--capture", node, path: file }));
  const ofOptions = kubeletConfig.map((file) => ({ flag: "--kubelet-config", ...file }));
  give(engine, scenario, { path, kubelets: [...ofOptions, ...ofCaptures] });
  return { engine, cluster: { configuration, documents, scenario } };
}

async function textOf(path: string, io: Io): Promise<ConfigurationText> {
  return { name: nameOf(path), text: await readText(path, io) };
}

async function scenarioOf(
  path: string | undefined,
  { seed, kubeletConfig = [] }: SimulationOptions,
  io: Io,
): Promise<Scenario> {
  const { scenario, notes } =
    path === undefined ? { scenario: {}, notes: [] } : readScenario(await textOf(path, io));
  await printNotes(notes, io);
  const kubelets: ScenarioKubelet[] = [];
  // That of every node first: one that names its node replaces it.
  const inOrder = [...kubeletConfig].sort(
    (a, b) => Number(a.node !== null) - Number(b.node !== null),
  );
  for (const { node, path: file } of inOrder) {
    const { configuration, notes: said } = readConfiguration(await textOf(file, io));
    await printNotes(
      said.map(({ sentence }) => sentence),
      io,
    );
    kubelets.push({ node, configuration });
  }
  return withOptions(scenario, { kubelets, ...(seed === undefined ? {} : { seed }) });
}

interface Sources {
  readonly path: string | undefined;
  readonly kubelets: readonly KubeletSource[];
}

/** An option that gives a node its configuration. */
interface KubeletSource extends NodeFile {
  readonly flag: string;
}

function give(engine: SimulatorEngine, scenario: Scenario, sources: Sources): void {
  try {
    engine.scenario(scenario);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const { reason, path: place = "$" } = error;
    const kubelet = kubeletAt(place, scenario, sources);
    if (kubelet !== undefined) {
      const flag = `${kubelet.flag} ${kubelet.node}=${nameOf(kubelet.path)}`;
      const isKnown = place.includes(".kubelet");
      const advice = isKnown ? "correct the file" : "name a node that is there";
      throw inputFailure(`${flag}: ${reason}; ${advice}.`);
    }
    const { path } = sources;
    const name = path === undefined ? "The scenario of the options" : nameOf(path);
    const where = place === "$" ? "" : `${place}: `;
    // Some reasons say what to do.
    const advice = reason.includes(";") ? "" : "; correct it";
    throw inputFailure(
      `${name}: ${where}${reason}${advice}, or see schemas/scenario-1.schema.json.`,
    );
  }
}

/** What a scenario is refused with while it is simulated: of a change, or of how much happens. */
export function refusedCourse(error: unknown, { scenario, example }: SimulationOptions): unknown {
  if (!(error instanceof EngineError)) return error;
  const { document, path = "$", reason, status } = error;
  const name =
    scenario === undefined ? `The scenario of ${example ?? "the options"}` : nameOf(scenario);
  // All objects were read before: these are the object of a change.
  const isCreated = document === "objects";
  if (!isCreated && status !== Status.NotFound) return inputFailure(`${name}: ${reason}.`);
  const what = isCreated ? `create${path.slice(1)}: ` : "";
  return inputFailure(`${name}: $.changes: ${what}${reason}; correct the change.`);
}

/**
 * The option that a place in the scenario comes from: it comes after the nodes of a file.
 */
function kubeletAt(
  place: string,
  scenario: Scenario,
  { kubelets }: Sources,
): KubeletSource | undefined {
  const index = /^\$\.nodes\[(\d+)\](?:$|\.kubelet)/.exec(place)?.[1];
  if (index === undefined) return undefined;
  const name = nodesOf(scenario)[Number(index)]?.name;
  return kubelets.find(({ node }) => node !== null && node === name);
}

/** A moment of a scenario, in seconds: `1h2m`, `90s`, with or without the `+` that output has. */
