/** The answer about an upgrade: what the newer release decides otherwise, and by which rule. */
import { plural } from "../../text/amount.ts";
import {
  type Column,
  closing,
  commandText,
  type Document,
  type Fix,
  fixes,
  list,
  type Mark,
  paragraph,
  type Row,
  section,
  table,
} from "../../text/document.ts";
import { formatNames } from "../../text/names.ts";
import { UNCHECKED } from "./configuration.ts";
import type { Compared, Difference, DifferenceKind } from "./difference.ts";
import { type ComparedReleases, keptWords, type Rule, ruleWords } from "./rules.ts";

export interface Upgrade {
  readonly releases: ComparedReleases;
  readonly compared: readonly Compared[];
  /** What was assumed about all inputs, in sentences. */
  readonly notes: readonly string[];
  /** Everything that came or went between the two. */
  readonly rules: readonly Rule[];
}

export interface UpgradeContext {
  /** The same command with `--all`; null where it cannot be repeated. */
  readonly whole: string | null;
}

/** What is worse, for the verdict; the order is that of the answer. */
const WORSE: readonly (readonly [DifferenceKind, (count: number) => string])[] = [
  ["configuration", (n) => `${plural(n, "error")} that ${n === 1 ? "stops" : "stop"} the kubelet`],
  ["eviction", (n) => `${plural(n, "more pod")} evicted`],
  ["admission", (n) => `${plural(n, "pod")} rejected or preempted`],
  ["placement", (n) => `${plural(n, "pod")} without a node`],
  ["drain", (n) => `${plural(n, "node")} that ${n === 1 ? "does" : "do"} not drain`],
  ["simulation", (n) => `${plural(n, "cluster")} that ${n === 1 ? "ends" : "end"} worse`],
];
const ORDER: readonly DifferenceKind[] = [
  ...WORSE.map(([kind]) => kind),
  ...(["threshold", "memoryQos", "pressure", "warning", "message"] as const),
];
const PARTS_MAX = 2;
const NOTES_SHOWN = 2;
const NOTHING = "nothing in it is compared";

/** What no input of this command shows. */
const NOT_COMPARED = "What else a release changes: its APIs, container runtimes, volumes, devices.";

/** A difference of an input. */
export interface InputDifference extends Difference {
  readonly input: string;
}

/** The worst first, then by what it is about. */
export function differencesOf({ compared }: Pick<Upgrade, "compared">): readonly InputDifference[] {
  return compared
    .flatMap(({ input, differences }) => differences.map((each) => ({ input, ...each })))
    .map((difference, index) => ({ difference, index }))
    .sort(
      (a, b) =>
        Number(b.difference.isWorse) - Number(a.difference.isWorse) ||
        ORDER.indexOf(a.difference.kind) - ORDER.indexOf(b.difference.kind) ||
        a.index - b.index,
    )
    .map(({ difference }) => difference);
}

export function upgradeDocument(upgrade: Upgrade, { whole }: UpgradeContext): Document {
  const { releases, compared, rules } = upgrade;
  const all = differencesOf(upgrade);
  const decided = all.filter(({ kind }) => kind !== "message");
  const worded = all.filter(({ kind }) => kind === "message");
  const notes = [...new Set([...upgrade.notes, ...compared.flatMap((each) => each.notes)])];
  const reasons = rulesOf(decided);
  const proved = reasons.filter((rule) => isDeciding(rule, decided));
  const possible = reasons.filter((rule) => !proved.includes(rule));
  const kept = keptBy([...proved, ...possible], releases.to);
  const cells = row(new Set(all.map(({ input }) => input)).size > 1);
  return {
    ...verdict(upgrade, decided, worded),
    sources: sourcesOf(compared),
    lead: [
      ...table(columns(releases), decided.map(cells)),
      ...paragraph(worded.length === 0 ? undefined : `${wordedText(worded.length)}.`),
    ],
    sections: [
      ...section("Rules that decide it", list(proved.map(ruleWords))),
      ...section("Rules that may be the reason", list(possible.map(ruleWords))),
      ...section("Feature gates that keep the old behavior", list(kept)),
      ...section("Fixes (checked: with them the kubelet starts)", fixes(fixesOf(decided, true))),
      ...section("Fixes (not checked: other errors remain)", fixes(fixesOf(decided, false))),
    ],
    further: [
      ...section("Messages", table(columns(releases), worded.map(cells))),
      ...section(
        `All rules that changed from ${releases.from} to ${releases.to}`,
        list(rules.map(ruleWords), "none"),
      ),
    ],
    closing: closing(
      whole === null ? notes : assumed(notes),
      [NOT_COMPARED],
      whole === null ? [] : [commandText(whole, "all rules, messages and notes")],
    ),
  };
}

