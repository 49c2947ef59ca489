/**
 * A change of a cluster in kubectl's own words, `cordon worker-3`, and what it makes of an object.
 * Nothing is decided here: objects are changed as they are read, and the module decides on them.
 */
import { isMembers, listOf, type Members, mergePatch } from "../../read/json/untyped.ts";

export class ChangeError extends Error {
  override readonly name = "ChangeError";
}

/** Kinds whose objects may be changed, each with its API group. */
export const GROUPS = {
  Node: "",
  Pod: "",
  PodDisruptionBudget: "policy",
  Deployment: "apps",
  ReplicaSet: "apps",
  StatefulSet: "apps",
  ReplicationController: "",
} as const;

/** An object as JSON has it. */
export type ObjectTree = { [member: string]: unknown };

/** Which objects a change is about; `*` in a name matches any characters. */
export interface ChangedObjects {
  readonly kind: keyof typeof GROUPS;
  /** Null for objects of no namespace. */
  readonly namespace: string | null;
  readonly name: string;
}

export interface Change {
  /** The change as it was written. */
  readonly text: string;
  readonly objects: ChangedObjects;
  /** The replacement of an object: nothing when it is deleted, several when copied. */
  apply(object: ObjectTree): readonly ObjectTree[];
}

type Apply = Change["apply"];

interface Verb {
  readonly form: string;
  readonly kinds: readonly ChangedObjects["kind"][];
  /** Throws ChangeError when the words behind the object are not understood. */
  readonly read: (words: readonly string[], kind: ChangedObjects["kind"]) => Apply;
}

const UNSCHEDULABLE = "node.kubernetes.io/unschedulable";
const EFFECTS = ["NoSchedule", "PreferNoSchedule", "NoExecute"];
/** More nodes than any cluster has. */
const COPIES_MAX = 10_000;
const KINDS: Readonly<Record<string, ChangedObjects["kind"]>> = {
  node: "Node",
  nodes: "Node",
  no: "Node",
  pod: "Pod",
  pods: "Pod",
  po: "Pod",
};

/** By their words; a verb of two words comes before one that begins like it. */
const VERBS: Readonly<Record<string, Verb>> = {
  cordon: {
    form: "cordon NODE",
    kinds: ["Node"],
    read: none(() => (node) => cordoned(node, true)),
  },
  uncordon: {
    form: "uncordon NODE",
    kinds: ["Node"],
    read: none(() => (node) => cordoned(node, false)),
  },
  taint: {
    form: "taint node/NAME KEY[=VALUE]:EFFECT, or KEY[:EFFECT]-",
    kinds: ["Node"],
    read: each(tainted),
  },
  label: {
    form: "label node/NAME KEY=VALUE, or KEY-",
    kinds: ["Node", "Pod"],
    read: each(labeled),
  },
  tolerate: {
    form: "tolerate pod/NAMESPACE/NAME KEY[=VALUE][:EFFECT]",
    kinds: ["Pod"],
    read: each(tolerating),
  },
  "set resources": {
    form: "set resources pod/NAMESPACE/NAME --requests=cpu=500m,memory=1Gi [-c CONTAINER]",
    kinds: ["Pod"],
    read: requesting,
  },
  delete: {
    form: "delete node/NAME, or pod/NAMESPACE/NAME",
    kinds: ["Node", "Pod"],
    read: none(() => () => []),
  },
  copy: {
    form: "copy node/NAME COUNT",
    kinds: ["Node"],
    read: copied,
  },
  patch: {
    form: "patch node/NAME '{\"spec\":{…}}', a JSON merge patch",
    kinds: ["Node", "Pod"],
    read: patched,
  },
};

/** The forms that a change may have, for help. */
export const CHANGE_FORMS: readonly string[] = Object.values(VERBS).map(({ form }) => form);

