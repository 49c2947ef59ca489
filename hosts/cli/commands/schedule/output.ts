/** Decisions in the form that was asked for. */
import type { SchedulingDecision } from "../../../../analysis/engine/schedulingDecision.ts";
import type { Remedies } from "../../../../analysis/questions/remedy.ts";
import { scheduleDocument } from "../../../../analysis/questions/schedule/document.ts";
import type { ScheduleOptions } from "../../../../analysis/questions/schedule/options.ts";
import type { ScheduleRemedy } from "../../../../analysis/questions/schedule/remedies/scheduleRemedies.ts";
import { jsonObject, withMembers } from "../../../../analysis/read/json/compose.ts";
import type { Text } from "../../../../analysis/text/document.ts";
import { podText } from "../../../../analysis/text/podText.ts";
import type { Io } from "../../../system/io.ts";
import { printDocument } from "../../printDocument.ts";
import type { Decided } from "./decided.ts";

export interface Decisions {
  readonly before: readonly Decided[];
  /** With the changes; null without any. */
  readonly after: readonly Decided[] | null;
  /** One pod was asked about. */
  readonly isOne: boolean;
  readonly runsOn: string | undefined;
  /** What would place it or move it; null where nothing was searched. */
  readonly found: Remedies<ScheduleRemedy> | null;
  readonly lacksPods: boolean;
  /** What was read. */
  readonly sources: readonly Text[];
}

export async function printDecisions(
  decisions: Decisions,
  options: ScheduleOptions,
  io: Io,
): Promise<void> {
  const { output, change: changes = [] } = options;
  if (output === "json" || output === "ndjson") {
    const lines = linesOf(decisions);
    if (output === "ndjson") for (const line of lines) await io.stdout.write(`${line}\n`);
    else await io.stdout.write(`${scheduleText(lines)}\n`);
    return;
  }
  const read = (decided: readonly Decided[]) => decided.map(({ decision }) => decision);
  const { before, after } = decisions;
  const all = { before: read(before), after: after === null ? null : read(after) };
  const document = scheduleDocument({ ...decisions, ...all, changes });
  await printDocument(document, { ...options, output }, io);
}

function scheduleText(decisions: readonly string[]): string {
  return jsonObject([
    ["plimsoll", JSON.stringify("schedule/1")],
    ["decisions", `[\n${decisions.join(",\n")}]`],
  ]);
}

/** As the module wrote them; with changes, each with how it was before. */
function linesOf({ before, after, found }: Decisions): readonly string[] {
  if (after === null) return before.map(({ answer }) => withMembers(answer.text, found ?? {}));
  const earlier = byPod(before);
  return after.map(({ answer, decision }) => {
    const was = earlier.get(podText(decision.pod));
    const told = was === undefined ? null : { result: was.result, node: was.node };
    return withMembers(answer.text, { before: told });
  });
}

function byPod(decided: readonly Decided[]): ReadonlyMap<string, SchedulingDecision> {
  return new Map(decided.map(({ decision }) => [podText(decision.pod), decision]));
}
