/**
 * Runs daemons, an API server, kubelets, disks and clocks in virtual time under drawn faults, and
 * fails when a daemon acts as it must not, or does not act when it should.
 *
 *   npm run suite -- acting --seed 1 --minutes 1
 *   npm run suite -- acting --seed 1 --plans 80
 *   npm run suite -- acting --seed 1 --plan 17
 */
import { parseArgs } from "node:util";
import { loadModule } from "../../../hosts/system/modules.ts";
import { Campaign } from "./campaign.ts";
import { Engines } from "./engines.ts";
import { shrinkPlan } from "./shrink.ts";
import { planTable } from "./table.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
    minutes: { type: "string", default: "1" },
    plan: { type: "string" },
    plans: { type: "string" },
    unshrunk: { type: "boolean", default: false },
  },
});
const seed = Number(values.seed);
console.log(`seed ${seed}`);
const engines = new Engines(await loadModule("eviction"));
const campaign = new Campaign(engines, seed);
const first = Number(values.plan ?? 0);
const last = values.plan ?? (values.plans === undefined ? null : Number(values.plans) - 1);
const end = performance.now() + Number(values.minutes) * 60_000;
let number = first;
let failed = null;
do {
  failed = await campaign.run(number++);
} while (failed === null && (last === null ? performance.now() < end : number <= Number(last)));
for (const line of campaign.report()) console.log(line);
if (failed !== null) {
  const { plan, result } = failed;
  console.error(`\nseed ${seed}, plan ${number - 1}: ${result.violation}`);
  console.error(`npm run suite -- acting --seed ${seed} --plan ${number - 1}\n`);
  if (!values.unshrunk) {
    console.error("The shortest plan that was found to fail like this, as a row of the test:\n");
    console.error(planTable(await shrinkPlan(engines, plan, result)));
  }
  process.exitCode = 1;
}
