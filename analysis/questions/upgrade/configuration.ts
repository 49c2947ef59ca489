/** A kubelet configuration under two releases. */
import type { AdmissionEngine } from "../../engine/admissionEngine.ts";
import { RELEASES } from "../../engine/contract/releases.ts";
import type { Finding, Policy } from "../../engine/decision.ts";
import { EngineError } from "../../engine/engineError.ts";
import type { EvictionEngine } from "../../engine/evictionEngine.ts";
import type { Members } from "../../read/json/untyped.ts";
import { formatReleases, isVersionFollowed } from "../../text/release.ts";
import {
  type CheckedConfiguration,
  type CheckInput,
  checkConfiguration,
  type PlacedFinding,
} from "../check/check.ts";
import { differingSettings } from "../diff/difference.ts";
import { correctionOf, withoutRefused } from "./corrections.ts";
import type { Compared, Difference } from "./difference.ts";
import { memoryQosDifferences } from "./memoryQos.ts";
import { type ComparedReleases, type Rule, rulesBetween, rulesFor } from "./rules.ts";
import type { StartedPolicy } from "./startedPolicy.ts";

/** One configuration, as it is read for each release. */
export interface ReadTwice {
  readonly before: CheckInput;
  readonly after: CheckInput;
}

const STARTS = "the kubelet starts";
const STOPS = "the kubelet does not start";
/** Nothing is claimed of a release whose validation is not known. */
export const UNCHECKED = "not checked";
/** The setting alone, in a configuration that is not checked as a whole. */
const ACCEPTED = "accepted";
export interface ConfigurationEngines {
  readonly eviction: EvictionEngine;
  readonly admission: AdmissionEngine;
}

export function comparedConfiguration(
  { eviction: engine, admission }: ConfigurationEngines,
  inputs: ReadTwice,
  releases: ComparedReleases,
): Compared {
  const rules = rulesBetween(releases);
  const before = checkConfiguration(engine, inputs.before);
  const checked = checkConfiguration(engine, inputs.after);
  const retried = corrected(engine, inputs.after, others(checked.errors, before.errors), releases);
  const sides = { engine, inputs, before, after: checked, isCorrected: retried !== null };
  const after = retried ?? checked;
  const isCompared = before.errors.length === 0 && after.errors.length === 0;
  const startsWithNeither = before.errors.length > 0 && checked.errors.length > 0;
  const { name } = checked;
  return {
    input: name,
    checked: "1 configuration checked",
    differences: placed(
      [
        ...stoppingDifferences(sides, releases, rules),
        ...mendedDifferences(sides, releases, rules),
        ...(isCompared ? warningDifferences(before, after, releases) : []),
        ...(isCompared ? thresholdDifferences([before.policy, after.policy], rules) : []),
        ...(isCompared ? memoryQosDifferences(admission, inputs, releases) : []),
      ],
      inputs.after.form,
    ),
    notes: [
      ...inputs.after.notes,
      ...unchecked(name, releases),
      ...(startsWithNeither ? [neitherStarts(before, releases)] : []),
    ],
    ...(startsWithNeither ? { startsWithNeither: true } : {}),
  };
}

/** The answer of a running kubelet is one line, which is in no file. */
function placed(
  differences: readonly Difference[],
  form: CheckInput["form"],
): readonly Difference[] {
  if (form !== "configz") return differences;
  return differences.map(({ line: _, ...difference }) => difference);
}

/** A configuration and what `check` finds in it for each release. */
interface CheckedTwice {
  readonly engine: EvictionEngine;
  readonly inputs: ReadTwice;
  readonly before: CheckedConfiguration;
  readonly after: CheckedConfiguration;
  /** Whether the newer kubelet starts with what the advice changes. */
  readonly isCorrected: boolean;
}

/** Errors that only the newer release has. */
function stoppingDifferences(
  { engine, inputs, before, after, isCorrected }: CheckedTwice,
  releases: ComparedReleases,
  rules: readonly Rule[],
): readonly Difference[] {
  return others(after.errors, before.errors).map((finding) => {
    const isAccepted = isOfModule(engine, inputs.after, finding);
    const started = isKnown(releases.from) ? STARTS : isAccepted ? ACCEPTED : UNCHECKED;
    return {
      ...about("configuration", finding),
      before: before.errors.length > 0 ? `${STOPS}: other errors` : started,
      after: `${STOPS}: ${finding.message}`,
      isWorse: before.errors.length === 0,
      rules: rulesOf(finding, rules),
      ...insteadOf(finding, inputs.after, releases, isCorrected),
    };
  });
}

