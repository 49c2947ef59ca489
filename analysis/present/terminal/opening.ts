import type { Decision, Policy, ThresholdArithmetic } from "../../engine/decision.ts";
import { doubts } from "../../questions/explain/doubts.ts";
import { formatAmount, formatSeconds, plural } from "../../text/amount.ts";
import { withoutFullStop } from "../../text/fullStop.ts";
import { observed } from "../../text/observedThreshold.ts";
import { clockOf, dateOf } from "../../text/utc.ts";
import { bar } from "./bar.ts";
import { barCells } from "./gauge.ts";
import { COLUMNS_MAX, type Style } from "./style.ts";
import { table } from "./table.ts";
import { hang } from "./wrap.ts";

/** Warnings shown before a replay; `check` shows all of them. */
const WARNINGS_MAX = 3;

/** What the opening says beside the policy. */
export interface Subject {
  /** The capture's name, or an example's. */
  readonly name: string;
  /** One sentence about an example. */
  readonly title?: string;
  readonly node?: string;
  /** The version of the kubelet that was captured. */
  readonly kubelet?: string;
  /** Where the configuration comes from. */
  readonly origins: readonly string[];
}

/** The node, the policy in force, and every threshold against the first observation. */
export function opening(
  subject: Subject,
  policy: Policy,
  first: Decision | null,
  style: Style,
): string[] {
  const width = Math.min(style.columns, COLUMNS_MAX);
  const title = subject.title === undefined ? "" : `: ${subject.title}`;
  return [
    ...hang("", subject.name + title, width).map(style.paint.title),
    ...hang("", nodeLine(subject, policy, first), width).map(style.paint.faint),
    "",
    ...(first === null ? [] : thresholdTable(first, style)),
    ...(first === null ? [] : doubtLines(first, style)),
    ...warningLines(policy, style),
  ];
}

function nodeLine(subject: Subject, policy: Policy, first: Decision | null): string {
  const parts = [
    subject.node === undefined ? null : `node ${subject.node}`,
    subject.kubelet === undefined ? null : `kubelet ${subject.kubelet}`,
    `rules of kubelet ${policy.kubeletVersion}`,
    policy.profile === "kubelet" ? null : `profile ${policy.profile}`,
    first === null ? null : `${dateOf(first.time)} from ${clockOf(first.time)} UTC`,
    `configuration: ${subject.origins.join(", then ")}`,
  ];
  return parts.filter((part) => part !== null).join(" · ");
}

/** Fewer columns have no room for a bar and a limit beside the name, which says the limit too. */
const BAR_COLUMNS_MIN = 60;

/** Every threshold with its limit as a mark, and what is available as a bar where there is room. */
export function thresholdTable(decision: Decision, style: Style): string[] {
  // What is mirrored from another threshold says the same again. Spec 1.6.
  const own = (decision.thresholds ?? []).filter(({ origin }) => origin !== "containerfs");
  const isNarrow = style.columns < BAR_COLUMNS_MIN;
  const withoutLimit = <T>(columns: readonly T[]) =>
    isNarrow ? columns.filter((_, index) => index !== 2) : columns;
  const rows = own.map((threshold) => ({
    cells: withoutLimit([
      `${threshold.signal}<${threshold.value}`,
      kindOf(threshold),
      limitOf(threshold),
      threshold.available === undefined ? "-" : formatAmount(threshold.signal, threshold.available),
    ]),
    drawn: isNarrow ? "" : drawnOf(threshold, style),
  }));
  const lines = table(
    withoutLimit([
      { title: "threshold", shrinks: true },
      { title: own.some(({ minReclaim }) => minReclaim !== undefined) ? "kind +reclaim" : "kind" },
      { title: "limit", align: "right" as const },
      { title: "available", align: "right" as const },
    ]),
    rows,
    Math.min(style.columns, COLUMNS_MAX) - (isNarrow ? 0 : barCells(style) + 2),
    style.paint.faint,
  );
  const width = Math.max(...lines.slice(1).map((line) => line.length), 0);
  return lines.map((line, index) =>
    index === 0 ? line : `${line.padEnd(width)}  ${rows[index - 1]?.drawn ?? ""}`.trimEnd(),
  );
}

function kindOf(threshold: ThresholdArithmetic): string {
  const kind = threshold.hard ? "hard" : `soft ${formatSeconds(threshold.gracePeriodSeconds)}`;
  return threshold.minReclaim === undefined ? kind : `${kind} +${threshold.minReclaim}`;
}

/** Said only where the value does not say it already. */
function limitOf(threshold: ThresholdArithmetic): string {
  return threshold.limit === undefined ? "-" : formatAmount(threshold.signal, threshold.limit);
}

function drawnOf(threshold: ThresholdArithmetic, style: Style): string {
  if (!observed(threshold)) return style.paint.faint("no observation");
  const { available, capacity } = threshold;
  return bar(available, capacity, [threshold], barCells(style), style.paint);
}

function doubtLines(decision: Decision, style: Style): string[] {
  const width = Math.min(style.columns, COLUMNS_MAX);
  return doubts(decision)
    .flatMap((sentence) => hang("warning  ", sentence, width))
    .map(style.paint.low);
}

function warningLines({ warnings }: Policy, style: Style): string[] {
  const width = Math.min(style.columns, COLUMNS_MAX);
  const shown = warnings
    .slice(0, WARNINGS_MAX)
    .flatMap(({ path, message }) =>
      hang("warning  ", `${path} ${withoutFullStop(message)}.`, width),
    );
  const more = warnings.length - WARNINGS_MAX;
  return [...shown, ...(more > 0 ? [`and ${plural(more, "more warning")}`] : [])].map(
    style.paint.low,
  );
}