/** Reads a change; throws ChangeError with what is wrong in it and the form that it should have. */
export function readChange(text: string): Change {
  const words = text.trim().split(/\s+/);
  const [first = ""] = words;
  const two = words.slice(0, 2).join(" ");
  const name = two in VERBS ? two : first;
  const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
  if (verb === undefined) {
    const names = Object.keys(VERBS).join(", ");
    throw new ChangeError(
      `${quoted(text)} is neither a file nor a change; changes begin with ${names}`,
    );
  }
  const [target, ...rest] = words.slice(name.split(" ").length);
  try {
    if (target === undefined) throw new ChangeError("it names no object");
    const objects = objectsOf(target, verb);
    const tail = name === "patch" ? [text.slice(text.indexOf(target) + target.length)] : rest;
    return { text: text.trim(), objects, apply: verb.read(tail, objects.kind) };
  } catch (error) {
    if (!(error instanceof ChangeError)) throw error;
    throw new ChangeError(`${quoted(text)}: ${error.message}; write ${verb.form}`);
  }
}

function objectsOf(target: string, { kinds }: Verb): ChangedObjects {
  const parts = target.split("/");
  const [first = "", second = "", third] = parts;
  const bareKind = kinds.length === 1 && kinds[0] === "Node" && parts.length === 1;
  if (bareKind) return { kind: "Node", namespace: null, name: named(first) };
  const kind = Object.hasOwn(KINDS, first) ? KINDS[first] : undefined;
  if (kind === undefined || !kinds.includes(kind)) {
    throw new ChangeError(`${quoted(target)} is not one of its objects`);
  }
  if (kind === "Node" && parts.length === 2) return { kind, namespace: null, name: named(second) };
  if (kind === "Pod" && parts.length === 3) return { kind, namespace: second, name: named(third) };
  throw new ChangeError(
    kind === "Pod"
      ? `${quoted(target)} does not say which pod of which namespace`
      : `${quoted(target)} does not say which node`,
  );
}

/** Each `*` multiplies what a long name of a document costs to compare. */
const STARS_MAX = 3;

function named(name: string | undefined): string {
  const isName = name !== undefined && /^[a-z0-9.*-]{1,253}$/i.test(name);
  if (isName && name.split("*").length <= STARS_MAX + 1) return name;
  throw new ChangeError(`${quoted(name ?? "")} is not a name`);
}

function none(read: () => Apply): Verb["read"] {
  return (words) => {
    if (words.length > 0) throw new ChangeError(`${quoted(words.join(" "))} is not understood`);
    return read();
  };
}

/** One or more words, each a change of its own. */
function each(read: (word: string) => (object: ObjectTree) => void): Verb["read"] {
  return (words) => {
    if (words.length === 0) throw new ChangeError("it does not say what changes");
    const changes = words.map(read);
    return (object) => {
      for (const change of changes) change(object);
      return [object];
    };
  };
}

function cordoned(node: ObjectTree, isCordoned: boolean): readonly ObjectTree[] {
  const spec = memberTree(node, "spec");
  if (isCordoned) spec.unschedulable = true;
  else delete spec.unschedulable;
  // The node controller adds and removes it with the member.
  const others = listOf(spec.taints).filter(({ key }) => key !== UNSCHEDULABLE);
  const own = { key: UNSCHEDULABLE, effect: "NoSchedule" };
  spec.taints = isCordoned ? [...others, own] : others;
  return [node];
}

const TAINT = /^(?<key>[^=:]+?)(?:=(?<value>[^=:]*))?(?::(?<effect>\w+))?(?<gone>-)?$/;

function tainted(word: string) {
  const { key = "", value, effect, gone } = TAINT.exec(word)?.groups ?? {};
  if (key === "") throw new ChangeError(`${quoted(word)} is not a taint`);
  refuseEffect(effect);
  if (gone === undefined && effect === undefined) {
    throw new ChangeError(`${quoted(word)} has no effect`);
  }
  return (node: ObjectTree) => {
    const spec = memberTree(node, "spec");
    const taints = listOf(spec.taints);
    const isSame = (taint: ObjectTree) =>
      taint.key === key && (effect === undefined || taint.effect === effect);
    const others = taints.filter((taint) => !isSame(taint));
    const own = { key, ...(value === undefined ? {} : { value }), effect };
    spec.taints = gone === undefined ? [...others, own] : others;
  };
}

