/** What a cluster that is simulated looks like at its moments. */
import type { SimulatorEvent, SimulatorVerdict } from "../../engine/simulatorEvent.ts";
import { formatBytes, formatCount, plural } from "../../text/amount.ts";
import type { Tone } from "../../text/document.ts";
import { coresText } from "../../text/quantityText.ts";
import { virtualTime } from "../../text/virtualTime.ts";
import type { Opening } from "./opening.ts";

/** What a node is filled by: what it runs short of. */
export type Measure = "memory" | "disk" | "inodes" | "cpu";

/** A pod on a node. */
export interface PodUsage {
  readonly pod: string;
  /** The number of its owner among those of the run. */
  readonly owner: number;
  readonly amount: number;
}

/** A node at a moment. */
export interface NodeUsage {
  /** With what the system uses. */
  readonly amount: number;
  readonly conditions: readonly string[];
  readonly pods: readonly PodUsage[];
}

export interface Moment {
  /** Seconds since the start. */
  readonly time: number;
  /** The usage of each node, in the order of the nodes. */
  readonly usages: readonly NodeUsage[];
  /** Pods that wait for a node. */
  readonly waiting: readonly Omit<PodUsage, "amount">[];
}

/** A node. */
export interface SimulatedNode {
  readonly name: string;
  readonly capacity: number;
  /** The amount above which the kubelet evicts or rejects; null where nothing is observed. */
  readonly line: number | null;
  readonly lineWords: string;
}

/** What happened, in the words of the command line. */
export interface WordedEvent extends SimulatorEvent {
  readonly words: string;
}

/** A cluster that was simulated. */
export interface ClusterRun {
  readonly verdict: SimulatorVerdict;
  /** As the command line begins its answer. */
  readonly opening: Opening;
  readonly tone: Tone;
  readonly measure: Measure;
  readonly nodes: readonly SimulatedNode[];
  readonly owners: readonly string[];
  readonly events: readonly WordedEvent[];
  readonly moments: readonly Moment[];
}

export const MEASURE_WORDS: Readonly<Record<Measure, string>> = {
  memory: "memory in use, up to each node's load line",
  disk: "disk in use, up to each node's load line",
  inodes: "inodes in use, up to each node's load line",
  cpu: "processors that pods ask for, up to each node's load line",
};
/** The word before the period of a cycle. */
export const SAME_AGAIN = "the same again";
export const NOTHING_YET = "Nothing has happened yet.";

export function amountText(measure: Measure, amount: number): string {
  if (measure === "cpu") return coresText(amount);
  return measure === "inodes" ? formatCount(amount) : formatBytes(amount);
}

/** The sentence for the last event, with its time where that was before the moment. */
export function lastEventText({ time, node = "", words }: WordedEvent, moment = time): string {
  const end = words.indexOf(". ");
  const first = end < 0 ? words : words.slice(0, end + 1);
  const said = `${node === "" ? "" : `${node}: `}${first}`;
  return virtualTime(time) === virtualTime(moment)
    ? said
    : `Last, at ${virtualTime(time)}, ${said}`;
}

/** The pods that have no node. */
export function waitingText(count: number): string {
  if (count === 0) return "No pod waits for a node";
  return `${plural(count, "pod")} without a node`;
}

/** What is explained of a node at a moment. */
export function decidesText(node: string, time: number): string {
  return `What the kubelet of ${node} decides at ${virtualTime(time)}`;
}
