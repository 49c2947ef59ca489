/** What the campaigns against a release print, as one list. */

export interface Campaign {
  /** As in `npm run oracle -- NAME`. */
  readonly name: string;
  readonly file: string;
  /** The program of test/oracle that it asks. */
  readonly oracle: "oracle" | "scheduler" | "drain" | "simulator";
  /** The policies of the contract whose rules decide. */
  readonly policies: readonly string[];
  readonly cases: number;
}

export const CAMPAIGNS: readonly Campaign[] = [
  {
    name: "eviction",
    file: "test/fidelity/fidelity.ts",
    oracle: "oracle",
    policies: ["eviction"],
    cases: 600,
  },
  {
    name: "admission",
    file: "test/admission/admission.ts",
    oracle: "oracle",
    policies: ["admission"],
    cases: 3000,
  },
  {
    name: "scheduler",
    file: "test/scheduler/fidelity.ts",
    oracle: "scheduler",
    policies: ["scheduler"],
    cases: 400,
  },
  {
    name: "drain",
    file: "test/drain/drains.ts",
    oracle: "drain",
    policies: ["drain"],
    cases: 2000,
  },
  {
    name: "controllers",
    file: "test/simulator/controllers/controllers.ts",
    oracle: "simulator",
    policies: ["simulator"],
    cases: 60,
  },
  {
    name: "simulator",
    file: "test/simulator/fidelity.ts",
    oracle: "simulator",
    policies: ["simulator"],
    cases: 12,
  },
];

const LISTED = /^ {2}different: (.+): (\d+)$/gm;
const IN_SENTENCE = /, different: (.+)$/m;
const COUNTED = /^(?:(\w+): )?.*?[ ;] ?(\d+) different[;,]/gm;

/** How often each kind of difference was found, by the output of a campaign. */
export function differencesIn(output: string): ReadonlyMap<string, number> {
  const listed = [...output.matchAll(LISTED)].map(([, what = "", times]) => [what, Number(times)]);
  const sentence = IN_SENTENCE.exec(output)?.[1]?.split(/, (?=\d)/) ?? [];
  const said = sentence.map((part) => {
    const [, times, what = ""] = /^(\d+) (.+)$/.exec(part) ?? [];
    return [what, Number(times)];
  });
  const counted = [...output.matchAll(COUNTED)].map(([, name = "events", times]) => [
    name,
    Number(times),
  ]);
  const found = (listed.length > 0 ? listed : [...said, ...counted]) as [string, number][];
  return new Map(found.filter(([, times]) => times > 0).sort(([, a], [, b]) => b - a));
}

/** The last lines of an output that say how much was compared. */
export function extentOf(output: string): string {
  const lines = output.trimEnd().split("\n");
  const said = lines.filter((line) => /\d+ (?:scenarios|drains|cases)\b/.test(line));
  return said.at(-1)?.trim() ?? lines.at(-1) ?? "";
}
