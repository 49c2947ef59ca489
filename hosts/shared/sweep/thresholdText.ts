import { isMap, parseDocument, stringify, type YAMLMap } from "yaml";
import { readConfiguration } from "../configuration.ts";
import type { Policy, PolicyThreshold, Signal } from "../decision.ts";

export interface ThresholdChange {
  readonly signal: Signal;
  readonly hard: boolean;
  /** As it is written in a configuration: `500Mi`, `10%`. */
  readonly value: string;
}

/**
 * A configuration with one threshold changed, its comments and order kept where it is a plain
 * KubeletConfiguration; any other form becomes one. Naming one threshold would wipe the defaults
 * of the others, so those in force are written down beside it.
 */
export function withThreshold(text: string, policy: Policy, change: ThresholdChange): string {
  const document = parseDocument(plainText(text));
  const member = change.hard ? "evictionHard" : "evictionSoft";
  if (!isMap(document.get(member))) document.set(member, document.createNode({}));
  const stated = document.get(member) as YAMLMap;
  for (const { signal, value } of policy.thresholds.filter(isDefault)) {
    if (change.hard && !stated.has(signal)) stated.set(signal, value);
  }
  stated.set(change.signal, change.value);
  return document.toString();
}

function isDefault({ hard, origin }: PolicyThreshold): boolean {
  return hard && origin === "default";
}

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
