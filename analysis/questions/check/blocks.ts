/** The findings of a check and the thresholds in force, as blocks of a document. */
import type { Policy } from "../../engine/decision.ts";
import { formatSeconds, plural } from "../../text/amount.ts";
import {
  type Block,
  type Column,
  type Entry,
  paragraph,
  type Toned,
  table,
} from "../../text/document.ts";
import type { CheckedConfiguration, PlacedFinding } from "./check.ts";

export function counted(errors: number, warnings: number): string {
  return `${plural(errors, "error")}, ${plural(warnings, "warning")}`;
}

/** Errors, then warnings. */
export function entriesOf(all: readonly CheckedConfiguration[]): readonly Block[] {
  const error: Toned = { text: "error", tone: "bad" };
  const warning: Toned = { text: "warning", tone: "low" };
  const entries = [
    ...all.flatMap(({ name, errors }) => errors.map((each) => entry(name, error, each))),
    ...all.flatMap(({ name, warnings }) => warnings.map((each) => entry(name, warning, each))),
  ];
  return entries.length === 0 ? [] : [{ is: "entries", entries }];
}

function entry(name: string, kind: Toned, { line, path, rule, message }: PlacedFinding): Entry {
  const place = line === undefined ? name : `${name}:${line}`;
  return {
    title: [kind, ` ${place}: ${path} `, { text: rule, tone: "faint" }],
    blocks: paragraph(message),
  };
}

const THRESHOLD_COLUMNS: readonly Column[] = [
  { title: "threshold" },
  { title: "kind" },
  { title: "minimum reclaim" },
  { title: "" },
];

export function inForce(policy: Policy): readonly Block[] {
  const rows = policy.thresholds.map((each) => ({
    cells: [
      `${each.signal}<${each.value}`,
      each.hard ? "hard" : `soft after ${formatSeconds(each.gracePeriodSeconds)}`,
      each.minReclaim ?? "",
      each.origin === "default" ? "default" : "",
    ],
  }));
  const period = formatSeconds(policy.pressureTransitionPeriodSeconds);
  const text =
    `pressure conditions last at least ${period} (evictionPressureTransitionPeriod); ` +
    `kubelet ${policy.kubeletVersion}`;
  return [
    ...table(THRESHOLD_COLUMNS, rows, { cut: "none" }),
    ...(rows.length === 0
      ? paragraph("no thresholds: no pod is ever evicted for node pressure")
      : []),
    ...paragraph([{ text, tone: "faint" }]),
  ];
}
