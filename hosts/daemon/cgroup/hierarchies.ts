import { join } from "node:path";
import { InputError } from "../../system/errors.ts";
import { directoriesIn, exists, readLine } from "./files.ts";

/** One mounted tree of cgroups. */
export interface Hierarchy {
  readonly root: string;
  readonly version: 1 | 2;
}

/**
 * The trees of a machine. With cgroup v2 they are one; with v1 every controller has its own; in
 * hybrid mode a v2 tree without the memory controller is mounted in addition to those of v1.
 */
export interface Hierarchies {
  /** The tree in which units are looked for. */
  readonly units: Hierarchy;
  /** The tree whose files say how much memory is used; null when there is none. */
  readonly memory: Hierarchy | null;
  /** The tree of v1 that can stop the processes of a cgroup. */
  readonly freezer: Hierarchy | null;
}

/** Finds the trees below the directory they are mounted in, usually /sys/fs/cgroup. */
export function hierarchiesOf(cgroupRoot: string, parent: string): Hierarchies {
  if (exists(join(cgroupRoot, "cgroup.controllers"))) {
    const unified: Hierarchy = { root: cgroupRoot, version: 2 };
    requireParent([unified], cgroupRoot, parent);
    return { units: unified, memory: unified, freezer: null };
  }
  const unified = mounted(cgroupRoot, "unified", "cgroup.controllers", 2);
  const memory = mounted(cgroupRoot, "memory", "memory.stat", 1);
  const trees = [unified, mounted(cgroupRoot, "systemd", "cgroup.procs", 1), memory];
  const units = requireParent(
    trees.filter((tree) => tree !== null),
    cgroupRoot,
    parent,
  );
  return {
    units,
    memory: unified !== null && hasMemory(unified) ? unified : memory,
    freezer: mounted(cgroupRoot, "freezer", "cgroup.procs", 1),
  };
}

function mounted(cgroupRoot: string, name: string, mark: string, version: 1 | 2): Hierarchy | null {
  const root = join(cgroupRoot, name);
  return exists(join(root, mark)) ? { root, version } : null;
}

function hasMemory({ root }: Hierarchy): boolean {
  return (readLine(join(root, "cgroup.controllers")) ?? "").split(" ").includes("memory");
}

/** The first tree that has children below the parent, else the first that has the parent. */
function requireParent(trees: readonly Hierarchy[], root: string, parent: string): Hierarchy {
  const holding = trees.filter((tree) => exists(join(tree.root, parent)));
  const chosen =
    holding.find((tree) => directoriesIn(join(tree.root, parent)).length > 0) ?? holding[0];
  if (chosen !== undefined) return chosen;
  throw trees.length === 0
    ? new InputError(
        `${root}: no cgroup file system is mounted there`,
        "give its path with --cgroup-root",
      )
    : new InputError(`${join(root, parent)}: there is no such cgroup`, "check --cgroup-parent");
}
