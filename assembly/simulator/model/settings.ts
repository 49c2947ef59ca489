/** What a scenario says of the whole, and of nodes. */
import { SETTINGS_OFFSET } from "../memory.ts";

/** What it says of one node, or of every node that it says nothing else of. */
@unmanaged
export class NodeSettings {
  /** The capacity of its file system; 0 if the scenario does not state it. */
  capacityInodes: i64;
  /** Row of its KubeletConfiguration plus 1. */
  configuration: u32;
  /** Usage of processes outside pods, by the time since the start; 0 for none. */
  systemMemory: u32;
  systemDisk: u32;
  systemInodes: u32;
  /** The limit `-m` of an earlyoom on it, in percent; 0 where none runs. */
  earlyoom: u32;
}

/** With the settings of all nodes. */
@unmanaged
export class Settings extends NodeSettings {
  /** Draws the phases of nodes that state none. */
  seed: i64;
  terminatedPodThreshold: i64;
}

export const settings = changetype<Settings>(SETTINGS_OFFSET);
