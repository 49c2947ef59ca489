/** What the scenario reads of the guest, and the kernel settings that it writes. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { tableOf } from "../measure.ts";

const SWAP = "/dev/vda";
const KIB = 1024;

export function memory(name: "MemTotal" | "MemFree" | "SwapTotal" | "SwapFree"): number {
  return (tableOf("/proc/meminfo").get(name) ?? 0) * KIB;
}

export const kernelRelease = () => readFileSync("/proc/sys/kernel/osrelease", "utf8").trim();

export function setSwap(isOn: boolean): void {
  const isOnNow = memory("SwapTotal") > 0;
  if (isOn !== isOnNow) execFileSync(isOn ? "swapon" : "swapoff", [SWAP]);
}

export function setPolicy(name: "oom_kill_allocating_task" | "panic_on_oom", value: number): void {
  writeFileSync(`/proc/sys/vm/${name}`, String(value));
}

/** The kernel's log, from when this was made. */
export class KernelLog {
  text = "";

  constructor() {
    this.read();
    this.text = "";
  }

  /** What has come since, added to what there was. */
  read(): string {
    this.text += execFileSync("dmesg", ["-c"], { maxBuffer: 2 ** 25 }).toString();
    return this.text;
  }
}
