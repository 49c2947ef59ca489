import { sameBytes } from "../../engine/sameBytes.ts";
import { BRACE_OPEN, COMMA, QUOTE } from "../json/bytes.ts";
import { walkElements } from "../json/elements.ts";
import { type MemberName, MembersError, memberName, memberNamed } from "../json/members.ts";

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
const NULL = encoder.encode("null");
const ITEMS = memberName("items");
const KIND = memberName("kind");
const NODE = memberName("node");
const SPEC = memberName("spec");
const POD_NODE_NAME = memberName("nodeName");
const METADATA = memberName("metadata");
const ANNOTATIONS = memberName("annotations");
const CONFIG_SOURCE = memberName("kubernetes.io/config.source");

/** A cluster has at most 150,000. */
export const LISTED_PODS_MAX = 200_000;

/**
 * Takes the pods of one node out of a list. A list in which no pod names a node is the node's own;
 * in any other, a pod of no node counts only when the kubelet itself has started it (a static pod).
 * A list that cannot be read, or has more than `listedMax` pods, stays as it is: the engine says
 * what is wrong with it.
 */
export function podsOfNode(
  podList: Uint8Array,
  node: string,
  listedMax = LISTED_PODS_MAX,
): NodePods {
  const whole = { pods: podList, leftOut: NONE_LEFT_OUT, count: 0, otherNodes: [] };
  const named = timesNamedAlone(podList, node);
  if (named !== null) return { ...whole, count: named };
  if (!isListOfPods(podList)) return whole;
  const kept: Uint8Array[] = [];
  const others = new Set<string>();
  let [count, otherNodes, unscheduled] = [0, 0, 0];
  const isRead = walkPods(podList, listedMax, (pod, name) => {
    const isOther = name !== null && name !== node;
    const isUnscheduled = name === null && !isStatic(pod);
    if (isOther) others.add(name);
    if (!isOther && !isUnscheduled) kept.push(pod);
    count += Number(name === node);
    otherNodes += Number(isOther);
    unscheduled += Number(isUnscheduled);
  });
  if (!isRead || count + otherNodes === 0) return whole;
  return {
    pods: otherNodes + unscheduled === 0 ? podList : listOf(kept),
    leftOut: { otherNodes, unscheduled },
    count,
    otherNodes: [...others].sort(),
  };
}

/** The nodes that the pods of a list name, sorted. */
export function nodesOfPods(podList: Uint8Array, listedMax: number): readonly string[] {
  const names = new Set<string>();
  const isRead = walkPods(podList, listedMax, (_pod, name) => {
    if (name !== null) names.add(name);
  });
  return isRead ? [...names].sort() : [];
}

const NODE_NAME = '"nodeName"';
const NODE_NAME_HERE = /"nodeName"\s*:\s*"([^"\\]*)"/y;
/** Of every pod, and of nothing else in one. */
const CONTAINERS = '"containers"';
/** The phase of each pod that is not scheduled; its labels might name a node in its place. */
const PENDING = '"Pending"';

/**
 * How many pods a list has when each of them names this node, as far as a text search can find;
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

/** The name a Summary gives its node; null when it says none, or is not a Summary at all. */
export function nodeNameOfSummary(summary: Uint8Array): string | null {
  // As a kubelet writes it; walking half a megabyte takes a thousand times as long.
  const start = decoder.decode(summary.subarray(0, START_BYTES));
  const found = NODE_NAME_FIRST.exec(start)?.[1];
  if (found !== undefined) return found;
  let name: string | null = null;
  const isRead = isReadable(() => {
    name = textOf(member(objectOf(member(summary, NODE)), POD_NODE_NAME));
    return true;
  });
  return isRead ? name : null;
}

/** Longer than a node's name can be, with the white space around it. */
const START_BYTES = 400;
const NODE_NAME_FIRST = /^\s*\{\s*"node"\s*:\s*\{\s*"nodeName"\s*:\s*"([^"\\]+)"/;

/** Other kinds of the API have items and node names as well. */
function isListOfPods(list: Uint8Array): boolean {
  return isReadable(() => {
    const kind = textOf(member(list, KIND));
    return kind === null || kind === "PodList" || kind === "List";
  });
}

/**
 * Visits each pod of a list, with the node that it names. False when the list cannot be read: what
 * is wrong in it ends the walk, so that four million numbers in place of pods cost nothing here.
 */
function walkPods(
  podList: Uint8Array,
  listedMax: number,
  visit: (pod: Uint8Array, node: string | null) => void,
): boolean {
  let walked = 0;
  return isReadable(() => {
    const items = memberNamed(podList, ITEMS);
    if (items === undefined) return false;
    return walkElements(items, (pod) => {
      if (++walked > listedMax || (pod[0] !== BRACE_OPEN && !isNull(pod))) return false;
      visit(pod, textOf(member(objectOf(member(objectOf(pod), SPEC)), POD_NODE_NAME)));
      return true;
    });
  });
}

function isReadable(read: () => boolean): boolean {
  try {
    return read();
  } catch (error) {
    if (error instanceof MembersError || error instanceof SyntaxError) return false;
    throw error;
  }
}

/** As Go reads it: a pod without a name and without a node. */
function isNull(value: Uint8Array): boolean {
  return sameBytes(value, NULL);
}

function isStatic(pod: Uint8Array): boolean {
  const annotations = member(objectOf(member(objectOf(pod), METADATA)), ANNOTATIONS);
  const source = textOf(member(objectOf(annotations), CONFIG_SOURCE));
  return source !== null && source !== "api";
}

/** Throws a MembersError where the object is none. */
function member(object: Uint8Array | null, name: MemberName): Uint8Array | null {
  return object === null ? null : (memberNamed(object, name) ?? null);
}

/** Null for any other value: an error for each pod that lacks one takes ten times as long. */
function objectOf(value: Uint8Array | null): Uint8Array | null {
  return value?.[0] === BRACE_OPEN ? value : null;
}

/** Null for what is not a text, and for an empty one; throws a SyntaxError for a wrong one. */
function textOf(value: Uint8Array | null): string | null {
  if (value?.[0] !== QUOTE) return null;
  return (JSON.parse(decoder.decode(value)) as string) || null;
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
