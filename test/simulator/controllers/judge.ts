/** Asks Kubernetes' own code and the module about scenarios, and compares their events. */
import { LineProcess } from "../../fidelity/oracleProcess.ts";
import { type Comparison, compareScenario, type OracleEvent } from "../compare.ts";
import { CANONICAL, forOracle, OTHER_TURNS, type Scenario, type Turns } from "../scenario.ts";

/**
 * A scenario that does not end by then is rerun with other turns: nothing bounds those of the
 * oracle, and where a controller waits for a lock that another call of it holds, virtual time
 * stops.
 */
const SCENARIO_MILLISECONDS = 60_000;
/** The same for one that has ended before with other turns, or has not. */
const OTHER_MILLISECONDS = 5_000;

export type Verdict = Comparison | "notEnded";

function isSame(verdict: Verdict): verdict is Comparison {
  return verdict !== "notEnded" && verdict.difference === undefined;
}

interface Answer {
  readonly events: readonly OracleEvent[];
  readonly error?: string;
}

/** An oracle that is kept running, and replaced when a scenario of it does not end. */
export class Judge {
  readonly #path: string;
  readonly #module: WebAssembly.Module;
  #oracle: LineProcess;

  constructor(path: string, module: WebAssembly.Module) {
    this.#path = path;
    this.#module = module;
    this.#oracle = new LineProcess(path);
  }

  async judge(scenario: Scenario): Promise<Verdict> {
    const canonical = await this.#compare(scenario, CANONICAL);
    if (isSame(canonical)) return canonical;
    for (const turns of OTHER_TURNS) {
      const other = await this.#compare(scenario, turns);
      if (isSame(other)) return { ...other, order: turns.seed };
    }
    return canonical;
  }

  async #compare(scenario: Scenario, turns: Turns): Promise<Verdict> {
    const real = await this.ask(scenario, turns);
    if (real === "notEnded") return real;
    return compareScenario(this.#module, scenario, real, { strictness: "withTimes" });
  }

  /** The events of the real code; anything else it reports is a defect of the generator. */
  async ask(scenario: Scenario, turns: Turns): Promise<readonly OracleEvent[] | "notEnded"> {
    const limit = turns === CANONICAL ? SCENARIO_MILLISECONDS : OTHER_MILLISECONDS;
    const line = await this.#answer(forOracle(scenario, turns), limit);
    if (line === "notEnded") return line;
    const answer = JSON.parse(line) as Answer;
    if (answer.error === undefined) return answer.events;
    throw new Error(`scenario ${scenario.id} is not played: ${answer.error}`);
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
