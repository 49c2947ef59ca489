import type { ComponentChildren } from "preact";
import { useModel } from "../state/context.ts";
import type { Stretch } from "../state/turningPoints.ts";
import { ShownTime } from "../time/shownTime.ts";
import { shareOf, widthOf } from "../time/window.ts";

interface LaneAreaProps {
  readonly label?: string;
  readonly title?: string;
  readonly children: ComponentChildren;
}

/**
 * What it holds is placed over the whole run, and only the window of it is seen: zooming moves
 * nothing in it.
 */
export function LaneArea({ label, title, children }: LaneAreaProps) {
  const time = useModel(ShownTime);
  const { whole } = time.bounds.value;
  const window = time.window.value;
  const times = Math.max(widthOf(whole), 1) / Math.max(widthOf(window), 1);
  const named = label === undefined ? {} : { role: "img" as const, "aria-label": label };
  const run = { left: `${shareOf(window, whole.from) * 100}%`, width: `${times * 100}%` };
  return (
    <div class="lane-area" title={title} {...named}>
      <div class="lane-run" style={run}>
        {children}
      </div>
    </div>
  );
}

interface BandProps extends Stretch {
  readonly times: Float64Array;
  readonly class: string;
  readonly title?: string;
  readonly children?: ComponentChildren;
}

/** A stretch of steps, as long as it lasts. */
export function Band({ times, from, to, children, ...span }: BandProps) {
  const place = { left: percent(times, from), right: `calc(100% - ${percent(times, to)})` };
  return (
    <span {...span} style={place}>
      {children}
    </span>
  );
}

/** Where a step is between the first and the last; a band's end lies after its last step. */
export function percent(times: Float64Array, step: number): string {
  return `${share(times, step) * 100}%`;
}

export function share(times: Float64Array, step: number): number {
  const first = times[0] ?? 0;
  const last = times.at(-1) ?? first;
  const at = times[Math.min(step, times.length - 1)] ?? first;
  return last === first ? 0.5 : (at - first) / (last - first);
}
