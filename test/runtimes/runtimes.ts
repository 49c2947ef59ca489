/**
 * Plays the corpus in every runtime that is here and compares: every one must give the same bytes.
 *
 *     npm run suite -- runtimes [--only chromium] [--half DATE]
 *
 * With `--half`, every second one is compared with this Node, and on the next day the others.
 * What is not here is skipped, and its line says what to install; under CI=true that is a failure.
 * Exits with 1 when digests differ or a runtime fails.
 */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { corpusFiles } from "../corpus/files.ts";
import { BROWSER_RUNTIMES } from "./browsers.ts";
import { ENGINES } from "./engines.ts";
import { PROGRAMS, THIS_NODE } from "./programs.ts";
import { complaints, lineOf, type Row } from "./rows.ts";
import type { Runtime } from "./runtime.ts";
import { WORKERD } from "./workerd.ts";
import { prepareWorkspace, type Workspace } from "./workspace.ts";

const RUNTIMES: readonly Runtime[] = [
  THIS_NODE,
  ...PROGRAMS,
  WORKERD,
  ...BROWSER_RUNTIMES,
  ...ENGINES,
];

const AT_A_TIME = Math.min(2, availableParallelism());

async function play(runtime: Runtime, workspace: Workspace): Promise<Row> {
  let version = "-";
  try {
    const found = await runtime.find();
    if (found === null) {
      return { runtime, version, problem: `not here: ${runtime.install}`, isMissing: true };
    }
    version = found.version;
    const began = performance.now();
    const played = await found.play(workspace);
    return { runtime, version, played, seconds: (performance.now() - began) / 1000 };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { runtime, version, problem: `failed: ${problem}` };
  }
}

/** Yields in the order of the runtimes. Each is a process with one busy thread. */
async function* played(
  runtimes: readonly Runtime[],
  workspace: Workspace,
): AsyncGenerator<Row, void, undefined> {
  const begun: Promise<Row>[] = [];
  for (const [index] of runtimes.entries()) {
    for (const next of runtimes.slice(begun.length, index + AT_A_TIME)) {
      begun.push(play(next, workspace));
    }
    yield (await begun[index]) as Row;
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { only: { type: "string" }, half: { type: "string" } } });
  const { only, half } = values;
  const chosen = RUNTIMES.filter(({ name }, index) => {
    if (half !== undefined && index > 0 && index % 2 !== Number(half) % 2) return false;
    return only === undefined || name.includes(only);
  });
  const workspace = await prepareWorkspace();
  const corpora = corpusFiles().map(({ name }) => name);
  console.log(
    `What the kubelets of ${corpora.join(", ")} do, played in ${chosen.length} runtimes:`,
  );
  const rows: Row[] = [];
  for await (const row of played(chosen, workspace)) {
    console.log(lineOf(row));
    rows.push(row);
  }
  const wrong = complaints(rows, process.env.CI === "true");
  for (const sentence of wrong) console.error(sentence);
  if (wrong.length > 0) return 1;
  const told = rows.filter((row) => row.played !== undefined);
  console.log(`${told.length} runtimes, one digest: ${told[0]?.played?.digest}`);
  const also = told.find((row) => row.played?.also !== undefined)?.played?.also ?? {};
  for (const [corpus, { digest }] of Object.entries(also)) {
    const count = told.filter((row) => row.played?.also?.[corpus] !== undefined).length;
    console.log(`${count} runtimes, one digest of ${corpus}: ${digest}`);
  }
  return 0;
}

process.exitCode = await main();
