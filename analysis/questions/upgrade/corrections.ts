/** What to write instead of a setting that stops the kubelet of a release. */
import type { Finding } from "../../engine/decision.ts";
import { type Members, memberAt, mergePatch, objectOf } from "../../read/json/untyped.ts";
import { gatesOf } from "../../read/kubelet/validation/facts.ts";
import { minorOf } from "../../text/release.ts";
import type { ComparedReleases } from "./rules.ts";

export interface Correction {
  readonly change: string;
  /** What changes in the configuration; null deletes a member. */
  readonly patch: Members;
}

/** A finding of a gate names it so, whatever is wrong with it. */
const GATE = /\bfeature gate:? (\w+)/;
const LOCKED = /^cannot set feature gate (\w+) to \w+, feature is locked to (\w+)/;
const DEPENDENCY = /^(\w+) is enabled, but depends on features that are disabled: \[([^\]]+)\]/;
const PERCENTAGE = /^eviction percentage threshold \S+ must be <= 100%/;
const TWICE = /\bduplicated enforcements\b/;

/** Null where nothing is known that fits. */
export function correctionOf(
  finding: Finding,
  configuration: Members,
  releases: ComparedReleases,
): Correction | null {
  return gateCorrection(finding, releases) ?? settingCorrection(finding, configuration, releases);
}

function gateCorrection({ message }: Finding, { from, to }: ComparedReleases): Correction | null {
  const [, needing, disabled] = DEPENDENCY.exec(message) ?? [];
  if (needing !== undefined) {
    const change = `Set featureGates.${needing}: false: it needs ${disabled}, which is off`;
    return { change, patch: { featureGates: { [needing]: false } } };
  }
  const [, lockedGate, locked] = LOCKED.exec(message) ?? [];
  if (lockedGate !== undefined) {
    const change = `Delete featureGates.${lockedGate}: from ${to} on it is locked to ${locked}`;
    return { change, patch: { featureGates: { [lockedGate]: null } } };
  }
  const gate = GATE.exec(message)?.[1];
  if (gate === undefined || gatesOf(minorOf(to) ?? 0).has(gate)) return null;
  const fact = gatesOf(minorOf(from) ?? 0).get(gate);
  if (fact === undefined) return null;
  const fate = fact.default ? "the feature is always on" : "the feature is gone";
  const change = `Delete featureGates.${gate}: from ${to} on ${fate}`;
  return { change, patch: { featureGates: { [gate]: null } } };
}

function settingCorrection(
  { path, message }: Finding,
  configuration: Members,
  { to }: ComparedReleases,
): Correction | null {
  if (PERCENTAGE.test(message)) {
    const change = `Set ${path}: 100%: ${to} takes no more`;
    return { change, patch: patchAt(path, "100%") };
  }
  if (TWICE.test(message)) {
    const [name = ""] = namesIn(path);
    const named = memberAt(configuration, name);
    const each = [...new Set(Array.isArray(named) ? named : [])];
    return { change: `Name each entry of ${name} once`, patch: { [name]: each } };
  }
  return null;
}

/** The configuration with what its findings have instead; without what has nothing instead. */
export function withoutRefused(
  configuration: Members,
  findings: readonly Finding[],
  releases: ComparedReleases,
): Members {
  return findings.reduce((changed, finding) => {
    const correction = correctionOf(finding, changed, releases);
    const patch = correction?.patch ?? patchAt(finding.path, null);
    return objectOf(mergePatch(changed, patch));
  }, configuration);
}

/** `evictionHard["memory.available"]` and a value as a patch; an entry of a list as its list. */
function patchAt(path: string, value: unknown): Members {
  return objectOf(namesIn(path).reduceRight<unknown>((inner, name) => ({ [name]: inner }), value));
}

const NAME = /\["([^"]*)"\]|([^.[\]"]+)/g;
const ENTRY = /\[\d+\].*$/;

function namesIn(path: string): readonly string[] {
  return [...path.replace(ENTRY, "").matchAll(NAME)].map(([, quoted, plain]) => {
    return quoted ?? plain ?? "";
  });
}
