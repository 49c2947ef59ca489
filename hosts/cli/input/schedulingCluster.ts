/** A cluster in the module: its objects, the changes that are tried, and its scheduler. */

import { RELEASES } from "../../../analysis/engine/contract/releases.ts";
import {
  SchedulerEngine,
  type SchedulerSummary,
} from "../../../analysis/engine/schedulerEngine.ts";
import { type Change, ChangeError, readChange } from "../../../analysis/questions/change/change.ts";
import { ChangedDocuments } from "../../../analysis/questions/change/changedObjects.ts";
import type { CordonedNodes } from "../../../analysis/questions/change/cordonedNodes.ts";
import type { ObjectsOptions } from "../../../analysis/questions/options/objects.ts";
import { ClusterSurvey, SCHEDULED_OWNERS } from "../../../analysis/read/objects/clusterSurvey.ts";
import { clusterNotes } from "../../../analysis/read/objects/objectNotes.ts";
import { schedulerConfiguration } from "../../../analysis/read/objects/schedulerConfiguration.ts";
import { schedulerRelease } from "../../../analysis/read/objects/schedulerRelease.ts";
import { askedRelease } from "../../../analysis/text/release.ts";
import { exampleCluster } from "../../system/examples.ts";
import { isFile, nameOf, readText } from "../../system/files.ts";
import type { Io } from "../../system/io.ts";
import { inputFailure, usageFailure } from "../exitCode.ts";
import { printNotes, printWarnings } from "../notes.ts";
import type { Progress } from "../screen/progress.ts";
import { type ObjectSink, readObjects } from "./clusterObjects.ts";
import { readLiveObjects } from "./liveObjects.ts";

/** Where a cluster comes from, and which scheduler places its pods. */
export interface SchedulingOptions extends ObjectsOptions {
  readonly schedulerConfig?: string;
  readonly kubernetesVersion?: string;
  readonly change?: readonly string[];
}

/** One cluster: as it is, or with changes. */
export interface Alternative {
  readonly engine: SchedulerEngine;
  readonly changes: ChangedDocuments;
  /** Called with each document, for the changes that are tried later. */
  readonly cordoned?: CordonedNodes;
  /** Gets each document, for what is read again. */
  readonly kept?: Uint8Array[];
}

export function alternative(module: WebAssembly.Module, changes: readonly Change[]): Alternative {
  return { engine: new SchedulerEngine(module), changes: new ChangedDocuments(changes) };
}

/** A document goes to each cluster, with the changes of that one made in it. */
function sinkOf(alternatives: readonly [Alternative, ...Alternative[]]) {
  const [{ engine: first }] = alternatives;
  return {
    splitter: first.splitter,
    take(document: Uint8Array) {
      for (const { engine, changes, cordoned, kept } of alternatives) {
        const changed = changes.changed(document);
        engine.objects(changed);
        cordoned?.take(changed);
        // Its place is read into again.
        kept?.push(changed.slice());
      }
    },
  };
}

/** All that is asked of a cluster: as it is, or with changes. */
interface Asked<Options> {
  readonly options: Options;
  /** The first is the cluster as it is, unless there is one alone. */
  readonly alternatives: readonly [Alternative, ...Alternative[]];
  /** Files of `--change`, which the last alternative gets. */
  readonly files: readonly string[];
  /** The command that asks. */
  readonly command?: string;
  readonly progress: Progress;
  readonly io: Io;
}

export interface ReadScheduling {
  /** The one that is in force. */
  readonly configuration: string;
  readonly summary: SchedulerSummary;
  /** The names of the nodes, sorted. */
  readonly nodes: readonly string[];
  readonly namespaces: ReadonlySet<string>;
  /** Kinds of which a list is given. */
  readonly listedKinds: ReadonlySet<string>;
}

