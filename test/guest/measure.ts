/** What a scenario inside the guest reads off the machine, by other code than what is tested. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const CGROUP_ROOT = "/sys/fs/cgroup";
export const SLICE = join(CGROUP_ROOT, "system.slice");
export const MI = 2 ** 20;

export function tableOf(path: string): Map<string, number> {
  const rows = readFileSync(path, "utf8").matchAll(/^(\S+?):? +(\d+)/gm);
  return new Map([...rows].map(([, name = "", value = ""]) => [name, Number(value)]));
}

export const memoryTotal = () => (tableOf("/proc/meminfo").get("MemTotal") ?? 0) * 1024;

/** By the same sums as the kubelet's. */
export function availableBytes(): number {
  const stat = tableOf(join(CGROUP_ROOT, "memory.stat"));
  const sum = (name: string) => stat.get(name) ?? 0;
  return memoryTotal() - (sum("anon") + sum("file") - sum("inactive_file"));
}

export function isPopulated(unit: string): boolean {
  return tableOf(join(SLICE, unit, "cgroup.events")).get("populated") === 1;
}

/** A hoarding unit has begun to hold when nearly all of its bytes are charged to it. */
export function holds(unit: string, bytes: number): boolean {
  const current = Number(readFileSync(join(SLICE, unit, "memory.current"), "utf8"));
  return current > 0.98 * bytes;
}

export const outOfMemory = () => tableOf("/proc/vmstat").get("oom_kill") ?? 0;

/** The words of a program that touches memory once and then holds it, burning no processor. */
export function hoarding(bytes: number): string[] {
  const size = `${Math.round(bytes / MI)}M`;
  return ["stress-ng", "--quiet", "--vm", "1", "--vm-bytes", size, "--vm-keep", "--vm-hang", "0"];
}
