import type { SignalColumn, Usage } from "../session/protocol.ts";
import { useModel, useStore } from "../state/context.ts";
import { ShownTime } from "../time/shownTime.ts";
import { isIn } from "../time/window.ts";
import type { Plot } from "./plot.ts";
import { type Dragged, layerUnder } from "./pointer.ts";
import type { Stack } from "./stack.ts";
import { Tooltip, type TooltipPlace } from "./tooltip.tsx";

interface MarksProps {
  readonly plot: Plot;
  readonly column: SignalColumn;
  readonly stack: Stack | null;
  readonly hover: TooltipPlace | null;
  readonly dragged: Dragged | null;
  /** Who uses what the signal measures; null until it is read. */
  readonly usage: Usage | null;
}

/** The position, what is dragged over, and what a pointer is over, here or in another chart. */
export function Marks({ plot, column, stack, hover, dragged, usage }: MarksProps) {
  const { capture, position } = useStore();
  const shown = useModel(ShownTime);
  const times = capture.value?.times;
  const window = shown.window.value;
  const time = times?.[position.value];
  const pointed = times?.[shown.pointedStep.value ?? -1];
  const cursor = pointed !== undefined && isIn(window, pointed) ? plot.leftOf(pointed) : null;
  // Where the pointer is in another chart, the words stand in the middle.
  const place = hover ?? (cursor === null ? null : { left: cursor, top: plot.height / 2 });
  const layer = hover === null ? undefined : layerUnder({ plot, stack }, hover);
  return (
    <>
      {time !== undefined && isIn(window, time) && (
        <div class="position" style={{ transform: `translateX(${plot.leftOf(time)}px)` }} />
      )}
      {dragged !== null && (
        <div
          class="dragged"
          style={{ left: `${dragged.left}px`, width: `${dragged.right - dragged.left}px` }}
        />
      )}
      {cursor !== null && <div class="cursor" style={{ transform: `translateX(${cursor}px)` }} />}
      {place !== null && <Tooltip {...{ plot, column, stack, place, layer, usage }} />}
    </>
  );
}
