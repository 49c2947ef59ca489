/** Node-level reclaim functions of a signal, by layout. Spec 3.10. */
import { behavesAs } from "../../node/model/behavior.ts";
import { Behavior } from "../../node/model/releaseTable.ts";
import { fileSystemOf } from "../../node/model/signal.ts";
import { FileSystem } from "../../node/model/signalTable.ts";
import { ReclaimFunction } from "../model/step.ts";
import { isSplitWithoutRules, Layout, layoutInForce } from "./layout.ts";

const CONTAINERS_AND_IMAGES: u32 =
  ReclaimFunction.DeleteAllUnusedContainers | ReclaimFunction.DeleteUnusedImages;

/** The functions as bits, in the order in which they run; 0 for memory and processes. */
export function reclaimFunctionsOf(signal: i32): u32 {
  const fileSystem = fileSystemOf(signal);
  if (fileSystem == FileSystem.None) return 0;
  const isContainerFs = fileSystem == FileSystem.ContainerFs;
  if (isContainerFs && !behavesAs(Behavior.ContainerFsReclaims)) return 0;
  if (isSplitWithoutRules()) return 0;
  const layout = layoutInForce();
  if (layout == Layout.Single || layout == Layout.Odd) return CONTAINERS_AND_IMAGES;
  if (layout == Layout.Split) {
    return fileSystem == FileSystem.ImageFs
      ? ReclaimFunction.DeleteUnusedImages
      : ReclaimFunction.DeleteAllUnusedContainers;
  }
  return fileSystem == FileSystem.NodeFs ? 0 : CONTAINERS_AND_IMAGES;
}
