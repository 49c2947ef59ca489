/** The one place that knows the chart library: lines over time, and where a time or a value is. */
import { signal } from "@preact/signals";
import UPlot from "uplot";
import type { TimeWindow } from "../time/window.ts";
import { tickTexts } from "../time/zone.ts";

export type LineKind = "available" | "used" | "recorded" | "hard" | "soft" | "resume";

export interface Line {
  readonly kind: LineKind;
  readonly label: string;
  readonly values: Float64Array;
}

/** Where a step and an amount are in the pixels of the canvas. */
export interface Canvas {
  readonly context: CanvasRenderingContext2D;
  readonly xOf: (milliseconds: number) => number;
  readonly yOf: (amount: number) => number;
  /** The times at its edges. */
  readonly window: TimeWindow;
  /** A color of the page by its custom property. */
  readonly color: (name: string) => string;
}

export interface PlotOptions {
  /** No axes, no grid: a small one among many. */
  readonly compact: boolean;
  /** Whether the times stand below it; those of another chart may serve. */
  readonly hasTimes?: boolean;
  /** Writes an amount next to the axis. */
  readonly format: (amount: number) => string;
  /** In CSS pixels; without one, it is as high as the style sheet has its host. */
  readonly height?: number;
  /** What it shows of the times. */
  readonly window: TimeWindow;
  /** The time zone of the axis, by its IANA name. */
  readonly zone: string;
  /** The highest amount there can be; without one, the lines say. */
  readonly top?: number;
  /** Where the amounts begin, where the highest is given; else at zero. */
  readonly bottom?: number;
  /** Draws below the lines. */
  readonly paint?: (canvas: Canvas) => void;
}

/** CSS pixels the amounts next to the axis take where the page does not say. */
const GUTTER_PIXELS = 64;
const AXIS_PIXELS = 26;
/** The text of a tick with seconds. */
const TICK_PIXELS = 52;
/** Room above the highest line, as a share of it. */
const HEADROOM = 1.06;
const DASHES: Readonly<Partial<Record<LineKind, number[]>>> = {
  soft: [7, 5],
  resume: [2, 4],
  recorded: [4, 4],
};
const COLORS: Readonly<Record<LineKind, string>> = {
  available: "--accent",
  used: "--ink",
  recorded: "--ink-soft",
  hard: "--hard",
  soft: "--soft",
  resume: "--ink-soft",
};

type Color = Canvas["color"];

export class Plot {
  readonly #plot: UPlot;
  readonly #host: HTMLElement;
  readonly #resizing: ResizeObserver;
  /**
   * Raised when the window of the browser has changed its size. Whatever is placed by the plot
   * reads it there, so that it is placed again: nothing else that it is drawn from has changed.
   */
  readonly #fits = signal(0);
  #window: TimeWindow;
  #gutter: number;

