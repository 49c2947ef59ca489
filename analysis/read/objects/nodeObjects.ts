/**
 * What a kubelet's admission looks at, out of the objects of a whole cluster: one Node, the pods
 * that are bound to it, and the pod that asks. Objects are chosen here and judged by the module.
 */

import { formatNames } from "../../text/names.ts";
import { podText } from "../../text/podText.ts";
import { BRACE_OPEN } from "../json/bytes.ts";
import { type MemberName, memberName, memberNamed } from "../json/members.ts";
import { textOf } from "./documentBytes.ts";
import { eachObject } from "./eachObject.ts";
import { NODES_ADVICE } from "./objectNotes.ts";
import { ObjectsError } from "./objectsError.ts";

export interface PodName {
  readonly namespace: string;
  readonly name: string;
}

/** An object as JSON has it. */
type ObjectTree = { readonly [member: string]: unknown };

/** An object of the node, and what to call it in a sentence. */
export interface KeptObject {
  readonly words: string;
  readonly text: string;
}

const KIND = memberName("kind");
const METADATA = memberName("metadata");
const NAME = memberName("name");
const NAMESPACE = memberName("namespace");
const SPEC = memberName("spec");
const NODE_NAME = memberName("nodeName");
const STATUS = memberName("status");
const VALUE = memberName("value");
const SYSTEM = memberName("nodeInfo");
const KUBELET_VERSION = memberName("kubeletVersion");
/** More nodes than any sentence names, and enough to know that there are several. */
const NAMES_MAX = 1_000;
const NODES_SHOWN = 5;
/** Priorities are of these: a pod of a manifest names a class alone. */
const CLASS = "PriorityClass";
const decoder = new TextDecoder();

/** Finds the node if the user did not name one, by reading the objects once. */
export class NodeSurvey {
  readonly #nodes: string[] = [];
  readonly #pod: PodName | undefined;
  #boundTo = "";
  #isPodThere = false;

  constructor(pod: PodName | undefined) {
    this.#pod = pod;
  }

  take(document: Uint8Array): void {
    eachObject(document, (object, kind) => {
      if (kind === "Node" && this.#nodes.length < NAMES_MAX) {
        this.#nodes.push(textAt(object, METADATA, NAME));
      }
      if (kind !== "Pod" || !isPod(object, this.#pod)) return;
      this.#isPodThere = true;
      this.#boundTo = textAt(object, SPEC, NODE_NAME);
    });
  }

  /** The node that is meant. Throws ObjectsError when that is not clear. */
  get node(): string {
    if (this.#boundTo !== "") return this.#boundTo;
    const [first, ...others] = this.#nodes;
    if (first !== undefined && others.length === 0) return first;
    if (first === undefined) throw new ObjectsError("No node is among the objects", NODES_ADVICE);
    const pod = this.#pod;
    if (pod !== undefined && !this.#isPodThere) throw absentPod(pod);
    throw new ObjectsError(
      pod === undefined ? "There are several nodes" : "The pod is bound to no node",
      `name one with --node: ${formatNames(this.#nodes, { max: NODES_SHOWN })}`,
    );
  }
}

/** The objects of one node, kept as the lists that the module reads. */
export class NodeObjects {
  readonly node: string;
  readonly #pod: PodName | undefined;
  readonly #kept: KeptObject[] = [];
  #nodes = 0;
  #kubeletVersion: string | undefined;
  #asking: ObjectTree | undefined;
  #pods = 0;
  readonly #classes: Record<string, number> = {};

  constructor(node: string, pod: PodName | undefined) {
    this.node = node;
    this.#pod = pod;
  }

  take(document: Uint8Array): void {
    eachObject(document, (object, kind) => {
      if (kind === "Node" && textAt(object, METADATA, NAME) === this.node) {
        this.#kubeletVersion = versionOf(object);
        this.#nodes += 1;
        this.#keep(object, kind);
      } else if (kind === "Pod") {
        if (isPod(object, this.#pod)) this.#asking = JSON.parse(decoder.decode(object));
        else if (textAt(object, SPEC, NODE_NAME) === this.node) {
          this.#pods += 1;
          this.#keep(object, kind);
        }
      } else if (kind === CLASS) {
        const value = memberNamed(object, VALUE);
        if (value !== undefined) {
          this.#classes[textAt(object, METADATA, NAME)] = Number(decoder.decode(value));
        }
        this.#keep(object, kind);
      }
    });
  }

  #keep(object: Uint8Array, kind: string): void {
    const text = decoder.decode(object);
    // An item of a typed list has its kind there alone.
    const isNamed = memberNamed(object, KIND) !== undefined;
    const [namespace, name] = [NAMESPACE, NAME].map((each) => textAt(object, METADATA, each));
    this.#kept.push({
      words: `${kind} ${namespace === "" ? "" : `${namespace}/`}${name}`,
      text: isNamed ? text : `{"kind":${JSON.stringify(kind)},${text.trimStart().slice(1)}`,
    });
  }

  /** The node, its pods and the classes of priority, in the order in which they were read. */
  get kept(): readonly KeptObject[] {
    return this.#kept;
  }

  /** Values of the classes of priority, for a pod of a manifest. */
  get classes(): Readonly<Record<string, number>> {
    return this.#classes;
  }

  /** Pods that are bound to the node, without the one that asks. */
  get pods(): number {
    return this.#pods;
  }

  /** The version in the Node; undefined without one. */
  get kubeletVersion(): string | undefined {
    return this.#kubeletVersion;
  }

  /**
   * The pod that asks, as it was before the kubelet saw it: `described`, or the one that was asked
   * about by its name. Throws ObjectsError when it is not among the objects, or the node is not.
   */
  asking(described: object | null): object {
    if (this.#nodes === 0) {
      throw new ObjectsError(`The objects have no node ${this.node}`, "check its name");
    }
    const pod = described ?? this.#asking;
    if (pod === undefined) throw absentPod(this.#pod);
    return bound(pod, this.node);
  }
}

function absentPod(pod: PodName | undefined): ObjectsError {
  const name = pod === undefined ? "" : ` ${podText(pod)}`;
  return new ObjectsError(`The objects have no pod${name}`, "check its namespace and its name");
}

/** A pod as the kubelet first sees it: bound to the node, and with no status yet. */
export function bound(pod: object, node: string): object {
  const { status: _, ...rest } = pod as ObjectTree;
  const { spec } = rest;
  const isObject = typeof spec === "object" && spec !== null;
  return { ...rest, spec: isObject ? { ...spec, nodeName: node } : spec };
}

function isPod(object: Uint8Array, pod: PodName | undefined): boolean {
  if (pod === undefined || textAt(object, METADATA, NAME) !== pod.name) return false;
  // The API server gives a pod of no namespace this one.
  return (textAt(object, METADATA, NAMESPACE) || "default") === pod.namespace;
}

/** The kubelet's release, as the node says it. */
export function versionOf(node: Uint8Array): string | undefined {
  const status = memberNamed(node, STATUS);
  if (status?.[0] !== BRACE_OPEN) return undefined;
  return textAt(status, SYSTEM, KUBELET_VERSION) || undefined;
}

function textAt(object: Uint8Array, outer: MemberName, inner: MemberName): string {
  const value = memberNamed(object, outer);
  return value === undefined || value[0] !== BRACE_OPEN ? "" : textOf(memberNamed(value, inner));
}
