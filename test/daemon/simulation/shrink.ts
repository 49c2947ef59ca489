import { shrinkBy } from "../../fidelity/shrink.ts";
import type { Engines } from "./engines.ts";
import type { Plan } from "./plan.ts";
import { type Result, runPlan } from "./run.ts";

/** So long a failing plan is made shorter; it is useful also when that did not come to its end. */
const SHRINKING_MILLISECONDS = 60_000;
/** What may be made plainer: how long it takes, when and how long faults are, and what they are. */
const PLAINER = new Set<string | number | undefined>(["minutes", "at", "seconds", "value"]);

/** A shorter plan that fails in the same way: fewer faults, smaller numbers. */
export async function shrinkPlan(
  engines: Engines,
  plan: Plan,
  { violation, virtualSeconds }: Result,
): Promise<Plan> {
  const end = performance.now() + SHRINKING_MILLISECONDS;
  const way = wayOf(violation);
  const fails = async (candidate: Plan) => {
    if (performance.now() > end || candidate.minutes < 1 || candidate.nodes < 1) return false;
    return wayOf((await runPlan(engines, candidate)).violation) === way;
  };
  const isLate = virtualSeconds > plan.minutes * 60;
  const needed = { ...plan, faults: plan.faults.filter(({ at }) => at <= virtualSeconds) };
  const short = { ...needed, minutes: Math.ceil(virtualSeconds / 60) };
  const shrunk = await shrinkBy<Plan>(
    {
      isNeeded: (path) => path.length !== 2,
      isFixed: (path) => !PLAINER.has(path.at(-1)),
    },
    isLate ? needed : short,
    async (candidates) => {
      for (const [index, candidate] of candidates.entries()) {
        if (await fails(numbersOf(candidate))) return index;
      }
      return -1;
    },
  );
  return numbersOf(shrunk);
}

/** Without what differs between two runs that fail alike: pods, daemons and counts. */
function wayOf(violation: string | null): string {
  return (violation ?? "nothing").split("\n", 1)[0]?.replaceAll(/[\w.-]*\d[\w.-]*/g, "N") ?? "";
}

/** The shrinker writes whole numbers as bigints. */
function numbersOf(plan: Plan): Plan {
  return JSON.parse(
    JSON.stringify(plan, (_, value) => (typeof value === "bigint" ? Number(value) : value)),
  );
}
