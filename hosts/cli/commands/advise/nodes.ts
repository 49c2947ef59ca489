import type { UnreadNode } from "../../../../analysis/questions/advise/adviceJson.ts";
import { seriesLimit } from "../../../../analysis/questions/advise/advised.ts";
import type { AdviseOptions } from "../../../../analysis/questions/advise/options.ts";
import { CLUSTER_NAMES } from "../../../../analysis/questions/options/cluster.ts";
import type { CaptureHeader } from "../../../../analysis/read/capture/capture.ts";
import { plural } from "../../../../analysis/text/amount.ts";
import { headerOfNode } from "../../../daemon/kubernetes/nodes.ts";
import type { Io, NoticeKind } from "../../../system/io.ts";
import { inputFailure, usageFailure } from "../../exitCode.ts";
import { eachNode, openCluster } from "../../input/cluster.ts";
import { configurationOf, nodeCapture } from "../../input/liveNode.ts";
import type { NamedCapture } from "../../input/namedCapture.ts";
import { nodeChoiceOf } from "../../input/nodeChoice.ts";
import { namedSeries, seriesOfNode } from "../../input/prometheus/seriesOfNode.ts";
import { unreadReason } from "../../input/unreadNode.ts";
import { printNotes, printWarnings } from "../../notes.ts";
import { untilStopped } from "../run/untilStopped.ts";

/** A node's capture, and what it cannot show. */
export interface OpenedNode {
  readonly capture: NamedCapture;
  readonly limit?: string;
}

/** Handles one node after the other; what it has to say of many, goes to its own `io`. */
export type TakeNode = (open: (io: Io) => Promise<OpenedNode>, io: Io) => Promise<void>;

/** A snapshot takes some hundred kilobytes, hours of series some megabytes. */
const SNAPSHOTS_MAX = 1000;
const SERIES_MAX = 20;
const SENTENCES_MAX = 10;

export function namesNodes(options: AdviseOptions): boolean {
  return hasSeries(options) || needsCluster(options);
}

function hasSeries({ prometheus, prometheusDump }: AdviseOptions): boolean {
  return prometheus !== undefined || prometheusDump !== undefined;
}

/** Nodes that are named alone are asked themselves, where no series are of them. */
function needsCluster(options: AdviseOptions): boolean {
  const { allNodes, selector, node } = options;
  const isNamed = allNodes !== undefined || selector !== undefined;
  return (
    isNamed ||
    CLUSTER_NAMES.some((name) => options[name] !== undefined) ||
    (node !== undefined && !hasSeries(options))
  );
}

/** Takes every node that is chosen; those that cannot be read are answered. */
export async function eachAdvisedNode(
  options: AdviseOptions,
  io: Io,
  take: TakeNode,
): Promise<readonly UnreadNode[]> {
  const said = new Said();
  const quiet: Io = { ...io, notice: async (kind, sentence) => said.add(kind, sentence) };
  const unread = needsCluster(options)
    ? await eachOfCluster(options, quiet, take)
    : await eachOfSeries(options, quiet, take);
  await said.print(io);
  return unread;
}

/** Series alone: every node is named, and one that has none is an error. */
async function eachOfSeries(
  options: AdviseOptions,
  io: Io,
  take: TakeNode,
): Promise<readonly UnreadNode[]> {
  const { node: names = [] } = options;
  refuseMany(names.length, SERIES_MAX);
  const now = Date.now();
  for (const name of names) {
    await take((own) => openSeries(name, options, now, own), io);
  }
  return [];
}

async function eachOfCluster(
  options: AdviseOptions,
  io: Io,
  take: TakeNode,
): Promise<readonly UnreadNode[]> {
  const choice = nodeChoiceOf(options);
  const cluster = await openCluster(options, io, choice.bounds);
  const wantsConfigz = options.config === undefined;
  const isOfSeries = hasSeries(options);
  const now = Date.now();
  const unread: UnreadNode[] = [];
  let count = 0;
  // One engine decodes them, and a server is asked for one node's series at a time.
  let turn: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>) => {
    const mine = turn.then(work);
    turn = mine.catch(() => {});
    return mine;
  };
  const all = async function* (signal: AbortSignal): AsyncGenerator<void, void, undefined> {
    await eachNode(cluster, choice, signal, async (node, ended) => {
      count += 1;
      refuseMany(count, isOfSeries ? SERIES_MAX : SNAPSHOTS_MAX);
      try {
        const found = await cluster.facts(node, ended);
        if (!isOfSeries) {
          const capture = await nodeCapture(found, cluster, wantsConfigz, io, undefined, ended);
          await inTurn(() => take(async () => ({ capture }), io));
          return;
        }
        const configz = wantsConfigz ? await cluster.configz(found, ended) : null;
        const known = headerOfNode(found, configurationOf(node.name, configz));
        const open = (own: Io) => openSeries(node.name, options, now, own, known);
        await inTurn(() => take(open, io));
      } catch (error) {
        const isLate = ended.aborted && !signal.aborted;
        unread.push({ node: node.name, reason: unreadReason(error, choice, isLate) });
      }
    });
    yield;
  };
  try {
    await untilStopped({ begin: all });
  } finally {
    cluster.close();
  }
  return unread.sort((a, b) => (a.node < b.node ? -1 : 1));
}

async function openSeries(
  name: string,
  options: AdviseOptions,
  now: number,
  io: Io,
  known?: Partial<CaptureHeader>,
): Promise<OpenedNode> {
  const { node: _, ...others } = options;
  const series = await seriesOfNode(name, others, now, io);
  const { report } = series;
  await printNotes(
    report.notes.map((note) => `Node ${name}: ${note}`),
    io,
  );
  const limit = seriesLimit(report.intervalSeconds);
  return { capture: namedSeries(series, name, known), limit };
}

function refuseMany(count: number, most: number): void {
  if (count <= most) return;
  throw usageFailure(
    `${most === SERIES_MAX ? "Series of more" : "More"} than ${most} nodes are too many; ` +
      "choose some with --selector.",
  );
}

/** Throws a Failure when no node could be read; names the first of those that could not. */
export async function reportUnread(
  unread: readonly UnreadNode[],
  readCount: number,
  io: Io,
): Promise<void> {
  const [first] = unread;
  if (readCount === 0) {
    throw inputFailure(
      first === undefined
        ? "The cluster has no such node; check the selector."
        : `None of ${plural(unread.length, "node")} could be read: ${first.reason}`,
    );
  }
  const more = unread.length - SENTENCES_MAX;
  const named = unread.slice(0, SENTENCES_MAX);
  await printWarnings(
    [
      ...named.map(({ node, reason }) => `Node ${node} is left out: ${reason}`),
      ...(more > 0 ? [`${plural(more, "node")} more are left out: --output json names them.`] : []),
    ],
    io,
  );
}

/** What is said of many nodes: each sentence once, and not more than a person reads. */
class Said {
  readonly #notes = new Set<string>();
  readonly #warnings = new Set<string>();

  add(kind: NoticeKind, sentence: string): void {
    (kind === "note" ? this.#notes : this.#warnings).add(sentence);
  }

  async print(io: Io): Promise<void> {
    const [notes, warnings] = [this.#notes, this.#warnings];
    await printNotes([...notes].slice(0, SENTENCES_MAX), io);
    await printWarnings([...warnings].slice(0, SENTENCES_MAX), io);
    const more = [notes, warnings].reduce(
      (sum, { size }) => sum + Math.max(0, size - SENTENCES_MAX),
      0,
    );
    if (more === 0) return;
    await printNotes([`${plural(more, "more sentence")} about other nodes.`], io);
  }
}
