import type { Clock } from "../../../analysis/engine/clock.ts";
import type { ClusterOptions } from "../../../analysis/questions/options/cluster.ts";
import type { CaptureRecord } from "../../../analysis/read/capture/capture.ts";
import { optionsOfHeader } from "../../../analysis/read/capture/header.ts";
import {
  type KubeletConfiguration,
  readConfiguration,
} from "../../../analysis/read/kubelet/configuration.ts";
import { ApiError, NEXT_STEP } from "../../daemon/kubernetes/apiError.ts";
import { configzOf, headerOfNode } from "../../daemon/kubernetes/nodes.ts";
import { InputError } from "../../system/errors.ts";
import type { Io } from "../../system/io.ts";
import { SYSTEM_CLOCK } from "../../system/systemClock.ts";
import { printNotes } from "../notes.ts";
import { type Cluster, type FoundNode, openCluster } from "./cluster.ts";
import type { NamedCapture } from "./namedCapture.ts";

/** A node that runs, as a capture of one record; without its configz when another is named. */
export async function openLiveNode(
  name: string,
  options: ClusterOptions,
  wantsConfigz: boolean,
  io: Io,
  clock: Clock = SYSTEM_CLOCK,
): Promise<NamedCapture> {
  const cluster = await openCluster(options, io);
  try {
    return await readLiveNode(name, cluster, wantsConfigz, io, clock);
  } catch (error) {
    // What a daemon does by itself, a person does here.
    if (!(error instanceof ApiError) || error.advice !== NEXT_STEP) throw error;
    throw new InputError(error.problem, "try again");
  } finally {
    cluster.close();
  }
}

async function readLiveNode(
  name: string,
  cluster: Cluster,
  wantsConfigz: boolean,
  io: Io,
  clock: Clock,
): Promise<NamedCapture> {
  return nodeCapture(await cluster.node(name), cluster, wantsConfigz, io, clock);
}

/** What a node answers once, as a capture of one record. */
export async function nodeCapture(
  node: FoundNode,
  cluster: Cluster,
  wantsConfigz: boolean,
  io: Io,
  clock: Clock = SYSTEM_CLOCK,
  signal?: AbortSignal,
): Promise<NamedCapture> {
  const { notes: ofNode, object, ...facts } = node;
  const { name } = facts;
  const reading = await cluster.read(facts, wantsConfigz, signal);
  const notes = [...ofNode, ...reading.notes].map((note) => `Node ${name}: ${note}`);
  await printNotes(notes, io);
  const configuration = configurationOf(name, reading.configz);
  const header = headerOfNode(facts, configuration);
  const { summary, pods } = reading;
  const record: CaptureRecord = {
    time: clock.now(),
    summary,
    ...(pods === null ? {} : { pods }),
    others: new Map(),
    line: 0,
  };
  return {
    header,
    options: optionsOfHeader(header),
    problems: [],
    records: only(record),
    name: `node ${name}`,
    origin: configzOf(name),
    ...(object === undefined ? {} : { nodeObject: object }),
  };
}

/** A configz answer as its kubelet's configuration; null where there is none. */
export function configurationOf(
  node: string,
  configz: Uint8Array | null,
): KubeletConfiguration | null {
  if (configz === null) return null;
  const text = Buffer.from(configz).toString("utf8");
  return readConfiguration({ name: configzOf(node), text }).configuration;
}

async function* only(record: CaptureRecord): AsyncGenerator<CaptureRecord, void, undefined> {
  yield record;
}
