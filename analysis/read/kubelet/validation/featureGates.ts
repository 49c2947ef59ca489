import { dependenciesOf, type GateFact, gatesOf, type Release } from "./facts.ts";

/** Gates that represent all gates of a stage that are not named themselves. */
const COLLECTIVE: ReadonlyMap<string, GateFact["stage"]> = new Map([
  ["AllAlpha", "ALPHA"],
  ["AllBeta", "BETA"],
]);

export interface GateError {
  readonly gate: string;
  readonly message: string;
}

export interface Gates {
  readonly errors: readonly GateError[];
  /** Which gates are on; meaningful without errors. */
  readonly enabled: ReadonlyMap<string, boolean>;
}

/** Sets the feature gates of a configuration. The kubelet goes through them in a random order. */
export function setFeatureGates(named: Readonly<Record<string, boolean>>, release: Release): Gates {
  const known = gatesOf(release);
  const errors = Object.entries(named).flatMap(([gate, value]) =>
    gateError(gate, value, known.get(gate)),
  );
  const enabled = new Map([...known].map(([gate, fact]) => [gate, fact.default]));
  for (const [collective, stage] of COLLECTIVE) {
    const value = named[collective];
    if (value === undefined) continue;
    for (const [gate, fact] of known) {
      if (fact.stage === stage && !COLLECTIVE.has(gate)) enabled.set(gate, value);
    }
  }
  for (const [gate, value] of Object.entries(named)) enabled.set(gate, value);
  const unmet = errors.length > 0 ? [] : unmetDependencies(enabled, release);
  return { errors: [...errors, ...unmet], enabled };
}

function gateError(gate: string, value: boolean, fact: GateFact | undefined): GateError[] {
  if (fact === undefined) return [{ gate, message: `unrecognized feature gate: ${gate}` }];
  if (!fact.locked || fact.default === value) return [];
  const locked = `feature is locked to ${fact.default}`;
  return [{ gate, message: `cannot set feature gate ${gate} to ${value}, ${locked}` }];
}

function unmetDependencies(enabled: ReadonlyMap<string, boolean>, release: Release): GateError[] {
  return [...dependenciesOf(release)].flatMap(([gate, on]) => {
    const off = on.filter((other) => enabled.get(other) !== true);
    if (enabled.get(gate) !== true || off.length === 0) return [];
    const reason = `depends on features that are disabled: [${off.join(" ")}]`;
    return [{ gate, message: `${gate} is enabled, but ${reason}` }];
  });
}
