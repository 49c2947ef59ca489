import { ThresholdDrag } from "./drag.ts";
import { isMovable, ThresholdHandles } from "./handles.tsx";

/** A threshold that is dragged. */
export const threshold = { model: ThresholdDrag, Handles: ThresholdHandles, isMovable };
