import { runAdmissions } from "../../corpus/admission/runner.ts";
import { runCorpus } from "../../corpus/runner.ts";
import { runClusters } from "../../corpus/scheduler/runner.ts";
import { TracedEngine } from "../../corpus/tracedEngine.ts";
import { playCalls } from "../callPlayer.ts";

/** A module, and the corpus that it is held against or the tape that it plays. */
export interface Recorded {
  readonly core: WebAssembly.Module;
  readonly corpus: Uint8Array;
}

/** The modules that decide as recorded code did, scenarios of clusters, and texts to split. */
export interface Recordings {
  readonly evictions: Recorded;
  readonly admissions: Recorded;
  readonly clusters: Recorded;
  readonly scenarios: Recorded;
  readonly texts: Recorded;
}

/** What a runtime says about the corpora, as JSON: it crosses from one runtime to another. */
export async function playCorpora({
  evictions,
  admissions,
  clusters,
  scenarios,
  texts,
}: Recordings): Promise<string> {
  const report = await runCorpus(
    (listener) => new TracedEngine(evictions.core, listener),
    evictions.corpus,
  );
  const also = {
    admissions: shortened(runAdmissions(admissions.core, admissions.corpus)),
    clusters: shortened(runClusters(clusters.core, clusters.corpus)),
    "cluster scenarios": playCalls(scenarios.core, scenarios.corpus),
    "texts of objects": playCalls(texts.core, texts.corpus),
  };
  return JSON.stringify({ ...shortened(report), also }, (_, value: unknown) => {
    return typeof value === "bigint" ? String(value) : value;
  });
}

const FAILURES_TOLD = 3;

function shortened(report: { readonly failures: readonly object[] }) {
  const told = report.failures.slice(0, FAILURES_TOLD);
  return { ...report, failures: report.failures.length, told };
}
