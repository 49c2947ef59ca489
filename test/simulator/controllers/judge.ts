/** Asks Kubernetes' own code and the module about stories, and compares what they tell. */
import { LineProcess } from "../../fidelity/oracleProcess.ts";
import { type Comparison, compareStory, type OracleEvent } from "../compare.ts";
import { CANONICAL, forOracle, OTHER_TURNS, type Story, type Turns } from "../story.ts";

/**
 * A story that does not end by then is played with other turns: nothing bounds those of the oracle,
 * and where a controller waits for a lock that another call of it holds, virtual time stands still.
 */
const STORY_MILLISECONDS = 60_000;
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

/** An oracle that is kept running, and replaced when a story of it does not end. */
export class Judge {
  readonly #path: string;
  readonly #module: WebAssembly.Module;
  #oracle: LineProcess;

  constructor(path: string, module: WebAssembly.Module) {
    this.#path = path;
    this.#module = module;
    this.#oracle = new LineProcess(path);
  }

  async judge(story: Story): Promise<Verdict> {
    const canonical = await this.#compare(story, CANONICAL);
    if (isSame(canonical)) return canonical;
    for (const turns of OTHER_TURNS) {
      const other = await this.#compare(story, turns);
      if (isSame(other)) return { ...other, order: turns.seed };
    }
    return canonical;
  }

  async #compare(story: Story, turns: Turns): Promise<Verdict> {
    const real = await this.ask(story, turns);
    if (real === "notEnded") return real;
    return compareStory(this.#module, story, real, { strictness: "withTimes" });
  }

  /** What the real code tells; whatever else it says of a story is a defect of the drawing. */
  async ask(story: Story, turns: Turns): Promise<readonly OracleEvent[] | "notEnded"> {
    const limit = turns === CANONICAL ? STORY_MILLISECONDS : OTHER_MILLISECONDS;
    const line = await this.#answer(forOracle(story, turns), limit);
    if (line === "notEnded") return line;
    const answer = JSON.parse(line) as Answer;
    if (answer.error === undefined) return answer.events;
    throw new Error(`story ${story.id} is not played: ${answer.error}`);
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
