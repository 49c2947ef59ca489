/** What a stats Summary says that its node, its pods and their containers use. */
import { isMembers, memberAt } from "../../configuration/members.ts";

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
}

export interface UsedNode extends Used {
  /** How many inodes its file system has. */
  readonly inodeCapacity: number | undefined;
  readonly pods: readonly UsedPod[];
}

/** The most that a story takes. */
const BYTES_MAX = 2 ** 44;

/** Null for what is not a Summary. */
export function usedNode(summary: unknown): UsedNode | null {
  const node = memberAt(summary, "node");
  const pods = memberAt(summary, "pods") ?? [];
  if (!isMembers(node) || !Array.isArray(pods)) return null;
  const capacity = bytesOf(memberAt(node, "fs", "capacityBytes"));
  const available = bytesOf(memberAt(node, "fs", "availableBytes"));
  const inodeCapacity = bytesOf(memberAt(node, "fs", "inodes"));
  const free = bytesOf(memberAt(node, "fs", "inodesFree"));
  return {
    memory: bytesOf(memberAt(node, "memory", "workingSetBytes")),
    disk: sum(capacity, available === undefined ? undefined : -available),
    inodes: sum(inodeCapacity, free === undefined ? undefined : -free),
    inodeCapacity,
    pods: pods.map(usedPod),
  };
}

/** How a pod is called among objects; empty without a name. */
export function podKey(namespace: unknown, name: unknown): string {
  if (typeof name !== "string" || name === "") return "";
  return `${typeof namespace === "string" && namespace !== "" ? namespace : "default"}/${name}`;
}

function usedPod(pod: unknown): UsedPod {
  const uid = memberAt(pod, "podRef", "uid");
  const list = memberAt(pod, "containers");
  const containers = Array.isArray(list) ? list.flatMap(usedContainer) : [];
  return {
    key: podKey(memberAt(pod, "podRef", "namespace"), memberAt(pod, "podRef", "name")),
    uid: typeof uid === "string" ? uid : "",
    containers: withVolumes(containers, pod),
  };
}

function usedContainer(container: unknown): UsedContainer[] {
  const name = memberAt(container, "name");
  if (typeof name !== "string" || name === "") return [];
  const memory = bytesOf(memberAt(container, "memory", "workingSetBytes"));
  const ofBoth = (member: string) => {
    const rootfs = bytesOf(memberAt(container, "rootfs", member));
    const logs = bytesOf(memberAt(container, "logs", member));
    return rootfs === undefined ? logs : rootfs + (logs ?? 0);
  };
  return [{ name, memory, disk: ofBoth("usedBytes"), inodes: ofBoth("inodesUsed") }];
}

/** What the volumes of a pod hold counts as its first container's: a story has no volumes. */
function withVolumes(containers: readonly UsedContainer[], pod: unknown): readonly UsedContainer[] {
  const [first, ...others] = containers;
  if (first === undefined) return containers;
  const withRest = (of: "disk" | "inodes", member: string) => {
    const whole = bytesOf(memberAt(pod, "ephemeral-storage", member));
    const known = containers.reduce((total, used) => total + (used[of] ?? 0), 0);
    return whole === undefined || whole <= known ? first[of] : (first[of] ?? 0) + whole - known;
  };
  const disk = withRest("disk", "usedBytes");
  return [{ ...first, disk, inodes: withRest("inodes", "inodesUsed") }, ...others];
}

function sum(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : Math.max(0, a + b);
}

function bytesOf(value: unknown): number | undefined {
  if (typeof value !== "number" || !Number.isFinite(value)) return undefined;
  return value < 0 || value > BYTES_MAX ? undefined : Math.floor(value);
}
