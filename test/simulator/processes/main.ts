/**
 * Plays the scenarios of scenarios.ts in real time on processes of Kubernetes (etcd, kube-
 * apiserver, kube-controller-manager, kube-scheduler) with nodes of test/oracle/simulator, and
 * compares their events with the module's:
 *
 *     npm run oracle -- processes           # nine minutes, more the first time; needs Go
 *     npm run oracle -- processes --keep    # and writes test/simulator/processes/told.json
 *
 * The events are also in build/told.json, even without a difference.
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
import { SCENARIOS } from "./scenarios.ts";
import { TOLD_FILE, type ToldByProcesses } from "./told.ts";

const MISSING = 2;
const LAST_FILE = join(ROOT, "build/told.json");

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { keep: { type: "boolean", default: false } } });
  const programs = buildAll();
  if (programs === null) return MISSING;
  const all: ToldByProcesses[] = [];
  let different = 0;
  for (const scenario of SCENARIOS) {
    console.error(`"${scenario.id}" takes ${scenario.minutes} minutes.`);
    const told = await playOnProcesses(programs, scenario);
    all.push(told);
    const { events, farthest, difference } = compareWithProcesses(SIMULATOR, scenario, told.events);
    if (difference !== undefined) different++;
    const said = difference ?? `${events} events, none further than ${farthest?.toFixed(2)} s off`;
    console.log(`${told.kubernetes}, "${scenario.id}": ${said}`);
  }
  for (const file of values.keep ? [LAST_FILE, TOLD_FILE] : [LAST_FILE]) {
    writeFileSync(file, `${JSON.stringify(all, undefined, 2)}\n`);
  }
  return different === 0 ? 0 : 1;
}

// None of the processes outlives this one.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => process.exit(1));
}
process.exitCode = await statusWithOracle(main);
