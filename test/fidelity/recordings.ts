/** How many recorded cases are not what a module does, for each policy. */
import { readAdmissionsFile } from "../corpus/admission/files.ts";
import { runAdmissions } from "../corpus/admission/runner.ts";
import { corpusFiles, readCorpusFile } from "../corpus/files.ts";
import { runCorpus } from "../corpus/runner.ts";
import { CLUSTER_FILES, readClustersFile } from "../corpus/scheduler/files.ts";
import { runClusters } from "../corpus/scheduler/runner.ts";
import { TracedEngine } from "../corpus/tracedEngine.ts";
import { drainsFailing } from "../drain/recorded.ts";
import { dumpsFailing } from "../oom/failing.ts";
import { controllersFailing } from "../simulator/controllers/recorded.ts";
import { scenariosFailing } from "../simulator/recorded.ts";
import type { Policy } from "./broken.ts";

type Recordings = (module: WebAssembly.Module) => Promise<number> | number;

const RECORDINGS: Readonly<Record<Policy, Recordings>> = {
  eviction: evictions,
  scheduler: (module) => {
    const failing = CLUSTER_FILES.map((name) => {
      return runClusters(module, readClustersFile(name)).failures.length;
    });
    return failing.reduce((sum, count) => sum + count, drainsFailing(module));
  },
  simulator: (module) => controllersFailing(module) + scenariosFailing(module),
  admission: (module) => runAdmissions(module, readAdmissionsFile()).failures.length,
  oom: dumpsFailing,
};

export async function recordingsFailing(
  policy: Policy,
  module: WebAssembly.Module,
): Promise<number> {
  return RECORDINGS[policy](module);
}

async function evictions(module: WebAssembly.Module): Promise<number> {
  let failing = 0;
  for (const file of corpusFiles()) {
    const bytes = readCorpusFile(file);
    const { failures } = await runCorpus((listener) => new TracedEngine(module, listener), bytes);
    failing += failures.length;
  }
  return failing;
}
