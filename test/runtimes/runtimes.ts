/**
 * Plays the corpus in every runtime that is here and compares: every one must give the same bytes.
 *
 *     npm run runtimes [-- --only chromium]
 *
 * What is not here is skipped, and its line says what to install; under CI=true that is a failure.
 * Exits with 1 when digests differ or a runtime fails.
 */
import { parseArgs } from "node:util";
import { corpusFiles } from "../corpus/files.ts";
import { BROWSER_RUNTIMES } from "./browsers.ts";
import { ENGINES } from "./engines.ts";
import { PROGRAMS, THIS_NODE } from "./programs.ts";
import type { PlayedCorpus, Runtime } from "./runtime.ts";
import { WORKERD } from "./workerd.ts";
import { prepareWorkspace, type Workspace } from "./workspace.ts";

const RUNTIMES: readonly Runtime[] = [
  THIS_NODE,
  ...PROGRAMS,
  WORKERD,
  ...BROWSER_RUNTIMES,
  ...ENGINES,
];

interface Row {
  readonly runtime: Runtime;
  readonly version: string;
  readonly played?: PlayedCorpus;
  readonly seconds?: number;
  /** Why there is no digest. */
  readonly problem?: string;
}

async function play(runtime: Runtime, workspace: Workspace): Promise<Row> {
  let version = "-";
  try {
    const found = await runtime.find();
    if (found === null) return { runtime, version, problem: `not here: ${runtime.install}` };
    version = found.version;
    const began = performance.now();
    const played = await found.play(workspace);
    return { runtime, version, played, seconds: (performance.now() - began) / 1000 };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { runtime, version, problem: `failed: ${problem}` };
  }
}

function lineOf({ runtime, version, played, seconds, problem }: Row): string {
  const name = `${runtime.name.padEnd(20)} ${runtime.engine.padEnd(15)}`;
  const number = /\d+(\.\d+)+|\d{4}-\d\d-\d\d/.exec(version)?.[0] ?? version;
  const head = `${name} ${number.padEnd(16)}`;
  if (played === undefined) return `${head} ${problem}`;
  const failures =
    played.failures === undefined ? "" : `, ${played.failures} differ from the kubelet`;
  const counts = `${played.cases} cases, ${played.answers} answers${failures}`;
  return `${head} ${played.digest}  ${counts}, ${seconds?.toFixed(1)} s`;
}

/** Sentences about what is wrong; none when every runtime gave the same bytes. */
function complaints(rows: readonly Row[], isContinuousIntegration: boolean): string[] {
  const digests = new Set(rows.flatMap(({ played }) => played?.digest ?? []));
  const answers = new Set(rows.flatMap(({ played }) => played?.answers ?? []));
  const differing = rows.filter(({ played }) => (played?.failures ?? 0) > 0);
  return [
    ...(digests.size === 1 && answers.size === 1
      ? []
      : ["The runtimes do not give the same bytes."]),
    ...differing.map(({ runtime, played }) => {
      const [first] = played?.told ?? [];
      return `${runtime.name} differs from the kubelet: npm run corpus -- --show ${first?.id}`;
    }),
    ...rows
      .filter(
        ({ problem }) => problem?.startsWith("failed") || (problem && isContinuousIntegration),
      )
      .map(({ runtime, problem }) => `${runtime.name}: ${problem}`),
  ];
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { only: { type: "string" } } });
  const { only } = values;
  const chosen = RUNTIMES.filter(({ name }) => only === undefined || name.includes(only));
  const newest = corpusFiles().at(-1);
  if (newest === undefined) throw new Error("There is no corpus; see test/corpus/README.md.");
  const workspace = await prepareWorkspace(newest.kubernetes);
  console.log(
    `What the kubelet of ${workspace.kubernetes} does, played in ${chosen.length} runtimes:`,
  );
  const rows: Row[] = [];
  for (const runtime of chosen) {
    const row = await play(runtime, workspace);
    console.log(lineOf(row));
    rows.push(row);
  }
  const wrong = complaints(rows, process.env.CI === "true");
  for (const sentence of wrong) console.error(sentence);
  if (wrong.length > 0) return 1;
  const played = rows.filter((row) => row.played !== undefined);
  console.log(`${played.length} runtimes, one digest: ${played[0]?.played?.digest}`);
  return 0;
}

process.exitCode = await main();
