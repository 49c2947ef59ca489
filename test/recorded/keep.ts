/**
 * Keeps a recorded run, reduced to what the kubelet's own passes saw and did:
 *
 *     npm run examples -- keep build/recorded/runs/memory-hard
 *
 * Writes `examples/recorded-NAME.plimsoll.ndjson.gz`, a record for each pass, and what the kubelet
 * made of them in `kept/NAME.ndjson`, a line for each pass. The tests replay the one and compare
 * with the other. For another release than that of the examples, both files
 * are in `kept/RELEASE`.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { gzipSync } from "fflate";
import { parse } from "yaml";
import { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import { formatHeader, formatRecord } from "../../analysis/read/capture/writer.ts";
import { parseTime } from "../../analysis/text/time.ts";
import { core } from "../bench/core.ts";
import { documentsOf } from "../fidelity/recorded/documents.ts";
import { type Run, readRun, type Sample } from "../fidelity/recorded/run.ts";
import { keptFiles } from "./kept.ts";
import { NODE } from "./nodeFiles.ts";

/** As examples/generate/exampleFiles.ts: the same bytes on every machine. */
const COMPRESSION = { level: 9, mem: 12, mtime: 0 } as const;

const encoder = new TextEncoder();
const engine = new EvictionEngine(core);

interface FirstSample extends Sample {
  readonly node?: { readonly capacity: Readonly<Record<string, string>> };
}

/** The capture that an example is, before compression. */
function captureOf(run: Run): Uint8Array {
  const [first] = run.samples as readonly FirstSample[];
  const capacity = Object.entries(first?.node?.capacity ?? {}).filter(([resource]) =>
    /^(?:cpu|memory|ephemeral-storage|hugepages-.*)$/.test(resource),
  );
  const header = formatHeader({
    node: NODE,
    kubelet: `v${run.kubelet}`,
    layout: { dedicatedImageFs: false, splitContainerFs: false },
    capacity: Object.fromEntries(capacity),
    config: parse(run.config),
  });
  let last = "";
  const records = run.passes.map((pass) => {
    const { summary, reclaimed, podList } = documentsOf(run, pass);
    const pods = podList === last ? undefined : engine.reducePods(encoder.encode(podList));
    last = podList;
    return formatRecord({
      time: parseTime(pass.observedAt ?? pass.time) ?? 0n,
      ...(pods && { pods }),
      summary: engine.reduceSummary(encoder.encode(summary)),
      ...(reclaimed === null ? {} : { reclaimed: engine.reduceSummary(encoder.encode(reclaimed)) }),
    });
  });
  return Buffer.concat([header, ...records]);
}

/** A line of `kept/NAME.ndjson` for each pass, with its evictions. */
function linesOf({ passes, evictions }: Run): string {
  return passes
    .map(({ sampleBefore: _before, sampleExact: _exact, ...pass }, index) => {
      const evicting = evictions.filter((eviction) => eviction.pass === index);
      return `${JSON.stringify({ ...pass, evictions: evicting })}\n`;
    })
    .join("");
}

function keepRun(folder: string): void {
  const path = resolve(folder);
  const name = basename(path);
  const run = readRun(dirname(path), name);
  const { capture, passes } = keptFiles(name, run.kubelet);
  mkdirSync(new URL(".", passes), { recursive: true });
  const bytes = gzipSync(captureOf(run), COMPRESSION);
  writeFileSync(capture, bytes);
  writeFileSync(passes, linesOf(run));
  console.log(`${name} of ${run.kubelet}: ${run.passes.length} records, ${bytes.length} bytes`);
}

for (const folder of process.argv.slice(2)) keepRun(folder);
