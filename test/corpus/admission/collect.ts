/**
 * Chooses admissions that show every pair of behaviors that the drawn ones show, the small ones
 * first, asks the kubelet's own code about them, and writes them with its answers:
 *
 *     npm run corpus -- admissions --seed 1 --drawn 12000
 *     npm run corpus -- admissions --pairs 60
 *     npm run corpus -- admissions --check
 *     npm run corpus -- admissions --digest
 *
 * The second only records so many again on which the newest release and the one before it differ,
 * each by both; the third asks again about the recorded ones and exits with 1 when one is answered
 * otherwise; the fourth only writes the digest, after a change of words on purpose. Exits with 2
 * when the kubelet's code cannot be had.
 */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { RELEASES } from "../../../analysis/engine/contract/releases.ts";
import { formatRelease } from "../../../analysis/text/release.ts";
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
const ATTEMPTS = 8;
const ID_DIGITS = 12;
const { newest } = RELEASES.admission;
/** The newest release that is followed, and the one before. */
const LAST_TWO = [formatRelease(newest - 1), formatRelease(newest)] as const;
const PAIRS = 60;
/** A pair says little that a small one does not. */
const PAIR_BYTES = 6000;

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

/** What the last two releases answer otherwise, for each of them. */
function choosePairs(seed: number, pairs: number): AdmissionCase[] {
  const player = new AdmissionPlayer(module);
  const chosen: AdmissionCase[] = [];
  for (let number = 0; chosen.length < 2 * pairs; number++) {
    const asked = drawCase(seed, number);
    if (writeJson(asked as unknown as Json).length > PAIR_BYTES) continue;
    const both = LAST_TWO.map((kubeletVersion) => ({ ...asked, kubeletVersion }));
    const [before, after] = both.map((one) => canonical(player.play(one)));
    if (before !== after) chosen.push(...both);
  }
  return chosen;
}

/** By the code of the release that each case names. */
async function answers(asked: readonly AdmissionCase[], dice: number): Promise<OracleAdmission[]> {
  const releases = [...new Set(asked.map(({ kubeletVersion }) => kubeletVersion))];
  const found = new Map<AdmissionCase, OracleAdmission>();
  for (const release of releases) {
    const of = asked.filter(({ kubeletVersion }) => kubeletVersion === release);
    const answered = await answersOf(release, of, dice);
    for (const [index, one] of of.entries()) found.set(one, answered[index] as OracleAdmission);
  }
  return asked.map((one) => found.get(one) as OracleAdmission);
}

async function answersOf(
  release: string | undefined,
  asked: readonly AdmissionCase[],
  dice: number,
): Promise<OracleAdmission[]> {
  const oracle = new OracleProcess(oraclePath(release), RUNS, dice);
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

async function collect(seed: number, drawn: number, pairs: number): Promise<number> {
  const chosen = choose(seed, drawn);
  return write(await recorded([...chosen, ...choosePairs(seed, pairs)]));
}

/** Keeps the cases of a single release. */
async function collectPairs(seed: number, pairs: number): Promise<number> {
  const { cases } = readAdmissions(readAdmissionsFile());
  const kept = cases.filter(({ asked }) => asked.kubeletVersion === undefined);
  return write([...kept, ...(await recorded(choosePairs(seed, pairs)))]);
}

/** Two that throw different dice: what they do not agree on depends on luck and is left out. */
async function recorded(chosen: readonly AdmissionCase[]): Promise<RecordedAdmission[]> {
  const [first, second] = await Promise.all([answers(chosen, 1), answers(chosen, 2)]);
  return chosen.flatMap((asked, index): RecordedAdmission[] => {
    const answer = first[index] as OracleAdmission;
    if (answer.skipped || answer.crash !== undefined) return [];
    return answerText(answer) === answerText(second[index] as OracleAdmission)
      ? [{ id: idOf(asked), asked, answer }]
      : [];
  });
}

/** Outcomes are listed as luck found them: of two, each is the first in half of the runs. */
function answerText({ canonical: own = [], other = [], ...rest }: OracleAdmission): string {
  const [sorted, others] = [own, other].map((outcomes) => outcomes.map(canonical).sort());
  return canonical({ ...rest, sorted, others });
}

function write(cases: readonly RecordedAdmission[]): number {
  const kubernetes = cases[0]?.answer.kubernetes ?? "";
  const header = { plimsoll: ADMISSIONS_VERSION, kubernetes, cases: cases.length } as const;
  writeFileSync(ADMISSIONS_FILE, writeAdmissions({ header, cases }));
  console.log(`${kubernetes}: ${cases.length} recorded`);
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

/** Asks until each case got its stored answer, several times because some outcomes are rare. */
async function check(): Promise<number> {
  const { cases } = readAdmissions(readAdmissionsFile());
  let differing = cases;
  for (let dice = 1; dice <= ATTEMPTS && differing.length > 0; dice++) {
    const again = await answers(
      differing.map(({ asked }) => asked),
      dice,
    );
    differing = differing.filter(
      ({ answer }, i) => answerText(answer) !== answerText(again[i] as OracleAdmission),
    );
  }
  for (const { id } of differing) console.error(`${id} is answered otherwise now.`);
  console.log(`${cases.length} cases asked again, ${differing.length} answered otherwise`);
  return differing.length === 0 ? 0 : 1;
}

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    drawn: { type: "string", default: "12000" },
    pairs: { type: "string" },
    check: { type: "boolean", default: false },
    digest: { type: "boolean", default: false },
  },
});

function main(): Promise<number> {
  const seed = Number(values.seed);
  if (values.check) return check();
  if (values.pairs !== undefined) return collectPairs(seed, Number(values.pairs));
  return collect(seed, Number(values.drawn), PAIRS);
}

process.exitCode = values.digest ? writeDigest() : await statusWithOracle(main);
