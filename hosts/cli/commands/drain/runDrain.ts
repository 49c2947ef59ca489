/** From options to a drain: the cluster, with its changes, in the module; then the node. */

import type { Answer } from "../../../../analysis/engine/answer.ts";
import type { Drain, DrainRequest } from "../../../../analysis/engine/drain.ts";
import { EngineError } from "../../../../analysis/engine/engineError.ts";
import type { SchedulerEngine } from "../../../../analysis/engine/schedulerEngine.ts";
import { drainDocument } from "../../../../analysis/questions/drain/document.ts";
import { isComplete } from "../../../../analysis/questions/drain/leftPods.ts";
import { missingKinds } from "../../../../analysis/questions/drain/missingKinds.ts";
import type { DrainOptions } from "../../../../analysis/questions/drain/options.ts";
import { noNodeSentence, refusedNode } from "../../../../analysis/questions/drain/refusal.ts";
import { drainRemedies } from "../../../../analysis/questions/drain/remedies/drainRemedies.ts";
import { isStuck } from "../../../../analysis/questions/drain/stuck.ts";
import { sourceOf } from "../../../../analysis/questions/schedule/source.ts";
import { withMembers } from "../../../../analysis/read/json/compose.ts";
import type { Io } from "../../../system/io.ts";
import { loadModule } from "../../../system/modules.ts";
import { Findings, usageFailure } from "../../exitCode.ts";
import { alternative, readChanges, readCluster } from "../../input/schedulingCluster.ts";
import { printWarnings } from "../../notes.ts";
import { printDocument } from "../../printDocument.ts";
import { sameCommand } from "../../sameCommand.ts";
import { Progress } from "../../screen/progress.ts";
import { searched } from "../../screen/searched.ts";

/** `words` is the whole command line, which the answer suggests again. */
export async function runDrain(
  node: string | undefined,
  options: DrainOptions,
  words: readonly string[],
  io: Io,
): Promise<void> {
  if (node === undefined && options.objects === undefined && options.example === undefined) {
    throw usageFailure(noNodeSentence(null));
  }
  const progress = new Progress(io);
  const { changes, files } = readChanges(options.change ?? []);
  const asked = alternative(await loadModule("scheduler"), changes);
  const documents: Uint8Array[] = [];
  const cluster = options.search ? { ...asked, kept: documents } : asked;
  const { engine } = cluster;
  const read = {
    ...{ options, alternatives: [cluster] as const, files, progress, io },
    command: "drain",
  };
  const { configuration, summary, nodes, listedKinds } = await readCluster(read);
  if (node === undefined) throw usageFailure(noNodeSentence(nodes));
  if (options.objects !== undefined) {
    await printWarnings(missingKinds(summary.objects, listedKinds), io);
  }
  const request = requestOf(node, options);
  const answer = drained(engine, request, nodes);
  const drain = answer.parse();
  // The engine's next answer overwrites this one.
  const { text } = answer;
  const question = { engine, configuration, documents, request, drain };
  const isSought = options.search && isStuck(drain);
  const found = isSought ? await searched(drainRemedies(question), "drain", progress) : null;
  const { output } = options;
  if (output === "json") {
    const { remedies, search } = found ?? {};
    await io.stdout.write(`${withMembers(text, { remedies, search })}\n`);
  } else {
    const isWhole = options.all || output !== "text";
    const whole = isWhole ? null : sameCommand(words, "--all");
    const document = drainDocument(drain, found, { source: sourceOf(summary), whole });
    await printDocument(document, { ...options, output }, io);
  }
  if (!isComplete(drain)) throw new Findings();
}

function requestOf(node: string, options: DrainOptions): DrainRequest {
  const { ignoreDaemonsets = false, deleteEmptydirData = false, force = false } = options;
  return {
    node: node.replace(/^(?:node|nodes|no)\//, ""),
    ignoreDaemonSets: ignoreDaemonsets,
    deleteEmptyDir: deleteEmptydirData,
    force,
  };
}

function drained(
  engine: SchedulerEngine,
  request: DrainRequest,
  nodes: readonly string[],
): Answer<Drain> {
  try {
    return engine.drain(request);
  } catch (error) {
    const refusal = error instanceof EngineError ? refusedNode(request.node, nodes, error) : null;
    throw refusal ?? error;
  }
}
