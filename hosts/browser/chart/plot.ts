/** The one place that knows the chart library: lines over time, and where a time or a value is. */
import UPlot from "uplot";

export type LineKind = "available" | "hard" | "soft" | "resume";

export interface Line {
  readonly kind: LineKind;
  readonly label: string;
  readonly values: Float64Array;
}

export interface PlotOptions {
  /** No axes, no grid: a small one among many. */
  readonly compact: boolean;
  /** Writes an amount beside the axis. */
  readonly format: (amount: number) => string;
  readonly height: number;
}

/** CSS pixels the amounts beside the axis take. */
export const GUTTER_PIXELS = 64;
const AXIS_PIXELS = 26;
/** Room above the highest line, as a share of it. */
const HEADROOM = 1.06;
const DASHES: Readonly<Partial<Record<LineKind, number[]>>> = { soft: [7, 5], resume: [2, 4] };

export class Plot {
  readonly #plot: UPlot;
  readonly #host: HTMLElement;
  readonly #resizing: ResizeObserver;

  constructor(
    host: HTMLElement,
    times: Float64Array,
    lines: readonly Line[],
    options: PlotOptions,
  ) {
    this.#host = host;
    const colours = coloursOf(host);
    this.#plot = new UPlot(
      {
        width: Math.max(host.clientWidth, 80),
        height: options.height,
        legend: { show: false },
        cursor: {
          show: !options.compact,
          y: false,
          drag: { x: false, y: false },
          points: { show: false },
        },
        select: { show: false, left: 0, top: 0, width: 0, height: 0 },
        padding: options.compact ? [4, 0, 2, 0] : [10, 0, 0, 0],
        scales: { x: { time: true, range: (_, min, max) => [min, max] }, y: { range: fromZero } },
        axes: axesOf(options, colours),
        series: [{}, ...lines.map((line) => seriesOf(line, colours, options.compact))],
        tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
      },
      columnsOf(times, lines),
      host,
    );
    // Its scales would be known a microtask later, and until then every place is NaN.
    this.#plot.batch(() => {});
    this.#resizing = new ResizeObserver(() => this.#fit(options.height));
    this.#resizing.observe(host);
  }

  /** The same lines with other values. */
  update(times: Float64Array, lines: readonly Line[]): void {
    this.#plot.setData(columnsOf(times, lines));
  }

  /** CSS pixels from the left edge of the host to a time. */
  leftOf(milliseconds: number): number {
    return this.#plot.valToPos(milliseconds / 1000, "x") + this.#left;
  }

  /** CSS pixels from the top edge of the host to an amount. */
  topOf(amount: number): number {
    return this.#plot.valToPos(amount, "y") + this.#plot.over.offsetTop;
  }

  /** The step nearest to a place in CSS pixels from the left edge of the host. */
  stepAt(left: number): number {
    return this.#plot.posToIdx(left - this.#left);
  }

  amountAt(top: number): number {
    return this.#plot.posToVal(top - this.#plot.over.offsetTop, "y");
  }

  /** The highest amount of the chart. */
  get top(): number {
    return this.#plot.scales.y?.max ?? 1;
  }

  destroy(): void {
    this.#resizing.disconnect();
    this.#plot.destroy();
  }

  get #left(): number {
    return this.#plot.over.offsetLeft;
  }

  #fit(height: number): void {
    const width = this.#host.clientWidth;
    if (width > 0 && width !== this.#plot.width) this.#plot.setSize({ width, height });
  }
}

type Colours = Readonly<Record<"ink" | "grid" | "fill" | LineKind, string>>;

function coloursOf(host: HTMLElement): Colours {
  const probe = host.appendChild(document.createElement("i"));
  // A custom property reads as it was written; a colour reads as it is in the scheme in force.
  const read = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = {
    ink: read("--ink-soft"),
    grid: read("--rule"),
    fill: read("--water"),
    available: read("--accent"),
    hard: read("--hard"),
    soft: read("--soft"),
    resume: read("--ink-soft"),
  };
  probe.remove();
  return colours;
}

function columnsOf(times: Float64Array, lines: readonly Line[]): UPlot.AlignedData {
  return [times.map((time) => time / 1000), ...lines.map(({ values }) => values)];
}

function fromZero(_: UPlot, __: number | null, max: number | null): UPlot.Range.MinMax {
  return [0, max === null || max <= 0 ? 1 : max * HEADROOM];
}

function seriesOf({ kind, label }: Line, colours: Colours, compact: boolean): UPlot.Series {
  const dash = DASHES[kind];
  const isAvailable = kind === "available";
  return {
    label,
    stroke: colours[kind],
    width: isAvailable && !compact ? 1.75 : 1.25,
    points: { show: false },
    ...(dash === undefined ? {} : { dash }),
    ...(isAvailable ? { fill: colours.fill } : {}),
  };
}

function axesOf({ compact, format }: PlotOptions, { ink, grid }: Colours): UPlot.Axis[] {
  if (compact) return [{ show: false }, { show: false }];
  const font = "12px system-ui, sans-serif";
  const look = { stroke: ink, font, ticks: { stroke: grid, width: 1, size: 4 } };
  const lines = { stroke: grid, width: 1 };
  return [
    { ...look, size: AXIS_PIXELS, grid: { show: false }, space: 90, values: clockTexts },
    {
      ...look,
      size: GUTTER_PIXELS,
      grid: lines,
      space: 44,
      incrs: POWERS,
      values: (_, amounts) => amounts.map(format),
    },
  ];
}

/** Steps of the axis that are whole in binary units as well as in tens. */
const POWERS: number[] = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...Array.from({ length: 6 }, (_, power) =>
    [1, 2, 4, 8, 16, 32, 64, 128, 256, 512].map((size) => size * 1024 ** (power + 1)),
  ).flat(),
];

function clockTexts(_: UPlot, seconds: number[]): string[] {
  const [first = 0, second = 60] = seconds;
  const digits = second - first < 60 ? 19 : 16;
  return seconds.map((each) => new Date(each * 1000).toISOString().slice(11, digits));
}
