/** A cluster with its story, from files, an example or an API server, in its module. */
import { EngineError } from "../../../analysis/engine/engineError.ts";
import { SimulatorEngine } from "../../../analysis/engine/simulatorEngine.ts";
import type { ObjectsOptions } from "../../../analysis/questions/options/objects.ts";
import type { NodeFile } from "../../../analysis/questions/options/values.ts";
import { PlayedKinds } from "../../../analysis/questions/simulate/simulatedKinds.ts";
import { objectsOf, type PlayedCluster } from "../../../analysis/questions/simulate/simulation.ts";
import {
  type ConfigurationText,
  readConfiguration,
} from "../../../analysis/read/kubelet/configuration.ts";
import {
  nodesOf,
  readStory,
  type Story,
  type StoryKubelet,
  withOptions,
} from "../../../analysis/read/objects/scenario.ts";
import { Status } from "../../../assembly/abi.ts";
import { loadSimulatorModule } from "../../system/core.ts";
import { exampleStory } from "../../system/examples.ts";
import { nameOf, readText } from "../../system/files.ts";
import type { Io } from "../../system/io.ts";
import { inputFailure } from "../exitCode.ts";
import { printNotes, printWarnings } from "../notes.ts";
import type { Progress } from "../screen/progress.ts";
import { readObjects } from "./clusterObjects.ts";
import { readLiveObjects } from "./liveObjects.ts";
import { withCaptures } from "./recordedCaptures.ts";
import { configure } from "./schedulingCluster.ts";

/** Where a cluster that is played comes from. */
export interface PlayOptions extends ObjectsOptions {
  readonly story?: string;
  readonly capture?: readonly NodeFile[];
  readonly kubeletConfig?: readonly NodeFile[];
  readonly config?: string;
  readonly kubernetesVersion?: string;
  readonly seed?: number;
}

export interface ReadCluster {
  readonly engine: SimulatorEngine;
  readonly cluster: PlayedCluster;
}

/** Reads all of it and loads it; the engine stands at the first moment then. */
export async function readPlayedCluster(
  options: PlayOptions,
  progress: Progress,
  io: Io,
): Promise<ReadCluster> {
  const engine = new SimulatorEngine(await loadSimulatorModule());
  const documents: Uint8Array[] = [];
  const kinds = new PlayedKinds();
  const sink = {
    inputCapacity: engine.inputCapacity,
    take(document: Uint8Array) {
      engine.objects(document);
      kinds.take(document);
      documents.push(document.slice());
    },
  };
  const example = options.example === undefined ? null : await exampleStory(options.example);
  const files = example?.objects ?? options.objects;
  let release: string | undefined;
  const reading = { sink, withOwners: true, progress, io };
  if (files === undefined) release = await readLiveObjects({ options, ...reading });
  else await readObjects(files, reading);
  await progress.clear();
  await sayWhatWasRead(kinds, io);
  const configuration = await configure([engine], options, release, io);
  const path = options.story ?? example?.story;
  const { capture = [], kubeletConfig = [] } = options;
  const written = await storyOf(path, options, io);
  const { story, kubelets } =
    capture.length === 0
      ? { story: written, kubelets: new Map<string, string>() }
      : await withCaptures(written, capture, objectsOf(documents), progress, io);
  const ofCaptures = [...kubelets].map(([node, file]) => ({ flag: "--capture", node, path: file }));
  const ofOptions = kubeletConfig.map((file) => ({ flag: "--kubelet-config", ...file }));
  give(engine, story, { path, kubelets: [...ofOptions, ...ofCaptures] });
  return { engine, cluster: { configuration, documents, story } };
}

/** Throws when nothing of what was read is of a cluster. */
async function sayWhatWasRead({ isEmpty, notPlayed, warnings }: PlayedKinds, io: Io) {
  if (isEmpty) {
    const found = notPlayed === "" ? "nothing is in them" : `they are ${notPlayed}`;
    throw inputFailure(
      `The objects have no node and no pod: ${found}; see plimsoll cluster --help.`,
    );
  }
  if (notPlayed !== "") await printNotes([`Not played: ${notPlayed}.`], io);
  await printWarnings(warnings, io);
}

async function textOf(path: string, io: Io): Promise<ConfigurationText> {
  return { name: nameOf(path), text: await readText(path, io) };
}

async function storyOf(
  path: string | undefined,
  { seed, kubeletConfig = [] }: PlayOptions,
  io: Io,
): Promise<Story> {
  const { story, notes } =
    path === undefined ? { story: {}, notes: [] } : readStory(await textOf(path, io));
  await printNotes(notes, io);
  const kubelets: StoryKubelet[] = [];
  // That of every node first: one that names its node stands for it.
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
  return withOptions(story, { kubelets, ...(seed === undefined ? {} : { seed }) });
}

interface Sources {
  readonly path: string | undefined;
  readonly kubelets: readonly KubeletSource[];
}

/** An option that gives a node its configuration. */
interface KubeletSource extends NodeFile {
  readonly flag: string;
}

function give(engine: SimulatorEngine, story: Story, sources: Sources): void {
  try {
    engine.story(story);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const { reason, path: place = "$" } = error;
    const kubelet = kubeletAt(place, story, sources);
    if (kubelet !== undefined) {
      const flag = `${kubelet.flag} ${kubelet.node}=${nameOf(kubelet.path)}`;
      const isKnown = place.includes(".kubelet");
      const advice = isKnown ? "correct the file" : "name a node that is there";
      throw inputFailure(`${flag}: ${reason}; ${advice}.`);
    }
    const { path } = sources;
    const name = path === undefined ? "The story of the options" : nameOf(path);
    const where = place === "$" ? "" : `${place}: `;
    // Some reasons say what to do.
    const advice = reason.includes(";") ? "" : "; correct it";
    throw inputFailure(`${name}: ${where}${reason}${advice}, or see schemas/story-1.schema.json.`);
  }
}

/** What a story is refused with while it is played: of a change, or of how much happens. */
export function refusedCourse(error: unknown, { story, example }: PlayOptions): unknown {
  if (!(error instanceof EngineError)) return error;
  const { document, path = "$", reason, status } = error;
  const name = story === undefined ? `The story of ${example ?? "the options"}` : nameOf(story);
  // All objects were read before: these are the object of a change.
  const isCreated = document === "objects";
  if (!isCreated && status !== Status.NotFound) return inputFailure(`${name}: ${reason}.`);
  const what = isCreated ? `create${path.slice(1)}: ` : "";
  return inputFailure(`${name}: $.changes: ${what}${reason}; correct the change.`);
}

/** The option that a place in the story comes from: it stands behind the nodes that a file has. */
function kubeletAt(place: string, story: Story, { kubelets }: Sources): KubeletSource | undefined {
  const index = /^\$\.nodes\[(\d+)\](?:$|\.kubelet)/.exec(place)?.[1];
  if (index === undefined) return undefined;
  const name = nodesOf(story)[Number(index)]?.name;
  return kubelets.find(({ node }) => node !== null && node === name);
}

/** A moment of a story, in seconds: `1h2m`, `90s`, with or without the `+` that output has. */
