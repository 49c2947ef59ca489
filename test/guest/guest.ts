/**
 * What a machine of one's own is needed for: real memory pressure on a real cgroup v2, the unit
 * under a real systemd, and killers that race.
 *
 *     npm run suite -- guest [pressure | unit | race]
 *
 * `pressure` starts units, lets one of them take memory, and expects `plimsoll run --act cgroup` to
 * end that one and no other, with notifications and without. `unit` installs the unit that we ship
 * as its guide says, kills it, lets it act. `race` lets memory run short in four ways next to
 * systemd-oomd and earlyoom, and replays what was recorded meanwhile. What is missing is said in
 * one line; under CI=true that is a failure.
 */
import { mkdirSync } from "node:fs";
import { DIRECTORY, PROGRAMS } from "./emulator.ts";
import { underPressure } from "./pressure.ts";
import { races } from "./race.ts";
import { toolsMissing } from "./tools.ts";
import { underSystemd } from "./unit.ts";

const GUESTS: Readonly<Record<string, () => Promise<string[]>>> = {
  pressure: underPressure,
  unit: underSystemd,
  race: races,
};

async function main(chosen: readonly string[]): Promise<number> {
  const reason = toolsMissing(PROGRAMS);
  if (reason !== null) {
    console.log(`guest: skipped, ${reason}`);
    return process.env.CI === "true" ? 1 : 0;
  }
  mkdirSync(DIRECTORY, { recursive: true });
  let failures = 0;
  for (const [name, guest] of Object.entries(GUESTS)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    const began = performance.now();
    const wrong = await guest();
    for (const sentence of wrong) console.error(`${name}: ${sentence}`);
    failures += wrong.length;
    console.log(`${name}: ${Math.round((performance.now() - began) / 1000)} s`);
  }
  return failures === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
