/**
 * Asks the code of the last two releases about the same drains, counts those that they answer
 * otherwise, and records some with both answers:
 *
 *     npm run corpus -- drains --seed 1 --drawn 4000
 *     npm run corpus -- drains --check
 *
 * The second asks again about the recorded ones. Exits with 1 when one is answered otherwise than
 * recorded or than by the module, with 2 when Kubernetes' code cannot be had.
 */
import { parseArgs } from "node:util";
import { RELEASES } from "../../analysis/engine/contract/releases.ts";
import { objectOf } from "../../analysis/read/json/untyped.ts";
import { formatRelease } from "../../analysis/text/release.ts";
import { loadModule } from "../../hosts/system/modules.ts";
import { DRAIN, oraclePath, statusWithOracle } from "../fidelity/oracleProcess.ts";
import type { OracleDrain } from "./drainCase.ts";
import { DrainJudge } from "./judge.ts";
import {
  caseOf,
  type DrawnDrain,
  type RecordedDrain,
  readRecorded,
  writeRecorded,
} from "./recorded.ts";

const BATCH = 128;
/** Drains whose budgets the controller counts: all of them are alike, so a few are enough. */
const COUNTED = 128;
const TIME = /\d{4}-\d\d-\d\dT[\d:]+Z/g;
/** Drains with given statuses: of those that differ, and of those that do not. */
const GIVEN = 60;
const { newest } = RELEASES.drain;
const LAST_TWO = [formatRelease(newest - 1), formatRelease(newest)] as const;

type Judges = ReadonlyMap<string, DrainJudge>;

/** What each of the releases answers to each of the drains; throws where the module differs. */
async function asked(judges: Judges, drains: readonly DrawnDrain[]): Promise<RecordedDrain[][]> {
  const answers = drains.map((): RecordedDrain[] => []);
  for (let first = 0; first < drains.length; first += BATCH) {
    const batch = drains.slice(first, first + BATCH);
    const cases = batch.map(caseOf);
    for (const [release, judge] of judges) {
      for (const [index, { real, difference }] of (await judge.judge(cases)).entries()) {
        const named = batch[index] as DrawnDrain;
        if (difference !== null) throw new Error(JSON.stringify({ ...named, release, difference }));
        answers[first + index]?.push({ release, ...named, real: keptOf(named, real) });
      }
    }
  }
  return answers;
}

/** Statuses that are given are drawn again. */
function keptOf({ asGiven }: DrawnDrain, real: OracleDrain): OracleDrain {
  const kept = asGiven === true ? { ...real, before: {}, after: null } : real;
  return JSON.parse(JSON.stringify(kept, (_, value) => withoutChance(value))) as OracleDrain;
}

/** Times are the oracle's, and the pod that fails a sync is one of several, of a Go map. */
function withoutChance(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll(TIME, "2026-12-01T00:00:00Z");
  const { reason, message: _, ...condition } = objectOf(value);
  return reason === "SyncFailed" ? { ...condition, reason, message: "failed" } : value;
}

function differs([before, after]: readonly RecordedDrain[]): boolean {
  return JSON.stringify(before?.real) !== JSON.stringify(after?.real);
}

function numbers(count: number, seed: number, more: Partial<DrawnDrain>): DrawnDrain[] {
  return Array.from({ length: count }, (_, number) => ({ seed, number, ...more }));
}

async function collect(judges: Judges, seed: number, drawn: number): Promise<number> {
  const counted = await asked(judges, numbers(drawn, seed, {}));
  const given = await asked(judges, numbers(drawn, seed, { asGiven: true }));
  const other = given.filter(differs);
  for (const [what, all] of Object.entries({ counted, given })) {
    const evictions = all.flatMap(([one]) => one?.real.rounds.flat() ?? []).length;
    console.log(
      `${all.length} drains with ${what} budgets, ${evictions} requests for evictions, ` +
        `${all.filter(differs).length} answered otherwise by ${LAST_TWO.join(" and ")}`,
    );
  }
  const alike = given.filter((one) => !differs(one));
  const kept = [counted.slice(0, COUNTED), other.slice(0, GIVEN), alike.slice(0, GIVEN)].flat();
  writeRecorded([...counted.filter(differs), ...kept].flat());
  return 0;
}

async function check(judges: Judges): Promise<number> {
  const recorded = readRecorded();
  const drains = recorded.filter(({ release }) => release === LAST_TWO[0]);
  const named = drains.map(({ release: _, real: __, ...one }) => one);
  const again = new Set((await asked(judges, named)).flat().map((one) => JSON.stringify(one)));
  const other = recorded.filter((one) => !again.has(JSON.stringify(one)));
  for (const { release, seed, number } of other) {
    console.error(`${release}: drain ${number} of seed ${seed} is answered otherwise now.`);
  }
  console.log(`${recorded.length} answers asked for again, ${other.length} of them are others`);
  return other.length === 0 ? 0 : 1;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: "string", default: "1" },
      drawn: { type: "string", default: "4000" },
      check: { type: "boolean", default: false },
    },
  });
  const module = await loadModule("scheduler");
  const judges = new Map(
    LAST_TWO.map((each) => [each, new DrainJudge(oraclePath(each, DRAIN), module, each)]),
  );
  try {
    if (values.check) return await check(judges);
    return await collect(judges, Number(values.seed), Number(values.drawn));
  } finally {
    for (const judge of judges.values()) judge.close();
  }
}

process.exitCode = await statusWithOracle(main);
