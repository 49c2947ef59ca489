import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync } from "node:fs";
import { basename, join } from "node:path";
import { onTestFinished } from "vitest";

/** The tree of cgroup v2, alone or with those of v1; null where there is none. */
export const UNIFIED =
  ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"].find((root) =>
    existsSync(join(root, "cgroup.controllers")),
  ) ?? null;

/** The tree of cgroup v1 that can stop processes; null where there is none. */
export const FREEZER = existsSync("/sys/fs/cgroup/freezer/tasks") ? "/sys/fs/cgroup/freezer" : null;

/** Why real cgroups cannot be made below a root, in one line; null when they can. */
export function objectionTo(root: string | null): string | null {
  if (root === null) return "skipped: this machine has no such cgroup file system; mount it";
  try {
    rmdirSync(mkdtempSync(join(root, "plimsoll-probe-")));
    return null;
  } catch {
    return `skipped: no cgroup may be made in ${basename(root)}; run the tests as root`;
  }
}

/** Makes an empty cgroup for the time of a test; what is left in it then is ended. */
export function makeCgroup(root: string, ...children: readonly string[]): string {
  const path = `/${basename(mkdtempSync(join(root, "plimsoll-test-")))}`;
  for (const child of children) mkdirSync(join(root, path, child));
  const directories = [path, ...children.map((child) => join(path, child))];
  onTestFinished(async () => {
    for (const directory of directories.reverse()) await removeCgroup(join(root, directory));
  });
  return path;
}

async function removeCgroup(directory: string): Promise<void> {
  const left = () => readFileSync(join(directory, "cgroup.procs"), "utf8").split("\n");
  for (let tries = 0; tries < 100; tries++) {
    for (const pid of left().filter((line) => line !== "")) process.kill(Number(pid), "SIGKILL");
    try {
      rmdirSync(directory);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** Starts a shell in a cgroup; resolves when it is in there and has run its first line. */
export async function startIn(directory: string, script: string): Promise<ChildProcess> {
  const line = `echo $$ > '${directory}/cgroup.procs'; ${script}`;
  const child = spawn("/bin/sh", ["-c", line], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return child;
}
