import { watch } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { readTable } from "./files.ts";
import type { Hierarchy } from "./hierarchies.ts";
import { processesIn } from "./processes.ts";

/** cgroup v1 has no notification: there it is polled. */
const LOOK_MILLISECONDS = 100;

/** Whether no process is left in a cgroup or below it, or the cgroup itself has gone. */
export function isEmpty(tree: Hierarchy, path: string): boolean {
  const directory = join(tree.root, path);
  if (tree.version === 1) return processesIn(directory).length === 0;
  return (readTable(join(directory, "cgroup.events"))?.get("populated") ?? 0n) === 0n;
}

/**
 * Resolves true when the cgroup is empty, false when `signal` aborts first. The kernel of cgroup v2
 * says so through `cgroup.events`, so nothing is asked again and again.
 */
export async function emptied(
  tree: Hierarchy,
  path: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (tree.version === 2) return emptiedByEvent(tree, path, signal);
  while (!isEmpty(tree, path)) {
    if (signal.aborted) return false;
    await after(LOOK_MILLISECONDS, undefined, { signal }).catch(() => undefined);
  }
  return true;
}

function emptiedByEvent(tree: Hierarchy, path: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const directory = join(tree.root, path);
    const settle = (result: boolean) => {
      for (const watcher of watchers) watcher?.close();
      signal.removeEventListener("abort", give);
      resolve(result);
    };
    const give = () => settle(isEmpty(tree, path));
    const look = () => {
      if (isEmpty(tree, path)) settle(true);
    };
    // The file itself does not show that it went with its cgroup; the directory above does.
    const places = [join(directory, "cgroup.events"), dirname(directory)];
    const watchers = places.map((place) => watched(place, look));
    // Watched first, looked at second: nothing is missed between the two.
    if (isEmpty(tree, path) || signal.aborted) give();
    else signal.addEventListener("abort", give);
  });
}

/** Null when there is nothing to watch any more. */
function watched(path: string, changed: () => void) {
  try {
    return watch(path, changed).on("error", changed);
  } catch {
    return null;
  }
}
