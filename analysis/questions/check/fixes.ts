/** Changes after which the kubelet starts, each tried by checking the configuration again. */
import type { EvictionEngine } from "../../engine/evictionEngine.ts";
import type { Members } from "../../read/json/untyped.ts";
import { objectOf } from "../../read/json/untyped.ts";
import { type CheckedConfiguration, type CheckInput, checkConfiguration } from "./check.ts";

/** Members that are set together, and the configuration with them, checked. */
export interface CheckFix {
  readonly changes: readonly FixedMember[];
  readonly checked: CheckedConfiguration;
}

/** A member of a map that is set: `evictionSoftGracePeriod: {memory.available: 1m30s}`. */
export interface FixedMember {
  readonly member: string;
  readonly signal: string;
  readonly to: string;
  /** The threshold that it is for. */
  readonly threshold: string;
}

/** The grace period in the examples of the Kubernetes documentation. */
const GRACE = "1m30s";
const SOFT = /^evictionSoft\["(.+)"\]$/;

/** Null unless the change corrects every error. */
export function checkFix(
  engine: EvictionEngine,
  input: CheckInput,
  { errors }: CheckedConfiguration,
): CheckFix | null {
  const configuration = JSON.parse(input.json) as Members;
  const changes = errors.flatMap(({ rule, path }) => {
    const [, signal] = SOFT.exec(path) ?? [];
    if (rule !== "missing-grace-period" || signal === undefined) return [];
    const threshold = String(objectOf(configuration.evictionSoft)[signal] ?? "");
    return [{ member: "evictionSoftGracePeriod", signal, to: GRACE, threshold }];
  });
  if (changes.length === 0) return null;
  const changed = { ...configuration };
  for (const { member, signal, to } of changes) {
    changed[member] = { ...objectOf(changed[member]), [signal]: to };
  }
  const checked = checkConfiguration(engine, { ...input, json: JSON.stringify(changed) });
  return checked.errors.length === 0 ? { changes, checked } : null;
}
