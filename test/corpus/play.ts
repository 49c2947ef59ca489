/**
 * Plays the corpora in this Node:
 *
 *     npm run corpus -- replay
 *     npm run corpus -- replay --show 067726394667
 *     npm run corpus -- replay --write
 *
 * The second prints one case: the scenario, the kubelet's answer, and where the engine differs.
 * The third writes the digests of all answers to digests.json, to which `npm test` holds the
 * engine. Exits with 1 on a difference.
 */
import { parseArgs } from "node:util";
import { loadModule } from "../../hosts/system/modules.ts";
import { renderDifference, renderScenario } from "../fidelity/render.ts";
import { type Json, writeJson } from "../vectors/notation.ts";
import { type CorpusCase, readCorpus } from "./corpus.ts";
import { type CorpusDigest, corpusFiles, readCorpusFile, writeDigests } from "./files.ts";
import { type CorpusReport, runCorpus } from "./runner.ts";
import { TracedEngine } from "./tracedEngine.ts";

const core = await loadModule("eviction");

function play(bytes: Uint8Array): Promise<CorpusReport> {
  return runCorpus((listener) => new TracedEngine(core, listener), bytes);
}

function summary(
  name: string,
  { cases, answers, digest, failures, deliberate }: CorpusReport,
): string {
  const kinds = new Map<string, string[]>();
  for (const { id, differences } of failures) {
    const what = differences[0]?.what ?? "";
    kinds.set(what, [...(kinds.get(what) ?? []), id]);
  }
  return [
    `${name}: ${cases} cases, ${answers} answers, ${failures.length} different`,
    ...[...kinds].map(([what, ids]) => `  different: ${what}: ${ids.length}, such as ${ids[0]}`),
    ...Object.entries(deliberate).map(([what, times]) => `  deliberate: ${what}: ${times}`),
    `  digest ${digest}`,
  ].join("\n");
}

async function show(bytes: Uint8Array, shown: CorpusCase): Promise<void> {
  const { failures } = await play(bytes);
  const { scenario, answer } = shown;
  console.log(renderScenario(scenario));
  console.log(`the kubelet:\n${writeJson(answer as unknown as Json)}\n`);
  const differences = failures.find(({ id }) => id === shown.id)?.differences ?? [];
  for (const difference of differences) console.log(renderDifference(difference));
  if (differences.length === 0) console.log("The engine does the same.");
}

const { values } = parseArgs({
  options: { show: { type: "string" }, write: { type: "boolean", default: false } },
});
const digests: Record<string, CorpusDigest> = {};
for (const file of corpusFiles()) {
  const bytes = readCorpusFile(file);
  if (values.show === undefined) {
    const report = await play(bytes);
    console.log(summary(file.name, report));
    if (report.failures.length > 0) process.exitCode = 1;
    const { answers, digest } = report;
    digests[file.name] = { answers, digest };
    continue;
  }
  const found = readCorpus(bytes).cases.find(({ id }) => id === values.show);
  if (found === undefined) console.log(`The corpus of ${file.name} has no ${values.show}.`);
  else await show(bytes, found);
}
if (values.write) writeDigests(digests);
