/**
 * Finds by running with which release each behavior came, and prints the table:
 *
 *     npm run oracle -- releases [--releases 1.30,1.31] [--write]
 *
 * The vectors of a behavior are put to the oracle of every release. With `--write` the table goes
 * to releases.json next to this file; otherwise the exit status is 1 when it says something else,
 * and 2 when the kubelet's code cannot be had.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Question, questionsOf } from "../vectors/question.ts";
import { OracleProcess, oraclePath, statusWithOracle } from "./oracleProcess.ts";
import { behaviors, sinceOf } from "./releases/behaviors.ts";
import { PINNED_RELEASE } from "./scenario.ts";

const TABLE = new URL("releases.json", import.meta.url);
const MODULES = new URL("../oracle/releases/", import.meta.url);
/** No vector of a behavior has ties. */
const RUNS = 12;

/** Behavior to the first release that has it. */
export type ReleaseTable = Readonly<Record<string, string>>;

export function readTable(): ReleaseTable {
  return JSON.parse(readFileSync(TABLE, "utf8")) as ReleaseTable;
}

/** Every release that has an oracle, the oldest first. */
export function oracleReleases(): string[] {
  const others = readdirSync(MODULES).filter((name) => name.endsWith(".mod"));
  const releases = [PINNED_RELEASE, ...others.map((name) => name.replace(/\.mod$/, ""))];
  return releases.sort((a, b) => Number(a.slice(2)) - Number(b.slice(2)));
}

/** For each list of questions, whether the kubelet of a release agrees with all of them. */
async function agreements(release: string, asked: readonly Question[][]): Promise<boolean[]> {
  const oracle = new OracleProcess(oraclePath(release), RUNS);
  const questions = asked.flat();
  const answers = await oracle.ask(questions.map(({ line }) => line.replaceAll("\n", " ")));
  oracle.close();
  const disagreeing = new Set(
    questions.filter(({ compare }, index) => compare(answers[index] ?? "{}").length > 0),
  );
  return asked.map((list) => !list.some((question) => disagreeing.has(question)));
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { releases: { type: "string" }, write: { type: "boolean", default: false } },
  });
  const releases = values.releases?.split(",") ?? oracleReleases();
  const all = behaviors();
  const asked = all.map(({ after }) => questionsOf(after));
  const agreed: boolean[][] = [];
  for (const release of releases) agreed.push(await agreements(release, asked));
  const found: Record<string, string> = {};
  for (const [index, { name }] of all.entries()) {
    const since =
      sinceOf(
        releases,
        agreed.map((of) => of[index] ?? false),
      ) ?? "never";
    console.log(`${since.padEnd(6)} ${name}`);
    found[name] = since;
  }
  if (values.write) {
    writeFileSync(TABLE, `${JSON.stringify(found, null, 2)}\n`);
    return 0;
  }
  const stated = readTable();
  const wrong = all.filter(({ name }) => {
    const since = releases.find((release) => minorOf(release) >= minorOf(stated[name] ?? ""));
    return found[name] !== (since ?? "never");
  });
  for (const { name } of wrong) console.log(`releases.json says ${stated[name]}: ${name}`);
  return wrong.length === 0 ? 0 : 1;
}

function minorOf(release: string): number {
  return Number(release.slice(2));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = await statusWithOracle(main);
}
