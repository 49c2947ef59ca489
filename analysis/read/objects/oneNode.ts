import { EngineError } from "../../engine/engineError.ts";
import { type EvictionEngine, type LeftOut, NONE_LEFT_OUT } from "../../engine/evictionEngine.ts";
import type { SnapshotProblem } from "../../engine/step.ts";
import { NO_PODS } from "../../engine/step.ts";
import { formatNames } from "../../text/names.ts";
import type { CaptureRecord } from "../capture/capture.ts";
import { nodeNameOfSummary, nodesOfPods, podsOfNode } from "./nodePods.ts";

const NODES_SHOWN = 3;
/** The most characters in a node's name; an invalid name may be longer. */
const NAME_LENGTH_MAX = 253;

/** A record with the documents of its node alone. */
export interface NodeRecord {
  readonly record: CaptureRecord;
  /** Documents of another node, which are not in the record any more. */
  readonly problems: readonly SnapshotProblem[];
}

/**
 * Holds the records of a capture to one node: the one that the first Summary names. Of a list, the
 * pods of other nodes are left out; a Summary of another node, a list without any pod of the node,
 * and a list of several nodes under a Summary that names none are problems.
 */
export class OneNode {
  #node: string | null;
  #leftOut: LeftOut = NONE_LEFT_OUT;
  /** A list that came before anything named the node. */
  #early: Uint8Array | undefined;
  /** The nodes of that list. */
  #earlyNodes: readonly string[] = [];

  /** `node`: which node documents before these were of, when that is known. */
  constructor(node: string | null = null) {
    this.#node = node;
  }

  get node(): string | null {
    return this.#node;
  }

  /** Pods that the list in force was given with, and that are not the node's. */
  get leftOut(): LeftOut {
    return this.#leftOut;
  }

  /** The engine is asked whose pods are in a list, and stays as it is. */
  take(engine: EvictionEngine, record: CaptureRecord): NodeRecord {
    const problems: SnapshotProblem[] = [];
    const { pods, summary, ...others } = record;
    const name = summary === null ? null : nodeNameOfSummary(summary);
    if (name !== null && this.#node !== null && name !== this.#node) {
      const sentence =
        `The Summary is from node ${shown(name)}, and the previous ones are from node ` +
        `${shown(this.#node)}.`;
      problems.push({ document: "Summary", sentence, isOfOtherNode: true });
      return { record: { ...others, summary: null, summaryError: sentence }, problems };
    }
    this.#node ??= name;
    const list = pods ?? (this.#node === null ? undefined : this.#early);
    // The Summary may be where the list is written now.
    const held = list !== undefined && list !== pods && summary ? summary.slice() : summary;
    const kept = this.#kept(engine, list, summary, problems);
    return {
      record: { ...others, summary: held, ...(kept === undefined ? {} : { pods: kept }) },
      problems,
    };
  }

  /** If a list is refused, or there is none, the list before it stays in force. */
  #kept(
    engine: EvictionEngine,
    list: Uint8Array | undefined,
    summary: Uint8Array | null,
    problems: SnapshotProblem[],
  ): Uint8Array | undefined {
    try {
      return this.#node === null
        ? this.#ofNoNode(engine, list, summary, problems)
        : this.#ofNode(engine, this.#node, list, problems);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      const { answer, message } = error;
      problems.push({ document: "PodList", sentence: `${message}.`, refusal: answer });
      return undefined;
    }
  }

  /** Whose pods a list of several nodes has is not known before a Summary has named the node. */
  #ofNoNode(
    engine: EvictionEngine,
    given: Uint8Array | undefined,
    summary: Uint8Array | null,
    problems: SnapshotProblem[],
  ): Uint8Array | undefined {
    if (given !== undefined) {
      this.#early = given;
      this.#earlyNodes = nodesOfPods(engine, given);
    }
    if (summary === null || this.#earlyNodes.length < 2) return given;
    const sentence =
      `The list has pods of ${namesOfNodes(this.#earlyNodes)}, and the Summary names no node; ` +
      "give the pods of one node, or a Summary with its node.nodeName.";
    problems.push({ document: "PodList", sentence, isOfOtherNode: true });
    return NO_PODS;
  }

  #ofNode(
    engine: EvictionEngine,
    node: string,
    list: Uint8Array | undefined,
    problems: SnapshotProblem[],
  ): Uint8Array | undefined {
    this.#early = undefined;
    if (list === undefined) return undefined;
    const { pods, leftOut, count, otherNodes } = podsOfNode(engine, list, node);
    if (count === 0 && otherNodes.length > 0) {
      const sentence = sentenceOfTwoNodes(otherNodes, node);
      problems.push({ document: "PodList", sentence, isOfOtherNode: true });
      return undefined;
    }
    this.#leftOut = leftOut;
    return pods;
  }
}

/** What is said of a list that has pods, and none of the node that the Summary is of. */
export function sentenceOfTwoNodes(otherNodes: readonly string[], node: string): string {
  return (
    `The list has pods of ${namesOfNodes(otherNodes)} and none of node ${shown(node)}, ` +
    "which the Summary is from; give the Summary and the pods of one node."
  );
}

export function namesOfNodes(nodes: readonly string[]): string {
  const names = formatNames(nodes.map(shown), { max: NODES_SHOWN });
  return nodes.length === 1 ? `node ${names}` : `nodes ${names}`;
}

function shown(name: string): string {
  return name.length > NAME_LENGTH_MAX ? `${name.slice(0, NAME_LENGTH_MAX)}…` : name;
}
