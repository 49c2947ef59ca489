/** What used up the memory of a node since it was under no pressure. */
import type { Decision, PodName, RankedPod } from "../../engine/decision.ts";
import { nodeMemory } from "../../read/memory/nodeMemory.ts";
import { type MemoryByPod, memoryByPod } from "../../read/memory/podMemory.ts";
import { formatBytes } from "../../text/amount.ts";
import {
  type Column,
  paragraph,
  type Section,
  section,
  type Text,
  table,
} from "../../text/document.ts";
import { podText } from "../../text/podText.ts";
import { rankedResource } from "../../text/rankingKeys.ts";
import { clockOf } from "../../text/utc.ts";

/** Working sets in bytes, before and in the step. */
interface Use {
  readonly before: number;
  readonly now: number;
}

interface PodGrowth extends Use, Pick<PodName, "namespace" | "name"> {}

export interface MemoryGrowth {
  /** The moment of most available memory since the last pressure, in RFC 3339. */
  readonly since: string;
  readonly node: Use;
  /** Null where a Summary lacks the cgroup of all pods. */
  readonly outsidePods: Use | null;
  /** Pods whose memory grew, the most first; one that is new had none before. */
  readonly pods: readonly PodGrowth[];
}

interface Baseline {
  readonly time: string;
  readonly workingSet: number;
  readonly summary: Uint8Array;
}

/** Follows a replay step by step, and keeps the quiet step with the least memory in use. */
export class GrowthSinceQuiet {
  #baseline: Baseline | null = null;
  #wasQuiet = false;

  /** `decision` is that of the step, in any detail. */
  take(decision: Decision, summary: Uint8Array | null): void {
    const isQuiet = decision.nodeConditions.length === 0 && decision.signal === undefined;
    const begins = isQuiet && !this.#wasQuiet;
    this.#wasQuiet = isQuiet;
    if (!isQuiet || summary === null) return;
    const workingSet = nodeMemory(summary)?.node.workingSetBytes;
    if (workingSet === undefined) return;
    if (!begins && this.#baseline !== null && workingSet > this.#baseline.workingSet) return;
    this.#baseline = { time: decision.time, workingSet, summary: summary.slice() };
  }

  /**
   * `decision` ranks the pods. Null for a step that is not about memory, and where no more is used
   * than in the quiet step.
   */
  until(decision: Decision, summary: Uint8Array | null): MemoryGrowth | null {
    const baseline = this.#baseline;
    if (baseline === null || summary === null || decision.signal === undefined) return null;
    if (rankedResource(decision) !== "memory") return null;
    const [before, now] = [memoryByPod(baseline.summary), memoryByPod(summary)];
    if (before === null || now === null || now.node <= before.node) return null;
    return growth(baseline.time, before, now, decision.ranking ?? []);
  }
}

function growth(
  since: string,
  before: MemoryByPod,
  now: MemoryByPod,
  ranked: readonly RankedPod[],
): MemoryGrowth {
  const [was, is] = [before.outsidePods, now.outsidePods];
  const pods = ranked.map(({ uid, namespace, name }) => {
    const [old = 0, current = 0] = [before.pods.get(uid), now.pods.get(uid)];
    return { namespace, name, before: old, now: current };
  });
  return {
    since,
    node: { before: before.node, now: now.node },
    outsidePods: was === null || is === null ? null : { before: was, now: is },
    pods: pods.filter((each) => grown(each) > 0).sort((a, b) => grown(b) - grown(a)),
  };
}

function grown({ before, now }: Use): number {
  return now - before;
}

const PODS_SHOWN = 5;
const COLUMNS: readonly Column[] = [
  { title: "memory of", shrinks: true },
  ...["before", "now", "growth"].map((title) => ({ title, isNumber: true })),
];

/** The pods that grew most, all pods, and what runs outside pods. */
export function growthSection(found: MemoryGrowth | null): readonly Section[] {
  if (found === null) return [];
  const rows = growthRows(found, PODS_SHOWN);
  return section("Memory growth", [
    ...paragraph(growthSentence(found)),
    ...table(
      COLUMNS,
      rows.map(([name, use]) => ({
        cells: [name, ...[use.before, use.now, grown(use)].map((bytes) => [{ bytes }])],
      })),
    ),
  ]);
}

/** The name of the row about all pods together. */
export const ALL_PODS = "all pods";

/** The pods that grew most, all pods, what runs outside pods, and the node. */
export function growthRows(
  { node, outsidePods, pods }: MemoryGrowth,
  podsMax: number,
): readonly (readonly [name: Text, use: Use])[] {
  const inPods = outsidePods === null ? null : difference(node, outsidePods);
  return [
    ...pods.slice(0, podsMax).map((each) => [[{ code: podText(each) }], each] as const),
    ...(inPods === null ? [] : [[ALL_PODS, inPods] as const]),
    ...(outsidePods === null ? [] : [["processes outside pods", outsidePods] as const]),
    ["the node", node],
  ];
}

/** The share of the growth that is nearly all of it. */
const NEARLY_ALL = 0.98;

/** How much less memory is available, and who took it. */
export function growthSentence({ since, node, outsidePods, pods }: MemoryGrowth): string {
  const [most] = pods;
  if (most !== undefined && grown(most) >= NEARLY_ALL * grown(node)) {
    const lost = `Since ${clockOf(since)}, the node lost ${formatBytes(grown(node))}`;
    return `${lost}, nearly all of it to ${most.name}.`;
  }
  const inPods = outsidePods === null ? null : difference(node, outsidePods);
  return (
    `Since ${clockOf(since)}, the node lost ${formatBytes(grown(node))}` +
    `${parted(inPods, outsidePods)}.`
  );
}

function difference(whole: Use, part: Use): Use {
  return { before: whole.before - part.before, now: whole.now - part.now };
}

function parted(inPods: Use | null, outside: Use | null): string {
  if (inPods === null || outside === null) return "";
  const [pods, others] = [grown(inPods), grown(outside)];
  if (pods <= 0) return ", all of it to processes outside pods";
  if (others <= 0) return ", all of it to pods";
  return `: ${formatBytes(pods)} to pods, ${formatBytes(others)} to processes outside pods`;
}
