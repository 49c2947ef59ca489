/** A Summary in which less is left of what one signal measures. */
import type { Signal } from "../../engine/decision.ts";
import { isMembers } from "../../read/json/untyped.ts";
import { formatTime, parseTime } from "../../text/time.ts";

type Json = null | boolean | number | string | Json[] | Members;
export interface Members {
  [name: string]: Json;
}

/** Lowers one signal in the `node` of a Summary; false when the signal is not observed there. */
type Lower = (node: Members, available: number) => boolean;

/** How a Summary says what each signal has left. Spec 1.2. */
const LOWERS: Readonly<Record<Signal, Lower>> = {
  "memory.available": (node, available) => lowerMemory(member(node, "memory"), available),
  "allocatableMemory.available": (node, available) => lowerMemory(podsContainer(node), available),
  "nodefs.available": fileSystem("nodefs", "availableBytes"),
  "nodefs.inodesFree": fileSystem("nodefs", "inodesFree"),
  "imagefs.available": fileSystem("imagefs", "availableBytes"),
  "imagefs.inodesFree": fileSystem("imagefs", "inodesFree"),
  "containerfs.available": fileSystem("containerfs", "availableBytes"),
  "containerfs.inodesFree": fileSystem("containerfs", "inodesFree"),
  "pid.available": (node, available) => {
    const rlimit = member(node, "rlimit");
    if (typeof rlimit?.maxpid !== "number" || typeof rlimit.curproc !== "number") return false;
    rlimit.curproc = rlimit.maxpid - available;
    return true;
  },
};

const FILE_SYSTEMS = {
  nodefs: (node: Members) => member(node, "fs"),
  imagefs: (node: Members) => memberOf(member(node, "runtime"), "imageFs"),
  containerfs: (node: Members) => memberOf(member(node, "runtime"), "containerFs"),
};
const SIZES = ["availableBytes", "capacityBytes", "inodesFree", "inodes"];

/** The `node` of a Summary with this amount left; null if it does not observe the signal. */
export function lowered(node: Members, signal: Signal, available: number): Members | null {
  const changed = structuredClone(node);
  return LOWERS[signal](changed, available) ? changed : null;
}

/** The same, measured later by these nanoseconds: a kubelet needs newer stats. Spec 3.7. */
export function later(value: Json, nanoseconds: bigint): Json {
  if (Array.isArray(value)) return value.map((each) => later(each, nanoseconds));
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([name, inner]): [string, Json] => {
    const time = name === "time" && typeof inner === "string" ? parseTime(inner) : null;
    return [name, time === null ? later(inner, nanoseconds) : formatTime(time + nanoseconds)];
  });
  return Object.fromEntries(entries);
}

/** Capacity is what is available and the working set: it stays. */
function lowerMemory(memory: Members | undefined, available: number): boolean {
  const { availableBytes, workingSetBytes } = memory ?? {};
  if (memory === undefined || typeof availableBytes !== "number") return false;
  if (typeof workingSetBytes !== "number") return false;
  memory.workingSetBytes = availableBytes + workingSetBytes - available;
  memory.availableBytes = available;
  return true;
}

/** File systems that show the same sizes are one: what is gone from it is gone from all. */
function fileSystem(name: keyof typeof FILE_SYSTEMS, amount: string): Lower {
  return (node, available) => {
    const own = FILE_SYSTEMS[name](node);
    if (typeof own?.[amount] !== "number") return false;
    const same = Object.values(FILE_SYSTEMS)
      .map((find) => find(node))
      .filter((each) => each !== undefined && SIZES.every((size) => each[size] === own[size]));
    for (const each of same) if (each !== undefined) each[amount] = available;
    return true;
  };
}

function podsContainer(node: Members): Members | undefined {
  const containers = node.systemContainers;
  if (!Array.isArray(containers)) return undefined;
  const pods = containers.find((each) => isMembers(each) && each.name === "pods");
  return pods === undefined || !isMembers(pods) ? undefined : member(pods, "memory");
}

function memberOf(value: Members | undefined, name: string): Members | undefined {
  return value === undefined ? undefined : member(value, name);
}

function member(value: Members, name: string): Members | undefined {
  const inner = value[name];
  return inner !== undefined && isMembers(inner) ? inner : undefined;
}
