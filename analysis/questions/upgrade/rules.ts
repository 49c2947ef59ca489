/** What came or went between two releases, by what it can change of an answer. */
import { BEHAVIORS } from "../../engine/contract/behaviors.ts";
import { gatesOf, RELEASES as KNOWN } from "../../read/kubelet/validation/facts.ts";
import { formatRelease, minorOf } from "../../text/release.ts";

export type Decides = (typeof BEHAVIORS)[number]["decides"][number];
export type RulePolicy = (typeof BEHAVIORS)[number]["policies"][number];

/** A behavior, apart from the releases that have it. */
interface Described {
  readonly name: string;
  readonly policies: readonly RulePolicy[];
  readonly decides: readonly Decides[];
  /** The feature gate that switches it. */
  readonly gate?: string;
  readonly about: string;
}

/** A rule that the newer of two releases has, or no longer has. */
export interface Rule extends Described {
  /** The release that it came with; absent for one that went. */
  readonly since?: string;
  /** The first release without it. */
  readonly until?: string;
}

/** Two releases, each as `1.X`. */
export interface ComparedReleases {
  readonly from: string;
  readonly to: string;
}

/** The minors of the releases. */
interface BehaviorRow extends Described {
  readonly since?: number;
  readonly until?: number;
}

const ROWS: readonly BehaviorRow[] = BEHAVIORS;

/** In the order of the releases; two releases that are equal have none. */
export function rulesBetween({ from, to }: ComparedReleases): readonly Rule[] {
  const [older, newer] = [minorOf(from) ?? 0, minorOf(to) ?? 0];
  const isBetween = (minor: number | undefined) =>
    minor !== undefined && minor > older && minor <= newer;
  return ROWS.flatMap(({ since, until, ...row }) => {
    const came = isBetween(since);
    const went = isBetween(until);
    // What came and went in between makes no difference.
    if (came === went) return [];
    const minor = (came ? since : until) ?? 0;
    const release = formatRelease(minor);
    const rule = { ...row, about: sentenceOf(row.about) };
    return [{ minor, rule: { ...rule, ...(came ? { since: release } : { until: release }) } }];
  })
    .sort((a, b) => a.minor - b.minor)
    .map(({ rule }) => rule);
}

/** Without the section of the specification that it ends with. */
function sentenceOf(about: string): string {
  return about.replace(/ Spec [\d., ]+$/, "");
}

/** Those that can be the reason of a difference in one of these. */
export function rulesFor(
  rules: readonly Rule[],
  policy: RulePolicy,
  decided: Iterable<Decides>,
): readonly Rule[] {
  const wanted = new Set(decided);
  return rules.filter(
    ({ policies, decides }) =>
      policies.includes(policy) && decides.some((what) => wanted.has(what)),
  );
}

/** `Since 1.31: Immediate evictions give …` or `Until 1.34: …`. */
export function ruleWords({ since, until, about }: Rule): string {
  return since === undefined ? `Until ${until}: ${about}` : `Since ${since}: ${about}`;
}

/** What keeps the behavior of before, and from which release on it no longer does. */
export function keptWords({ gate, since }: Rule, to: string): string | null {
  if (gate === undefined || since === undefined) return null;
  const fact = gatesOf(minorOf(to) ?? 0).get(gate);
  if (fact === undefined) return null;
  const locked = KNOWN.find((release) => gatesOf(release).get(gate)?.locked === true);
  if (locked !== undefined && locked <= (minorOf(to) ?? 0)) return null;
  const until =
    locked === undefined
      ? `no release up to ${formatRelease(KNOWN.at(-1) ?? 0)} locks it`
      : `until ${formatRelease(locked)}, which locks it`;
  return `featureGates: {${gate}: ${!fact.default}}: ${until}`;
}
