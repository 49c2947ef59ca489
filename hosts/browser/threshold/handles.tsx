import type { Plot } from "../chart/plot.ts";
import type { SignalColumn, ThresholdColumn } from "../protocol.ts";
import { usePlayground } from "../view/context.ts";
import type { HeldThreshold } from "./drag.ts";

/** Origins of thresholds that stand in a configuration, or could; the others follow from those. */
const MOVABLE = new Set(["default", "evictionHard", "evictionSoft"]);
const DIRECTIONS: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 };

interface ThresholdHandlesProps {
  readonly plot: Plot;
  readonly column: SignalColumn;
}

/** A handle on every threshold line that a configuration can move. */
export function ThresholdHandles({ plot, column }: ThresholdHandlesProps) {
  return (
    <>
      {column.thresholds
        .filter(({ origin }) => MOVABLE.has(origin))
        .map((threshold) => (
          <Handle key={String(threshold.hard)} plot={plot} column={column} threshold={threshold} />
        ))}
    </>
  );
}

interface HandleProps extends ThresholdHandlesProps {
  readonly threshold: ThresholdColumn;
}

function Handle({ plot, column, threshold }: HandleProps) {
  const { drag, position } = usePlayground();
  const { hard, limit: limits, value } = threshold;
  const limit = limits[position.value];
  if (limit === undefined || Number.isNaN(limit)) return null;
  const self: HeldThreshold = { signal: column.signal, hard, value };
  const held = drag.held.value;
  const isHeld = held !== null && held.signal === column.signal && held.hard === hard;
  const amountAt = ({ clientY, currentTarget }: PointerEvent) => {
    const chart = (currentTarget as HTMLElement).parentElement;
    return plot.amountAt(clientY - (chart?.getBoundingClientRect().top ?? 0));
  };
  const kind = hard ? "hard" : "soft";
  return (
    <div
      class={`threshold ${kind} ${isHeld ? "held" : ""}`}
      style={{ transform: `translateY(${isHeld ? drag.heldTop.value : plot.topOf(limit)}px)` }}
      role="slider"
      tabIndex={0}
      aria-label={`${kind} threshold of ${column.signal}`}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={Math.round(plot.top)}
      aria-valuenow={Math.round(limit)}
      aria-valuetext={isHeld ? held.value : value}
      onPointerDown={(event) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.begin(self);
        drag.heldTop.value = plot.topOf(limit);
      }}
      onPointerMove={(event) => {
        event.stopPropagation();
        if (!isHeld) return;
        const amount = Math.min(Math.max(amountAt(event), 0), plot.top);
        drag.heldTop.value = plot.topOf(amount);
        drag.moveTo(amount);
      }}
      onPointerUp={() => drag.end()}
      onPointerCancel={() => drag.end()}
      onKeyDown={(event) => {
        const direction = DIRECTIONS[event.key];
        if (direction === undefined) return;
        event.preventDefault();
        drag.nudge(self, limit, direction, plot.top);
      }}
    >
      <span class="pill">
        {kind} {isHeld ? held.value : value}
      </span>
    </div>
  );
}
