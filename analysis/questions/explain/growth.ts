/** What used up a resource of a node since it was under no pressure. */
import {
  type Decision,
  type PodName,
  type RankedPod,
  SIGNALS,
  type Signal,
} from "../../engine/decision.ts";
import { nodeIn } from "../../read/memory/nodeMemory.ts";
import { type UsedByPod, usedByPod, usedOfNode } from "../../read/usedBySignal.ts";
import { formatBytes, formatCount } from "../../text/amount.ts";
import {
  type Column,
  paragraph,
  type Section,
  section,
  type Text,
  table,
} from "../../text/document.ts";
import { podText } from "../../text/podText.ts";
import { clockOf } from "../../text/utc.ts";

/** Bytes, inodes or processes, before and in the step. */
interface Use {
  readonly before: number;
  readonly now: number;
}

export interface PodGrowth extends Use, Pick<PodName, "namespace" | "name"> {}

export interface Growth {
  /** What measures what is left of the resource. */
  readonly signal: Signal;
  /** The moment when most was available since the last pressure, in RFC 3339. */
  readonly since: string;
  readonly node: Use;
  /** Null where a Summary does not say how much the pods use together. */
  readonly outsidePods: Use | null;
  /** Pods whose use grew, the most first; one that is new used none before. */
  readonly pods: readonly PodGrowth[];
}

interface Baseline {
  readonly time: string;
  readonly used: number;
  readonly summary: Uint8Array;
}

/** Follows a replay step by step, and keeps the quiet step with the least use of each resource. */
export class GrowthSinceQuiet {
  #baselines = new Map<Signal, Baseline>();
  #wasQuiet = false;

  /** `decision` is that of the step, in any detail. */
  take(decision: Decision, summary: Uint8Array | null): void {
    const isQuiet = decision.nodeConditions.length === 0 && decision.signal === undefined;
    const begins = isQuiet && !this.#wasQuiet;
    this.#wasQuiet = isQuiet;
    if (begins) this.#baselines.clear();
    if (!isQuiet || summary === null) return;
    const node = nodeIn(summary);
    let copy: Uint8Array | null = null;
    for (const signal of SIGNALS) {
      const used = usedOfNode(node, signal);
      const known = this.#baselines.get(signal);
      if (used === null || (known !== undefined && used > known.used)) continue;
      copy ??= summary.slice();
      this.#baselines.set(signal, { time: decision.time, used, summary: copy });
    }
  }

  /**
   * `decision` ranks the pods. Null where no threshold is met, and where no more is used than in
   * the quiet step.
   */
  until(decision: Decision, summary: Uint8Array | null): Growth | null {
    const signal = decision.rankingSignal ?? decision.signal;
    if (summary === null || decision.signal === undefined || signal === undefined) return null;
    const baseline = this.#baselines.get(signal);
    if (baseline === undefined) return null;
    const { ranking = [] } = decision;
    const [before, now] = [baseline.summary, summary].map((each) => {
      return usedByPod(each, signal, ranking);
    });
    if (before == null || now == null || now.node <= before.node) return null;
    return { signal, since: baseline.time, ...growth(before, now, ranking) };
  }
}

function growth(
  before: UsedByPod,
  now: UsedByPod,
  ranked: readonly RankedPod[],
): Omit<Growth, "signal" | "since"> {
  const [was, is] = [before.outsidePods, now.outsidePods];
  const pods = ranked.map(({ uid, namespace, name }) => {
    const [old = 0, current = 0] = [before.pods.get(uid), now.pods.get(uid)];
    return { namespace, name, before: old, now: current };
  });
  return {
    node: { before: before.node, now: now.node },
    outsidePods: was === null || is === null ? null : { before: was, now: is },
    pods: pods.filter((each) => grown(each) > 0).sort((a, b) => grown(b) - grown(a)),
  };
}

function grown({ before, now }: Use): number {
  return now - before;
}

/** What the resource of a signal is called where its growth is shown. */
interface Words {
  readonly title: string;
  readonly column: string;
  /** What is used. */
  readonly used: string;
  /** Who uses the rest of it. */
  readonly outside: string;
  readonly format: (amount: number) => string;
  readonly cell: (amount: number) => Text;
  /** What the node lost. */
  readonly lost: (amount: number, signal: Signal) => string;
}

