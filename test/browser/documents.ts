import { readFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";

const FOLDER = new URL("../../examples/", import.meta.url);

/** Of every example, in the order of the index. */
export function exampleTitles(): string[] {
  const index = JSON.parse(readFileSync(new URL("index.json", FOLDER), "utf8"));
  return index.map(({ title }: { title: string }) => title);
}

export function exampleGzip(name: string): Buffer {
  return readFileSync(new URL(`${name}.plimsoll.ndjson.gz`, FOLDER));
}

export function exampleLines(name: string): string[] {
  return gunzipSync(exampleGzip(name)).toString().trimEnd().split("\n");
}

/** The documents of one record of an example, as the API would serve them. */
export function pairOf(name: string, index: number): { summary: Buffer; pods: Buffer } {
  const records = exampleLines(name)
    .slice(1)
    .map((line) => JSON.parse(line) as { summary: object; pods?: object });
  const upTo = records.slice(0, index + 1);
  return {
    summary: Buffer.from(JSON.stringify(upTo.at(-1)?.summary)),
    pods: Buffer.from(JSON.stringify(upTo.findLast(({ pods }) => pods !== undefined)?.pods)),
  };
}

/** A Summary as the API serves it, but for one member. */
export function summaryWithout(member: "node"): Buffer {
  const { [member]: _, ...others } = JSON.parse(pairOf("memory-leak", 0).summary.toString());
  return Buffer.from(JSON.stringify(others));
}

/** Four steps in which a node without pods says this of itself. */
export function captureOf(stats: object): Buffer {
  const records = [0, 10, 20, 30].map((second) => {
    const time = `2026-01-15T10:00:${String(second).padStart(2, "0")}Z`;
    const node = { nodeName: "n", ...stats };
    return { time, summary: { node, pods: [] }, pods: { kind: "PodList", items: [] } };
  });
  const lines = [{ plimsoll: "capture/1" }, ...records].map((line) => JSON.stringify(line));
  return Buffer.from(`${lines.join("\n")}\n`);
}

/** Names that would be markup, were they not texts. */
export const SCRIPT_NAME = "<img src=x onerror=alert(1)><script>alert(2)</script>";

/** A capture whose every name is markup. */
export function scriptCapture(): Buffer {
  const text = exampleLines("memory-leak").join("\n");
  const escaped = JSON.stringify(SCRIPT_NAME).slice(1, -1);
  const named = text
    .replaceAll(/"name":"cart[^"]*"/g, `"name":"${escaped}"`)
    .replaceAll('"namespace":"shop"', `"namespace":"${escaped}"`)
    .replaceAll('"node":"worker-3"', `"node":"${escaped}"`);
  return Buffer.from(`${named}\n`);
}

/** More pods than the engine's table holds. */
export function crowdedCapture(pods: number): Buffer {
  const time = "2026-01-15T10:00:00Z";
  const items = Array.from({ length: pods }, (_, index) => ({
    metadata: { name: `p${index}`, namespace: "crowd", uid: `uid-${index}` },
    spec: { containers: [{ name: "c" }] },
    status: { phase: "Running" },
  }));
  const memory = { time, availableBytes: 1_000_000, workingSetBytes: 9_000_000 };
  const record = {
    time,
    pods: { kind: "PodList", items },
    summary: { node: { nodeName: "n", memory }, pods: [] },
  };
  return gzipSync(`{"plimsoll":"capture/1"}\n${JSON.stringify(record)}\n`);
}
