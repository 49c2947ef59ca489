/**
 * Real memory pressure on a real cgroup v2, in a guest of its own:
 *
 *     npm run guest
 *
 * Boots a kernel under QEMU without any acceleration, starts units in it, lets one of them take
 * memory, and expects `plimsoll run --source cgroup --act cgroup` to end that one and no other.
 * Prints how long it took from crossing the threshold to deciding, with notifications and without.
 * What is missing is said in one line; under CI=true that is a failure.
 */
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { packImage } from "./image.ts";
import type { Round } from "./scenario.ts";
import { kernelImage, toolsMissing } from "./tools.ts";

const DIRECTORY = fileURLToPath(new URL("../../build/guest", import.meta.url));
const MEMORY_MEGABYTES = 1280;
/** Longer than ten times what it takes; a guest that hangs is ended. */
const GUEST_SECONDS = 400;
/** With notifications nobody waits for the interval of ten seconds. */
const DECIDED_MILLISECONDS_MAX = 5000;

/** What has to be there, and what .ci/guest-tools brings. */
const PROGRAMS = ["qemu-system-x86_64", "busybox", "stress-ng", "cpio", "ldd"];

async function boot(image: string): Promise<Round[]> {
  const words = [
    ...["-accel", "tcg", "-cpu", "max", "-m", String(MEMORY_MEGABYTES), "-smp", "2"],
    ...["-display", "none", "-serial", "stdio", "-monitor", "none", "-nic", "none", "-no-reboot"],
    ...["-kernel", kernelImage() ?? "", "-initrd", image],
    ...["-append", "console=ttyS0 quiet panic=-1 psi=1 rdinit=/init"],
  ];
  const guest = spawn("qemu-system-x86_64", words, { stdio: ["ignore", "pipe", "inherit"] });
  const timer = setTimeout(() => guest.kill("SIGKILL"), GUEST_SECONDS * 1000);
  const rounds: Round[] = [];
  for await (const line of createInterface({ input: guest.stdout })) {
    const text = line.replace(/\r$/, "");
    const found = /^ROUND (\{.*\})$/.exec(text)?.[1];
    if (found === undefined) console.log(`  ${text}`);
    else rounds.push(JSON.parse(found) as Round);
  }
  clearTimeout(timer);
  return rounds;
}

/** What a round shows that it must not; one sentence each. */
function complaints(round: Round): string[] {
  const { notifications, evicted, spared, outOfMemory, decidedAfter, outcome } = round;
  const isLate = decidedAfter === null || decidedAfter > DECIDED_MILLISECONDS_MAX;
  return [
    ...(evicted === "leak.service" ? [] : [`It evicted ${evicted}, not leak.service.`]),
    ...(spared ? [] : ["Another unit was ended as well."]),
    ...(outOfMemory === 0 ? [] : [`The kernel ran out of memory first, ${outOfMemory} times.`]),
    ...(/asked to end/.test(outcome) ? [] : [`Nothing was ended: ${outcome}`]),
    ...(notifications && isLate ? [`It decided only after ${decidedAfter} ms.`] : []),
  ];
}

async function main(): Promise<number> {
  const reason = toolsMissing(PROGRAMS);
  if (reason !== null) {
    console.log(`guest: skipped, ${reason}`);
    return process.env.CI === "true" ? 1 : 0;
  }
  mkdirSync(DIRECTORY, { recursive: true });
  const began = performance.now();
  const rounds = await boot(await packImage(DIRECTORY));
  for (const round of rounds) {
    const how = round.notifications ? "with notifications" : "by the interval alone";
    console.log(
      `${how}: decided to evict ${round.evicted} on what was measured ${round.decidedAfter} ms ` +
        `after the threshold was crossed; it had ended after ${round.endedAfter} ms`,
    );
    console.log(`  ${round.outcome}`);
  }
  const wrong = rounds.flatMap(complaints);
  if (rounds.length !== 2) wrong.push(`The guest ended after ${rounds.length} of 2 rounds.`);
  for (const sentence of wrong) console.error(`guest: ${sentence}`);
  console.log(`guest: ${Math.round((performance.now() - began) / 1000)} s`);
  return wrong.length === 0 ? 0 : 1;
}

process.exitCode = await main();
