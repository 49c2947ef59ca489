/** Asks Kubernetes' own code and the module about scenarios, and compares their events. */
import { LineProcess } from "../fidelity/oracleProcess.ts";
import { type Comparison, compareScenario, type OracleEvent, type Strictness } from "./compare.ts";
import { CANONICAL, forOracle, OTHER_TURNS, type Scenario, type Turns } from "./scenario.ts";

/** Oracles that are asked side by side. */
const JUDGES = 2;
/**
 * A scenario that does not end by then is rerun with other turns: nothing bounds those of the
 * oracle, and where a controller waits for a lock that another call of it holds, virtual time
 * stops.
 */
const SCENARIO_MILLISECONDS = 60_000;

/** What the oracle says of a scenario that it ended: its events are those of a storm. */
const REFUSED = / pods were refused$/;

/**
 * What the oracle says of a scenario that uses more memory than there is: who dies is not played.
 */
const BEYOND_MEMORY = / bytes of \d+, and who is killed then is not played$/;

/** Why a scenario is passed over. */
export type Unplayed = "beyondMemory" | "notEnded";
export type Verdict = Comparison | Unplayed;

function isSame(verdict: Verdict): verdict is Comparison {
  return typeof verdict !== "string" && verdict.difference === undefined;
}

interface Answer {
  readonly events: readonly OracleEvent[];
  readonly error?: string;
}

interface Manner {
  readonly strictness: Strictness;
  /** For one that has ended before with other turns, or has not. */
  readonly otherMilliseconds: number;
}

/** An oracle that is kept running, and replaced when a scenario of it does not end. */
export class Judge {
  readonly #path: string;
  readonly #module: WebAssembly.Module;
  readonly #manner: Manner;
  #oracle: LineProcess;

  constructor(path: string, module: WebAssembly.Module, manner: Manner) {
    this.#path = path;
    this.#module = module;
    this.#manner = manner;
    this.#oracle = new LineProcess(path);
  }

  /** The comparison with the order that comes closest. */
  async judge(scenario: Scenario): Promise<Verdict> {
    const canonical = await this.#compare(scenario, CANONICAL);
    if (isSame(canonical) || canonical === "beyondMemory") return canonical;
    for (const turns of OTHER_TURNS) {
      const other = await this.#compare(scenario, turns);
      if (isSame(other)) return { ...other, order: turns.seed };
    }
    return canonical;
  }

  async #compare(scenario: Scenario, turns: Turns): Promise<Verdict> {
    const real = await this.ask(scenario, turns);
    if (typeof real === "string") return real;
    return compareScenario(this.#module, scenario, real, { strictness: this.#manner.strictness });
  }

  /** The events of the real code; anything else it reports is a defect of the generator. */
  async ask(scenario: Scenario, turns: Turns): Promise<readonly OracleEvent[] | Unplayed> {
    const limit = turns === CANONICAL ? SCENARIO_MILLISECONDS : this.#manner.otherMilliseconds;
    const line = await this.#answer(forOracle(scenario, turns), limit);
    if (line === "notEnded") return line;
    const { events, error } = JSON.parse(line) as Answer;
    if (error === undefined || REFUSED.test(error)) return events;
    if (BEYOND_MEMORY.test(error)) return "beyondMemory";
    throw new Error(`scenario ${scenario.id} is not played: ${error}`);
  }

  async #answer(line: string, limit: number): Promise<string> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<"notEnded">((resolve) => {
      timer = setTimeout(() => resolve("notEnded"), limit);
    });
    const asked = this.#oracle.ask([line]).then(([answer]) => answer as string);
    const first = await Promise.race([asked, late]).finally(() => clearTimeout(timer));
    if (first !== "notEnded") return first;
    asked.catch(() => undefined);
    this.#oracle.end();
    this.#oracle = new LineProcess(this.#path);
    return first;
  }

  close(): void {
    this.#oracle.close();
  }
}

export function judges(path: string, module: WebAssembly.Module, manner: Manner): Judge[] {
  return Array.from({ length: JUDGES }, () => new Judge(path, module, manner));
}

export interface Seeds {
  readonly first: number;
  readonly cases: number;
  /** Milliseconds since the epoch; no scenario starts later. */
  readonly deadline: number;
}

/** Judges the scenarios of the seeds side by side. */
export async function judgeAll(
  each: readonly Judge[],
  { first, cases, deadline }: Seeds,
  scenarioOf: (seed: number) => Scenario,
  report: (seed: number, verdict: Verdict) => void,
): Promise<void> {
  let next = first;
  const work = async (judge: Judge) => {
    while (next < first + cases && Date.now() < deadline) {
      const seed = next++;
      report(seed, await judge.judge(scenarioOf(seed)));
    }
  };
  await Promise.all(each.map(work));
}
