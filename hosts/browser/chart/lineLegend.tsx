import {
  AS_RECORDED,
  MINIMUM_RECLAIM_MEANING,
} from "../../../analysis/questions/replay/chartWords.ts";
import { Amount } from "../controls/amount.tsx";
import type { SignalColumn, ThresholdColumn } from "../session/protocol.ts";
import { useStore } from "../state/context.ts";

interface LineLegendProps {
  readonly column: SignalColumn;
  /** Thresholds that have no label in the chart itself. */
  readonly thresholds: readonly ThresholdColumn[];
  readonly hasRecorded: boolean;
}

/** What the lines of a chart are that carry no label. */
export function LineLegend({ column, thresholds, hasRecorded }: LineLegendProps) {
  const reclaim = minimumReclaimOf(column, useStore().position.value);
  return (
    <span class="legend">
      {thresholds.map(({ hard, value }) => (
        <span key={String(hard)} class={hard ? "key hard" : "key soft"}>
          {hard ? "hard" : "soft"} {value}
        </span>
      ))}
      {reclaim !== null && (
        <span class="key resume" title={MINIMUM_RECLAIM_MEANING}>
          minimum reclaim <Amount signal={column.signal} of={reclaim} />
        </span>
      )}
      {hasRecorded && <span class="key recorded">{AS_RECORDED}</span>}
    </span>
  );
}

/** What the dotted lines lie above their thresholds; null where there are none. */
function minimumReclaimOf({ thresholds }: SignalColumn, step: number): number | null {
  const amounts = thresholds.flatMap(({ minReclaim }) => {
    const most = minReclaim.find((amount) => amount > 0);
    return most === undefined ? [] : [minReclaim[step] || most];
  });
  return amounts[0] ?? null;
}
