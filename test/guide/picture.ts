/** The picture at the top of the README: an example's memory by pod, up to its eviction. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Decision } from "../../analysis/engine/decision.ts";
import { formatBytes } from "../../analysis/text/amount.ts";
import { commandLine } from "../hosts/cli/commandLine.ts";

const NAME = "memory-leak";
const EXAMPLE = new URL(`../../examples/${NAME}.plimsoll.ndjson.gz`, import.meta.url);
const WIDTH = 960;
const HEIGHT = 336;
const PLOT = { left: 62, right: 790, top: 84, bottom: 296 };
const GIBIBYTE = 1024 ** 3;

interface Memory {
  readonly availableBytes: number;
  readonly workingSetBytes: number;
}

interface Sample {
  readonly time: string;
  readonly summary: {
    readonly node: { readonly memory: Memory };
    readonly pods: readonly {
      readonly podRef: { readonly uid: string };
      readonly memory: Memory;
    }[];
  };
}

interface Layer {
  readonly name: string;
  readonly className: string;
  /** Bytes at each sample. */
  readonly bytes: readonly number[];
}

function samples(): readonly Sample[] {
  const [, ...lines] = gunzipSync(readFileSync(EXAMPLE)).toString().trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as Sample);
}

async function evictingStep(): Promise<Decision> {
  const words = ["replay", "--example", NAME, "--output", "ndjson", "--detail", "1"];
  const { stdout } = await commandLine(words);
  const all = stdout.trimEnd().split("\n");
  const found = all
    .map((line) => JSON.parse(line) as Decision)
    .find((one) => one.action === "EvictPod");
  if (found === undefined) throw new Error(`The example ${NAME} evicts no pod.`);
  return found;
}

function podBytes({ summary }: Sample, uid: string): number {
  return summary.pods.find(({ podRef }) => podRef.uid === uid)?.memory.workingSetBytes ?? 0;
}

/** From the bottom: the node's own processes, the other pods, the evicted pod. */
function layersOf(all: readonly Sample[], uid: string): readonly Layer[] {
  const evicted = all.map((sample) => podBytes(sample, uid));
  const pods = all.map(({ summary }) =>
    summary.pods.reduce((sum, { memory }) => sum + memory.workingSetBytes, 0),
  );
  const used = all.map(({ summary }) => summary.node.memory.workingSetBytes);
  const others = pods.map((bytes, index) => bytes - (evicted[index] ?? 0));
  const own = used.map((bytes, index) => bytes - (pods[index] ?? 0));
  return [
    { name: "the node itself", className: "own", bytes: own },
    { name: "other pods", className: "others", bytes: others },
    { name: "cart", className: "evicted", bytes: evicted },
  ];
}

function path(points: readonly Point[]): string {
  return points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
}

function text(x: number, y: number, words: string, className = "", anchor = "start"): string {
  const chosen = className === "" ? "" : ` class="${className}"`;
  const place = `x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}"`;
  return `<text ${place}${chosen}>${words}</text>`;
}

type Point = readonly [x: number, y: number];

function line(className: string, [x1, y1]: Point, [x2, y2]: Point): string {
  const [a, b, c, d] = [x1, y1, x2, y2].map((each) => each.toFixed(1));
  return `<line class="${className}" x1="${a}" y1="${b}" x2="${c}" y2="${d}"/>`;
}

const STYLE = `
svg { font: 14px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif }
.sheet { fill: #fff; stroke: #e0dcd3 } text { fill: #17232e } .soft { fill: #56626d }
.big { font-size: 20px; font-weight: 700 } .own { fill: #dfddd6 } .others { fill: #c4dccd }
.evicted { fill: #c8372d } .red { fill: #b3261e } .line { stroke: #b3261e; stroke-width: 1.5 }
.grid { stroke: #17232e; stroke-opacity: .1 } .name { font-weight: 600 } .light { fill: #fff }
@media (prefers-color-scheme: dark) {
.sheet { fill: #17202a; stroke: #2a3743 } text { fill: #e7ebee } .soft { fill: #a0acb6 }
.own { fill: #2f3b46 } .others { fill: #2c4a3b } .evicted { fill: #e0584a } .light { fill: #fff }
.red { fill: #ff8d80 } .line { stroke: #ff8d80 } .grid { stroke: #e7ebee }
}`.trim();

