import type { Finding } from "../../../engine/decision.ts";
import { isWithin, type Release } from "./facts.ts";
import { type Gates, setFeatureGates } from "./featureGates.ts";
import { ENFORCEMENT, RULES } from "./rules.ts";
import { Settings } from "./settings.ts";

/**
 * Holds a decoded configuration, in which flags may have replaced members, against the kubelet's
 * feature gates and general validation. `enforcement` are the engine's own errors about
 * enforceNodeAllocatable; they come out where the kubelet has them.
 */
export function validateMembers(
  configuration: Readonly<Record<string, unknown>>,
  enforcement: readonly Finding[],
  release: Release,
): readonly Finding[] {
  const gates = gatesOfConfiguration(configuration, release);
  if (gates.errors.length > 0) {
    return gates.errors.map(({ gate, message }) => ({
      rule: "feature-gate",
      path: `featureGates[${JSON.stringify(gate)}]`,
      message,
    }));
  }
  const settings = new Settings(configuration, gates.enabled, release);
  return RULES.filter((rule) => isWithin(rule, release)).flatMap((rule) => {
    if (rule.path === ENFORCEMENT) return enforcement;
    return rule.check(settings).map((error) => {
      const { path = rule.path, message } = typeof error === "string" ? { message: error } : error;
      return { rule: "invalid-configuration", path, message };
    });
  });
}

function gatesOfConfiguration(
  configuration: Readonly<Record<string, unknown>>,
  release: Release,
): Gates {
  const named = Object.entries(configuration.featureGates ?? {}).map(
    ([gate, value]) => [gate, value === true] as const,
  );
  return setFeatureGates(Object.fromEntries(named), release);
}
