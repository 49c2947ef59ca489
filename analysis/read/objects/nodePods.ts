import { Status } from "../../../assembly/abi.ts";
import { EngineError } from "../../engine/engineError.ts";
import {
  type EvictionEngine,
  type LeftOut,
  NONE_LEFT_OUT,
  type NodePods,
} from "../../engine/evictionEngine.ts";
import { BRACE_OPEN, QUOTE } from "../json/bytes.ts";
import { type MemberName, MembersError, memberName, memberNamed } from "../json/members.ts";

const decoder = new TextDecoder();
const NODE = memberName("node");
const POD_NODE_NAME = memberName("nodeName");

/** What the engine refuses a list for also when it takes it. */
const OF_LIST: readonly Status[] = [
  Status.InvalidJson,
  Status.InvalidText,
  Status.TooDeep,
  Status.WrongDocument,
  Status.WrongType,
];

/**
 * Takes the pods of one node out of a list. One that cannot be read stays as it is: the engine says
 * what is wrong with it when it takes it. Throws EngineError for any other refusal, since all of
 * the list would count then.
 */
export function podsOfNode(engine: EvictionEngine, podList: Uint8Array, node: string): NodePods {
  try {
    return engine.podsOfNode(podList, node);
  } catch (error) {
    if (!(error instanceof EngineError) || !OF_LIST.includes(error.status)) throw error;
    return { pods: podList, leftOut: NONE_LEFT_OUT, count: 0, otherNodes: [] };
  }
}

/** The nodes that the pods of a list name, sorted. */
export function nodesOfPods(engine: EvictionEngine, podList: Uint8Array): readonly string[] {
  return podsOfNode(engine, podList, "").otherNodes;
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
  try {
    return textOf(member(objectOf(member(summary, NODE)), POD_NODE_NAME));
  } catch (error) {
    if (error instanceof MembersError || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Longer than a node's name can be, with the white space around it. */
const START_BYTES = 400;
const NODE_NAME_FIRST = /^\s*\{\s*"node"\s*:\s*\{\s*"nodeName"\s*:\s*"([^"\\]+)"/;

/** Throws a MembersError where the object is none. */
function member(object: Uint8Array | null, name: MemberName): Uint8Array | null {
  return object === null ? null : (memberNamed(object, name) ?? null);
}

/** Null for any other value. */
function objectOf(value: Uint8Array | null): Uint8Array | null {
  return value?.[0] === BRACE_OPEN ? value : null;
}

/** Null for what is not a text, and for an empty one; throws a SyntaxError for a wrong one. */
function textOf(value: Uint8Array | null): string | null {
  if (value?.[0] !== QUOTE) return null;
  return (JSON.parse(decoder.decode(value)) as string) || null;
}
