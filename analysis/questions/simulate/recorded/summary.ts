/** What a stats Summary says that its node, its pods and their containers use. */
import { isMembers, memberAt } from "../../../read/json/untyped.ts";

/** Bytes, and inodes; undefined where the Summary does not say. */
export interface Used {
  readonly memory: number | undefined;
  readonly disk: number | undefined;
  readonly inodes: number | undefined;
}

export interface UsedContainer extends Used {
  readonly name: string;
}

export interface UsedPod {
  /** Empty in a reduced capture. */
  readonly key: string;
  readonly uid: string;
  readonly containers: readonly UsedContainer[];
  /** Empty where the inodes of volumes are among those of containers. */
  readonly volumes: readonly UsedVolume[];
}

export interface UsedVolume {
  readonly name: string;
  readonly inodes: number;
}

export interface UsedNode extends Used {
  /** How many inodes its file system has. */
  readonly inodeCapacity: number | undefined;
  readonly pods: readonly UsedPod[];
  /** Amounts that no container uses: not numbers, negative, or more than a scenario takes. */
  readonly odd: number;
}

/** The most that a scenario takes. */
const BYTES_MAX = 2 ** 44;

/** Null for what is not a Summary. */
export function usedNode(summary: unknown): UsedNode | null {
  const node = memberAt(summary, "node");
  const pods = memberAt(summary, "pods") ?? [];
  if (!isMembers(node) || !Array.isArray(pods)) return null;
  const amounts = new Amounts();
  const capacity = amounts.at(node, "fs", "capacityBytes");
  const available = amounts.at(node, "fs", "availableBytes");
  const inodeCapacity = amounts.at(node, "fs", "inodes");
  const free = amounts.at(node, "fs", "inodesFree");
  return {
    memory: amounts.at(node, "memory", "workingSetBytes"),
    disk: sum(capacity, available === undefined ? undefined : -available),
    inodes: sum(inodeCapacity, free === undefined ? undefined : -free),
    inodeCapacity,
    pods: pods.map((pod) => usedPod(pod, amounts)),
    odd: amounts.odd,
  };
}

class Amounts {
  odd = 0;

  /** Bytes or inodes; undefined where none are said, or odd ones. */
  at(value: unknown, ...path: readonly string[]): number | undefined {
    const bytes = memberAt(value, ...path);
    if (bytes === undefined || bytes === null) return undefined;
    if (typeof bytes === "number" && bytes >= 0 && bytes <= BYTES_MAX) return Math.floor(bytes);
    this.odd++;
    return undefined;
  }
}

/** How a pod is called among objects; empty without a name. */
export function podKey(namespace: unknown, name: unknown): string {
  if (typeof name !== "string" || name === "") return "";
  return `${typeof namespace === "string" && namespace !== "" ? namespace : "default"}/${name}`;
}

function usedPod(pod: unknown, amounts: Amounts): UsedPod {
  const uid = memberAt(pod, "podRef", "uid");
  const list = memberAt(pod, "containers");
  const containers = Array.isArray(list)
    ? list.flatMap((container) => usedContainer(container, amounts))
    : [];
  return {
    key: podKey(memberAt(pod, "podRef", "namespace"), memberAt(pod, "podRef", "name")),
    uid: typeof uid === "string" ? uid : "",
    containers: withVolumes(containers, pod, amounts),
    volumes: volumesOf(pod, amounts),
  };
}

/** A reduced Summary has the inodes of each volume, and not those of the pod as a whole. */
function volumesOf(pod: unknown, amounts: Amounts): readonly UsedVolume[] {
  const list = memberAt(pod, "volume");
  const isTold = memberAt(pod, "ephemeral-storage", "inodesUsed") !== undefined;
  if (!Array.isArray(list) || isTold) return [];
  return list.map((volume) => ({
    name: String(memberAt(volume, "name")),
    inodes: amounts.at(volume, "inodesUsed") ?? 0,
  }));
}

function usedContainer(container: unknown, amounts: Amounts): UsedContainer[] {
  const name = memberAt(container, "name");
  if (typeof name !== "string" || name === "") return [];
  const memory = amounts.at(container, "memory", "workingSetBytes");
  const ofBoth = (member: string) => {
    const rootfs = amounts.at(container, "rootfs", member);
    const logs = amounts.at(container, "logs", member);
    return rootfs === undefined ? logs : rootfs + (logs ?? 0);
  };
  return [{ name, memory, disk: ofBoth("usedBytes"), inodes: ofBoth("inodesUsed") }];
}

/** What the volumes of a pod hold counts as its first container's: a scenario has no volumes. */
function withVolumes(
  containers: readonly UsedContainer[],
  pod: unknown,
  amounts: Amounts,
): readonly UsedContainer[] {
  const [first, ...others] = containers;
  if (first === undefined) return containers;
  const withRest = (of: "disk" | "inodes", member: string) => {
    const whole = amounts.at(pod, "ephemeral-storage", member);
    const known = containers.reduce((total, used) => total + (used[of] ?? 0), 0);
    return whole === undefined || whole <= known ? first[of] : (first[of] ?? 0) + whole - known;
  };
  const disk = withRest("disk", "usedBytes");
  return [{ ...first, disk, inodes: withRest("inodes", "inodesUsed") }, ...others];
}

function sum(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : Math.max(0, a + b);
}
