/** OpenMetrics text as the answer that a server would give of it. */

export interface TextSeries {
  readonly metric: Readonly<Record<string, string>>;
  readonly values: [time: number, value: string][];
}

const SAMPLE = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})? (\S+) (\S+)$/;
const LABEL = /([A-Za-z_]\w*)="((?:[^"\\]|\\.)*)"(?:,|$)/g;

export function seriesOfText(text: string): TextSeries[] {
  const found = new Map<string, TextSeries>();
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const [, name = "", labels = "", value = "", time = ""] = SAMPLE.exec(line) ?? [];
    if (name === "") throw new Error(`No sample of OpenMetrics: ${line}`);
    const key = `${name}{${labels}}`;
    const series = found.get(key) ?? { metric: metricOf(name, labels), values: [] };
    found.set(key, series);
    series.values.push([Number(time), value]);
  }
  return [...found.values()];
}

function metricOf(name: string, labels: string): Record<string, string> {
  const pairs = [...labels.matchAll(LABEL)].map(([, label = "", value = ""]) => {
    const plain = value.replace(/\\(.)/g, (_, escaped: string) =>
      escaped === "n" ? "\n" : escaped,
    );
    return [label, plain];
  });
  return { __name__: name, ...Object.fromEntries(pairs) };
}

/** As `query` answers `metric[2h]`. */
export function answerOf(result: readonly TextSeries[]): string {
  return JSON.stringify({ status: "success", data: { resultType: "matrix", result } });
}
