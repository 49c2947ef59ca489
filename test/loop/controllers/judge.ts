/** Asks Kubernetes' own code and the module about stories, and compares what they tell. */
import { LineProcess } from "../../fidelity/oracleProcess.ts";
import { type Comparison, compareStory, type OracleEvent } from "../compare.ts";
import { forOracle, type Story } from "../story.ts";

/** A story that does not end by then is passed over: nothing bounds the turns of the oracle. */
const STORY_MILLISECONDS = 20_000;
/** Other legal orders of what happens at once, tried where the canonical one leads elsewhere. */
const OTHER_ORDERS = [1, 2, 3, 4, 5, 6, 7, 8];

export type Verdict = Comparison | "notEnded";

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
    const real = await this.ask(story, 0);
    if (real === "notEnded") return real;
    const canonical = this.#compare(story, real);
    if (canonical.difference === undefined) return canonical;
    for (const seed of OTHER_ORDERS) {
      const other = await this.ask(story, seed);
      if (other === "notEnded") continue;
      const comparison = this.#compare(story, other);
      if (comparison.difference === undefined) return { ...comparison, order: seed };
    }
    return canonical;
  }

  #compare(story: Story, real: readonly OracleEvent[]): Comparison {
    return compareStory(this.#module, story, real, { strictness: "withTimes" });
  }

  /** What the real code tells; whatever else it says of a story is a defect of the drawing. */
  async ask(story: Story, order: number): Promise<readonly OracleEvent[] | "notEnded"> {
    const line = await this.#answer(forOracle(story, order));
    if (line === "notEnded") return line;
    const answer = JSON.parse(line) as Answer;
    if (answer.error === undefined) return answer.events;
    throw new Error(`story ${story.id} is not played: ${answer.error}`);
  }

  async #answer(line: string): Promise<string> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<"notEnded">((resolve) => {
      timer = setTimeout(() => resolve("notEnded"), STORY_MILLISECONDS);
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
