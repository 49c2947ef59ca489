import type { Profile } from "../../engine/decision.ts";
import { isMembers } from "../json/untyped.ts";
import type { LoadedConfiguration } from "./loaded.ts";

/** How the file systems of a node are laid out. Spec 1.5. */
export interface Layout {
  readonly dedicatedImageFs: boolean;
  readonly splitContainerFs: boolean;
}

/** Plimsoll's own options, in addition to the fields of the KubeletConfiguration. */
export interface ModuleOptions {
  readonly profile?: Profile;
  /** Such as `1.36`. */
  readonly kubeletVersion?: string;
  readonly layout?: Layout;
  /** Closed loop: what our policy evicts stays gone from later snapshots. */
  readonly whatIf?: boolean;
  /** Naming a hard threshold does not remove the defaults of the others. */
  readonly keepDefaults?: boolean;
  /** Quantities of the node, such as `{"memory": "8Gi"}`. */
  readonly capacity?: Readonly<Record<string, string>>;
  /** A flag without a member: hard thresholds do not count towards Node Allocatable. */
  readonly experimentalAllocatableIgnoreEviction?: boolean;
  /** Members that came from flags, to which the rules of files do not apply. */
  readonly replacedByFlags?: readonly string[];
}

/**
 * The JSON for `EvictionEngine.configure`: the fields as they are, and Plimsoll's options next to
 * them under `plimsoll`. Options given here win over a `plimsoll` member of the configuration.
 */
export function toModuleConfiguration(
  source: Pick<LoadedConfiguration, "configuration" | "replacedByFlags">,
  options: ModuleOptions = {},
): string {
  const { plimsoll, ...fields } = source.configuration;
  const flags = source.replacedByFlags;
  const own = {
    ...(isMembers(plimsoll) ? plimsoll : {}),
    ...(flags.length > 0 ? { replacedByFlags: flags } : {}),
    ...options,
  };
  return JSON.stringify({ ...fields, plimsoll: own });
}
