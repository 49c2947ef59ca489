/** Which of the objects are simulated, which are not, and odd nodes. */

import { firstMembers, memberName } from "../../read/json/members.ts";
import { memberAt } from "../../read/json/untyped.ts";
import { textOf } from "../../read/objects/documentBytes.ts";
import { eachObject } from "../../read/objects/eachObject.ts";
import { formatKinds } from "../../read/objects/objectNotes.ts";
import { formatNames } from "../../text/names.ts";
import { amountOf } from "../../text/quantityText.ts";

/** What the module reads, with its API group. */
export const SIMULATED_KINDS: Readonly<Record<string, string>> = {
  Pod: "",
  Node: "",
  Namespace: "",
  Service: "",
  ReplicationController: "",
  ReplicaSet: "apps",
  StatefulSet: "apps",
  PodDisruptionBudget: "policy",
  PriorityClass: "scheduling.k8s.io",
  RuntimeClass: "node.k8s.io",
  Deployment: "apps",
  DaemonSet: "apps",
  Job: "batch",
};

const API_VERSION = memberName("apiVersion");
/** What acts on pods, such as an autoscaler, should not be among those that are not shown. */
const KINDS_SHOWN = 12;
const NODES_SHOWN = 3;
/** 64 bits with a sign, in which a kubelet counts bytes. */
const BYTES_END = 2 ** 63;
const decoder = new TextDecoder();

export class SimulatedKinds {
  /** The number of objects that are simulated. */
  #objects = 0;
  readonly #others = new Map<string, number>();
  /** Names of nodes, by what is odd about them. */
  readonly #odd = new Map<string, string[]>();

  get isEmpty(): boolean {
    return this.#objects === 0;
  }

  /** `3 CronJob, 1 Secret`: each kind that is not simulated, with how many there are; or empty. */
  get notSimulated(): string {
    const others = [...this.#others].map(([kind, count]) => ({ kind, count }));
    return formatKinds(others, KINDS_SHOWN);
  }

  /** A sentence for each way in which nodes are odd. */
  get warnings(): readonly string[] {
    return [...this.#odd].map(([what, names]) => {
      const some = formatNames(names, { max: NODES_SHOWN, noun: "node" });
      return `${names.length === 1 ? "Node" : "Nodes"} ${some}: ${what}`;
    });
  }

  /** Takes a document that the module has read. */
  take(document: Uint8Array): void {
    eachObject(document, (object, kind) => {
      const version = textOf(firstMembers(object, [API_VERSION])[0]);
      const group = version.includes("/") ? version.slice(0, version.indexOf("/")) : "";
      const known = Object.hasOwn(SIMULATED_KINDS, kind) ? SIMULATED_KINDS[kind] : undefined;
      // An item in a list of its kind need not state its group.
      const isSimulated = known !== undefined && (version === "" || isGroup(group, known));
      if (isSimulated) this.#objects += 1;
      else {
        const name = known === undefined ? kind : `${kind}.${group}`;
        this.#others.set(name, (this.#others.get(name) ?? 0) + 1);
      }
      if (isSimulated && kind === "Node") this.#takeNode(JSON.parse(decoder.decode(object)));
    });
  }

  #takeNode(node: unknown): void {
    const name = String(memberAt(node, "metadata", "name"));
    for (const what of oddities(node)) {
      const names = this.#odd.get(what);
      if (names === undefined) this.#odd.set(what, [name]);
      else names.push(name);
    }
  }
}

/** A Deployment was of `extensions` once, and is read so. */
function isGroup(group: string, known: string): boolean {
  return group === known || (group === "extensions" && known === "apps");
}

function oddities(node: unknown): string[] {
  const advice = "give what kubectl get nodes prints.";
  const found: string[] = [];
  const capacity = memberAt(node, "status", "capacity");
  const allocatable = memberAt(node, "status", "allocatable");
  const memory = memberAt(capacity, "memory") ?? memberAt(allocatable, "memory");
  const bytes = memory === undefined ? 0 : (amountOf(memory) ?? 0);
  if (bytes < 1) {
    found.push(
      `without memory in status.capacity each pod is evicted as soon as it runs; ${advice}`,
    );
  } else if (bytes >= BYTES_END) {
    found.push(`memory in status.capacity is more than a kubelet can count; ${advice}`);
  }
  // The API server uses the capacity instead.
  if ((allocatable ?? capacity ?? null) === null) {
    found.push(`without status.allocatable the scheduler places no pod there; ${advice}`);
  }
  return found;
}
