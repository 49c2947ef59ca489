/** What a verdict has to say of itself, noted where it is found. */
import { CAVEATS_OFFSET } from "../memory.ts";

@unmanaged
export class Caveats {
  /** Pods that need plugins that are not run. */
  unsupportedPods: u32;
  /** A change has created what nothing in a scenario acts on. */
  isCreationIgnored: bool;
  /** Something was recorded of a pod that an owner makes again. */
  areRecords: bool;
}

export const caveats = changetype<Caveats>(CAVEATS_OFFSET);
