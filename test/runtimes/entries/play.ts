import { type CorpusReport, runCorpus } from "../../corpus/runner.ts";
import { TracedEngine } from "../../corpus/tracedEngine.ts";

/** What a runtime says about the corpus, as JSON: it crosses from one runtime to another. */
export async function playCorpus(core: WebAssembly.Module, corpus: Uint8Array): Promise<string> {
  const report = await runCorpus((listener) => new TracedEngine(core, listener), corpus);
  return JSON.stringify(shortened(report), (_, value: unknown) => {
    return typeof value === "bigint" ? String(value) : value;
  });
}

const FAILURES_TOLD = 3;

function shortened(report: CorpusReport): object {
  const told = report.failures.slice(0, FAILURES_TOLD);
  return { ...report, failures: report.failures.length, told };
}
