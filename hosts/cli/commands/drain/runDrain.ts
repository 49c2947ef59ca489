/** From options to a drain: the cluster, with its changes, in the module; then the node. */
import { Status } from "../../../../assembly/abi.ts";
import type { Answer } from "../../../shared/answer.ts";
import type { ClusterEngine, ClusterSummary } from "../../../shared/cluster/clusterEngine.ts";
import type { Drain, DrainRequest } from "../../../shared/cluster/drain.ts";
import { EngineError } from "../../../shared/engineError.ts";
import { loadClusterModule } from "../../../system/core.ts";
import type { Io } from "../../../system/io.ts";
import { Findings, inputFailure } from "../../exitCode.ts";
import { readObjects } from "../../input/clusterObjects.ts";
import {
  alternative,
  configure,
  readCluster,
  refuseUnfound,
  type SchedulingOptions,
  sayWhatIsConfigured,
  sayWhatWasRead,
  sinkOf,
  whatIf,
} from "../../input/schedulingCluster.ts";
import { printWarnings } from "../../notes.ts";
import { printed } from "../../terminal/controls.ts";
import { drainText } from "../../terminal/drain.ts";
import { Progress } from "../../terminal/progress.ts";
import { styleOf } from "../../terminal/style.ts";

export interface DrainOptions extends SchedulingOptions {
  readonly ignoreDaemonsets?: boolean;
  readonly deleteEmptydirData?: boolean;
  readonly force?: boolean;
  readonly all?: boolean;
  readonly output: "text" | "json";
}

export async function runDrain(node: string, options: DrainOptions, io: Io): Promise<void> {
  const progress = new Progress(io);
  const { changes, files } = whatIf(options.whatIf ?? []);
  const cluster = alternative(await loadClusterModule(), changes);
  const release = await readCluster(options, [cluster, null], progress, io);
  await readObjects(files, { sink: sinkOf([cluster]), progress, io });
  refuseUnfound(cluster.changes);
  const { engine } = cluster;
  await configure([engine], options, release, io);
  await progress.clear();
  const summary = engine.summary().parse();
  await sayWhatWasRead(summary, io);
  if (options.objects !== undefined) await sayWhatIsMissing(summary.objects, io);
  await sayWhatIsConfigured(summary.configuration, io);
  const answer = drained(engine, requestOf(node, options));
  const drain = answer.parse();
  if (options.output === "json") await io.stdout.write(`${answer.text}\n`);
  else {
    const style = styleOf(io);
    const lines = drainText(drain, { all: options.all ?? false }, style);
    await io.stdout.write(printed(lines, style.isAscii));
  }
  if (drain.result !== "Drained" || drain.pending.length > 0) throw new Findings();
}

/** Nothing in a file tells that a kind was left out of it, and a drain without it looks easy. */
async function sayWhatIsMissing(objects: ClusterSummary["objects"], io: Io): Promise<void> {
  const missing = NEEDED.filter(([kind]) => objects[kind] === undefined);
  const warnings = missing.map(([kind, sentence]) => `No ${kind} is among the objects${sentence}`);
  await printWarnings(warnings, io);
}

const NEEDED: readonly (readonly [kind: string, sentence: string])[] = [
  ["Pod", "; add what kubectl get pods --all-namespaces --output json prints."],
  [
    "PodDisruptionBudget",
    ", and none is assumed; if the cluster has any, add what " +
      "kubectl get pdb --all-namespaces --output json prints.",
  ],
];

function requestOf(node: string, options: DrainOptions): DrainRequest {
  const { ignoreDaemonsets = false, deleteEmptydirData = false, force = false } = options;
  return {
    node: node.replace(/^(?:node|nodes|no)\//, ""),
    ignoreDaemonSets: ignoreDaemonsets,
    deleteEmptyDir: deleteEmptydirData,
    force,
  };
}

function drained(engine: ClusterEngine, request: DrainRequest): Answer<Drain> {
  try {
    return engine.drain(request);
  } catch (error) {
    const advice = error instanceof EngineError ? ADVICE[error.status] : undefined;
    if (!(error instanceof EngineError) || advice === undefined) throw error;
    throw inputFailure(`Node ${request.node}: ${error.reason}; ${advice}.`);
  }
}

const ADVICE: Readonly<Partial<Record<Status, string>>> = {
  [Status.NotFound]: "check its name",
  [Status.OutputTooLarge]: "leave out pods of the node that no question is about",
};
