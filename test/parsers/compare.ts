/**
 * Asks the core and the real Go code the same questions and reports every difference, shrunk to a
 * short text: `npm run oracle -- parsers --count 1000000 --seed 1 [--kind quantity]`.
 */
import { parseArgs } from "node:util";
import { OracleMissing, OracleProcess, oraclePath } from "../fidelity/oracleProcess.ts";
import { type Answer, Answers, type Question } from "./answers.ts";
import { generate, KINDS } from "./generate.ts";
import { compileParsers } from "./module.ts";
import { shrink } from "./shrink.ts";
import { type Difference, judge } from "./verdict.ts";

const BATCH = 20_000;
const SHOWN = 10;

export interface Count {
  readonly kind: Question["kind"];
  compared: number;
  /** Neither right nor wrong: what the oracle will not ask Go, and sums beyond 128 bits. */
  skipped: number;
  readonly differences: Difference[];
}

export class Comparison {
  readonly #core: Answers;
  readonly #oracle: OracleProcess;

  constructor(core: Answers, oracle: OracleProcess) {
    this.#core = core;
    this.#oracle = oracle;
  }

  async count(kind: Question["kind"], seed: number, total: number): Promise<Count> {
    const count: Count = { kind, compared: 0, skipped: 0, differences: [] };
    const source = generate(kind, seed);
    for (let left = total; left > 0; left -= BATCH) {
      const size = Math.min(left, BATCH);
      const questions = Array.from({ length: size }, () => source.next().value);
      await this.#batch(questions, count);
    }
    return count;
  }

  async #batch(questions: readonly Question[], count: Count): Promise<void> {
    const answers = await this.#oracle.ask(questions.map((question) => JSON.stringify(question)));
    for (const [index, question] of questions.entries()) {
      const theirs = JSON.parse(answers[index] ?? "{}") as Answer;
      const ours = this.#core.answer(question);
      const verdict = judge({ question, ours, theirs });
      if (verdict === "skipped") count.skipped++;
      else count.compared++;
      if (verdict === "different") count.differences.push({ question, ours, theirs });
    }
  }

  /** A shorter question that the two still answer differently. */
  async shrunk(difference: Difference): Promise<Difference> {
    return shrink(difference, async (questions) => {
      const count: Count = {
        kind: difference.question.kind,
        compared: 0,
        skipped: 0,
        differences: [],
      };
      await this.#batch(questions, count);
      return count.differences[0];
    });
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      count: { type: "string", default: "100000" },
      seed: { type: "string", default: "1" },
      kind: { type: "string", multiple: true },
    },
  });
  const kinds = KINDS.filter((kind) => values.kind === undefined || values.kind.includes(kind));
  const oracle = new OracleProcess(oraclePath(), 1);
  const comparison = new Comparison(new Answers(await compileParsers()), oracle);
  for (const kind of kinds) {
    const began = process.hrtime.bigint();
    const { compared, skipped, differences } = await comparison.count(
      kind,
      Number(values.seed),
      Number(values.count),
    );
    const seconds = Number((process.hrtime.bigint() - began) / 1_000_000n) / 1000;
    const figures = `${compared} compared, ${skipped} skipped, ${differences.length} different`;
    console.log(`${kind}: ${figures} (seed ${values.seed}, ${seconds} s)`);
    for (const difference of differences.slice(0, SHOWN)) {
      const { question, ours, theirs } = await comparison.shrunk(difference);
      console.log(`  ${JSON.stringify(question)}`);
      console.log(`    core ${JSON.stringify(ours)}`);
      console.log(`    Go   ${JSON.stringify(theirs)}`);
    }
    if (differences.length > 0) process.exitCode = 1;
  }
  oracle.close();
}

try {
  await main();
} catch (error) {
  if (!(error instanceof OracleMissing)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
