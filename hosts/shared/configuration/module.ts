import type { Layout } from "../capture.ts";

/** Plimsoll's own options, beside the fields of the KubeletConfiguration. */
export interface ModuleOptions {
  readonly profile?: "kubelet" | "proposal-2016";
  /** Such as `1.35`. */
  readonly kubeletVersion?: string;
  readonly layout?: Layout;
  /** Closed loop: what our policy evicts stays gone from later snapshots. */
  readonly whatIf?: boolean;
  /** Quantities of the node, such as `{"memory": "8Gi"}`. */
  readonly capacity?: Readonly<Record<string, string>>;
  /** Members that came from flags, to which the rules of files do not apply. */
  readonly replacedByFlags?: readonly string[];
}
