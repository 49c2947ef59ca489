/** `plimsoll oom` of a node: from a Summary and its pods, or from a capture at a time. */

import type { Decision } from "../../../../analysis/engine/decision.ts";
import { OomEngine } from "../../../../analysis/engine/oomEngine.ts";
import { nodeDocument } from "../../../../analysis/questions/oom/document/node.ts";
import { NodeOom } from "../../../../analysis/questions/oom/nodeOom.ts";
import { nodeRecord } from "../../../../analysis/questions/oom/nodeRecord.ts";
import type { OomOptions } from "../../../../analysis/questions/oom/options.ts";
import { chosenTime, recordsUntil } from "../../../../analysis/questions/replay/chosenTime.ts";
import type { ReplayStep } from "../../../../analysis/questions/replay/replay.ts";
import { assumedMember } from "../../../../analysis/text/assumedDefaults.ts";
import { Detail } from "../../../../assembly/abi.ts";
import type { Io } from "../../../system/io.ts";
import { loadModule } from "../../../system/modules.ts";
import { inputFailure, usageFailure } from "../../exitCode.ts";
import { openSession } from "../../input/session.ts";
import { stepsOf } from "../../input/steps.ts";
import { printWarnings } from "../../notes.ts";
import { printDocument } from "../../printDocument.ts";

export async function explainNode(
  path: string | undefined,
  options: OomOptions,
  io: Io,
): Promise<void> {
  const session = await openSession(path, options, io);
  const { capture, engine, policy, json } = session;
  const watch = new NodeOom(new OomEngine(await loadModule("oom")), policy, json, options.kernel);
  const { at, step: wanted } = options;
  const until = at === undefined ? capture.records : recordsUntil(capture.records, chosenTime(at));
  let last: ReplayStep | null = null;
  let steps = 0;
  for await (const step of stepsOf(session, io, watch.noting(until))) {
    if (!step.observed) continue;
    watch.take(step);
    last = step;
    steps += 1;
    if (wanted !== undefined && step.decision()?.parse().step === wanted) break;
  }
  await printWarnings(
    capture.problems.map(({ sentence }) => `${capture.name}: ${sentence}`),
    io,
  );
  if (last === null) {
    throw inputFailure(`${capture.name}: it has no step with a Summary; give another capture.`);
  }
  const decision = engine.report<Decision>(Detail.Counterfactuals).parse();
  if (wanted !== undefined && decision.step !== wanted) {
    throw usageFailure(`--step ${wanted}: ${capture.name} has ${steps} steps.`);
  }
  const ranked = engine.explain({ signal: "memory.available" }).parse();
  const view = watch.view(ranked, last.summary);
  if (view.ranking === null) {
    throw inputFailure(
      `${capture.name}: its Summary has no memory of the node, or none of the containers of its ` +
        "pods, so no score is possible; give a whole one with the pods of the node.",
    );
  }
  const record = nodeRecord(ranked, view.ranking, view.race);
  const { output } = options;
  if (output === "json") {
    const answer = { ...record, ...assumedMember(session.isAssumed) };
    await io.stdout.write(`${JSON.stringify(answer)}\n`);
    return;
  }
  await printDocument(nodeDocument(record), { ...options, output }, io);
}
