import { useRef } from "preact/hooks";
import type { Plot } from "../../chart/plot.ts";
import type { SignalColumn, ThresholdColumn } from "../../session/protocol.ts";
import { useModel, useStore } from "../../state/context.ts";
import type { HeldThreshold } from "./drag.ts";
import { ThresholdDrag } from "./drag.ts";
import { lineText } from "./words.ts";

/** Origins of thresholds that stand in a configuration, or could; the others follow from those. */
const MOVABLE = new Set(["default", "evictionHard", "evictionSoft"]);
const DIRECTIONS: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 };

interface ThresholdHandlesProps {
  readonly plot: Plot;
  readonly column: SignalColumn;
  /** Whether amounts that are left are measured down from the capacity. */
  readonly isStack: boolean;
}

/** Whether its line has a handle, which carries its label. */
export function isMovable({ origin }: ThresholdColumn): boolean {
  return MOVABLE.has(origin);
}

/** A handle on every threshold line that a configuration can move. */
export function ThresholdHandles({ column, ...shown }: ThresholdHandlesProps) {
  return (
    <>
      {column.thresholds.filter(isMovable).map((threshold) => (
        <Handle {...shown} key={String(threshold.hard)} column={column} threshold={threshold} />
      ))}
    </>
  );
}

interface HandleProps extends ThresholdHandlesProps {
  readonly threshold: ThresholdColumn;
}

function isOf(each: { signal: string; hard: boolean } | undefined, signal: string, hard: boolean) {
  return each !== undefined && each.signal === signal && each.hard === hard;
}

function Handle({ plot, column, isStack, threshold }: HandleProps) {
  const { position, pointed } = useStore();
  const drag = useModel(ThresholdDrag);
  const chartTop = useRef(0);
  const { hard, limit: limits, value } = threshold;
  const limit = limits[position.value];
  if (limit === undefined || Number.isNaN(limit)) return null;
  const self: HeldThreshold = { signal: column.signal, hard, value };
  const held = drag.held.value;
  const isHeld = held !== null && held.signal === column.signal && held.hard === hard;
  const capacity = column.capacity[position.value] ?? plot.top;
  /** From an amount that is left to where it is drawn, and back. */
  const drawn = (amount: number) => (isStack ? capacity - amount : amount);
  const highest = isStack ? capacity : plot.top;
  const isLit = isOf(pointed.value?.threshold, column.signal, hard);
  const amountAt = ({ clientY }: PointerEvent) => drawn(plot.amountAt(clientY - chartTop.current));
  const kind = hard ? "hard" : "soft";
  return (
    <div
      class={`threshold ${kind} ${isHeld || isLit ? "held" : ""}`}
      style={{
        transform: `translateY(${isHeld ? drag.heldTop.value : plot.topOf(drawn(limit))}px)`,
      }}
      role="slider"
      tabIndex={0}
      aria-label={`${kind} threshold of ${column.signal}`}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={Math.round(highest)}
      aria-valuenow={Math.round(limit)}
      aria-valuetext={isHeld ? held.value : value}
      onPointerDown={(event) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        chartTop.current = topOfChart(event.currentTarget);
        drag.hold(self);
        drag.heldTop.value = plot.topOf(drawn(limit));
      }}
      onPointerMove={(event) => {
        event.stopPropagation();
        if (!isHeld) return;
        const amount = Math.min(Math.max(amountAt(event), 0), highest);
        drag.heldTop.value = plot.topOf(drawn(amount));
        drag.moveTo(amount);
      }}
      onPointerUp={() => drag.end()}
      onPointerCancel={() => drag.end()}
      onKeyDown={(event) => {
        const direction = DIRECTIONS[event.key];
        if (direction === undefined) return;
        event.preventDefault();
        drag.nudge(self, limit, direction, highest);
      }}
    >
      <span class="pill">{lineText(hard, isHeld ? held.value : value)}</span>
    </div>
  );
}

/** As it is when a drag begins: what is decided meanwhile may move the chart. */
function topOfChart(handle: HTMLElement): number {
  return handle.parentElement?.getBoundingClientRect().top ?? 0;
}
