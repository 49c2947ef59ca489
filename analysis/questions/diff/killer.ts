/** Where two configurations decide otherwise over one scenario, or over the same samples. */
import type { KillerDecision } from "../../engine/oomdDecision.ts";
import { plural } from "../../text/amount.ts";
import {
  type Column,
  closing,
  commandText,
  type Document,
  paragraph,
  type Row,
  section,
  table,
} from "../../text/document.ts";
import { sourceText } from "../../text/sourceText.ts";

/** What one side decides: kills and signals, in their order. */
export interface KillerSide {
  readonly killer: string;
  /** The file of its configuration, or that of the scenario. */
  readonly origin: string;
  readonly decisions: readonly KillerDecision[];
}

export interface KillerDifference {
  readonly at: number;
  readonly a: string;
  readonly b: string;
}

/** What a reader still looks at. */
const ROWS_MAX = 1000;
const ROWS_SHOWN = 10;
const NOTHING = "-";

/** The moments at which they kill something else, or one of them nothing. */
export function killerDifferences(
  sides: readonly [KillerSide, KillerSide],
): readonly KillerDifference[] {
  const [a, b] = sides.map(killsByMoment) as [Kills, Kills];
  const moments = [...new Set([...a.keys(), ...b.keys()])].sort((left, right) => left - right);
  return moments.flatMap((at) => {
    const row = { at, a: killsText(a, at), b: killsText(b, at) };
    return row.a === row.b ? [] : [row];
  });
}

type Kills = ReadonlyMap<number, readonly string[]>;

function killsByMoment({ decisions }: KillerSide): Kills {
  const kills = new Map<number, string[]>();
  for (const decision of decisions) {
    const text = killText(decision);
    if (text === null) continue;
    const others = kills.get(decision.at);
    if (others === undefined) kills.set(decision.at, [text]);
    else others.push(text);
  }
  return kills;
}

/** Null where nothing is killed. */
function killText(decision: KillerDecision): string | null {
  if (decision.killer === "earlyoom") {
    const { signal, pid } = decision;
    return pid === null ? null : `${signal} to ${pid}`;
  }
  if (decision.killer === "systemd-oomd") return decision.victim;
  return decision.picked === null ? null : `/${decision.picked}`;
}

function killsText(kills: Kills, at: number): string {
  return kills.get(at)?.join(", ") ?? NOTHING;
}

const COLUMNS: readonly Column[] = [
  { title: "at", isNumber: true },
  { title: "A", shrinks: true },
  { title: "B", shrinks: true },
];

export function killerDiffDocument(
  sides: readonly [KillerSide, KillerSide],
  differences: readonly KillerDifference[],
  { name, whole }: { readonly name: string; readonly whole: string | null },
): Document {
  const [first] = differences;
  const rows = differences.slice(0, ROWS_MAX).map(({ at, a, b }): Row => {
    return { cells: [`${at}s`, a, b] };
  });
  const shown = whole === null ? rows : rows.slice(0, ROWS_SHOWN);
  const more = differences.length - shown.length;
  return {
    title: titleOf(first, sides),
    mark: first === undefined ? "good" : "risk",
    sources: [
      sourceText(name, []),
      ...sides.map(({ origin, killer }, side) => sourceText(origin, [`${"AB"[side]}: ${killer}`])),
    ],
    lead: [
      ...table(COLUMNS, shown),
      ...paragraph(more > 0 ? `${plural(more, "more moment")} at which they differ.` : undefined),
    ],
    sections: section("Kills", paragraph(sides.map(countText).join("; "))),
    further: [],
    closing: closing(
      [],
      [],
      whole === null || more === 0 ? [] : [commandText(whole, "all of them")],
    ),
  };
}

function titleOf(
  first: KillerDifference | undefined,
  sides: readonly [KillerSide, KillerSide],
): string {
  if (first === undefined) {
    return sides.every((side) => killsByMoment(side).size === 0)
      ? "Neither A nor B kills anything."
      : "A and B kill the same.";
  }
  const kills = (text: string) =>
    text === NOTHING ? "kills nothing" : text.startsWith("SIG") ? `sends ${text}` : `kills ${text}`;
  return `At ${first.at}s, A ${kills(first.a)}, and B ${kills(first.b)}.`;
}

function countText({ decisions }: KillerSide, side: number): string {
  const kills = decisions.filter((decision) => killText(decision) !== null);
  return `${"AB"[side]}: ${plural(kills.length, "kill")}`;
}
