/**
 * Asks the kubelet's own code again whether it still answers what the corpus says:
 *
 *     npm run corpus:check -- --every 10
 *
 * Exits with 1 when it does not, with 2 when the kubelet's code cannot be had.
 */

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { OracleMissing, oraclePath } from "../../fidelity/oracleProcess.ts";
import { canonical } from "../../vectors/comparison.ts";
import { readCorpus } from "../corpus.ts";
import { corpusPath } from "../files.ts";
import { Recorder } from "./record.ts";

async function check(every: number): Promise<number> {
  const recorder = new Recorder(oraclePath());
  try {
    const kubernetes = await recorder.release();
    const path = corpusPath(kubernetes);
    const { cases } = readCorpus(new Uint8Array(readFileSync(path)));
    const asked = cases.filter((_, index) => index % every === 0);
    const answers = await Promise.all(asked.map(({ scenario }) => recorder.record(scenario)));
    const differing = asked.filter((one, index) => canonical(one) !== canonical(answers[index]));
    for (const { id } of differing) console.error(`${id} is answered otherwise now.`);
    const sentence = `${asked.length} of ${cases.length} cases asked again`;
    console.log(`${kubernetes}: ${sentence}, ${differing.length} answered otherwise`);
    return differing.length === 0 ? 0 : 1;
  } finally {
    recorder.close();
  }
}

try {
  const { values } = parseArgs({ options: { every: { type: "string", default: "10" } } });
  process.exitCode = await check(Number(values.every));
} catch (error) {
  if (!(error instanceof OracleMissing)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
