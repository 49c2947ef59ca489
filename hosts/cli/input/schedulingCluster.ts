/** A cluster in the module: its objects, the changes that are tried, and its scheduler. */

import { RELEASES } from "../../../analysis/engine/contract/releases.ts";
import { EngineError } from "../../../analysis/engine/engineError.ts";
import {
  type EffectiveConfiguration,
  SchedulerEngine,
  type SchedulerSummary,
} from "../../../analysis/engine/schedulerEngine.ts";
import { type Change, ChangeError, readChange } from "../../../analysis/questions/change/change.ts";
import { ChangedDocuments } from "../../../analysis/questions/change/changedObjects.ts";
import type { CordonedNodes } from "../../../analysis/questions/change/cordonedNodes.ts";
import type { ObjectsOptions } from "../../../analysis/questions/options/objects.ts";
import { schedulerConfiguration } from "../../../analysis/read/objects/schedulerConfiguration.ts";
import { formatCount } from "../../../analysis/text/amount.ts";
import { formatRelease, minorOf, nearestMinor } from "../../../analysis/text/release.ts";
import { exampleCluster } from "../../system/examples.ts";
import { isFile, nameOf, readText } from "../../system/files.ts";
import type { Io } from "../../system/io.ts";
import { inputFailure, usageFailure } from "../exitCode.ts";
import { printNotes, printWarnings } from "../notes.ts";
import type { Progress } from "../screen/progress.ts";
import { readObjects } from "./clusterObjects.ts";
import { readLiveObjects } from "./liveObjects.ts";

/** Where a cluster comes from, and which scheduler places its pods. */
export interface SchedulingOptions extends ObjectsOptions {
  readonly config?: string;
  readonly kubernetesVersion?: string;
  readonly whatIf?: readonly string[];
}

/** One cluster: as it is, or with changes. */
export interface Alternative {
  readonly engine: SchedulerEngine;
  readonly changes: ChangedDocuments;
  /** Is told of each document, for what is tried afterwards. */
  readonly cordoned?: CordonedNodes;
  /** Gets each document, for what is read again. */
  readonly kept?: Uint8Array[];
}

export function alternative(module: WebAssembly.Module, changes: readonly Change[]): Alternative {
  return { engine: new SchedulerEngine(module), changes: new ChangedDocuments(changes) };
}

/** A document goes to each cluster, with the changes of that one made in it. */
export function sinkOf(alternatives: readonly [Alternative, ...Alternative[]]) {
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

export async function readCluster(
  options: SchedulingOptions,
  [asIs, changed]: readonly [Alternative, Alternative | null],
  progress: Progress,
  io: Io,
): Promise<string | undefined> {
  const sink = sinkOf(changed === null ? [asIs] : [asIs, changed]);
  const { example, objects } = options;
  const files = example === undefined ? objects : [await exampleCluster(example)];
  if (files === undefined) return readLiveObjects({ options, sink, progress, io });
  await readObjects(files, { sink, progress, io });
  return undefined;
}

export function whatIf(texts: readonly string[]) {
  const files = texts.filter(isFile);
  try {
    return { files, changes: texts.filter((text) => !files.includes(text)).map(readChange) };
  } catch (error) {
    if (!(error instanceof ChangeError)) throw error;
    throw usageFailure(`--what-if ${error.message}.`);
  }
}

export function refuseUnfound(changes: ChangedDocuments): void {
  const [first] = changes.unfound;
  if (first === undefined) return;
  const { kind, namespace, name } = first.objects;
  const named = namespace === null ? name : `${namespace}/${name}`;
  throw inputFailure(
    `--what-if "${first.text}": no ${kind} ${named} is among the objects; check its name.`,
  );
}

/** Has a scheduler that can be configured. */
interface Configurable {
  configure(configuration: string): void;
}

/** Answers the configuration that is in force; `release` is the API server's, if it says. */
export async function configure(
  engines: readonly Configurable[],
  { config, kubernetesVersion }: Pick<SchedulingOptions, "config" | "kubernetesVersion">,
  release: string | undefined,
  io: Io,
): Promise<string> {
  const source =
    config === undefined ? null : { name: nameOf(config), text: await readText(config, io) };
  const configured = async (version: string | undefined) => {
    const options = version === undefined ? {} : { kubernetesVersion: version };
    const changes: string[] = [];
    const configuration = schedulerConfiguration(source, options, (change) => changes.push(change));
    for (const engine of engines) engine.configure(configuration);
    await printNotes(changes, io);
    return configuration;
  };
  if (kubernetesVersion !== undefined) {
    try {
      return await configured(kubernetesVersion);
    } catch (error) {
      if (!isOfRelease(error)) throw error;
      throw inputFailure(`--kubernetes-version ${kubernetesVersion}: ${error.reason}.`);
    }
  }
  const minor = minorOf(release ?? "");
  if (minor === undefined) return configured(undefined);
  const followed = nearestMinor(minor, RELEASES.scheduler);
  if (followed !== minor) {
    const note = `The API server is ${release}; the nearest supported release, `;
    await printWarnings([`${note}${formatRelease(followed)}, is followed.`], io);
  }
  return configured(formatRelease(followed));
}

function isOfRelease(error: unknown): error is EngineError {
  return error instanceof EngineError && (error.path ?? "").includes("plimsoll");
}

/** Reports what was read and is not used; throws when no object is a node or a pod. */
export async function printReadKinds(summary: SchedulerSummary, io: Io): Promise<void> {
  const { objects, passedOver } = summary;
  const others = passedOver.map(({ kind, count }) => `${formatCount(count)} ${kind}`);
  const some = others.slice(0, KINDS_SHOWN).join(", ");
  const more = others.length > KINDS_SHOWN ? ` and ${others.length - KINDS_SHOWN} more kinds` : "";
  if (Object.keys(objects).length === 0) {
    const found = others.length === 0 ? "nothing is in them" : `they are ${some}${more}`;
    throw inputFailure(
      `The objects have no node and no pod: ${found}; see plimsoll schedule --help.`,
    );
  }
  if (others.length > 0) await printNotes([`Scheduling does not depend on ${some}${more}.`], io);
  if (objects.Node !== undefined) return;
  await printWarnings(["No node is among the objects; add what kubectl get nodes prints."], io);
}

const KINDS_SHOWN = 5;

/** Reports what of a configuration is followed differently here, or prevents a decision. */
export async function printConfigurationLimits(
  { configuredParallelism = 1, extenders, profiles }: EffectiveConfiguration,
  io: Io,
): Promise<void> {
  if (configuredParallelism > 1) {
    const note =
      `The configuration's parallelism is ${configuredParallelism}; decisions are those of 1, ` +
      "the only one with which the scheduler places pods the same way each time.";
    await printNotes([note], io);
  }
  const warnings = profiles.flatMap(({ schedulerName, notEvaluated = [] }) =>
    notEvaluated.length === 0
      ? []
      : [`No pod of ${schedulerName} can be evaluated: it needs ${notEvaluated.join(", ")}.`],
  );
  if (extenders.length > 0) {
    warnings.push(`No pod can be evaluated: it needs the extender ${extenders.join(", ")}.`);
  }
  await printWarnings(warnings, io);
}
