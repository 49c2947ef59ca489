import type { RuleError } from "./rule.ts";
import type { Settings } from "./settings.ts";

const NAME = /^(?:[A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const SUBDOMAIN = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
const NAME_MAX = 63;
const SUBDOMAIN_MAX = 253;
const EFFECTS = new Set(["", "NoSchedule", "PreferNoSchedule", "NoExecute"]);

/** Taints with which a node registers itself. */
export function taintErrors(settings: Settings): RuleError[] {
  return settings.list("registerWithTaints").flatMap((item, index) => {
    const path = `registerWithTaints[${index}]`;
    const taint = (item ?? {}) as Readonly<Record<string, unknown>>;
    const [key, value, effect] = [textOf(taint.key), textOf(taint.value), textOf(taint.effect)];
    const added = taint.timeAdded ?? undefined;
    const isValid = isQualifiedName(key) && isLabelValue(value) && EFFECTS.has(effect);
    const time = added === undefined ? "<nil>" : timeText(String(added));
    const prefix = settings.release >= 24 ? "invalid configuration: taint.T" : "taint T";
    return [
      ...(isValid ? [] : [{ path, message: `invalid taint: {${key} ${value} ${effect} ${time}}` }]),
      ...(added === undefined ? [] : [{ path, message: `${prefix}imeAdded is not nil` }]),
    ];
  });
}

/** As Go prints a time, on a machine whose clock is at UTC. */
function timeText(time: string): string {
  const [day = "", clock = ""] = new Date(time).toISOString().split(/[T.]/);
  return `${day} ${clock} +0000 UTC`;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A name, and before a slash a DNS subdomain. */
function isQualifiedName(text: string): boolean {
  const parts = text.split("/");
  const name = parts.pop() ?? "";
  if (parts.length > 1 || name.length > NAME_MAX || !NAME.test(name)) return false;
  const [prefix] = parts;
  return prefix === undefined || (prefix.length <= SUBDOMAIN_MAX && SUBDOMAIN.test(prefix));
}

function isLabelValue(text: string): boolean {
  return text === "" || (text.length <= NAME_MAX && NAME.test(text));
}
