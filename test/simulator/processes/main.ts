/**
 * Plays the scenarios of scenarios.ts in real time on processes of Kubernetes (etcd, kube-
 * apiserver, kube-controller-manager, kube-scheduler) with nodes of test/oracle/simulator, and
 * compares their events with the module's:
 *
 *     npm run oracle -- processes           # nine minutes, more the first time; needs Go
 *     npm run oracle -- processes --keep    # and writes test/simulator/processes/recorded.json
 *
 * The events are also in build/recorded-processes.json, even without a difference.
 * Exits with 1 on a difference, with 2 when Kubernetes' programs cannot be had.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { statusWithOracle } from "../../fidelity/oracleProcess.ts";
import { ROOT } from "../../module/compile.ts";
import { SIMULATOR } from "../playing.ts";
import { compareWithProcesses } from "./compare.ts";
import { buildAll } from "./components.ts";
import { playOnProcesses } from "./play.ts";
import { RECORDED_FILE, type RecordedByProcesses } from "./recordedEvents.ts";
import { SCENARIOS } from "./scenarios.ts";

const MISSING = 2;
const LAST_FILE = join(ROOT, "build/recorded-processes.json");

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { keep: { type: "boolean", default: false } } });
  const programs = buildAll();
  if (programs === null) return MISSING;
  const all: RecordedByProcesses[] = [];
  let different = 0;
  for (const scenario of SCENARIOS) {
    console.error(`"${scenario.id}" takes ${scenario.minutes} minutes.`);
    const recorded = await playOnProcesses(programs, scenario);
    all.push(recorded);
    const { events, farthest, difference } = compareWithProcesses(
      SIMULATOR,
      scenario,
      recorded.events,
    );
    if (difference !== undefined) different++;
    const said = difference ?? `${events} events, none further than ${farthest?.toFixed(2)} s off`;
    console.log(`${recorded.kubernetes}, "${scenario.id}": ${said}`);
  }
  for (const file of values.keep ? [LAST_FILE, RECORDED_FILE] : [LAST_FILE]) {
    writeFileSync(file, `${JSON.stringify(all, undefined, 2)}\n`);
  }
  return different === 0 ? 0 : 1;
}

// None of the processes outlives this one.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => process.exit(1));
}
process.exitCode = await statusWithOracle(main);