/** The first of them; the others are counted. */
function assumed(notes: readonly string[]): readonly string[] {
  if (notes.length <= NOTES_SHOWN) return notes;
  const shown = notes.slice(0, NOTES_SHOWN - 1);
  return [...shown, `${plural(notes.length - shown.length, "more note")}: see --all.`];
}

/** One for each input, with all that was compared of it. */
function sourcesOf(compared: readonly Compared[]): readonly string[] {
  const byInput = new Map<string, string[]>();
  for (const { input, checked } of compared) {
    const parts = checked === "" ? [] : [checked];
    byInput.set(input, [...(byInput.get(input) ?? []), ...parts]);
  }
  return [...byInput].map(([input, checked]) => `${input}: ${checked.join("; ") || NOTHING}`);
}

function verdict(
  { releases: { from, to }, compared }: Upgrade,
  decided: readonly Difference[],
  worded: readonly Difference[],
): { readonly title: string; readonly mark: Mark } {
  const worse = decided.filter(({ isWorse }) => isWorse);
  const isUnknown = ({ kind, before }: Difference) =>
    kind === "configuration" && before === UNCHECKED;
  if (worse.length > 0 && worse.every(isUnknown)) {
    const title = `The kubelet does not start with ${to}; as ${from} it was not checked`;
    return { title, mark: "bad" };
  }
  if (worse.length > 0) {
    const parts = WORSE.flatMap(([kind, words]) => {
      const count = worse.filter((each) => each.kind === kind).length;
      return count === 0 ? [] : [words(count)];
    });
    const more = parts.length <= PARTS_MAX ? "" : ", and more";
    return { title: `${to} brings ${parts.slice(0, PARTS_MAX).join(", ")}${more}`, mark: "bad" };
  }
  const broken = compared.filter(({ startsWithNeither }) => startsWithNeither === true);
  if (broken.length > 0) {
    const names = formatNames([...new Set(broken.map(({ input }) => input))], { max: PARTS_MAX });
    return { title: `The kubelet starts with neither ${from} nor ${to}: ${names}`, mark: "risk" };
  }
  if (decided.length > 0) {
    const words = plural(decided.length, "difference");
    return { title: `${words} from ${from} to ${to}, none worse`, mark: "risk" };
  }
  if (compared.every(({ checked }) => checked === "")) {
    return { title: `Nothing was compared from ${from} to ${to}`, mark: "risk" };
  }
  const title =
    worded.length > 0
      ? `Only the wording of messages changes from ${from} to ${to} in what was checked`
      : `Nothing changes from ${from} to ${to} in what was checked`;
  return { title, mark: "good" };
}

function wordedText(count: number): string {
  return `${plural(count, "message")} ${count === 1 ? "is" : "are"} worded differently`;
}

function columns({ from, to }: ComparedReleases): readonly Column[] {
  return [
    { title: "", shrinks: true },
    { title: from, isText: true },
    { title: to, isText: true },
  ];
}

/** The names of gates are long by themselves. */
const GATE = /^featureGates\["(\w+)"\]$/;

function row(isNamed: boolean) {
  return ({ input, subject, line, before, after, isWorse }: InputDifference): Row => {
    const about = subject.replace(GATE, "gate $1");
    const place = line === undefined ? about : `${about}, line ${line}`;
    const cells = [isNamed ? `${input}: ${place}` : place, before, after];
    return isWorse ? { cells, tone: "bad" } : { cells };
  };
}

/** Each once, in the order in which the differences name them. */
function rulesOf(differences: readonly Difference[]): readonly Rule[] {
  const byName = new Map(
    differences.flatMap(({ rules }) => rules.map((rule): [string, Rule] => [rule.name, rule])),
  );
  return [...byName.values()];
}

/** Whether no other rule can be the reason of one of them. */
function isDeciding({ name }: Rule, differences: readonly Difference[]): boolean {
  return differences.some(({ rules }) => rules.length === 1 && rules[0]?.name === name);
}

function keptBy(reasons: readonly Rule[], to: string): readonly string[] {
  return [...new Set(reasons.flatMap((rule) => keptWords(rule, to) ?? []))];
}

function fixesOf(differences: readonly InputDifference[], isChecked: boolean): readonly Fix[] {
  const changes = differences.flatMap(({ instead, input }) =>
    instead?.isChecked === isChecked ? [`${input}: ${instead.change}`] : [],
  );
  return [...new Set(changes)].map((change) => ({ change }));
}
