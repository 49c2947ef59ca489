/** The kubelet's hard thresholds on Linux when evictionHard is absent. Spec 2.7. */
import { Behaviour } from "../../node/model/behaviour.ts";
import { Signal } from "../../node/model/signal.ts";

/** By signal; an empty text is no default. */
export const HARD_DEFAULTS: StaticArray<string> = [
  "100Mi",
  "",
  "10%",
  "5%",
  "15%",
  "5%",
  "",
  "",
  "",
];

/** Whether a signal has a default under the behaviours given. */
export function hasDefault(signal: i32, behaviours: u32): bool {
  if (signal == Signal.ImageFsInodesFree) {
    return (behaviours & Behaviour.ImageFsInodesDefault) != 0;
  }
  return unchecked(HARD_DEFAULTS[signal]).length != 0;
}
