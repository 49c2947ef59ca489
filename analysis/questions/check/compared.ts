/** Two configurations side by side: what they set otherwise, and what that changes. */
import type { Policy, PolicyThreshold } from "../../engine/decision.ts";
import { quantityValue } from "../../read/kubelet/validation/quantity.ts";
import { formatCount, plural } from "../../text/amount.ts";
import {
  type Column,
  closing,
  commandText,
  type Document,
  paragraph,
  section,
  table,
} from "../../text/document.ts";
import { fittingTitle } from "../../text/fittingTitle.ts";
import { shellWord } from "../../text/shellWord.ts";
import { costNotes, NAMES } from "../diff/answer.ts";
import { type DifferingSetting, differingSettings } from "../diff/difference.ts";
import { settingsTable } from "../diff/document.ts";
import { type DetailedCheck, uncheckedOf } from "./answer.ts";
import { counted, entriesOf } from "./blocks.ts";

/** Null where a kubelet would not start with one of them. */
export function comparedDocument(sides: readonly [DetailedCheck, DetailedCheck]): Document | null {
  const [{ policy: a }, { policy: b }] = sides;
  if (a === undefined || b === undefined) return null;
  const settings = differingSettings(a, b);
  const warnings = sides.map((side) => side.warnings.length);
  const all = warnings.reduce((sum, count) => sum + count, 0);
  const rows = settings.map((each) => ({
    cells: [[{ code: each.setting }], each.a ?? "-", each.b ?? "-"],
  }));
  const counts = all > 0 ? [{ cells: ["warnings", ...warnings.map(formatCount)] }] : [];
  const starts = `The kubelet starts with both: ${counted(0, all)}.`;
  return {
    title: titleOf(settings),
    mark: settings.length === 0 && all === 0 ? "good" : "risk",
    sources: sides.map(({ name, version }, index) => {
      const as = version === undefined ? "" : ` · checked as kubelet ${version}`;
      return `${NAMES[index]}  ${name}${as}`;
    }),
    lead: [
      ...paragraph([starts, ...changesWords(a, b)].join(" ")),
      ...table(COLUMNS, [...rows, ...counts], { notes: costNotes(a, b) }),
    ],
    sections: section("Findings", entriesOf(sides)),
    further: section("Settings", settingsTable(a, b)),
    closing: closing([], uncheckedOf(sides), settings.length === 0 ? [] : nextOf(sides)),
  };
}

const COLUMNS: readonly Column[] = [
  { title: "", shrinks: true },
  ...NAMES.map((title) => ({ title, isNumber: true })),
];

function titleOf(settings: readonly DifferingSetting[]): string {
  if (settings.length === 0) return "No setting differs on which evictions depend";
  const own = settings.filter((each) => !followsMemory(each, settings));
  const differ = own.length === 1 ? "1 setting differs" : `${plural(own.length, "setting")} differ`;
  const changes = own.map(({ setting, a, b }) => `${setting} ${a ?? "unset"} → ${b ?? "unset"}`);
  return fittingTitle(`${differ}: ${changes.join(", ")}`, differ);
}

/** The kubelet takes the threshold of allocatable memory from that of the node's memory. */
function followsMemory(
  { setting, a, b }: DifferingSetting,
  all: readonly DifferingSetting[],
): boolean {
  if (!setting.startsWith("allocatableMemory.")) return false;
  const memory = all.find((each) => each.setting === setting.replace("allocatableM", "m"));
  return memory?.a === a && memory.b === b;
}

/** What B does otherwise, as far as amounts can be compared. */
function changesWords(a: Policy, b: Policy): readonly string[] {
  const words: Readonly<Record<"earlier" | "later" | "added" | "gone", string[]>> = {
    ...{ earlier: [], later: [], added: [], gone: [] },
  };
  const signals = new Set([...a.thresholds, ...b.thresholds].map(keyOf));
  for (const key of signals) {
    const [left, right] = [a, b].map(({ thresholds }) => thresholds.find((t) => keyOf(t) === key));
    if (key.startsWith("allocatableMemory.") || key.startsWith("containerfs.")) continue;
    if (left === undefined) words.added.push(key);
    else if (right === undefined) words.gone.push(key);
    else {
      const higher = compare(left.value, right.value);
      if (higher !== 0) words[higher > 0 ? "earlier" : "later"].push(key);
    }
  }
  return (["earlier", "later", "added", "gone"] as const).flatMap((kind) => {
    return words[kind].length === 0 ? [] : [SENTENCES[kind](words[kind].join(", "))];
  });
}

const SENTENCES = {
  earlier: (signals: string) => `B evicts earlier for ${signals}.`,
  later: (signals: string) => `B evicts later for ${signals}.`,
  added: (signals: string) => `Only B evicts for ${signals}.`,
  gone: (signals: string) => `Only A evicts for ${signals}.`,
};

function keyOf({ signal, hard }: PolicyThreshold): string {
  return `${signal} (${hard ? "hard" : "soft"})`;
}

/** Above 0 where the second is higher; 0 also for a share against an amount. */
function compare(a: string, b: string): number {
  if (a.endsWith("%") !== b.endsWith("%")) return 0;
  const [left, right] = a.endsWith("%")
    ? [Number.parseFloat(a), Number.parseFloat(b)]
    : [Number(quantityValue(a) ?? 0), Number(quantityValue(b) ?? 0)];
  return (right ?? 0) - (left ?? 0);
}

function nextOf(sides: readonly [DetailedCheck, DetailedCheck]) {
  const paths = sides.flatMap(({ command }) => command ?? []).map(shellWord);
  if (paths.length < sides.length) return [];
  return [commandText(`plimsoll ${paths.join(" ")} CAPTURE`, "which pods B would spare")];
}
