import type { Signal } from "../../engine/decision.ts";
import { formatSeconds, plural } from "../../text/amount.ts";
import {
  type Block,
  type Column,
  type Document,
  type Fact,
  list,
  type Section,
  section,
  table,
} from "../../text/document.ts";
import { withoutFullStop } from "../../text/fullStop.ts";
import { secondsBetween } from "../../text/time.ts";
import { momentText } from "../../text/utc.ts";
import { incidentSection, verdict } from "../explain/incident.ts";
import { assumptions, isOfLog, type ReportSubject } from "./assumptions.ts";
import type { ReportRecord } from "./recorder.ts";

const CHARTS_MAX = 3;

/** The same facts for every form. */
export function reportOf(subject: ReportSubject, record: ReportRecord): Document {
  return {
    title: titleOf(subject, record),
    lead: [{ is: "facts", rows: lead(subject, record) }],
    sections: [
      ...section("What happened", whatHappened(record)),
      ...record.incidents.map((each) => incidentSection(each, isOfLog(subject.missing))),
      ...furtherEvictions(record),
      ...section("Assumptions", list(assumptions(subject, record), "none")),
      ...section(
        "Warnings about the configuration",
        list(
          subject.policy.warnings.map(
            ({ path, message }) => `${path} ${withoutFullStop(message)}.`,
          ),
        ),
      ),
      ...section("Versions", [{ is: "facts", rows: versions(subject, record) }]),
    ],
  };
}

function titleOf({ name, node }: ReportSubject, { tally, incidents }: ReportRecord): string {
  const [first] = incidents;
  if (first !== undefined && first.decision.evictions.length > 0) {
    const more = tally.evictions.length - first.decision.evictions.length;
    const others = more > 0 && incidents.length > 1 ? `, and ${plural(more, "more eviction")}` : "";
    return `${node ?? "The kubelet"} ${verdict(first.decision)}${others}`;
  }
  const who = node ?? name;
  return tally.evictions.length === 0
    ? `${who}: no eviction in ${plural(tally.steps, "step")}`
    : `${who}: ${plural(tally.evictions.length, "eviction")}`;
}

function lead(subject: ReportSubject, { tally }: ReportRecord): readonly Fact[] {
  const { firstTime, lastTime } = tally;
  const lasted =
    firstTime === null || lastTime === null ? 0 : Math.max(0, secondsBetween(firstTime, lastTime));
  const conditions = [...new Set([...tally.conditionSeconds.keys(), ...tally.conditionsNow])].map(
    (condition) => {
      const held = tally.conditionsNow.includes(condition) ? ", held at the end" : "";
      return `${condition} for ${formatSeconds(tally.conditionSeconds.get(condition) ?? 0)}${held}`;
    },
  );
  return [
    ...(subject.node === undefined ? [] : [["node", [{ code: subject.node }]] as const]),
    ["capture", subject.name],
    ...(firstTime === null
      ? []
      : [["from", `${momentText(firstTime)}, for ${formatSeconds(lasted)}`] as const]),
    ["steps", String(tally.steps)],
    ["evictions", String(tally.evictions.length)],
    ["node conditions", conditions.join("; ") || "none"],
    ["configuration", subject.origins.join(", then ")],
  ];
}

const EVENT_COLUMNS: readonly Column[] = [
  { title: "UTC" },
  { title: "what happened", isText: true },
];

function whatHappened(record: ReportRecord): readonly Block[] {
  const rows = record.events.map(({ time, text }) => ({
    cells: [momentText(time).slice(0, -" UTC".length), text],
    ...(text.startsWith("evicts") ? { tone: "bad" as const } : {}),
  }));
  return [
    ...charts(record),
    ...(rows.length === 0
      ? [{ is: "paragraph", text: "No threshold was crossed and nothing was evicted." } as const]
      : table(EVENT_COLUMNS, rows, { cut: "none" })),
  ];
}

/** The signals that were under pressure, or else the memory that everybody asks about. */
function charts({ signals, pressed, bands, marks }: ReportRecord): readonly Block[] {
  const usual: readonly Signal[] = ["memory.available"];
  return (pressed.length > 0 ? pressed : usual)
    .slice(0, CHARTS_MAX)
    .flatMap((name) => signals.filter(({ signal }) => signal === name))
    .filter(({ points }) => points.length > 1)
    .map((each) => ({ is: "chart", chart: { ...each, bands, marks } }) as const);
}

const EVICTION_COLUMNS: readonly Column[] = [
  { title: "UTC" },
  { title: "step", isNumber: true },
  { title: "pod" },
  { title: "threshold or limit" },
  { title: "again in", isNumber: true },
];

/** All of them, where not each is explained. */
function furtherEvictions({ tally, incidents }: ReportRecord): readonly Section[] {
  const { evictions } = tally;
  const explained = incidents.flatMap(({ decision }) => decision.evictions).length;
  if (evictions.length <= explained) return [];
  const rows = evictions.map(({ time, step, pod, what, repeated }) => ({
    cells: [
      momentText(time).slice(0, -" UTC".length),
      String(step),
      [{ code: pod }],
      what,
      repeated === 0 ? "" : plural(repeated, "step"),
    ],
  }));
  return section("All evictions", table(EVICTION_COLUMNS, rows, { cut: "none" }));
}

function versions(
  { kubelet, policy, versions: own }: ReportSubject,
  record: ReportRecord,
): readonly Fact[] {
  const digests = record.incidents.map(
    ({ decision }) => `step ${decision.step}: ${decision.digest}`,
  );
  return [
    ["Plimsoll", own.plimsoll],
    ["module SHA-256", [{ code: own.coreSha256 }]],
    ["rules of kubelet", policy.kubeletVersion],
    ["captured kubelet", kubelet ?? "not recorded"],
    ...(digests.length === 0 ? [] : [["decision digest", digests.join("; ")] as const]),
  ];
}
