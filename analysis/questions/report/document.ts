import type { Signal } from "../../engine/decision.ts";
import { plural } from "../../text/amount.ts";
import {
  type Block,
  type Column,
  type Document,
  type Fact,
  list,
  paragraph,
  type Section,
  section,
  table,
} from "../../text/document.ts";
import { withoutFullStop } from "../../text/fullStop.ts";
import { momentText } from "../../text/utc.ts";
import { incidentSection, verdict } from "../explain/incident.ts";
import { conditionFacts, evictionFacts, lengthText, reclaimFacts } from "../replay/closing.ts";
import { thresholdGauges } from "../replay/gauges.ts";
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
      ...section(
        "Thresholds at the first step",
        record.first === null ? [] : thresholdGauges(record.first),
      ),
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
  const { firstTime } = tally;
  return [
    ...(subject.node === undefined ? [] : [["node", [{ code: subject.node }]] as const]),
    ["capture", subject.name],
    ...(firstTime === null ? [] : [["from", momentText(firstTime)] as const]),
    ["replayed", lengthText(tally)],
    ...evictionFacts(tally),
    ...conditionFacts(tally),
    ...reclaimFacts(tally),
    ["configuration", subject.origins.join(", then ")],
  ];
}

function whatHappened(record: ReportRecord): readonly Block[] {
  return [
    ...charts(record),
    ...(record.events.length === 0
      ? paragraph("No threshold was crossed and nothing was evicted.")
      : [{ is: "timeline", lines: record.events } as const]),
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
