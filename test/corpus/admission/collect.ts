/**
 * Chooses admissions that show every pair of behaviors that the drawn ones show, the small ones
 * first, asks the kubelet's own code about them, and writes them with its answers:
 *
 *     npm run corpus -- admissions --seed 1 --drawn 12000
 *     npm run corpus -- admissions --check
 *     npm run corpus -- admissions --digest
 *
 * The second asks again about the recorded ones and exits with 1 when one is answered otherwise;
 * the third only writes the digest, after a change of words on purpose. Exits with 2 when the
 * kubelet's code cannot be had.
 */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { loadModule } from "../../../hosts/system/modules.ts";
import type { AdmissionCase, OracleAdmission } from "../../admission/admissionCase.ts";
import { drawCase } from "../../admission/generate/case.ts";
import { AdmissionPlayer } from "../../admission/play.ts";
import { question } from "../../admission/question.ts";
import { OracleProcess, oraclePath, statusWithOracle } from "../../fidelity/oracleProcess.ts";
import { canonical } from "../../vectors/comparison.ts";
import { type Json, writeJson } from "../../vectors/notation.ts";
import { behaviorsOf, pairsOf } from "./behaviors.ts";
import {
  ADMISSIONS_VERSION,
  type RecordedAdmission,
  readAdmissions,
  writeAdmissions,
} from "./corpus.ts";
import { ADMISSIONS_FILE, readAdmissionsFile, writeAdmissionsDigest } from "./files.ts";
import { runAdmissions } from "./runner.ts";

/** Runs of each case, with its pods in other orders. */
const RUNS = 40;
const BATCH = 128;
const ID_DIGITS = 12;

const module = await loadModule("admission");

/** The engine chooses the questions only; the answers are the kubelet's. */
function choose(seed: number, drawn: number): AdmissionCase[] {
  const player = new AdmissionPlayer(module);
  const candidates = Array.from({ length: drawn }, (_, number) => drawCase(seed, number))
    .map((asked) => ({ asked, size: writeJson(asked as unknown as Json).length }))
    .sort((a, b) => a.size - b.size);
  const seen = new Set<string>();
  return candidates.flatMap(({ asked }) => {
    const pairs = pairsOf(behaviorsOf(asked, player.play(asked)));
    const isNew = pairs.some((pair) => !seen.has(pair));
    for (const pair of pairs) seen.add(pair);
    return isNew ? [asked] : [];
  });
}

async function answers(asked: readonly AdmissionCase[], dice: number): Promise<OracleAdmission[]> {
  const oracle = new OracleProcess(oraclePath(), RUNS, dice);
  try {
    const found: OracleAdmission[] = [];
    for (let first = 0; first < asked.length; first += BATCH) {
      const lines = asked.slice(first, first + BATCH).map((one) => question(one));
      for (const text of await oracle.ask(lines)) {
        const { id: _, ...answer } = JSON.parse(text) as OracleAdmission & { id?: string };
        found.push(answer);
      }
    }
    return found;
  } finally {
    oracle.close();
  }
}

async function collect(seed: number, drawn: number): Promise<number> {
  const chosen = choose(seed, drawn);
  // Two that throw different dice: what they do not agree on depends on luck and is left out.
  const [first, second] = await Promise.all([answers(chosen, 1), answers(chosen, 2)]);
  const cases = chosen.flatMap((asked, index): RecordedAdmission[] => {
    const answer = first[index] as OracleAdmission;
    if (answer.skipped || answer.crash !== undefined) return [];
    return canonical(answer) === canonical(second[index])
      ? [{ id: idOf(asked), asked, answer }]
      : [];
  });
  const kubernetes = first[0]?.kubernetes ?? "";
  const header = { plimsoll: ADMISSIONS_VERSION, kubernetes, cases: cases.length } as const;
  writeFileSync(ADMISSIONS_FILE, writeAdmissions({ header, cases }));
  console.log(`${kubernetes}: ${chosen.length} chosen of ${drawn}, ${cases.length} recorded`);
  return writeDigest();
}

function idOf(asked: AdmissionCase): string {
  const text = writeJson(asked as unknown as Json);
  return createHash("sha256").update(text).digest("hex").slice(0, ID_DIGITS);
}

function writeDigest(): number {
  const report = runAdmissions(module, readAdmissionsFile());
  console.log(`${report.cases} cases, ${report.failures.length} different, ${report.digest}`);
  writeAdmissionsDigest(report);
  return report.failures.length === 0 ? 0 : 1;
}

async function check(): Promise<number> {
  const { cases } = readAdmissions(readAdmissionsFile());
  const again = await answers(
    cases.map(({ asked }) => asked),
    1,
  );
  const differing = cases.filter(({ answer }, i) => canonical(answer) !== canonical(again[i]));
  for (const { id } of differing) console.error(`${id} is answered otherwise now.`);
  console.log(`${cases.length} cases asked again, ${differing.length} answered otherwise`);
  return differing.length === 0 ? 0 : 1;
}

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    drawn: { type: "string", default: "12000" },
    check: { type: "boolean", default: false },
    digest: { type: "boolean", default: false },
  },
});
process.exitCode = values.digest
  ? writeDigest()
  : await statusWithOracle(() =>
      values.check ? check() : collect(Number(values.seed), Number(values.drawn)),
    );