const MEMORY: Words = {
  title: "Memory growth",
  column: "memory of",
  used: "memory used",
  outside: "processes outside pods",
  format: formatBytes,
  cell: (bytes) => [{ bytes }],
  lost: formatBytes,
};
const DISK: Words = {
  title: "Disk growth",
  column: "disk space of",
  used: "disk space used",
  outside: "files outside pods",
  format: formatBytes,
  cell: (bytes) => [{ bytes }],
  lost: (bytes, signal) => `${formatBytes(bytes)} of ${fileSystemOf(signal)}`,
};
const INODES: Words = {
  title: "Inode growth",
  column: "inodes of",
  used: "inodes used",
  outside: "files outside pods",
  format: formatCount,
  cell: formatCount,
  lost: (count, signal) => `${formatCount(count)} inodes of ${fileSystemOf(signal)}`,
};
const PROCESSES: Words = {
  title: "Process growth",
  column: "processes of",
  used: "processes",
  outside: "processes outside pods",
  format: formatCount,
  cell: formatCount,
  lost: (count) => `${formatCount(count)} process IDs`,
};

export function growthWords(signal: Signal): Words {
  if (signal === "pid.available") return PROCESSES;
  if (signal.endsWith(".inodesFree")) return INODES;
  return /^\w*fs\./.test(signal) ? DISK : MEMORY;
}

function fileSystemOf(signal: Signal): string {
  return signal.replace(/\..*$/, "");
}

const PODS_SHOWN = 5;
const MOMENTS: readonly Column[] = ["before", "now", "growth"].map((title) => {
  return { title, isNumber: true };
});

/** The pods that grew most, all pods, and what no pod uses. */
export function growthSection(found: Growth | null): readonly Section[] {
  if (found === null) return [];
  const { title, column, cell } = growthWords(found.signal);
  const rows = growthRows(found, PODS_SHOWN);
  return section(title, [
    ...paragraph(growthSentence(found)),
    ...table(
      [{ title: column, shrinks: true }, ...MOMENTS],
      rows.map(([name, use]) => ({
        cells: [name, ...[use.before, use.now, grown(use)].map(cell)],
      })),
    ),
  ]);
}

/** The name of the row about all pods together. */
export const ALL_PODS = "all pods";

/** The pods that grew most, all pods, what runs outside pods, and the node. */
export function growthRows(
  { signal, node, outsidePods, pods }: Growth,
  podsMax: number,
): readonly (readonly [name: Text, use: Use])[] {
  const inPods = outsidePods === null ? null : difference(node, outsidePods);
  return [
    ...pods.slice(0, podsMax).map((each) => [[{ code: podText(each) }], each] as const),
    ...(inPods === null ? [] : [[ALL_PODS, inPods] as const]),
    ...(outsidePods === null ? [] : [[growthWords(signal).outside, outsidePods] as const]),
    ["the node", node],
  ];
}

/** The share of the growth that is nearly all of it. */
const NEARLY_ALL = 0.98;

/** The pod that took nearly all of it; null where no pod did. */
export function mostOfGrowth({ node, pods: [most] }: Growth): PodGrowth | null {
  return most !== undefined && grown(most) >= NEARLY_ALL * grown(node) ? most : null;
}

/** How much less is available, and who took it. */
export function growthSentence(found: Growth): string {
  const { signal, since, node, outsidePods } = found;
  const words = growthWords(signal);
  const lost = `Since ${clockOf(since)}, the node lost ${words.lost(grown(node), signal)}`;
  const most = mostOfGrowth(found);
  if (most !== null) return `${lost}, nearly all of it to ${most.name}.`;
  if (outsidePods === null) return `${lost}.`;
  return `${lost}${parted(difference(node, outsidePods), outsidePods, words)}.`;
}

function difference(whole: Use, part: Use): Use {
  return { before: whole.before - part.before, now: whole.now - part.now };
}

function parted(inPods: Use, outside: Use, { outside: others, format }: Words): string {
  const [own, other] = [grown(inPods), grown(outside)];
  if (own <= 0) return `, all of it to ${others}`;
  if (other <= 0) return ", all of it to pods";
  return `: ${format(own)} to pods, ${format(other)} to ${others}`;
}