/** Errors that only the older release has; with another one the newer kubelet stops too. */
function mendedDifferences(
  { engine, inputs, before, after }: CheckedTwice,
  { to }: ComparedReleases,
  rules: readonly Rule[],
): readonly Difference[] {
  if (after.errors.length > 0) return [];
  return others(before.errors, after.errors)
    .filter((finding) => isKnown(to) || isOfModule(engine, inputs.before, finding))
    .map((finding) => ({
      ...about("configuration", finding),
      before: `${STOPS}: ${finding.message}`,
      after: isKnown(to) ? STARTS : ACCEPTED,
      isWorse: false,
      rules: rulesOf(finding, rules),
    }));
}

function warningDifferences(
  before: CheckedConfiguration,
  after: CheckedConfiguration,
  { from }: ComparedReleases,
): readonly Difference[] {
  const unwarned = isKnown(from) ? "no warning" : UNCHECKED;
  return others(after.warnings, before.warnings).map((finding) => ({
    ...about("warning", finding),
    ...{ before: unwarned, after: finding.message, isWorse: false, rules: [] },
  }));
}

function neitherStarts({ name, errors }: CheckedConfiguration, releases: ComparedReleases): string {
  const { from, to } = releases;
  const [first] = errors;
  const place = first?.line === undefined ? "" : ` (line ${first.line})`;
  return (
    `${name}: the kubelet starts with neither ${from} nor ${to}, so thresholds and warnings are ` +
    `not compared. First error with ${from}: ${first?.message ?? ""}${place}.`
  );
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

/** Checked again with what its advice changes; null where that is not enough. */
function corrected(
  engine: EvictionEngine,
  input: CheckInput,
  findings: readonly Finding[],
  releases: ComparedReleases,
): CheckedConfiguration | null {
  const configuration = JSON.parse(input.json) as Members;
  const known = findings.filter((each) => correctionOf(each, configuration, releases) !== null);
  if (known.length === 0) return null;
  const json = JSON.stringify(withoutRefused(configuration, known, releases));
  const checked = checkConfiguration(engine, { ...input, json });
  return checked.errors.length === 0 ? checked : null;
}

/** A threshold may be of a signal that one release alone has. */
function rulesOf({ message }: Finding, rules: readonly Rule[]): readonly Rule[] {
  const isThreshold = message.startsWith("unsupported eviction signal");
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

/**
 * Messages may quote names otherwise from one release to the next; those of feature gates say what
 * is wrong.
 */
function keyOf({ rule, path, message }: Finding): string {
  return `${rule} ${path} ${rule === "feature-gate" ? message : ""}`;
}

function about(kind: "configuration" | "warning", { path, line }: PlacedFinding) {
  return { kind, subject: path, ...(line === undefined ? {} : { line }) };
}

function insteadOf(
  finding: Finding,
  { json }: CheckInput,
  releases: ComparedReleases,
  isChecked: boolean,
) {
  const correction = correctionOf(finding, JSON.parse(json) as Members, releases);
  return correction === null ? {} : { instead: { change: correction.change, isChecked } };
}

/** What stops the kubelet of one release alone with a capture's own configuration. */
export function refusedDifferences(
  [before, after]: readonly [StartedPolicy, StartedPolicy],
  releases: ComparedReleases,
  rules: readonly Rule[],
): readonly Difference[] {
  const configuration = JSON.parse(before.json) as Members;
  const isSame = (a: Finding) => (b: Finding) => keyOf(a) === keyOf(b);
  const stopping = after.refused.filter((each) => !before.refused.some(isSame(each)));
  const mended = before.refused.filter((each) => !after.refused.some(isSame(each)));
  return [
    ...stopping.map((finding): Difference => {
      const correction = correctionOf(finding, configuration, releases);
      const change = correction?.change ?? `Delete ${finding.path}`;
      return {
        ...{ kind: "configuration", subject: finding.path, instead: { change, isChecked: true } },
        ...{ before: ACCEPTED, after: `${STOPS}: ${finding.message}` },
        ...{ isWorse: before.refused.length === 0, rules: rulesOf(finding, rules) },
      };
    }),
    ...mended.map(
      (finding): Difference => ({
        ...{ kind: "configuration", subject: finding.path, isWorse: false },
        ...{ before: `${STOPS}: ${finding.message}`, after: ACCEPTED },
        rules: rulesOf(finding, rules),
      }),
    ),
  ];
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
