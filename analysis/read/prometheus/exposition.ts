/** OpenMetrics text: series by metric, each sample with its time, `# EOF` at the end. */

import type { Labels } from "./answer.ts";

export type MetricType = "gauge" | "unknown";

interface ExposedSeries {
  readonly labels: string;
  readonly samples: string[];
}

interface Family {
  readonly type: MetricType;
  /** By labels as they are given: the text of them is made once. */
  readonly series: Map<string, ExposedSeries>;
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
    const family = this.#families.get(metric) ?? { type, series: new Map() };
    this.#families.set(metric, family);
    const key = keyOf(labels);
    const series = family.series.get(key) ?? { labels: labelsText(labels), samples: [] };
    family.series.set(key, series);
    series.samples.push(`${value} ${(time / 1000).toFixed(3)}`);
    this.#samples += 1;
  }

  /** The text in chunks of one metric, in order of names and labels. */
  *text(): Generator<string, void, undefined> {
    for (const [metric, { type, series }] of inOrder([...this.#families])) {
      yield `# TYPE ${metric} ${type}\n`;
      const named = [...series.values()].map(({ labels, samples }) => [labels, samples] as const);
      for (const [labels, samples] of inOrder(named)) {
        yield samples.map((sample) => `${metric}${labels} ${sample}\n`).join("");
      }
    }
    yield "# EOF\n";
  }
}

function inOrder<T>(named: readonly (readonly [string, T])[]): readonly (readonly [string, T])[] {
  return [...named].sort(([a], [b]) => (a < b ? -1 : 1));
}

function keyOf(labels: Labels): string {
  let key = "";
  for (const name in labels) key += `${name}\0${labels[name]}\0`;
  return key;
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
