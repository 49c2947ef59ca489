/** What `advise` says of the limits of a killer in user space. */
import { plural } from "../../text/amount.ts";
import {
  type Column,
  closing,
  type Document,
  paragraph,
  type Row,
  section,
  table,
} from "../../text/document.ts";
import { sourceText } from "../../text/sourceText.ts";
import type { KillerAdvice } from "./killerLimits.ts";

const COLUMNS: readonly Column[] = [
  { title: "setting", shrinks: true },
  { title: "kills", isNumber: true },
  { title: "spares all from", isNumber: true },
  { title: "cost", shrinks: true },
];
const RULESETS =
  "No detector that fired has a threshold: change the rulesets, and compare both with plimsoll " +
  "diff FILE --config A --config B.";
const ALONE =
  "Each value was set by itself and the samples replayed; with the next stricter one, something " +
  "is still killed. A killer that acts later leaves less time to the kernel.";

export function killerAdviceDocument(name: string, advice: KillerAdvice): Document {
  const { killer, kills, limits } = advice;
  const rows = limits.map(({ setting, kills: own, value, cost }): Row => {
    return { cells: [setting, String(own), value ?? "none", cost] };
  });
  return {
    title: titleOf(advice),
    mark: kills === 0 ? "good" : "risk",
    sources: [sourceText(name, [`samples, replayed for ${killer}`])],
    lead: [],
    sections: section("Limits", [
      ...table(COLUMNS, rows),
      ...paragraph(limits.length > 0 ? ALONE : undefined),
      ...paragraph(kills > 0 && limits.length === 0 ? RULESETS : undefined),
    ]),
    further: [],
    closing: closing([], [], []),
  };
}

function titleOf({ killer, kills, limits, killsWithAll }: KillerAdvice): string {
  if (kills === 0) return `${killer} kills nothing in these samples; its limits may stay.`;
  const count = `${killer} kills ${kills === 1 ? "once" : `${kills} times`} in these samples`;
  if (limits.length === 0) return `${count}.`;
  const rest = killsWithAll === 0 ? "nothing" : plural(killsWithAll, "time");
  return `${count}, and ${rest} with the limits below.`;
}
