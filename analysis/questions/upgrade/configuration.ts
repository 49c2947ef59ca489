/** A kubelet configuration under two releases. */
import { RELEASES } from "../../engine/contract/releases.ts";
import type { Finding, Policy } from "../../engine/decision.ts";
import { EngineError } from "../../engine/engineError.ts";
import type { EvictionEngine } from "../../engine/evictionEngine.ts";
import { type Members, objectOf } from "../../read/json/untyped.ts";
import { gatesOf } from "../../read/kubelet/validation/facts.ts";
import { formatReleases, isVersionFollowed, minorOf } from "../../text/release.ts";
import {
  type CheckedConfiguration,
  type CheckInput,
  checkConfiguration,
  type PlacedFinding,
} from "../check/check.ts";
import { differingSettings } from "../diff/difference.ts";
import type { Compared, Difference } from "./difference.ts";
import { type ComparedReleases, type Rule, rulesBetween, rulesFor } from "./rules.ts";

/** One configuration, as it is read for each release. */
export interface ReadTwice {
  readonly before: CheckInput;
  readonly after: CheckInput;
}

const STARTS = "the kubelet starts";
const STOPS = "the kubelet does not start";
/** Nothing is claimed of a release whose validation is not known. */
const UNCHECKED = "not checked";
/** A finding of a gate names it so, whatever is wrong with it. */
const GATE = /\bfeature gate:? (\w+)/;

export function comparedConfiguration(
  engine: EvictionEngine,
  inputs: ReadTwice,
  releases: ComparedReleases,
): Compared {
  const rules = rulesBetween(releases);
  const before = checkConfiguration(engine, inputs.before);
  const after = checkConfiguration(engine, inputs.after);
  const retried = withoutRemovedGates(engine, inputs.after, after, releases);
  const { name } = after;
  const { from, to } = releases;
  const [started, unwarned] = isKnown(from) ? [STARTS, "no warning"] : [UNCHECKED, UNCHECKED];
  const stopping = others(after.errors, before.errors).map(
    (finding): Difference => ({
      ...about("configuration", finding),
      ...{ before: started, after: `${STOPS}: ${finding.message}`, isWorse: true },
      rules: rulesOf(finding, rules),
      ...insteadOf(finding, releases, retried !== null),
    }),
  );
  const corrected = others(before.errors, after.errors).filter(
    (finding) => isKnown(to) || isOfModule(engine, inputs.before, finding),
  );
  const mended = corrected.map(
    (finding): Difference => ({
      ...about("configuration", finding),
      ...{ before: `${STOPS}: ${finding.message}`, after: STARTS, isWorse: false },
      rules: rulesOf(finding, rules),
    }),
  );
  const warnings = others((retried ?? after).warnings, before.warnings).map(
    (finding): Difference => ({
      ...about("warning", finding),
      ...{ before: unwarned, after: finding.message, isWorse: false, rules: [] },
    }),
  );
  const policies = [before.policy, (retried ?? after).policy] as const;
  return {
    input: name,
    checked: "1 configuration checked",
    differences: [...stopping, ...mended, ...warnings, ...thresholdDifferences(policies, rules)],
    notes: unchecked(name, releases),
  };
}

/** Whether the general validation of a release is known. */
function isKnown(release: string): boolean {
  return isVersionFollowed(release, RELEASES.check);
}

/** Whether the finding is the module's own: it checks the same settings for all releases. */
function isOfModule(engine: EvictionEngine, { json }: CheckInput, finding: Finding): boolean {
  try {
    engine.configure(json);
    return false;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return error.errors.some((each) => keyOf(each) === keyOf(finding));
  }
}

/** Checked again without the gates that the newer release lacks; null where that is not enough. */
function withoutRemovedGates(
  engine: EvictionEngine,
  input: CheckInput,
  { errors }: CheckedConfiguration,
  { to }: ComparedReleases,
): CheckedConfiguration | null {
  const known = gatesOf(minorOf(to) ?? 0);
  const removed = errors.flatMap(({ message }) => GATE.exec(message)?.[1] ?? []);
  if (removed.length === 0 || removed.some((gate) => known.has(gate))) return null;
  const { featureGates, ...others } = JSON.parse(input.json) as Members;
  const kept = Object.entries(objectOf(featureGates)).filter(([gate]) => !removed.includes(gate));
  const json = JSON.stringify({ ...others, featureGates: Object.fromEntries(kept) });
  const checked = checkConfiguration(engine, { ...input, json });
  return checked.errors.length === 0 ? checked : null;
}

/** A threshold may be of a signal that one release alone has. */
function rulesOf({ path }: Finding, rules: readonly Rule[]): readonly Rule[] {
  const isThreshold = path.startsWith("eviction");
  return rulesFor(rules, "eviction", [
    "configuration",
    ...(isThreshold ? ["thresholds" as const] : []),
  ]);
}

/** Findings of the first list that the second does not have. */
function others(
  all: readonly PlacedFinding[],
  known: readonly PlacedFinding[],
): readonly PlacedFinding[] {
  const keys = new Set(known.map(keyOf));
  return all.filter((finding) => !keys.has(keyOf(finding)));
}

/** Messages may quote names otherwise from one release to the next. */
function keyOf({ rule, path }: Finding): string {
  return `${rule} ${path}`;
}

function about(kind: "configuration" | "warning", { path, line }: PlacedFinding) {
  return { kind, subject: path, ...(line === undefined ? {} : { line }) };
}

/** What to write in place of a feature gate that the newer release does not have. */
function insteadOf({ message }: Finding, { from, to }: ComparedReleases, isChecked: boolean) {
  const gate = GATE.exec(message)?.[1];
  const release = minorOf(from) ?? 0;
  if (gate === undefined) return {};
  const fact = gatesOf(release).get(gate);
  if (fact === undefined || gatesOf(minorOf(to) ?? 0).has(gate)) return {};
  const fate = fact.default ? "the feature is always on" : "the feature is gone";
  return { instead: { change: `Delete featureGates.${gate}: from ${to} on ${fate}`, isChecked } };
}

/** The thresholds that the same text sets: a default may have come, or be merged. */
export function thresholdDifferences(
  [before, after]: readonly [Policy | undefined, Policy | undefined],
  rules: readonly Rule[],
): readonly Difference[] {
  if (before === undefined || after === undefined) return [];
  return differingSettings(before, after)
    .filter(({ setting }) => setting !== "kubelet")
    .map(({ setting, a, b }) => ({
      kind: "threshold",
      subject: setting,
      ...{ before: a ?? "none", after: b ?? "none", isWorse: false },
      rules: rulesFor(rules, "eviction", ["thresholds"]),
    }));
}

/** Releases of which a configuration is not checked as a whole. */
function unchecked(name: string, releases: ComparedReleases): readonly string[] {
  const unknown = [releases.from, releases.to].filter((release) => !isKnown(release));
  if (unknown.length === 0) return [];
  return [
    `${name}: members and gates that other parts of the kubelet read are known for ` +
      `${formatReleases(RELEASES.check)}; of ${unknown.join(" and ")} only the eviction and ` +
      "reservation settings were checked.",
  ];
}
