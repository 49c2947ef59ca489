/** The answer of a check: whether a kubelet would start, what is wrong, and what is in force. */
import type { Policy } from "../../engine/decision.ts";
import { formatSeconds, plural } from "../../text/amount.ts";
import {
  type Block,
  type Column,
  type Document,
  type Entry,
  list,
  paragraph,
  section,
  type Toned,
  table,
} from "../../text/document.ts";
import type { CheckedConfiguration, PlacedFinding } from "./check.ts";

/** All that was checked in one run. */
export interface Checked {
  readonly configurations: readonly CheckedConfiguration[];
  /** Nodes of a cluster that have one of them. */
  readonly nodes: number;
  /** Files that configure no kubelet. */
  readonly passedOver: number;
  /** Why files and nodes could not be read. */
  readonly unread: readonly string[];
}

export function checkDocument(all: Checked): Document {
  const { configurations, passedOver, unread } = all;
  const [only] = configurations;
  const unreadSection = section("Not read", list(unread, "none"));
  if (only !== undefined && configurations.length === 1 && passedOver === 0) {
    const { text: title, tone } = verdict(only);
    return { title, tone, lead: configuration(only), sections: unreadSection };
  }
  return {
    title: summary(all),
    lead: [],
    sections: [
      ...configurations.map((each) => ({ title: [verdict(each)], blocks: configuration(each) })),
      ...unreadSection,
    ],
  };
}

function verdict({ name, errors, warnings, policy }: CheckedConfiguration): Toned {
  const counts = counted(errors.length, warnings.length);
  return policy === undefined
    ? { text: `${name}: the kubelet would not start (${counts})`, tone: "bad" }
    : { text: `${name}: the kubelet starts (${counts})`, tone: "title" };
}

function counted(errors: number, warnings: number): string {
  return `${plural(errors, "error")}, ${plural(warnings, "warning")}`;
}

function summary({ configurations, nodes, passedOver }: Checked): string {
  const sum = (of: (each: CheckedConfiguration) => readonly unknown[]) =>
    configurations.reduce((count, each) => count + of(each).length, 0);
  const ofNodes = nodes === 0 ? "" : `${plural(nodes, "node")}, `;
  const files = plural(configurations.length, "configuration");
  const findings = counted(
    sum(({ errors }) => errors),
    sum(({ warnings }) => warnings),
  );
  const others =
    passedOver === 0 ? "" : `; ${plural(passedOver, "other file")} configure no kubelet`;
  return `In all: ${ofNodes}${files}, ${findings}${others}`;
}

/** Errors, then warnings, then notes, then the thresholds that are in force. */
function configuration({
  name,
  errors,
  warnings,
  notes,
  policy,
}: CheckedConfiguration): readonly Block[] {
  const entries = [
    ...errors.map((finding) => entry(name, { text: "error", tone: "bad" }, finding)),
    ...warnings.map((finding) => entry(name, { text: "warning", tone: "low" }, finding)),
  ];
  return [
    ...(entries.length === 0 ? [] : [{ is: "entries", entries } as const]),
    ...list(
      notes.map((note) => `note: ${note}`),
      "none",
    ),
    ...(policy === undefined ? [] : inForce(policy)),
  ];
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

function inForce(policy: Policy): readonly Block[] {
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
