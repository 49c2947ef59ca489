import type { Decision, RankedPod } from "../../../analysis/engine/decision.ts";
import { blockLines } from "../../../analysis/present/terminal/blocks.ts";
import { COLUMNS_MAX, type Style } from "../../../analysis/present/terminal/style.ts";
import { hang } from "../../../analysis/present/terminal/wrap.ts";
import { thresholdGauges } from "../../../analysis/questions/replay/gauges.ts";
import { NO_CANDIDATE, NO_EVENT, WAITING } from "../../../analysis/questions/replay/watchWords.ts";
import { formatSeconds } from "../../../analysis/text/amount.ts";
import { podText } from "../../../analysis/text/podText.ts";
import { shorten } from "../../../analysis/text/shortened.ts";
import { clockOf } from "../../../analysis/text/utc.ts";
import type { DaemonStep } from "../../daemon/step.ts";

/** What the screen shows. */
export interface View {
  /** Such as `worker-3, kubelet v1.35.8`. */
  readonly title: string;
  /** Where the snapshots and the policy come from. */
  readonly origins: string;
  /** Such as `observes only`. */
  readonly mode: string;
  /** The address that serves more, such as `http://127.0.0.1:10350`; null if nothing is served. */
  readonly url: string | null;
  /** The last step that observed something, its decision fit for a terminal. */
  readonly seen: { readonly step: DaemonStep; readonly decision: Decision } | null;
  /** Since that step, by our own clock. */
  readonly secondsAgo: number;
  /** What is wrong at the moment, one sentence each. */
  readonly problems: readonly string[];
  /** What happened, latest last; each with its lines. */
  readonly events: readonly ((style: Style) => readonly string[])[];
}

const LABEL_COLUMNS = 17;
const INDENT = " ".repeat(LABEL_COLUMNS);

/** The whole screen for this many rows, from the top. */
export function screenLines(view: View, rows: number, style: Style): string[] {
  const width = Math.min(style.columns, COLUMNS_MAX);
  const head = [
    ...headLines(view, style),
    "",
    ...(view.seen === null ? [WAITING] : seenLines(view.seen.decision, style)),
  ];
  const problems = view.problems.flatMap((each) => hang("! ", each, width)).map(style.paint.low);
  const foot = footLine(view, style);
  const room = rows - head.length - problems.length - 2;
  const events = latest(view.events, Math.max(0, room), style);
  const lines = [...head, ...problems, "", ...events];
  while (lines.length < rows - 1) lines.push("");
  return [...lines.slice(0, Math.max(0, rows - 1)), foot];
}

function headLines({ title, origins, mode, seen, secondsAgo }: View, style: Style): string[] {
  const width = Math.min(style.columns, COLUMNS_MAX);
  const about = seen === null ? [] : [stepText(seen.step, seen.decision, secondsAgo)];
  const titles = [style.paint.title(title), style.paint.subject(mode)];
  return [
    ...(title.length + 2 + mode.length <= width ? [titles.join("  ")] : titles),
    ...hang("", [...about, origins].join(" · "), width).map(style.paint.faint),
  ];
}

function stepText(step: DaemonStep, decision: Decision, secondsAgo: number): string {
  const took = `read in ${milliseconds(step.readMilliseconds)}`;
  const decided = `decided in ${milliseconds(step.decideMilliseconds)}`;
  const ago = secondsAgo < 1 ? "now" : `${formatSeconds(secondsAgo)} ago`;
  return `${clockOf(decision.time)} UTC, ${ago} · ${took}, ${decided}`;
}

function milliseconds(duration: number): string {
  return duration < 10 ? `${Number(duration.toFixed(1))} ms` : `${Math.round(duration)} ms`;
}

function seenLines(decision: Decision, style: Style): string[] {
  return [
    ...blockLines(thresholdGauges(decision), { all: true }, style),
    "",
    `Node conditions  ${conditionsText(decision, style)}`,
    ...candidateLines(decision, style),
  ];
}

function conditionsText({ nodeConditions }: Decision, style: Style): string {
  if (nodeConditions.length === 0) return style.paint.good("none");
  return nodeConditions.map((each) => style.paint.low(`● ${each}`)).join("  ");
}

/** The first pod of the core's ranking that can be evicted, and the core's words about it. */
function candidateLines(decision: Decision, style: Style): string[] {
  const candidate = decision.ranking?.find(({ skipped }) => skipped === undefined);
  if (candidate === undefined) return [NO_CANDIDATE];
  const room = Math.min(style.columns, COLUMNS_MAX) - LABEL_COLUMNS;
  const going = decision.evictions.some(({ uid }) => uid === candidate.uid);
  const name = shorten(`${going ? "✖ " : ""}${podText(candidate)}`, room);
  const painted = going ? style.paint.bad(name) : style.paint.subject(name);
  const reason = reasonText(decision);
  const fits = name.length + 1 + reason.length <= room;
  const first = `Next candidate   ${painted}`;
  const lines = fits
    ? [`${first} ${reason}`]
    : [first, ...hang(INDENT, reason, LABEL_COLUMNS + room)];
  return [...lines, ...whyLines(candidate, style)];
}

function reasonText({ signal }: Decision): string {
  return signal === undefined ? "(for memory)" : `(for ${signal})`;
}

function whyLines({ sentence }: RankedPod, style: Style): string[] {
  const width = Math.min(style.columns, COLUMNS_MAX);
  return hang(INDENT, sentence, width).map((line) => style.paint.faint(shorten(line, width)));
}

/** As many of the last events as fit, whole ones where possible. */
function latest(events: View["events"], room: number, style: Style): string[] {
  const shown: string[] = [];
  for (const event of [...events].reverse().map((each) => each(style))) {
    if (shown.length + event.length > room) {
      if (shown.length === 0) shown.push(...event.slice(0, room));
      break;
    }
    shown.unshift(...event);
  }
  return events.length > 0 ? shown : [style.paint.faint(NO_EVENT)];
}

function footLine({ url }: View, style: Style): string {
  const end = "Ctrl-C quits";
  const foots = url === null ? [end] : [`more at ${url} · ${end}`, `${url} · ${end}`, end];
  return style.paint.faint(foots.find((foot) => foot.length <= style.columns) ?? "");
}
