/** A machine of our own, emulated by QEMU without any acceleration. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { KERNEL_WORDS, kernelImage } from "./tools.ts";

export const DIRECTORY = fileURLToPath(new URL("../../build/guest", import.meta.url));

/** What has to be there, and what .ci/guest-tools brings. */
export const PROGRAMS = [
  "qemu-system-x86_64",
  "busybox",
  "stress-ng",
  "cpio",
  "ldd",
  "systemd-run",
];

export interface Guest {
  /** The file that `packImage` wrote. */
  readonly image: string;
  readonly megabytes: number;
  /** A guest that hangs is ended after so long. */
  readonly seconds: number;
  /** Another kernel than that of .ci/guest-tools, and its arguments in addition to KERNEL_WORDS. */
  readonly kernel?: string;
  readonly words?: string;
  /** More of QEMU's own words: devices. */
  readonly devices?: readonly string[];
  /** Ends the machine as a power cut does. */
  readonly stop?: AbortSignal;
  /** Hears every line that is not a finding, instead of its being printed. */
  readonly hear?: (line: string) => void;
}

/**
 * Boots the image and reads what its scenario says: lines `NAME {…}` are what it found, every other
 * line is printed as it comes.
 */
export async function findingsOf<Finding>(name: string, guest: Guest): Promise<Finding[]> {
  const words = [
    ...["-accel", "tcg", "-cpu", "max", "-m", String(guest.megabytes), "-smp", "2"],
    ...["-display", "none", "-serial", "stdio", "-monitor", "none", "-nic", "none", "-no-reboot"],
    ...(guest.devices ?? []),
    ...["-kernel", guest.kernel ?? kernelImage() ?? "", "-initrd", guest.image],
    ...["-append", [KERNEL_WORDS, ...(guest.words === undefined ? [] : [guest.words])].join(" ")],
  ];
  const hear = guest.hear ?? ((line: string) => console.log(`  ${line}`));
  const machine = spawn("qemu-system-x86_64", words, { stdio: ["ignore", "pipe", "inherit"] });
  guest.stop?.addEventListener("abort", () => machine.kill("SIGKILL"));
  const timer = setTimeout(() => machine.kill("SIGKILL"), guest.seconds * 1000);
  const findings: Finding[] = [];
  for await (const line of createInterface({ input: machine.stdout })) {
    const text = line.replace(/\r$/, "");
    if (text.startsWith(`${name} {`)) findings.push(JSON.parse(text.slice(name.length + 1)));
    else hear(text);
  }
  clearTimeout(timer);
  return findings;
}
