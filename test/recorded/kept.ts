/** The recorded runs that are kept: what the kubelet did, and the capture that is an example. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { type CaptureRecord, readCapture } from "../../analysis/read/capture/capture.ts";
import type { Outcome, Pass, RecordedEviction } from "../fidelity/recorded/run.ts";
import type { DocumentsOf } from "../fidelity/recorded.ts";

type KeptPass = Pass & { readonly evictions: readonly Omit<RecordedEviction, "pass">[] };

export interface KeptRun extends Outcome {
  readonly records: readonly CaptureRecord[];
}

export async function readKept(name: string): Promise<KeptRun> {
  const lines = readFileSync(new URL(`kept/${name}.ndjson`, import.meta.url), "utf8");
  const kept: KeptPass[] = lines
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const example = new URL(`../../examples/recorded-${name}.plimsoll.ndjson.gz`, import.meta.url);
  const { header, records } = await readCapture(once(gunzipSync(readFileSync(example))));
  return {
    name,
    kubelet: header?.kubelet?.replace(/^v/, "") ?? "",
    config: JSON.stringify(header?.config),
    passes: kept,
    evictions: kept.flatMap(({ evictions }, pass) => evictions.map((one) => ({ ...one, pass }))),
    records,
  };
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}

/** The documents of each pass; a list of pods that did not change is the one before. */
export function keptDocuments(records: readonly CaptureRecord[]): DocumentsOf {
  const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  let podList = "";
  const documents = records.map(({ pods, summary, reclaimed }) => {
    if (pods !== undefined) podList = text(pods);
    if (summary === null) throw new Error("A record of a kept run has a Summary.");
    return { podList, summary: text(summary), reclaimed: reclaimed ? text(reclaimed) : null };
  });
  return (_pass, index) => {
    const found = documents[index];
    if (found === undefined) throw new Error(`The capture has no record for pass ${index}.`);
    return found;
  };
}
