/** What was recorded of one node: its own use, and that of its pods. */
import { memberAt } from "../../configuration/members.ts";
import { type Sample, Samples } from "./samples.ts";
import { podKey, type UsedNode, type UsedPod } from "./summary.ts";

/** The pods among the objects, as `podKey` calls them. */
export interface KnownPods {
  readonly containers: ReadonlyMap<string, ReadonlySet<string>>;
  readonly byUid: ReadonlyMap<string, string>;
}

/** Memory and disk over time. */
export class RecordedUse {
  readonly memory = new Samples();
  readonly disk = new Samples();

  get size(): number {
    return this.memory.size + this.disk.size;
  }

  add(second: number, used: Pick<UsedNode, "memory" | "disk">, tolerance: number): void {
    if (used.memory !== undefined) this.memory.add(second, used.memory, tolerance);
    if (used.disk !== undefined) this.disk.add(second, used.disk, tolerance);
  }

  thin(tolerance: number): void {
    this.memory.thin(tolerance);
    this.disk.thin(tolerance);
  }
}

/** The containers of one pod, by name. */
export interface RecordedPod {
  /** The seconds of the first and the last Summary that has it. */
  readonly first: number;
  last: number;
  readonly containers: Map<string, RecordedUse>;
}

export class RecordedNode {
  readonly name: string;
  /** The node with all that runs on it. */
  readonly whole = new RecordedUse();
  /** By namespace and name. */
  readonly pods = new Map<string, RecordedPod>();
  /** Pods and containers that are not among the objects. */
  readonly strangers = new Set<string>();
  /** The second of the first record. */
  first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;
  readonly #known: KnownPods;
  readonly #names: Map<string, string>;

  constructor(name: string, known: KnownPods) {
    this.name = name;
    this.#known = known;
    this.#names = new Map(known.byUid);
  }

  get size(): number {
    let size = this.whole.size;
    for (const { containers } of this.pods.values()) {
      for (const use of containers.values()) size += use.size;
    }
    return size;
  }

  get containers(): number {
    let count = 0;
    for (const { containers } of this.pods.values()) count += containers.size;
    return count;
  }

  /** A reduced capture names the pods of its Summary by uid, and has the names in its pod list. */
  addNames(podList: unknown): void {
    const items = memberAt(podList, "items");
    if (!Array.isArray(items)) return;
    for (const [uid, name] of namesByUid(items)) this.#names.set(uid, name);
  }

  add(second: number, used: UsedNode, tolerance: number): void {
    // A clock that was set back: what follows counts for the moment that was reached.
    const moment = Math.max(second, this.#last);
    this.#last = moment;
    this.first = Math.min(this.first, moment);
    this.whole.add(moment, used, tolerance);
    for (const pod of used.pods) this.#addPod(moment, pod, tolerance);
  }

  #addPod(second: number, { key, uid, containers }: UsedPod, tolerance: number): void {
    const name = key !== "" ? key : (this.#names.get(uid) ?? uid);
    const known = this.#known.containers.get(name);
    if (known === undefined) {
      this.strangers.add(name);
      return;
    }
    const pod = this.pods.get(name) ?? { first: second, last: second, containers: new Map() };
    this.pods.set(name, pod);
    pod.last = second;
    for (const container of containers) {
      // Init containers have a use of their own in a Summary, and none in a story.
      if (!known.has(container.name)) {
        this.strangers.add(`${name}/${container.name}`);
        continue;
      }
      const use = pod.containers.get(container.name) ?? new RecordedUse();
      pod.containers.set(container.name, use);
      use.add(second, container, tolerance);
    }
  }

  thin(tolerance: number): void {
    this.whole.thin(tolerance);
    for (const { containers } of this.pods.values()) {
      for (const use of containers.values()) use.thin(tolerance);
    }
  }

  /** What the node uses beside the pods that are known. */
  system(of: "memory" | "disk"): Sample[] {
    const readers = [...this.pods.values()].flatMap(({ first, last, containers }) =>
      [...containers.values()].map((use) => ({ first, last, at: use[of].reader() })),
    );
    return [...this.whole[of]].map(([second, bytes]) => {
      const ofPods = readers.reduce((total, { first, last, at }) => {
        return first <= second && second <= last ? total + at(second) : total;
      }, 0);
      return [second, Math.max(0, bytes - ofPods)];
    });
  }
}

/** What pods are called, by their uids. */
export function namesByUid(pods: readonly unknown[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const pod of pods) {
    const uid = memberAt(pod, "metadata", "uid");
    const key = podKey(memberAt(pod, "metadata", "namespace"), memberAt(pod, "metadata", "name"));
    if (typeof uid === "string" && key !== "") names.set(uid, key);
  }
  return names;
}
