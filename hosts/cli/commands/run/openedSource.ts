import type { Source } from "../../../../analysis/engine/source.ts";
import type { KubeletConfiguration } from "../../../../analysis/read/kubelet/configuration.ts";
import type { Machine } from "../../../daemon/cgroup/machine.ts";
import type { Notifier } from "../../../daemon/step.ts";
import type { KnownNode } from "../../input/policy.ts";

/** A source, and what it knows about its node before the first snapshot. */
export interface OpenedSource {
  readonly source: Source;
  /** The node's own configuration, version, layout and capacity, as a capture's header has them. */
  readonly node: KnownNode;
  /** It waits by itself and its times are its own; the interval is left out. */
  readonly setsThePace: boolean;
  readonly notifiers: readonly Notifier[];
  /** The kubelet's own configuration, read again; absent where there is no kubelet. */
  configz?(): Promise<KubeletConfiguration>;
  /** This machine, when it is the node. */
  readonly machine?: Machine;
  /** For a source that can resume where the run before ended. */
  resumeAfter?(time: bigint): void;
}
