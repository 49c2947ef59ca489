/** Units that our own scenario makes, one of which takes memory until a threshold is crossed. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DIRECTORY, findingsOf } from "./emulator.ts";
import type { Round } from "./pressureScenario.ts";
import { ROOT, Tree } from "./tree.ts";

/** With notifications the interval of ten seconds does not matter. */
const DECIDED_MILLISECONDS_MAX = 5000;

const INIT = `#!/bin/sh
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs devtmpfs /dev
mount -t tmpfs tmpfs /tmp
mount -t cgroup2 cgroup2 /sys/fs/cgroup
node /scenario.mjs 2>&1
poweroff -f
`;

async function packImage(): Promise<string> {
  const tree = new Tree(join(DIRECTORY, "pressure"));
  tree.shell(["sh", "mount", "mkdir", "poweroff"]);
  for (const name of ["node", "stress-ng"]) tree.program(name);
  tree.write(
    "/plimsoll/plimsoll-eviction.wasm",
    readFileSync(join(ROOT, "dist/plimsoll-eviction.wasm")),
  );
  await tree.script("hosts/cli/main.ts", "/plimsoll/plimsoll.mjs");
  await tree.script("test/guest/pressureScenario.ts", "/scenario.mjs");
  tree.write("/init", INIT, 0o755);
  return tree.pack();
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

/** What is wrong, one sentence each; prints how long each round took. */
export async function underPressure(): Promise<string[]> {
  const image = await packImage();
  const rounds = await findingsOf<Round>("ROUND", { image, megabytes: 1280, seconds: 400 });
  for (const { notifications, evicted, decidedAfter, endedAfter, outcome } of rounds) {
    const how = notifications ? "with notifications" : "by the interval alone";
    console.log(
      `${how}: decided to evict ${evicted} on what was measured ${decidedAfter} ms after the ` +
        `threshold was crossed; it had ended after ${endedAfter} ms`,
    );
    console.log(`  ${outcome}`);
  }
  const wrong = rounds.flatMap(complaints);
  return rounds.length === 2 ? wrong : [...wrong, `It ended after ${rounds.length} of 2 rounds.`];
}
