/** What the newer of two releases decides otherwise, whatever it is about. */
import type { Rule } from "./rules.ts";

export type DifferenceKind =
  /** A configuration that starts a kubelet of one release alone. */
  | "configuration"
  /** A finding of `check` that only the newer release has. */
  | "warning"
  /** A threshold in force. */
  | "threshold"
  /** What the cgroup of a pod protects, and where it throttles. */
  | "memoryQos"
  /** A pod that is evicted by one release alone, or in another way. */
  | "eviction"
  /** A node condition lasts longer, or node-level reclaim is asked for more often. */
  | "pressure"
  /** The words of messages, and nothing else. */
  | "message"
  /** A pod that the restarted kubelet would reject, or take now. */
  | "admission"
  /** Where a pod is placed. */
  | "placement"
  /** How a drain ends. */
  | "drain"
  /** How a simulated cluster ends. */
  | "simulation";

export interface Difference {
  readonly kind: DifferenceKind;
  /** What it is about: a member of a configuration, a pod, a node. */
  readonly subject: string;
  /** Under the older release, and under the newer one. */
  readonly before: string;
  readonly after: string;
  /** Whether the newer release fails, and the older one is not known to fail. */
  readonly isWorse: boolean;
  /** What can be the reason; empty where the tables of releases have none. */
  readonly rules: readonly Rule[];
  /** What to write instead; `isChecked`: with all of them, nothing is worse any more. */
  readonly instead?: { readonly change: string; readonly isChecked: boolean };
  /** The line of the input, 1-based. */
  readonly line?: number;
}

/** What was compared of an input, whether or not it differs. */
export interface Compared {
  /** The name of the file, or of the cluster. */
  readonly input: string;
  /** Such as `112 samples replayed`; empty where there was nothing to compare. */
  readonly checked: string;
  readonly differences: readonly Difference[];
  /** What was assumed for it, or could not be compared, in sentences. */
  readonly notes: readonly string[];
  /** A configuration with which a kubelet of neither release starts. */
  readonly startsWithNeither?: true;
}
