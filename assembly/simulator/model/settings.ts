/** What a scenario says of the whole, and of nodes. */
import { SETTINGS_OFFSET } from "../memory.ts";

/** What it says of one node, or of every node that it says nothing else of. */
@unmanaged
export class NodeSettings {
  /** Of its file system; 0 where the scenario does not say it. */
  capacityInodes: i64;
  /** Row of its KubeletConfiguration plus 1. */
  configuration: u32;
  /** Amounts that what runs beside the pods uses, by the time since the start; 0 for nothing. */
  systemMemory: u32;
  systemDisk: u32;
  systemInodes: u32;
}

/** With what is said of every node. */
@unmanaged
export class Settings extends NodeSettings {
  /** Draws the phases of nodes that have none of their own. */
  seed: i64;
  terminatedPodThreshold: i64;
}

export const settings = changetype<Settings>(SETTINGS_OFFSET);
