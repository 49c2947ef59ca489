/** Podman with a store of its own, on a machine that runs no container service. */
import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const DIRECTORY = join(ROOT, "build/image");

const PROGRAMS = ["podman", "runc", "debootstrap"];
/** runc and cgroupfs work without systemd, and with cgroup v1 and v2 mounted side by side. */
const STORE: readonly string[] = [
  `--root=${join(DIRECTORY, "store")}`,
  `--runroot=${join(DIRECTORY, "run")}`,
  "--runtime=runc",
  "--cgroup-manager=cgroupfs",
  "--events-backend=none",
];
/** Podman's defaults are higher than what some machines allow a container. */
export const LIMITS: readonly string[] = ["--ulimit=nofile=4096:4096", "--ulimit=nproc=4096:4096"];

/** A sentence when the image cannot be built here. */
export function toolsMissing(): string | null {
  const missing = PROGRAMS.filter((name) => spawnSync("which", [name]).status !== 0);
  if (missing.length > 0) return `${missing.join(", ")} missing; on Debian, apt install them`;
  return process.getuid?.() === 0 ? null : "debootstrap and podman need root here; run it as root";
}

/** What it prints; throws with its exit code when that is not 0. */
export function podman(...words: readonly string[]): string {
  const output = ["ignore", "pipe", "inherit"] as const;
  return execFileSync("podman", [...STORE, ...words], { stdio: [...output] })
    .toString()
    .trim();
}

/** The same with any exit code. */
export function tryPodman(...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync("podman", [...STORE, ...words]);
  return { status, stdout: stdout.toString(), stderr: stderr.toString() };
}