function refuseEffect(effect: string | undefined): void {
  if (effect === undefined || EFFECTS.includes(effect)) return;
  throw new ChangeError(`the effect ${quoted(effect)} is not one of ${EFFECTS.join(", ")}`);
}

function labeled(word: string) {
  const { key = "", value } = /^(?<key>[^=]+?)(?:=(?<value>.*)|-)$/.exec(word)?.groups ?? {};
  if (key === "") throw new ChangeError(`${quoted(word)} is not a label`);
  return (object: ObjectTree) => {
    const labels = memberTree(memberTree(object, "metadata"), "labels");
    if (value === undefined) delete labels[key];
    else labels[key] = value;
  };
}

function tolerating(word: string) {
  const { key = "", value, effect, gone } = TAINT.exec(word)?.groups ?? {};
  if (key === "" || gone !== undefined) throw new ChangeError(`${quoted(word)} is not a taint`);
  refuseEffect(effect);
  return (pod: ObjectTree) => {
    const spec = memberTree(pod, "spec");
    const how = value === undefined ? { operator: "Exists" } : { operator: "Equal", value };
    const own = { key, ...how, ...(effect === undefined ? {} : { effect }) };
    spec.tolerations = [...listOf(spec.tolerations), own];
  };
}

function requesting(words: readonly string[]): Apply {
  let container: string | null = null;
  const requests: [string, string][] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    const { list } = /^--requests=(?<list>.+)$/.exec(word)?.groups ?? {};
    const named = /^(?:-c|--containers?)(?:=(?<name>.+))?$/.exec(word);
    if (named !== null) container = named.groups?.name ?? words[++at] ?? null;
    else if (list === undefined) throw new ChangeError(`${quoted(word)} is not understood`);
    for (const pair of list?.split(",") ?? []) {
      const { name = "", amount = "" } = /^(?<name>[^=]+)=(?<amount>.+)$/.exec(pair)?.groups ?? {};
      if (name === "") throw new ChangeError(`${quoted(pair)} is not an amount of a resource`);
      requests.push([name, amount]);
    }
  }
  if (requests.length === 0) throw new ChangeError("it does not say what is requested");
  return (pod) => {
    const containers = listOf(memberTree(pod, "spec").containers);
    for (const each of containers) {
      if (container !== null && each.name !== container) continue;
      const amounts = memberTree(memberTree(each, "resources"), "requests");
      for (const [name, amount] of requests) amounts[name] = amount;
    }
    return [pod];
  };
}

function copied(words: readonly string[]): Apply {
  const [word = "", ...others] = words;
  const count = /^\d{1,6}$/.test(word) && others.length === 0 ? Number(word) : 0;
  if (count < 1 || count > COPIES_MAX) {
    throw new ChangeError(`${quoted(words.join(" "))} is not a number from 1 to ${COPIES_MAX}`);
  }
  return (node) => {
    const copies = Array.from({ length: count }, (_, index) => copyOf(node, index + 1));
    return [node, ...copies];
  };
}

/** A node like another one, and empty: its own name is in the label that every kubelet sets. */
function copyOf(node: ObjectTree, number: number): ObjectTree {
  const copy = structuredClone(node);
  const metadata = memberTree(copy, "metadata");
  const before = metadata.name;
  const name = `${before}-copy-${number}`;
  metadata.name = name;
  delete metadata.uid;
  const labels = memberTree(metadata, "labels");
  if (labels["kubernetes.io/hostname"] === before) labels["kubernetes.io/hostname"] = name;
  return copy;
}

function patched(words: readonly string[]): Apply {
  const text = words.join(" ").trim();
  const patch = patchOf(text);
  return (object) => [mergePatch(object, patch) as ObjectTree];
}

function patchOf(text: string): Members {
  try {
    const value: unknown = JSON.parse(text);
    if (isMembers(value)) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new ChangeError(`${quoted(text)} is not an object of JSON`);
}

/** A member that is an object; made where there is none. */
function memberTree(object: ObjectTree, name: string): ObjectTree {
  const value = object[name];
  if (isMembers(value)) return value;
  const made: ObjectTree = {};
  object[name] = made;
  return made;
}

const SHOWN_MAX = 80;

function quoted(text: string): string {
  return JSON.stringify(text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text);
}
