import { isMap, parseDocument, stringify, type YAMLMap } from "yaml";
import type { Policy, PolicyThreshold, Signal } from "../../engine/decision.ts";
import { readConfiguration } from "../../read/kubelet/configuration.ts";
import { formatSeconds } from "../../text/amount.ts";

export interface ThresholdChange {
  readonly signal: Signal;
  readonly hard: boolean;
  /** The value as written in a configuration: `500Mi`, `10%`. */
  readonly value: string;
}

/**
 * A configuration with one threshold changed, its comments and order kept where it is a plain
 * KubeletConfiguration; any other form becomes one. Naming one threshold would wipe the defaults
 * of the others, so those in force are written down with it.
 */
export function withThreshold(text: string, policy: Policy, change: ThresholdChange): string {
  const document = parseDocument(plainText(text));
  const member = change.hard ? "evictionHard" : "evictionSoft";
  if (!isMap(document.get(member))) document.set(member, document.createNode({}));
  const stated = document.get(member) as YAMLMap;
  for (const { signal, value } of defaultThresholds(policy)) {
    if (change.hard && !stated.has(signal)) stated.set(signal, value);
  }
  stated.set(change.signal, change.value);
  return document.toString();
}

/**
 * From the private use area of Unicode, which YAML writes unchanged; no configuration should
 * contain it.
 */
const FIRST_MARK = 0xe000;

/**
 * `withThreshold` for many values of one threshold: the configuration is read and written once, and
 * each value takes its place in the text. The value of `change` is one of them.
 */
export function thresholdWriter(
  text: string,
  policy: Policy,
  change: ThresholdChange,
): (value: string) => string {
  let code = FIRST_MARK;
  while (text.includes(String.fromCharCode(code))) code += 1;
  // As long as the value, so that lines are broken where they would be.
  const mark = String.fromCharCode(code).repeat(change.value.length);
  const [before = "", after = ""] = withThreshold(text, policy, { ...change, value: mark }).split(
    mark,
  );
  const isQuoted = before.endsWith('"') || before.endsWith("'");
  // A number is quoted where no quotes are, or it would not be a text.
  return (value) => `${before}${isQuoted ? value : stringify(value).trimEnd()}${after}`;
}

/** The thresholds in force that are not written down. */
export function defaultThresholds({ thresholds }: Policy): readonly PolicyThreshold[] {
  return thresholds.filter(({ hard, origin }) => hard && origin === "default");
}

/** A configuration with the defaults in force written down: its policy stays the same. */
export function withDefaults(text: string, policy: Policy): string {
  const document = parseDocument(plainText(text));
  const member = "evictionHard";
  const defaults = defaultThresholds(policy);
  if (defaults.length > 0 && !isMap(document.get(member))) {
    document.set(member, document.createNode({}));
  }
  for (const { signal, value } of defaults) {
    const stated = document.get(member) as YAMLMap;
    if (!stated.has(signal)) stated.set(signal, value);
  }
  if (!document.has(PERIOD))
    document.set(PERIOD, formatSeconds(policy.pressureTransitionPeriodSeconds));
  return document.toString();
}

const PERIOD = "evictionPressureTransitionPeriod";

/** YAML and JSON stay as they are; flags and wrapped documents become a KubeletConfiguration. */
export function plainText(text: string): string {
  const document = parseDocument(text, { logLevel: "silent" });
  const isPlain = document.errors.length === 0 && isMap(document.contents);
  if (isPlain && document.get("kind") === "KubeletConfiguration") return text;
  const { configuration } = readConfiguration({ name: "the configuration", text });
  return stringify({
    apiVersion: "kubelet.config.k8s.io/v1beta1",
    kind: "KubeletConfiguration",
    ...configuration,
  });
}
