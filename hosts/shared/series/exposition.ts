/** OpenMetrics text: series by metric, each sample with its time, `# EOF` at the end. */

import type { Labels } from "./answer.ts";

export type MetricType = "gauge" | "unknown";

interface Family {
  readonly type: MetricType;
  readonly series: Map<string, string[]>;
}

/** Gathers samples, which come by time, and writes them by metric, as the format asks for. */
export class Exposition {
  readonly #families = new Map<string, Family>();
  #samples = 0;

  get sampleCount(): number {
    return this.#samples;
  }

  /** `time`: milliseconds since the epoch. A label without a value is not a label. */
  add(metric: string, labels: Labels, time: number, value: number, type: MetricType = "gauge") {
    const family = this.#families.get(metric) ?? { type, series: new Map<string, string[]>() };
    this.#families.set(metric, family);
    const text = labelsText(labels);
    const samples = family.series.get(text) ?? [];
    family.series.set(text, samples);
    samples.push(`${value} ${(time / 1000).toFixed(3)}`);
    this.#samples += 1;
  }

  /** In chunks of a metric's series, in the order of their names and labels. */
  *text(): Generator<string, void, undefined> {
    for (const [metric, { type, series }] of inOrder(this.#families)) {
      yield `# TYPE ${metric} ${type}\n`;
      for (const [labels, samples] of inOrder(series)) {
        yield samples.map((sample) => `${metric}${labels} ${sample}\n`).join("");
      }
    }
    yield "# EOF\n";
  }
}

function inOrder<T>(map: ReadonlyMap<string, T>): readonly (readonly [string, T])[] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}

function labelsText(labels: Labels): string {
  const given = Object.entries(labels).filter(([, value]) => value !== "");
  const words = given
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}="${escaped(value)}"`);
  return words.length === 0 ? "" : `{${words.join(",")}}`;
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}
