import {
  ABOVE_REQUEST,
  foremostText,
  NODE_ITSELF,
  USED_BY_NO_POD,
  usersText,
  WITHIN_REQUEST,
} from "../../../analysis/questions/explain/usageWords.ts";
import { NOT_OBSERVED } from "../../../analysis/questions/replay/chartWords.ts";
import { formatCount } from "../../../analysis/text/amount.ts";
import { podText } from "../../../analysis/text/podText.ts";
import { exactBytes, useAmountText } from "../controls/amount.tsx";
import type { SignalColumn, Usage } from "../session/protocol.ts";
import { useModel, useStore } from "../state/context.ts";
import { ShownTime } from "../time/shownTime.ts";
import { clockText, zoneText } from "../time/zone.ts";
import { foremostAt } from "./foremost.ts";
import type { Plot } from "./plot.ts";
import { type Layer, momentAt, type Stack } from "./stack.ts";

/** CSS pixels from the corner of the chart. */
export interface TooltipPlace {
  readonly left: number;
  readonly top: number;
}

interface TooltipProps {
  readonly plot: Plot;
  readonly column: SignalColumn;
  readonly stack: Stack | null;
  readonly place: TooltipPlace;
  readonly layer: Layer | undefined;
  readonly usage: Usage | null;
}

/** Time, amount and pod under the pointer; without a pod there, the one most above its request. */
export function Tooltip({ plot, column, stack, place, layer, usage }: TooltipProps) {
  const { capture } = useStore();
  const shown = useModel(ShownTime);
  const text = useAmountText();
  const zone = shown.zone.value;
  if (place.left < plot.left || place.left > plot.right) return null;
  const step = plot.stepAt(place.left);
  const time = capture.value?.times[step];
  const left = column.available[step];
  if (time === undefined || left === undefined) return null;
  const amount = (value: number) => text(column.signal, value);
  const isRight = place.left > (plot.left + plot.right) / 2;
  return (
    <div
      class={isRight ? "chart-tip before" : "chart-tip"}
      style={{ left: `${place.left}px`, top: `${place.top}px` }}
      aria-hidden="true"
    >
      <p class="chart-tip-time">
        {clockText(time, zone)} {zoneText(time, zone)}
      </p>
      {stack !== null && layer !== undefined && (
        <LayerWords layer={layer} at={momentAt(stack.usage, step)} amount={amount} />
      )}
      <p class="quiet">
        {Number.isNaN(left) ? NOT_OBSERVED : `${column.signal} ${both(amount(left), left)}`}
      </p>
      {!layer?.of?.pod && usage !== null && (
        <ForemostWords usage={usage} at={momentAt(usage, step)} amount={amount} />
      )}
    </div>
  );
}

/** Nothing in a tooltip can be pointed at: so a rounded amount is also shown whole. */
function both(shown: string, amount: number): string {
  const whole = formatCount(amount);
  return shown.startsWith(whole) ? shown : `${shown} (${exactBytes(amount)})`;
}

interface ForemostWordsProps {
  readonly usage: Usage;
  readonly at: number;
  readonly amount: (value: number) => string;
}

function ForemostWords({ usage, at, amount }: ForemostWordsProps) {
  const [first] = foremostAt(usage, at);
  if (first === undefined) return null;
  const { pod, usage: used, above } = first;
  return (
    <p>
      <b>{podText(pod)}</b> {foremostText(amount(used), above > 0 ? amount(above) : null)}
    </p>
  );
}

interface LayerWordsProps {
  readonly layer: Layer;
  readonly at: number;
  readonly amount: (value: number) => string;
}

function LayerWords({ layer, at, amount }: LayerWordsProps) {
  const { of } = layer;
  if (of === null) {
    return (
      <>
        <p class="chart-tip-pod">{NODE_ITSELF}</p>
        <p>
          {amount(layer.top[at] ?? 0)} {USED_BY_NO_POD}
        </p>
      </>
    );
  }
  const above = of.above[at] ?? 0;
  return (
    <>
      <p class="chart-tip-pod">{usersText(of.pod, of.pods)}</p>
      <p>
        {both(amount(of.usage[at] ?? 0), of.usage[at] ?? 0)}
        {above > 0 ? `, ${amount(above)} ${ABOVE_REQUEST}` : `, ${WITHIN_REQUEST}`}
      </p>
    </>
  );
}
