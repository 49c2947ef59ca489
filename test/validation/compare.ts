/**
 * Puts generated configuration files to `check` and to the kubelet's own loader and validation,
 * and reports every difference, shrunk to a short file:
 *
 *     npm run oracle -- check [--release 1.35] [--seed 1] [--count 100000] [--minutes 3]
 *
 * The exit status is 1 when there is a difference, 2 when the kubelet's code cannot be had.
 */
import { parseArgs } from "node:util";
import { statusWithOracle } from "../fidelity/oracleProcess.ts";
import { Checker } from "./checker.ts";
import { generate } from "./generate.ts";
import { difference } from "./judge.ts";
import { ConfigurationOracle, type OracleAnswer, oracleReleases } from "./oracle.ts";
import { shrink } from "./shrink.ts";

const BATCH = 500;
const SHOWN = 12;

interface Tally {
  compared: number;
  refused: number;
  readonly different: { readonly text: string; readonly answer: OracleAnswer }[];
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      release: { type: "string", multiple: true },
      seed: { type: "string", default: "1" },
      count: { type: "string", default: "10000" },
      minutes: { type: "string", default: "60" },
      shown: { type: "string", default: String(SHOWN) },
    },
  });
  const asked = values.release?.map((release) => Number(release.split(".")[1]));
  const checker = await Checker.start();
  const seed = Number(values.seed);
  let status = 0;
  for (const release of asked ?? oracleReleases()) {
    const until = Date.now() + Number(values.minutes) * 60_000;
    const oracle = new ConfigurationOracle(release);
    const tally = await compare(checker, oracle, {
      release,
      seed,
      count: Number(values.count),
      until,
    });
    const { compared, refused, different } = tally;
    const figures = `${compared} compared, ${refused} refused, ${different.length} different`;
    console.log(`1.${release}: ${figures} (seed ${seed})`);
    for (const { text, answer } of different.slice(0, Number(values.shown))) {
      const shorter = await shrink(text, answer, checker, oracle, release);
      console.log(`  ${JSON.stringify(shorter.text)}`);
      console.log(`    ours    ${JSON.stringify(checker.check(shorter.text, release))}`);
      console.log(`    kubelet ${JSON.stringify(shorter.answer)}`);
    }
    if (different.length > 0) status = 1;
    oracle.close();
  }
  return status;
}

interface Campaign {
  readonly release: number;
  readonly seed: number;
  readonly count: number;
  readonly until: number;
}

async function compare(
  checker: Checker,
  oracle: ConfigurationOracle,
  { release, seed, count, until }: Campaign,
): Promise<Tally> {
  const tally: Tally = { compared: 0, refused: 0, different: [] };
  const files = generate(release, seed);
  while (tally.compared < count && Date.now() < until) {
    const length = Math.min(BATCH, count - tally.compared);
    const texts = Array.from({ length }, () => files.next().value);
    const answers = await oracle.ask(texts);
    for (const [index, text] of texts.entries()) {
      const answer = answers[index] ?? {};
      tally.compared++;
      if (Object.keys(answer).length > 0) tally.refused++;
      if (difference(checker.check(text, release), answer, release) !== undefined) {
        tally.different.push({ text, answer });
      }
    }
  }
  return tally;
}

process.exitCode = await statusWithOracle(main);
