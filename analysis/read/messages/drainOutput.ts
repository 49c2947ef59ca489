/** What `kubectl drain` prints, line by line. */
import type { Subject } from "./subject.ts";

const POD = "([a-z0-9][a-z0-9.-]{0,252})";
const NAMESPACE = "([a-z0-9][a-z0-9-]{0,62})";
const UNDRAINED = /unable to drain node "([a-z0-9][a-z0-9.-]{0,252})"/;
/** When it begins with a node. */
const CORDONED = /^\s*node(?:\/| ")([a-z0-9][a-z0-9.-]{0,252})"? (?:already )?cordoned/;
/** Before it asks for the eviction. */
const EVICTING = new RegExp(`^\\s*evicting pod ${NAMESPACE}\\/${POD}\\s*$`);
/** `POST …/api/v1/namespaces/shop/pods/cart-1/eviction`, with -v=6. */
const EVICTION_PATH = new RegExp(`\\/namespaces\\/${NAMESPACE}\\/pods\\/${POD}\\/eviction\\b`);
const EVICTED = new RegExp(`^\\s*pod(?:\\/| ")${POD}"? evicted\\s*$`);
/** A pod without an owner is deleted. */
const DELETED = new RegExp(`^\\s*pod(?:\\/| ")${POD}"? deleted\\s*$`);
/** After it kubectl repeats, at the end of a run, what it refused before. */
const AGAIN = /^\s*There are pending nodes to be drained:/;

/** What people write in place of a name. */
const PLACEHOLDER = /^x+$/;

/** The pod that a line says was evicted; null for another line. */
export function evictedPod(line: string): string | null {
  const [, name] = EVICTED.exec(line) ?? [];
  return name === undefined || PLACEHOLDER.test(name) ? null : name;
}

export function isDeletion(line: string): boolean {
  return DELETED.test(line);
}

export class DrainOutput {
  /** The node of the run. */
  node: string | null;
  /** Whether the lines repeat what was refused. */
  isEnd = false;
  /** The namespaces of pods, which kubectl prints once. */
  readonly #namespaces = new Map<string, string>();

  constructor(whole: string) {
    this.node = UNDRAINED.exec(whole)?.[1] ?? null;
  }

  /** The pod whose eviction the line asks the API server for; null for another line. */
  take(line: string): Subject | null {
    const [, asked, evicting] = EVICTING.exec(line) ?? [];
    if (asked !== undefined && evicting !== undefined) this.#namespaces.set(evicting, asked);
    const cordoned = CORDONED.exec(line)?.[1];
    if (AGAIN.test(line)) this.isEnd = true;
    else if (cordoned !== undefined || UNDRAINED.test(line)) this.isEnd = false;
    this.node = cordoned ?? this.node;
    const [, namespace, name] = EVICTION_PATH.exec(line) ?? [];
    if (namespace === undefined || name === undefined) return null;
    return { namespace, name, node: this.node };
  }

  /** A pod that a line names, with the namespace and the node of lines before. */
  subjectOf({ namespace, name }: Pick<Subject, "namespace"> & { readonly name: string }): Subject {
    return { namespace: namespace ?? this.#namespaces.get(name) ?? null, name, node: this.node };
  }
}
