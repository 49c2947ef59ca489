/** What a guest needs that is not of this repository; `.ci/guest-tools` brings it. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A kernel package, unpacked. */
export const KERNEL = fileURLToPath(new URL("../../build/guest/kernel", import.meta.url));

/** The newest kernel there; null where there is none. */
export function kernelImage(): string | null {
  const boot = join(KERNEL, "boot");
  const names = existsSync(boot) ? readdirSync(boot) : [];
  const found = names.filter((name) => name.startsWith("vmlinuz-")).sort();
  return found.length === 0 ? null : join(boot, found.at(-1) ?? "");
}

/** A sentence when a program or the kernel is missing. */
export function toolsMissing(programs: readonly string[]): string | null {
  const missing = programs.filter((name) => spawnSync("which", [name]).status !== 0);
  if (missing.length > 0) return `${missing.join(", ")} missing; run .ci/guest-tools`;
  return kernelImage() === null ? "no kernel in build/guest/kernel; run .ci/guest-tools" : null;
}

/**
 * Arguments of a guest's kernel. When it starts it counts ticks of the emulated timer for a moment,
 * and it would give up on a busy machine, which lets it have too few: no_timer_check.
 */
export const KERNEL_WORDS = "console=ttyS0 quiet no_timer_check panic=-1 psi=1 rdinit=/init";
