import { readFile } from "node:fs/promises";
import type { Traces } from "./identity.ts";

/** What Linux says about this process; nothing elsewhere. */
export async function ownTraces(environment: Traces["environment"]): Promise<Traces> {
  const [cgroups, mounts] = await Promise.all([
    textOf("/proc/self/cgroup"),
    textOf("/proc/self/mountinfo"),
  ]);
  return { environment, cgroups, mounts };
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch {
    return "";
  }
}
