import type { Signal } from "../../shared/decision.ts";
import { formatSeconds, plural } from "./amount.ts";
import { clockOf, secondsBetween } from "./moment.ts";
import { COLUMNS_MAX, type Style } from "./style.ts";
import { table } from "./table.ts";
import type { Tally } from "./tally.ts";
import { hang } from "./wrap.ts";

/** A value to try out, for the command line that is suggested. */
const OTHER_VALUES = { memory: "500Mi", others: "20%" } as const;

/** Evictions named one by one; more are counted. */
const NAMED_MAX = 10;

/** What the replay amounts to, and what to ask next; `subject` names it on a command line. */
export function closing(tally: Tally, subject: string, style: Style): string[] {
  const width = Math.min(style.columns, COLUMNS_MAX);
  const seconds =
    tally.firstTime === null || tally.lastTime === null
      ? 0
      : secondsBetween(tally.firstTime, tally.lastTime);
  const span = seconds > 0 ? ` over ${formatSeconds(seconds)}` : "";
  return [
    style.paint.title(`${plural(tally.steps, "step")}${span}`),
    ...evictionLines(tally, width),
    ...conditionLines(tally),
    ...reclaimLines(tally),
    ...(tally.assumption === null ? [] : hang("  assumed      ", tally.assumption, width)),
    ...hintLines(tally, subject, style),
  ];
}

function evictionLines(tally: Tally, width: number): string[] {
  if (tally.evictions.length === 0) return ["  evictions    none"];
  const rows = tally.evictions.slice(0, NAMED_MAX).map((eviction) => ({
    cells: [
      eviction.pod,
      clockOf(eviction.time),
      eviction.what +
        (eviction.repeated === 0 ? "" : `, again in ${plural(eviction.repeated, "step")}`),
    ],
  }));
  const columns = [{ title: "", shrinks: true }, { title: "" }, { title: "" }];
  const label = `  evictions    `;
  const lines = table(columns, rows, width - label.length);
  const more = tally.evictions.length - rows.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].map((line, index) =>
    index === 0 ? label + line : " ".repeat(label.length) + line,
  );
}

function conditionLines(tally: Tally): string[] {
  return [...tally.conditionSeconds].map(([condition, seconds], index) => {
    const still = tally.conditionsNow.includes(condition) ? ", still held at the end" : "";
    const label = index === 0 ? "conditions" : "";
    return `  ${label.padEnd(11)}  ${condition} for ${formatSeconds(seconds)}${still}`;
  });
}

function reclaimLines(tally: Tally): string[] {
  if (tally.reclaims === 0) return [];
  return [`  reclaims     ${tally.reclaims}, of which ${tally.reclaimsSufficient} sufficed`];
}

function hintLines(tally: Tally, subject: string, style: Style): string[] {
  const first = tally.evictions[0];
  if (first === undefined) return [];
  const other =
    first.signal === null ? null : `${first.signal}<${OTHER_VALUES[resourceOf(first.signal)]}`;
  const hint = (label: string, command: string) =>
    `${style.paint.faint(label)}  plimsoll ${command}`;
  return [
    "",
    hint("why this pod  ", `explain ${subject} --step ${first.step}`),
    ...(other === null
      ? []
      : [hint("another policy", `diff ${subject} --eviction-hard '${other}'`)]),
  ];
}

function resourceOf(signal: Signal): keyof typeof OTHER_VALUES {
  return signal === "memory.available" || signal === "allocatableMemory.available"
    ? "memory"
    : "others";
}
