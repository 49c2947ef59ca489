import { join, posix } from "node:path";
import { directoriesIn, inodeOf, readLine, readLines, readTable } from "./files.ts";
import type { Hierarchies, Hierarchy } from "./hierarchies.ts";
import { processesIn } from "./processes.ts";

/** A cgroup that counts as a pod. */
export interface Unit {
  /** Its cgroup below the root of the tree, such as `/system.slice/cron.service`. */
  readonly path: string;
  /** The slice it is in, such as `system.slice`. */
  readonly namespace: string;
  readonly name: string;
  /** Another one after every restart, as a new pod has a new one. */
  readonly uid: string;
  readonly processes: readonly number[];
  /** It holds this program or the first process: it is never evicted from within. */
  readonly isOwn: boolean;
}

const SLICE = /\.slice$/;
const UNIT = /\.(service|scope|slice)$/;
const ROOT_SLICE = "-.slice";
/** The kubelet's own cgroups: their eviction is the kubelet's. */
const KUBEPODS = /^kubepods(\.slice)?$/;

interface Place {
  readonly path: string;
  readonly namespace: string;
}

/**
 * The cgroups that hold processes and count as pods. Where names end as systemd's do, these are
 * services and scopes, those of user managers included; else they are the direct children of
 * `parent`, or of a child of the root that only groups others.
 */
export function unitsOf(hierarchies: Hierarchies, parent: string, procRoot: string): Unit[] {
  const { units: tree } = hierarchies;
  const own = ownPath(tree, procRoot);
  const boot = (readLine(join(procRoot, "sys/kernel/random/boot_id")) ?? "").slice(0, 8);
  return placesBelow(tree, parent).flatMap(({ path, namespace }) => {
    const directory = join(tree.root, path);
    const inode = inodeOf(directory);
    const processes = isEmpty(tree, directory) ? [] : processesIn(directory);
    if (inode === null || processes.length === 0) return [];
    const isOwn = processes.includes(1) || isWithin(own, path);
    const name = posix.basename(path);
    return [{ path, namespace, name, uid: `${boot}-${inode}`, processes, isOwn }];
  });
}

function placesBelow(tree: Hierarchy, parent: string): Place[] {
  const path = posix.join("/", parent);
  const namespace = path === "/" ? ROOT_SLICE : namespaceOf(path);
  const isChosen = path !== "/" && !SLICE.test(path);
  return childrenOf(tree, path).flatMap((child) =>
    isChosen ? [{ path: child, namespace }] : placesAt(tree, child, namespace),
  );
}

function placesAt(tree: Hierarchy, path: string, namespace: string): Place[] {
  const children = childrenOf(tree, path);
  const isGroup = SLICE.test(path) || children.some((child) => UNIT.test(child));
  if (isGroup) return children.flatMap((child) => placesAt(tree, child, namespaceOf(path)));
  const groupsOthers =
    !UNIT.test(path) && children.length > 0 && ownProcesses(tree, path).length === 0;
  if (!groupsOthers) return [{ path, namespace }];
  return children.map((child) => ({ path: child, namespace: namespaceOf(path) }));
}

function childrenOf(tree: Hierarchy, path: string): string[] {
  return directoriesIn(join(tree.root, path))
    .filter((name) => path !== "/" || !KUBEPODS.test(name))
    .map((name) => posix.join(path, name));
}

function ownProcesses(tree: Hierarchy, path: string): readonly string[] {
  return readLines(join(tree.root, path, "cgroup.procs"));
}

/**
 * A slice's name holds the names of those it is in; what is below a user's manager is distinguished
 * by the manager: `user@1000.service/app.slice`.
 */
function namespaceOf(path: string): string {
  const parts = path.split("/").slice(1);
  const from = parts.findLastIndex((part) => !SLICE.test(part));
  return parts.slice(from < 0 || from === parts.length - 1 ? -1 : from).join("/");
}

/** The kernel of cgroup v2 says so in one file; a tree of v1 has to be walked. */
function isEmpty(tree: Hierarchy, directory: string): boolean {
  if (tree.version === 1) return false;
  return readTable(join(directory, "cgroup.events"))?.get("populated") === 0n;
}

/** The cgroup of this program in the tree, or null when it cannot be known. */
function ownPath(tree: Hierarchy, procRoot: string): string | null {
  const controller = posix.basename(tree.root);
  const marks = tree.version === 2 ? ["0::"] : [`:${controller}:`, `:name=${controller}:`];
  for (const line of readLines(join(procRoot, "self/cgroup"))) {
    const mark = marks.find((each) => line.includes(each));
    if (mark !== undefined) return line.slice(line.indexOf(mark) + mark.length);
  }
  return null;
}

function isWithin(own: string | null, path: string): boolean {
  return own !== null && (own === path || own.startsWith(`${path}/`));
}
