/** Summaries of a capture, and how much each is like the one before it. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { gunzipSync } from "node:zlib";
import { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import { parseTime } from "../../analysis/text/time.ts";
import { core } from "./core.ts";
import type { MeasuredNode, Moment } from "./node.ts";

const GZIP = 0x1f;
const NEW_LINE = 0x0a;

export interface RecordedNode extends MeasuredNode {
  readonly name: string;
}

/** The first list of pods and all Summaries, as in the capture. */
export function recordedNode(path: string): RecordedNode {
  const file = readFileSync(path);
  const bytes = file[0] === GZIP ? gunzipSync(file) : file;
  const engine = new EvictionEngine(core);
  let pods: Uint8Array | undefined;
  const moments: Moment[] = [];
  for (const line of linesOf(bytes)) {
    const members = engine.members(line);
    const summary = members.get("summary");
    const time = parseTime(JSON.parse(Buffer.from(members.get("time") ?? "null").toString()) ?? "");
    pods ??= members.get("pods");
    if (summary !== undefined && time !== null) moments.push({ summary, time });
  }
  if (pods === undefined || moments.length < 2) {
    throw new Error(`${path} has no list of pods, or fewer than two Summaries; give another.`);
  }
  return { name: basename(path), pods, moments };
}

function* linesOf(bytes: Uint8Array): Generator<Uint8Array, void, undefined> {
  let start = 0;
  for (let end = bytes.indexOf(NEW_LINE); end >= 0; end = bytes.indexOf(NEW_LINE, start)) {
    yield bytes.subarray(start, end);
    start = end + 1;
  }
}

/** Shares between 0 and 1, over all Summaries but the first. */
export interface Likeness {
  /** Of the pod objects: those with the members of the last object of the same pod, in order. */
  readonly structure: number;
  /** Of the tokens of those: the ones that differ. */
  readonly tokens: number;
  /** Of the Summaries: those with their pods in another order than the last one. */
  readonly order: number;
}

interface Pod {
  readonly podRef: { readonly uid: string };
}

export function likenessOf({ moments }: MeasuredNode): Likeness {
  let [objects, alike, tokens, different, reordered] = [0, 0, 0, 0, 0];
  let last: readonly Pod[] | null = null;
  for (const { summary } of moments) {
    const { pods = [] } = JSON.parse(Buffer.from(summary).toString()) as { pods?: readonly Pod[] };
    const before = new Map((last ?? []).map((pod) => [pod.podRef.uid, leavesOf(pod)]));
    for (const pod of last === null ? [] : pods) {
      objects += 1;
      const now = leavesOf(pod);
      const then = before.get(pod.podRef.uid);
      if (
        then === undefined ||
        now.map(([path]) => path).join() !== then.map(([path]) => path).join()
      )
        continue;
      alike += 1;
      tokens += now.length;
      different += now.filter(([, value], i) => value !== then[i]?.[1]).length;
    }
    if (last !== null && uidsOf(pods) !== uidsOf(last)) reordered += 1;
    last = pods;
  }
  return {
    structure: alike / objects,
    tokens: different / tokens,
    order: reordered / (moments.length - 1),
  };
}

function uidsOf(pods: readonly Pod[]): string {
  return pods.map(({ podRef }) => podRef.uid).join();
}

/** The values at the ends of all paths. */
function leavesOf(value: unknown, path = ""): readonly (readonly [string, unknown])[] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, of]) => leavesOf(of, `${path}.${name}`));
}
