import { useRef, useState } from "preact/hooks";
import { isKnown, type SweptCell } from "../../../../analysis/questions/sweep/cell.ts";
import {
  axesText,
  cellText,
  highestOf,
  legendOf,
  levelOf,
  type Metric,
  metricText,
} from "../../../../analysis/questions/sweep/metrics.ts";
import type { SweepAxis, Swept } from "../../session/protocol.ts";
import { useModel } from "../../state/context.ts";
import { Sweeping } from "./sweeping.ts";

interface HeatMapProps {
  readonly swept: Swept;
  readonly metric: Metric;
}

const AXES_ID = "heat-axes";

/** Where a key goes in a map of so many columns and cells. */
const MOVES: Readonly<Record<string, (at: number, columns: number, cells: number) => number>> = {
  ArrowLeft: (at, columns) => (at % columns === 0 ? at : at - 1),
  ArrowRight: (at, columns) => (at % columns === columns - 1 ? at : at + 1),
  ArrowUp: (at, columns) => (at < columns ? at : at - columns),
  ArrowDown: (at, columns, cells) => (at + columns < cells ? at + columns : at),
  Home: (at, columns) => at - (at % columns),
  End: (at, columns) => at - (at % columns) + columns - 1,
};

/** A table of buttons: each shows a number and its color, and choosing it applies its settings. */
export function HeatMap({ swept, metric }: HeatMapProps) {
  const { cells, axes } = swept;
  const [rows, columns] = placed(axes);
  const [chosen, setFocused] = useState(0);
  // The next map may be smaller.
  const focused = Math.min(chosen, cells.length - 1);
  const table = useRef<HTMLTableElement>(null);
  const highest = highestOf(metric, cells);
  const width = columns.values.length;
  const move = (event: KeyboardEvent) => {
    const to = MOVES[event.key]?.(focused, width, cells.length);
    if (to === undefined) return;
    event.preventDefault();
    setFocused(to);
    table.current?.querySelectorAll("button")[to]?.focus();
  };
  return (
    <>
      <p class="quiet" id={AXES_ID}>
        {axesText(rows?.setting ?? null, columns.setting)}
      </p>
      <div class="scroller">
        <table
          class="heat"
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: it holds buttons.
          role="grid"
          ref={table}
          onKeyDown={move}
          aria-label={metric.title}
          aria-describedby={AXES_ID}
        >
          <HeatHead values={columns.values} hasRows={rows !== null} />
          <tbody>
            {(rows?.values ?? [null]).map((title, row) => (
              <HeatRow
                key={title}
                title={title}
                swept={swept}
                metric={metric}
                highest={highest}
                first={row * width}
                width={width}
                reached={focused}
                onReach={setFocused}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Legend metric={metric} highest={highest} />
    </>
  );
}

/** One axis runs from left to right; of two, the first runs downwards. */
function placed(axes: readonly SweepAxis[]): readonly [SweepAxis | null, SweepAxis] {
  const [first, second] = axes;
  if (first === undefined) throw new Error("A sweep has an axis.");
  return second === undefined ? [null, first] : [first, second];
}

interface HeatHeadProps {
  readonly values: readonly string[];
  readonly hasRows: boolean;
}

function HeatHead({ values, hasRows }: HeatHeadProps) {
  return (
    <thead>
      <tr>
        {hasRows && <td />}
        {values.map((value) => (
          <th key={value} scope="col">
            {value}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface HeatRowProps extends HeatMapProps {
  readonly title: string | null;
  readonly highest: number;
  /** Its first cell, and how many it has. */
  readonly first: number;
  readonly width: number;
  /** The one cell that the Tab key stops at. */
  readonly reached: number;
  readonly onReach: (index: number) => void;
}

function HeatRow({ title, first, width, reached, onReach, ...shown }: HeatRowProps) {
  const cells = shown.swept.cells.slice(first, first + width);
  return (
    <tr>
      {title !== null && <th scope="row">{title}</th>}
      {cells.map((cell, column) => {
        const index = first + column;
        return (
          <HeatCell
            {...shown}
            key={index}
            cell={cell}
            index={index}
            isReached={index === reached}
            onFocus={() => onReach(index)}
          />
        );
      })}
    </tr>
  );
}

interface HeatCellProps extends HeatMapProps {
  readonly cell: SweptCell;
  readonly index: number;
  readonly highest: number;
  readonly isReached: boolean;
  readonly onFocus: () => void;
}

function HeatCell({ cell, index, swept, metric, highest, isReached, onFocus }: HeatCellProps) {
  const sweeping = useModel(Sweeping);
  const changes = sweeping.changesOf(swept, index);
  const label = cellText(changes, metric, cell);
  const level = isKnown(cell) ? `level-${levelOf(metric.read(cell), highest)}` : "refused";
  return (
    <td>
      <button
        type="button"
        class={`cell ${level}`}
        tabIndex={isReached ? 0 : -1}
        aria-label={label}
        aria-current={sweeping.isInForce(changes)}
        title={label}
        onFocus={onFocus}
        onClick={() => sweeping.apply(index)}
      >
        {metricText(metric, cell)}
      </button>
    </td>
  );
}

function Legend({ metric, highest }: { readonly metric: Metric; readonly highest: number }) {
  return (
    <ul class="heat-legend" aria-label="Colors">
      {legendOf(metric, highest).map(({ level, text }) => (
        <li key={level}>
          <span class={`swatch level-${level}`} />
          {text}
        </li>
      ))}
      <li>
        <span class="swatch in-force" />
        in force
      </li>
    </ul>
  );
}
