/** Node-level reclaim functions of a signal, by layout. Spec 3.10. */
import { Behaviour, behavesAs } from "../../node/model/behaviour.ts";
import { isMemorySignal, Signal } from "../../node/model/signal.ts";
import { ReclaimFunction } from "../model/step.ts";
import { isSplitWithoutRules, Layout, layoutInForce } from "./layout.ts";

const CONTAINERS_AND_IMAGES: u32 =
  ReclaimFunction.DeleteAllUnusedContainers | ReclaimFunction.DeleteUnusedImages;

/** The functions as bits, in the order in which they run; 0 for memory and processes. */
export function reclaimFunctionsOf(signal: i32): u32 {
  if (isMemorySignal(signal) || signal == Signal.PIDAvailable) return 0;
  const isContainerFs =
    signal == Signal.ContainerFsAvailable || signal == Signal.ContainerFsInodesFree;
  if (isContainerFs && !behavesAs(Behaviour.ContainerFsReclaims)) return 0;
  if (isSplitWithoutRules()) return 0;
  const layout = layoutInForce();
  if (layout == Layout.Single || layout == Layout.Odd) return CONTAINERS_AND_IMAGES;
  const isImageFs = signal == Signal.ImageFsAvailable || signal == Signal.ImageFsInodesFree;
  const isNodeFs = signal == Signal.NodeFsAvailable || signal == Signal.NodeFsInodesFree;
  if (layout == Layout.Split) {
    return isImageFs
      ? ReclaimFunction.DeleteUnusedImages
      : ReclaimFunction.DeleteAllUnusedContainers;
  }
  return isNodeFs ? 0 : CONTAINERS_AND_IMAGES;
}