  constructor(
    host: HTMLElement,
    times: Float64Array,
    lines: readonly Line[],
    options: PlotOptions,
  ) {
    this.#host = host;
    const color = colorOf(host);
    const { paint, bottom = 0, top, zone } = options;
    this.#window = options.window;
    this.#gutter = gutterOf(host);
    this.#plot = new UPlot(
      {
        width: Math.max(host.clientWidth, 80),
        height: options.height ?? host.clientHeight,
        legend: { show: false },
        cursor: {
          show: !options.compact,
          y: false,
          drag: { x: false, y: false },
          points: { show: false },
        },
        select: { show: false, left: 0, top: 0, width: 0, height: 0 },
        padding: options.compact ? [4, 0, 2, 0] : [10, 0, options.hasTimes === false ? 7 : 0, 0],
        scales: {
          x: { time: true, range: () => [this.#window.from / 1000, this.#window.to / 1000] },
          y: {
            range: top === undefined ? fromZero : () => [bottom, top + (top - bottom) * TOP_ROOM],
          },
        },
        axes: axesOf(options, color, () => this.#gutter),
        series: [{}, ...lines.map((line) => seriesOf(line, color, options.compact))],
        tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), zone),
        hooks:
          paint === undefined ? {} : { drawClear: [(plot) => this.#paint(plot, paint, color)] },
      },
      columnsOf(times, lines),
      host,
    );
    // Its scales would be known a microtask later, and until then every place is NaN.
    this.#plot.batch(() => {});
    this.#resizing = new ResizeObserver(() => this.#fit(options.height));
    this.#resizing.observe(host);
  }

  /** Another stretch of the times; where everything is in it is known at once. */
  show(window: TimeWindow): void {
    if (window.from === this.#window.from && window.to === this.#window.to) return;
    this.#window = window;
    const [min, max] = [window.from / 1000, window.to / 1000];
    this.#plot.batch(() => this.#plot.setScale("x", { min, max }));
  }

  /** CSS pixels from its top to its bottom. */
  get height(): number {
    this.#fits.value;
    return this.#plot.height;
  }

  /** What is painted below the lines has changed. */
  repaint(): void {
    this.#plot.redraw(false, false);
  }

  /** CSS pixels from the left edge of the host to a time. */
  leftOf(milliseconds: number): number {
    return this.#plot.valToPos(milliseconds / 1000, "x") + this.#left;
  }

  /** CSS pixels from the top edge of the host to an amount. */
  topOf(amount: number): number {
    this.#fits.value;
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

  /** Where the area of the lines ends, in CSS pixels from the left edge of the host. */
  get right(): number {
    return this.#left + this.#plot.over.clientWidth;
  }

  get left(): number {
    return this.#left;
  }

  destroy(): void {
    this.#resizing.disconnect();
    this.#plot.destroy();
  }

  get #left(): number {
    this.#fits.value;
    return this.#plot.over.offsetLeft;
  }

  #paint(plot: UPlot, paint: (canvas: Canvas) => void, color: Color): void {
    const { ctx: context, bbox } = plot;
    context.save();
    context.beginPath();
    context.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    context.clip();
    paint({
      context,
      xOf: (milliseconds) => plot.valToPos(milliseconds / 1000, "x", true),
      yOf: (amount) => plot.valToPos(amount, "y", true),
      window: this.#window,
      color,
    });
    context.restore();
  }

  #fit(height = this.#host.clientHeight): void {
    const width = this.#host.clientWidth;
    if (width === 0 || (width === this.#plot.width && height === this.#plot.height)) return;
    this.#gutter = gutterOf(this.#host);
    // At once: what is placed by it follows.
    this.#plot.batch(() => this.#plot.setSize({ width, height }));
    this.#fits.value += 1;
  }
}

/** Room above the highest amount there can be, for the line at it, as a share of the others. */
const TOP_ROOM = 0.02;

function gutterOf(host: HTMLElement): number {
  const written = getComputedStyle(host).getPropertyValue("--gutter");
  return Number.parseFloat(written) || GUTTER_PIXELS;
}

/** A custom property reads as it was written; a color reads as it is in the scheme in force. */
function colorOf(host: HTMLElement): Color {
  const known = new Map<string, string>();
  return (name) => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const probe = host.appendChild(document.createElement("i"));
    probe.style.color = `var(${name})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    known.set(name, color);
    return color;
  };
}

function columnsOf(times: Float64Array, lines: readonly Line[]): UPlot.AlignedData {
  return [times.map((time) => time / 1000), ...lines.map(({ values }) => values)];
}

function fromZero(_: UPlot, __: number | null, max: number | null): UPlot.Range.MinMax {
  return [0, max === null || max <= 0 ? 1 : max * HEADROOM];
}

function seriesOf({ kind, label }: Line, color: Color, compact: boolean): UPlot.Series {
  const dash = DASHES[kind];
  const isCurve = kind === "available" || kind === "used";
  return {
    label,
    stroke: color(COLORS[kind]),
    width: isCurve && !compact ? 1.75 : 1.25,
    points: { show: false },
    ...(dash === undefined ? {} : { dash }),
    ...(kind === "available" ? { fill: color("--water") } : {}),
  };
}

function axesOf(
  { compact, hasTimes = true, format, zone }: PlotOptions,
  color: Color,
  gutter: () => number,
): UPlot.Axis[] {
  if (compact) return [{ show: false }, { show: false }];
  const font = "12px system-ui, sans-serif";
  const grid = color("--rule");
  const look = { stroke: color("--ink-soft"), font, ticks: { stroke: grid, width: 1, size: 4 } };
  const lines = { stroke: grid, width: 1 };
  return [
    {
      ...look,
      show: hasTimes,
      size: AXIS_PIXELS,
      grid: { show: false },
      space: 90,
      values: (plot, seconds, _, __, apart) =>
        tickTexts(seconds, apart, zone).map((text, index) =>
          isCut(plot, seconds[index] ?? 0) ? "" : text,
        ),
    },
    {
      ...look,
      size: gutter,
      grid: lines,
      space: 34,
      incrs: POWERS,
      values: (_, amounts) => amounts.map(format),
    },
  ];
}

/** Whether the text of a tick would end beyond the right edge. */
function isCut(plot: UPlot, seconds: number): boolean {
  return plot.valToPos(seconds, "x") > plot.bbox.width / devicePixelRatio - TICK_PIXELS / 2;
}

/** Steps of the axis that are whole in binary units as well as in tens. */
const POWERS: number[] = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...Array.from({ length: 6 }, (_, power) =>
    [1, 2, 4, 8, 16, 32, 64, 128, 256, 512].map((size) => size * 1024 ** (power + 1)),
  ).flat(),
];
