/** What was recorded of one node: its own use, and that of its pods. */
import { memberAt } from "../../../read/json/untyped.ts";
import { type Sample, Samples } from "./samples.ts";
import { podKey, type Used, type UsedContainer, type UsedNode, type UsedPod } from "./summary.ts";

/** The pods among the objects, as `podKey` calls them. */
export interface KnownPods {
  readonly containers: ReadonlyMap<string, ReadonlySet<string>>;
  /** Volumes that lie on the file system of the node. */
  readonly localVolumes: ReadonlyMap<string, ReadonlySet<string>>;
  readonly byUid: ReadonlyMap<string, string>;
}

/** What of a node or a container is recorded. */
export const MEASURES = ["memory", "disk", "inodes"] as const;
export type Measure = (typeof MEASURES)[number];
/** By how much an amount may differ from what is recorded. */
export type Tolerance = Readonly<Record<Measure, number>>;

/** Memory, disk and inodes over time. */
export class RecordedUse implements Readonly<Record<Measure, Samples>> {
  readonly memory = new Samples();
  readonly disk = new Samples();
  readonly inodes = new Samples();

  get size(): number {
    return MEASURES.reduce((size, measure) => size + this[measure].size, 0);
  }

  add(second: number, used: Used, tolerance: Tolerance): void {
    for (const measure of MEASURES) {
      const amount = used[measure];
      if (amount !== undefined) this[measure].add(second, amount, tolerance[measure]);
    }
  }

  thin(tolerance: Tolerance): void {
    for (const measure of MEASURES) this[measure].thin(tolerance[measure]);
  }
}

/** The bytes for which a file system has one inode. */
const BYTES_PER_INODE = 16_384;
/** Smaller changes of inodes mean nothing to a threshold: they are shares of some per cent. */
const INODES_OF_TOLERANCE = 2_000;

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
  /** Inodes of its file system; 0 if no Summary has them. */
  inodeCapacity = 0;
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

  add(second: number, used: UsedNode, bytes: number): void {
    this.inodeCapacity = Math.max(this.inodeCapacity, used.inodeCapacity ?? 0);
    const tolerance = this.#tolerance(bytes);
    // A clock that was set back: what follows counts for the moment that was reached.
    const moment = Math.max(second, this.#last);
    this.#last = moment;
    this.first = Math.min(this.first, moment);
    this.whole.add(moment, used, tolerance);
    for (const pod of used.pods) this.#addPod(moment, pod, tolerance);
  }

  #tolerance(bytes: number): Tolerance {
    const inodes = Math.max(bytes / BYTES_PER_INODE, this.inodeCapacity / INODES_OF_TOLERANCE);
    return { memory: bytes, disk: bytes, inodes };
  }

  #addPod(second: number, { key, uid, ...used }: UsedPod, tolerance: Tolerance): void {
    const name = key !== "" ? key : (this.#names.get(uid) ?? uid);
    const known = this.#known.containers.get(name);
    if (known === undefined) {
      this.strangers.add(name);
      return;
    }
    const pod = this.pods.get(name) ?? { first: second, last: second, containers: new Map() };
    this.pods.set(name, pod);
    pod.last = second;
    const isLocal = (volume: string) => this.#known.localVolumes.get(name)?.has(volume) ?? false;
    for (const container of withVolumeInodes(used, isLocal)) {
      // Init containers have a use of their own in a Summary, and none in a scenario.
      if (!known.has(container.name)) {
        this.strangers.add(`${name}/${container.name}`);
        continue;
      }
      const use = pod.containers.get(container.name) ?? new RecordedUse();
      pod.containers.set(container.name, use);
      use.add(second, container, tolerance);
    }
  }

  thin(bytes: number): void {
    const tolerance = this.#tolerance(bytes);
    this.whole.thin(tolerance);
    for (const { containers } of this.pods.values()) {
      for (const use of containers.values()) use.thin(tolerance);
    }
  }

  /** Usage of the node in addition to its known pods. */
  system(of: Measure): Sample[] {
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

/** What the volumes of a pod have of inodes counts as its first container's, as their bytes do. */
function withVolumeInodes(
  { containers, volumes }: Pick<UsedPod, "containers" | "volumes">,
  isLocal: (volume: string) => boolean,
): readonly UsedContainer[] {
  const [first, ...others] = containers;
  const local = volumes.filter(({ name }) => isLocal(name));
  if (first === undefined || local.length === 0) return containers;
  const inodes = local.reduce((sum, volume) => sum + volume.inodes, first.inodes ?? 0);
  return [{ ...first, inodes }, ...others];
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