interface Scale {
  x(index: number): number;
  y(bytes: number): number;
}

function areas(layers: readonly Layer[], { x, y }: Scale): string[] {
  const below = (layers[0]?.bytes ?? []).map(() => 0);
  return layers.map(({ className, bytes }) => {
    const bottom = below.map((sum, index): Point => [x(index), y(sum)]);
    const top = bytes.map((each, index): Point => {
      below[index] = (below[index] ?? 0) + each;
      return [x(index), y(below[index] ?? 0)];
    });
    return `<polygon class="${className}" points="${path([...top, ...bottom.reverse()])}"/>`;
  });
}

/** The names of the layers, where they are highest. */
function names(layers: readonly Layer[], at: number, { x, y }: Scale): string[] {
  let below = 0;
  return layers.map(({ name, className, bytes }) => {
    const own = bytes[at] ?? 0;
    const middle = y(below + own / 2);
    below += own;
    const words = `${name} ${formatBytes(own)}`;
    const light = className === "evicted" ? " light" : "";
    return text(x(at) - 14, middle + 5, words, `name${light}`, "end");
  });
}

function grid({ y }: Scale): string[] {
  return [2, 4, 6].flatMap((count) => {
    const at = y(count * GIBIBYTE);
    return [
      line("grid", [PLOT.left, at], [PLOT.right, at]),
      text(PLOT.left - 8, at + 5, `${count}Gi`, "soft", "end"),
    ];
  });
}

function clock(time: string): string {
  return time.slice(11, 19);
}

function times(all: readonly Sample[], { x }: Scale): string[] {
  return all.flatMap(({ time }, index) =>
    /:[0-5][05]:00/.test(time)
      ? [text(x(index), PLOT.bottom + 20, time.slice(11, 16), "soft", "middle")]
      : [],
  );
}

export async function eviction(): Promise<{ readonly svg: string; readonly sentence: string }> {
  const all = samples();
  const { time, evictions, available = 0, limit = 0, capacity = 0 } = await evictingStep();
  const [first] = evictions;
  if (first === undefined) throw new Error("The step evicts no pod.");
  const at = all.findIndex((sample) => Date.parse(sample.time) === Date.parse(time));
  const scale: Scale = {
    x: (index) => PLOT.left + ((PLOT.right - PLOT.left) * index) / (all.length - 1),
    y: (bytes) => PLOT.bottom - ((PLOT.bottom - PLOT.top) * bytes) / capacity,
  };
  const layers = layersOf(all, first.uid);
  const threshold = scale.y(capacity - limit);
  const x = scale.x(at);
  const sentence = `${first.namespace}/${first.name} was evicted at ${clock(time)}`;
  const reason =
    `${formatBytes(available)} of memory were available; the hard threshold is ` +
    `${formatBytes(limit)}. The red area is what cart used.`;
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">`,
    `<title>${sentence}: ${reason}</title>`,
    `<style>${STYLE}</style>`,
    `<rect class="sheet" x=".5" y=".5" width="${WIDTH - 1}" height="${HEIGHT - 1}" rx="10"/>`,
    text(20, 34, `✖ ${sentence}`, "big red"),
    text(20, 58, reason, "soft"),
    ...grid(scale),
    ...areas(layers, scale),
    line("line", [PLOT.left, threshold], [PLOT.right, threshold]),
    text(PLOT.right + 8, threshold + 5, `threshold ${formatBytes(limit)}`, "red name"),
    line("line", [x, threshold], [x, PLOT.bottom]),
    ...names(layers, at, scale),
    ...times(all, scale),
    text(x + 8, scale.y(capacity * 0.8), `${clock(time)} cart is evicted`, "red name"),
    "</svg>",
  ];
  return { svg: `${lines.join("\n")}\n`, sentence };
}