/** Reads and configures the alternatives, and reports what is not used of all that was read. */
export async function readCluster({
  options,
  alternatives,
  files: ofChange,
  command = "schedule",
  progress,
  io,
}: Asked<SchedulingOptions>): Promise<ReadScheduling> {
  const [first] = alternatives;
  const survey = new ClusterSurvey();
  const reading = { sink: surveyed(sinkOf(alternatives), survey), progress, io };
  const { example, objects } = options;
  const files = example === undefined ? objects : [await exampleCluster(example)];
  const source: ReleaseSource = { server: undefined, survey };
  if (files === undefined) source.server = await readLiveObjects({ options, ...reading });
  else await readObjects(files, reading);
  await inferOwners(reading.sink, survey, SCHEDULED_OWNERS, io);
  if (options.change !== undefined) {
    const changed = alternatives.at(-1) ?? first;
    await readObjects(ofChange, { ...reading, sink: sinkOf([changed]) });
    refuseUnfound(changed.changes);
  }
  const engines = alternatives.map(({ engine }) => engine);
  const configuration = await configure(engines, options, source, io);
  await progress.clear();
  const summary = first.engine.summary().parse();
  const { notes, warnings } = clusterNotes(summary, `see plimsoll ${command} --help`);
  await printNotes(notes, io);
  await printWarnings(warnings, io);
  const { nodes, namespaces, listedKinds } = survey;
  return { configuration, summary, nodes, namespaces, listedKinds };
}

/** The survey sees each document once it has been taken. */
export function surveyed({ splitter, take }: ObjectSink, survey: ClusterSurvey): ObjectSink {
  return {
    splitter,
    take(document) {
      take(document);
      survey.take(document);
    },
  };
}

/** Adds owners that only pods name; `mattering`: kinds that are named if they are not there. */
export async function inferOwners(
  sink: ObjectSink,
  survey: ClusterSurvey,
  mattering: readonly string[],
  io: Io,
): Promise<void> {
  const [inferred, notes] = [survey.inferredReplicaSets, survey.notes(mattering)];
  if (inferred !== null) sink.take(inferred);
  await printNotes(notes, io);
}

export function readChanges(texts: readonly string[]) {
  const files = texts.filter(isFile);
  try {
    return { files, changes: texts.filter((text) => !files.includes(text)).map(readChange) };
  } catch (error) {
    if (!(error instanceof ChangeError)) throw error;
    throw usageFailure(`--change ${error.message}.`);
  }
}

function refuseUnfound(changes: ChangedDocuments): void {
  const [first] = changes.unfound;
  if (first === undefined) return;
  const { kind, namespace, name } = first.objects;
  const named = namespace === null ? name : `${namespace}/${name}`;
  throw inputFailure(
    `--change "${first.text}": no ${kind} ${named} is among the objects; check its name.`,
  );
}

/** Has a scheduler that can be configured. */
interface Configurable {
  configure(configuration: string): void;
}

/** Where the release of a cluster is known from, if it is not named. */
export interface ReleaseSource {
  /** The API server's, if it says. */
  server: string | undefined;
  readonly survey: ClusterSurvey;
}

/** Answers the configuration that is in force. */
export async function configure(
  engines: readonly Configurable[],
  options: Pick<SchedulingOptions, "schedulerConfig" | "kubernetesVersion" | "example">,
  { server, survey }: ReleaseSource,
  io: Io,
): Promise<string> {
  const { schedulerConfig: config, kubernetesVersion, example } = options;
  const source =
    config === undefined ? null : { name: nameOf(config), text: await readText(config, io) };
  const configured = async (version: string | undefined) => {
    const named = version === undefined ? {} : { kubernetesVersion: version };
    const changes: string[] = [];
    const configuration = schedulerConfiguration(source, named, (change) => changes.push(change));
    for (const engine of engines) engine.configure(configuration);
    await printNotes(changes, io);
    return configuration;
  };
  if (kubernetesVersion !== undefined) {
    const { release, note } = askedRelease(kubernetesVersion, RELEASES.scheduler);
    if (note !== null) await printWarnings([note], io);
    return configured(release);
  }
  const { release, notes, warnings } = schedulerRelease(server, survey.newestKubelet);
  // The nodes of an example lack a release.
  if (release !== undefined || example === undefined) await printNotes(notes, io);
  await printWarnings(warnings, io);
  return configured(release);
}
