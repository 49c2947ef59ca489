/** Decisions in the form that was asked for. */
import type { SchedulingDecision } from "../../../../analysis/engine/schedulingDecision.ts";
import { printed } from "../../../../analysis/present/terminal/controls.ts";
import {
  type ChangedDecision,
  changesText,
  countedWords,
  decisionsText,
  decisionText,
  nameOfPod,
  outcome,
  shortOutcome,
} from "../../../../analysis/present/terminal/schedule.ts";
import { sectionColumns } from "../../../../analysis/present/terminal/section.ts";
import { type Style, styleOf } from "../../../../analysis/present/terminal/style.ts";
import { wrap } from "../../../../analysis/present/terminal/wrap.ts";
import type { Remedies } from "../../../../analysis/questions/remedy.ts";
import type { ScheduleOptions } from "../../../../analysis/questions/schedule/options.ts";
import type { ScheduleRemedy } from "../../../../analysis/questions/schedule/remedies/scheduleRemedies.ts";
import { jsonObject, withMembers } from "../../../../analysis/read/json/compose.ts";
import type { Io } from "../../../system/io.ts";
import type { Decided } from "./decided.ts";

export interface Decisions {
  readonly before: readonly Decided[];
  /** With the changes; null without any. */
  readonly after: readonly Decided[] | null;
  /** One pod was asked about. */
  readonly isOne: boolean;
  readonly standsOn: string | undefined;
  /** What would place it or move it; null where nothing was searched. */
  readonly found: Remedies<ScheduleRemedy> | null;
}

export async function printDecisions(
  decisions: Decisions,
  { output, all = false, whatIf = [] }: ScheduleOptions,
  io: Io,
): Promise<void> {
  if (output === "text") {
    const style = styleOf(io);
    await io.stdout.write(printed(textOf(decisions, whatIf, all, style), style.isAscii));
    return;
  }
  const lines = linesOf(decisions);
  if (output === "ndjson") for (const line of lines) await io.stdout.write(`${line}\n`);
  else await io.stdout.write(`${scheduleText(lines)}\n`);
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
    const was = earlier.get(nameOfPod(decision));
    const told = was === undefined ? null : { result: was.result, node: was.node };
    return withMembers(answer.text, { before: told });
  });
}

function byPod(decided: readonly Decided[]): ReadonlyMap<string, SchedulingDecision> {
  return new Map(decided.map(({ decision }) => [nameOfPod(decision), decision]));
}

function textOf(
  { before, after, isOne, standsOn, found }: Decisions,
  whatIf: readonly string[],
  all: boolean,
  style: Style,
): string[] {
  const last = (after ?? before).map(({ decision }) => decision);
  const earlier = before.map(({ decision }) => decision);
  const changed = `With ${whatIf.join(", ")}:`;
  const [one] = last;
  const [was] = earlier;
  if (isOne && one !== undefined) {
    const answer = outcome(one, standsOn);
    if (after === null || was === undefined) {
      return decisionText(one, { all, heading: answer, found }, style);
    }
    const before = wrap(`As it is: ${outcome(was, standsOn)}`, sectionColumns(style));
    return [...before, ...decisionText(one, { all, heading: `${changed} ${answer}` }, style)];
  }
  if (after === null) return decisionsText(last, { all }, style);
  return [
    `As it is: ${countedWords(earlier)}`,
    `${changed} ${countedWords(last)}`,
    ...changesText(changesOf(earlier, last), all, style),
  ];
}

function changesOf(
  before: readonly SchedulingDecision[],
  after: readonly SchedulingDecision[],
): readonly ChangedDecision[] {
  const earlier = new Map(before.map((each) => [nameOfPod(each), each]));
  const later = new Set(after.map(nameOfPod));
  const gone = before.filter((each) => !later.has(nameOfPod(each)));
  const changes: ChangedDecision[] = [
    ...after.map((each) => ({ before: earlier.get(nameOfPod(each)), after: each })),
    ...gone.map((each) => ({ before: each, after: undefined })),
  ];
  return changes.filter((each) => wordsOf(each.before) !== wordsOf(each.after));
}

function wordsOf(decision: SchedulingDecision | undefined): string {
  return decision === undefined ? "" : shortOutcome(decision);
}
