/** The recorded runs that are kept: what the kubelet did, and the capture that is an example. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { type CaptureRecord, readCapture } from "../../analysis/read/capture/capture.ts";
import { RECORDED_KUBELET } from "../../examples/generate/recorded.ts";
import type { Outcome, Pass, RecordedEviction } from "../fidelity/recorded/run.ts";
import type { DocumentsOf } from "../fidelity/recorded.ts";

type KeptPass = Pass & { readonly evictions: readonly Omit<RecordedEviction, "pass">[] };

export interface KeptRun extends Outcome {
  readonly records: readonly CaptureRecord[];
}

/** Of a run of a kubelet such as 1.37.2: what it saw, and what it did. */
export function keptFiles(
  name: string,
  kubelet: string,
): { readonly capture: URL; readonly passes: URL } {
  if (`v${kubelet}` === RECORDED_KUBELET) {
    const example = `../../examples/recorded-${name}.plimsoll.ndjson.gz`;
    return {
      capture: new URL(example, import.meta.url),
      passes: new URL(`kept/${name}.ndjson`, import.meta.url),
    };
  }
  const folder = new URL(`kept/${kubelet}/`, import.meta.url);
  return {
    capture: new URL(`${name}.plimsoll.ndjson.gz`, folder),
    passes: new URL(`${name}.ndjson`, folder),
  };
}

export async function readKept(name: string, release = RECORDED_KUBELET): Promise<KeptRun> {
  const { capture, passes } = keptFiles(name, release.replace(/^v/, ""));
  const lines = readFileSync(passes, "utf8");
  const kept: KeptPass[] = lines
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const { header, records } = await readCapture(once(gunzipSync(readFileSync(capture))));
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
