import { NODE_ITSELF, usersText } from "../../../../analysis/questions/explain/usageWords.ts";
import type { Plot } from "../../chart/plot.ts";
import { momentAt, type Stack } from "../../chart/stack.ts";
import { useAmountText } from "../../controls/amount.tsx";
import { useModel, useStore } from "../../state/context.ts";
import { ShownTime } from "../../time/shownTime.ts";
import { isIn } from "../../time/window.ts";

/** CSS pixels: less high than this, a layer has no room for its name. */
const LABEL_PIXELS = 17;
/** Between a label and what it is next to. */
const GAP_PIXELS = 8;

interface PodLabelsProps {
  readonly plot: Plot;
  readonly stack: Stack;
}

/** The names of the layers, where they stand at the position. */
export function PodLabels({ plot, stack }: PodLabelsProps) {
  const { position, capture } = useStore();
  const shown = useModel(ShownTime);
  const text = useAmountText();
  const time = capture.value?.times[position.value];
  if (time === undefined || !isIn(shown.window.value, time)) return null;
  const at = momentAt(stack.usage, position.value);
  const left = plot.leftOf(time);
  const [before, after] = [left - plot.left, plot.right - left];
  const isBefore = before > after;
  const maxWidth = `${Math.max(Math.max(before, after) - 2 * GAP_PIXELS, 0)}px`;
  const { signal } = stack.usage;
  const labels = stack.layers.flatMap(({ of, bottom, top }) => {
    const [low, high] = [bottom[at] ?? 0, top[at] ?? 0];
    // The chart may begin higher.
    const seen = Math.max(low, stack.floor);
    const pixels = plot.topOf(seen) - plot.topOf(high);
    if (Number.isNaN(pixels) || pixels < LABEL_PIXELS) return [];
    const name = of === null ? NODE_ITSELF : (of.pod?.name ?? usersText(null, of.pods));
    const middle = plot.topOf((seen + high) / 2);
    return [{ key: of?.pod?.uid ?? name, name, amount: high - low, middle }];
  });
  return (
    <div class={isBefore ? "pod-labels before" : "pod-labels"} aria-hidden="true">
      {labels.map(({ key, name, amount, middle }) => (
        <span key={key} style={{ left: `${left}px`, top: `${middle}px`, maxWidth }}>
          {name} <b>{text(signal, amount)}</b>
        </span>
      ))}
    </div>
  );
}
