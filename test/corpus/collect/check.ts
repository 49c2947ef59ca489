/**
 * Asks the kubelet's own code again whether it still answers what the corpus says:
 *
 *     npm run corpus -- check --every 10
 *
 * Exits with 1 when it does not, with 2 when the kubelet's code cannot be had.
 */

import { parseArgs } from "node:util";
import { oraclePath, statusWithOracle } from "../../fidelity/oracleProcess.ts";
import { canonical } from "../../vectors/comparison.ts";
import { type CorpusCase, readCorpus, releaseOf } from "../corpus.ts";
import { type CorpusFile, corpusFiles, readCorpusFile } from "../files.ts";
import { Recorder } from "./record.ts";

/**
 * Of sixteen outcomes, one that a run takes once in three hundred is missed by every fourth of the
 * answers, of 400 runs each; the corpus has some such. What changed is answered otherwise every
 * time, so one answer that is the recorded one is enough.
 */
const ATTEMPTS = 8;

/** Every corpus that is here, each by the code of its own release. */
async function check(every: number): Promise<number> {
  const statuses: number[] = [];
  for (const file of corpusFiles()) statuses.push(await checkFile(file, every));
  return Math.max(...statuses);
}

async function checkFile(file: CorpusFile, every: number): Promise<number> {
  const recorder = new Recorder(oraclePath(releaseOf(file.kubernetes)));
  try {
    const { cases } = readCorpus(readCorpusFile(file));
    const asked = cases.filter((_, index) => index % every === 0);
    let differing: readonly CorpusCase[] = asked;
    for (let attempt = 0; attempt < ATTEMPTS && differing.length > 0; attempt++) {
      differing = await answeredOtherwise(recorder, differing);
    }
    for (const { id } of differing) console.error(`${id} is answered otherwise now.`);
    const sentence = `${asked.length} of ${cases.length} cases asked again`;
    console.log(`${file.name}: ${sentence}, ${differing.length} answered otherwise`);
    return differing.length === 0 ? 0 : 1;
  } finally {
    recorder.close();
  }
}

async function answeredOtherwise(
  recorder: Recorder,
  cases: readonly CorpusCase[],
): Promise<CorpusCase[]> {
  const alike = await Promise.all(cases.map((one) => isAnsweredAlike(recorder, one)));
  return cases.filter((_, index) => !alike[index]);
}

async function isAnsweredAlike(recorder: Recorder, one: CorpusCase): Promise<boolean> {
  const answers = await recorder.answers(one.scenario);
  const pods = await recorder.pods(one.scenario);
  const recorded = canonical(one.answer);
  const isRecorded = answers.some((answer) => canonical(answer) === recorded);
  return isRecorded && canonical(pods) === canonical(one.pods);
}

const { values } = parseArgs({ options: { every: { type: "string", default: "10" } } });
process.exitCode = await statusWithOracle(() => check(Number(values.every)));
