import { COMMA } from "./json/bytes.ts";
import { elementsOf } from "./json/elements.ts";
import { MembersError, memberNamed } from "./json/members.ts";

/** Pods of a list that do not run on the node. */
export interface LeftOut {
  readonly otherNodes: number;
  /** Of no node: the scheduler has not placed them. */
  readonly unscheduled: number;
}

export const NONE_LEFT_OUT: LeftOut = { otherNodes: 0, unscheduled: 0 };

export interface NodePods {
  /** A PodList of the node's pods alone; the same bytes when it had no others. */
  readonly pods: Uint8Array;
  readonly leftOut: LeftOut;
  /** Of how many pods the list names this node. */
  readonly count: number;
  /** The other nodes of the list, sorted. */
  readonly otherNodes: readonly string[];
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();
const OPEN = encoder.encode('{"kind":"PodList","apiVersion":"v1","items":[');
const CLOSE = encoder.encode("]}");
const CONFIG_SOURCE = "kubernetes.io/config.source";

/**
 * Takes the pods of one node out of a list. A list in which no pod names a node is the node's own;
 * in any other, a pod of no node counts only when the kubelet itself has started it (a static pod).
 * A list that cannot be read stays as it is: the engine says what is wrong with it.
 */
export function podsOfNode(podList: Uint8Array, node: string): NodePods {
  const whole = { pods: podList, leftOut: NONE_LEFT_OUT, count: 0, otherNodes: [] };
  const named = timesNamedAlone(podList, node);
  if (named !== null) return { ...whole, count: named };
  const items = isListOfPods(podList) ? itemsOf(podList) : null;
  if (items === null) return whole;
  const names = items.map(nodeNameOfPod);
  if (names.every((name) => name === null)) return whole;
  const isKept = names.map((name, index) =>
    name === null ? isStatic(items[index] as Uint8Array) : name === node,
  );
  const others = names.filter((name) => name !== null && name !== node) as string[];
  const leftOut = {
    otherNodes: others.length,
    unscheduled: names.filter((name, index) => name === null && !isKept[index]).length,
  };
  const kept = isKept.every((each) => each)
    ? podList
    : listOf(items.filter((_, index) => isKept[index]));
  return {
    pods: kept,
    leftOut,
    count: names.filter((name) => name === node).length,
    otherNodes: [...new Set(others)].sort(),
  };
}

/** The nodes that the pods of a list name, sorted. */
export function nodesOfPods(podList: Uint8Array): readonly string[] {
  const names = (itemsOf(podList) ?? []).map(nodeNameOfPod).filter((name) => name !== null);
  return [...new Set(names)].sort();
}

const NODE_NAME = '"nodeName"';
const NODE_NAME_HERE = /"nodeName"\s*:\s*"([^"\\]*)"/y;
/** Of every pod, and of nothing else in one. */
const CONTAINERS = '"containers"';
/** The phase of each pod that is not scheduled; its labels might name a node in its place. */
const PENDING = '"Pending"';

/**
 * How many pods a list has when each of them names this node, as far as a text search can tell;
 * null when the list has to be walked, which takes ten times as long.
 */
function timesNamedAlone(podList: Uint8Array, node: string): number | null {
  const text = decoder.decode(podList);
  if (text.includes(PENDING)) return null;
  const places = placesIn(text, NODE_NAME);
  const isAlone = places.every((place) => {
    NODE_NAME_HERE.lastIndex = place;
    return NODE_NAME_HERE.exec(text)?.[1] === node;
  });
  const count = places.length;
  return isAlone && count > 0 && count === placesIn(text, CONTAINERS).length ? count : null;
}

function placesIn(text: string, word: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) places.push(at);
  return places;
}

/** `12 pods of other nodes and 1 not scheduled yet are left out`; null when there are none. */
export function leftOutWords({ otherNodes, unscheduled }: LeftOut): string | null {
  const parts = [
    otherNodes === 0 ? null : `${otherNodes} ${otherNodes === 1 ? "pod" : "pods"} of other nodes`,
    unscheduled === 0 ? null : `${unscheduled} not scheduled yet`,
  ].filter((part) => part !== null);
  if (parts.length === 0) return null;
  return `${parts.join(" and ")} ${otherNodes + unscheduled === 1 ? "is" : "are"} left out`;
}

/** The name a Summary gives its node; null when it says none, or is no Summary at all. */
export function nodeNameOfSummary(summary: Uint8Array): string | null {
  // As a kubelet writes it; walking half a megabyte takes a thousand times as long.
  const start = decoder.decode(summary.subarray(0, START_BYTES));
  const found = NODE_NAME_FIRST.exec(start)?.[1];
  if (found !== undefined) return found;
  return textOf(memberOf(memberOf(summary, "node"), "nodeName"));
}

/** Longer than a node's name can be, with the white space around it. */
const START_BYTES = 400;
const NODE_NAME_FIRST = /^\s*\{\s*"node"\s*:\s*\{\s*"nodeName"\s*:\s*"([^"\\]+)"/;

/** Other kinds of the API have items and node names as well. */
function isListOfPods(list: Uint8Array): boolean {
  const kind = textOf(memberOf(list, "kind"));
  return kind === null || kind === "PodList" || kind === "List";
}

function itemsOf(podList: Uint8Array): readonly Uint8Array[] | null {
  const items = memberOf(podList, "items");
  return items === null ? null : elementsOf(items);
}

function nodeNameOfPod(pod: Uint8Array): string | null {
  return textOf(memberOf(memberOf(pod, "spec"), "nodeName"));
}

function isStatic(pod: Uint8Array): boolean {
  const annotations = memberOf(memberOf(pod, "metadata"), "annotations");
  const source = textOf(memberOf(annotations, CONFIG_SOURCE));
  return source !== null && source !== "api";
}

function memberOf(object: Uint8Array | null, name: string): Uint8Array | null {
  if (object === null) return null;
  try {
    return memberNamed(object, name) ?? null;
  } catch (error) {
    if (error instanceof MembersError) return null;
    throw error;
  }
}

/** Null for what is no text, and for an empty one. */
function textOf(bytes: Uint8Array | null): string | null {
  try {
    const value: unknown = bytes === null ? null : JSON.parse(decoder.decode(bytes));
    return typeof value === "string" && value !== "" ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function listOf(items: readonly Uint8Array[]): Uint8Array {
  const size = items.reduce((sum, item) => sum + item.length + 1, OPEN.length + CLOSE.length);
  const list = new Uint8Array(Math.max(size - 1, OPEN.length + CLOSE.length));
  list.set(OPEN);
  let at = OPEN.length;
  for (const [index, item] of items.entries()) {
    if (index > 0) list[at++] = COMMA;
    list.set(item, at);
    at += item.length;
  }
  list.set(CLOSE, at);
  return list;
}
