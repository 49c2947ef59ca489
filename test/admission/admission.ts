/**
 * Plays generated admissions on the kubelet's own code and on the module, and reports every
 * difference, shrunk to the smallest case that shows it:
 *
 *     npm run oracle -- admission --seed 1 --cases 3000 [--release 1.31] [--minutes 5]
 *     npm run oracle -- admission --seed 1 --case 17
 *     npm run oracle -- admission --file build/admission/1-17.json
 *
 * Exits with 1 on a difference, with 2 when the kubelet's code cannot be had.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { parse } from "yaml";
import { loadModule } from "../../hosts/system/modules.ts";
import { oraclePath, statusWithOracle } from "../fidelity/oracleProcess.ts";
import { PINNED_RELEASE } from "../fidelity/scenario.ts";
import { shrinkBy } from "../fidelity/shrink.ts";
import { type Json, writeJson } from "../vectors/notation.ts";
import type { AdmissionCase } from "./admissionCase.ts";
import { drawCase } from "./generate/case.ts";
import { AdmissionJudge, type AdmissionVerdict } from "./judge.ts";
import { AdmissionPlayer } from "./play.ts";

const BATCH = 128;
const DIRECTORY = fileURLToPath(new URL("../../build/admission/", import.meta.url));

interface Plan {
  readonly release: string | undefined;
  readonly seed: number;
  readonly first: number;
  readonly cases: number;
  /** Milliseconds since the epoch; no batch starts later. */
  readonly deadline: number;
}

/** How many cases there were, and what became of them. */
class Tally {
  cases = 0;
  readonly #outcomes = new Map<string, number>();
  readonly differing = new Map<string, number>();

  add({ theirs, difference }: AdmissionVerdict): void {
    this.cases++;
    const [outcome] = theirs.canonical ?? [];
    const preempted = outcome?.preempted?.length ?? 0;
    if (outcome === undefined) this.#count("refused documents");
    else if (!outcome.admit) this.#count("rejected");
    else this.#count(preempted === 0 ? "admitted" : "admitted with preemption");
    if (preempted > 1) this.#count("preemptions of several pods");
    if (difference === null) return;
    this.differing.set(difference.what, (this.differing.get(difference.what) ?? 0) + 1);
  }

  #count(what: string): void {
    this.#outcomes.set(what, (this.#outcomes.get(what) ?? 0) + 1);
  }

  sentence(seed: number, release: string): string {
    const outcomes = [...this.#outcomes].map(([what, count]) => `${count} ${what}`).join(", ");
    const differing = [...this.differing].map(([what, count]) => `${count} ${what}`).join(", ");
    const found = differing === "" ? "0 different" : `different: ${differing}`;
    return `seed ${seed}, kubelet ${release}: ${this.cases} cases (${outcomes}), ${found}`;
  }
}

function withRelease(asked: AdmissionCase, release: string | undefined): AdmissionCase {
  return release === undefined ? asked : { ...asked, kubeletVersion: release };
}

async function campaign(judge: AdmissionJudge, plan: Plan): Promise<Tally> {
  const tally = new Tally();
  const end = plan.first + plan.cases;
  for (let start = plan.first; start < end && Date.now() < plan.deadline; start += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, end - start) }, (_, i) => start + i);
    const cases = numbers.map((number) => withRelease(drawCase(plan.seed, number), plan.release));
    const verdicts = await judge.judge(cases);
    for (const [index, verdict] of verdicts.entries()) {
      tally.add(verdict);
      const what = verdict.difference?.what;
      if (what === undefined || (tally.differing.get(what) ?? 0) > 1) continue;
      console.log(`--seed ${plan.seed} --case ${numbers[index]}`);
      await report(judge, cases[index] as AdmissionCase, what, `${plan.seed}-${numbers[index]}`);
    }
  }
  return tally;
}

/** Shrinks a case that differs, prints it and keeps it. */
export async function report(
  judge: AdmissionJudge,
  asked: AdmissionCase,
  what: string,
  name: string,
): Promise<void> {
  const release = asked.kubeletVersion;
  const rules = {
    isNeeded: (path: readonly (string | number)[]) => {
      if (path.length === 1) return ["node", "pods", "pod"].includes(String(path[0]));
      return ["metadata", "name", "namespace", "uid"].includes(String(path.at(-1)));
    },
    isFixed: ([first]: readonly (string | number)[]) => first === "kubeletVersion",
  };
  const smallest = await shrinkBy<AdmissionCase>(rules, asked, async (candidates) => {
    const verdicts = await judge.judge(candidates.map((one) => withRelease(one, release)));
    return verdicts.findIndex(({ difference }) => difference?.what === what);
  });
  const [verdict] = await judge.judge([withRelease(smallest, release)]);
  mkdirSync(DIRECTORY, { recursive: true });
  writeFileSync(`${DIRECTORY}${name}.json`, `${writeJson(smallest as unknown as Json)}\n`);
  show(smallest, verdict);
  console.log(`Again: npm run oracle -- admission --file build/admission/${name}.json\n`);
}

function show(asked: AdmissionCase, verdict: AdmissionVerdict | undefined): void {
  console.log(writeJson(asked as unknown as Json));
  if (verdict?.difference == null) return;
  const { what, kubelet, plimsoll } = verdict.difference;
  console.log(what);
  console.log(`  kubelet   ${JSON.stringify(kubelet)}`);
  console.log(`  plimsoll  ${JSON.stringify(plimsoll)}`);
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: "string", default: "1" },
      cases: { type: "string", default: "3000" },
      case: { type: "string" },
      minutes: { type: "string", default: "60" },
      file: { type: "string" },
      release: { type: "string" },
    },
  });
  const kept =
    values.file === undefined
      ? null
      : (parse(readFileSync(values.file, "utf8"), { intAsBigInt: true }) as AdmissionCase);
  const release = kept?.kubeletVersion ?? values.release;
  const player = new AdmissionPlayer(await loadModule("admission"));
  const judge = new AdmissionJudge(player, oraclePath(release));
  try {
    if (kept !== null) {
      const [verdict] = await judge.judge([kept]);
      show(kept, verdict);
      return verdict?.difference == null ? 0 : 1;
    }
    const tally = await campaign(judge, {
      release,
      seed: Number(values.seed),
      first: Number(values.case ?? 0),
      cases: values.case === undefined ? Number(values.cases) : 1,
      deadline: Date.now() + Number(values.minutes) * 60_000,
    });
    console.log(tally.sentence(Number(values.seed), release ?? PINNED_RELEASE));
    return tally.differing.size === 0 ? 0 : 1;
  } finally {
    judge.close();
  }
}

process.exitCode = await statusWithOracle(main);
