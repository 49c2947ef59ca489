import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import {
  type CaptureRecord,
  formatTime,
  readCapture,
  toModuleConfiguration,
} from "../../hosts/entries/library/index.ts";
import { bytesOf, envelope } from "./client.ts";

const ROOT = new URL("../../", import.meta.url);

export interface ExampleFile {
  readonly name: string;
  readonly file: string;
}

export interface Example {
  /** What `configure` is given. */
  readonly configuration: string;
  readonly records: readonly CaptureRecord[];
}

export const EXAMPLES = JSON.parse(
  readFileSync(new URL("examples/index.json", ROOT), "utf8"),
) as readonly ExampleFile[];

export const CORE = new WebAssembly.Module(
  readFileSync(new URL("dist/plimsoll-eviction.wasm", ROOT)),
);

export function captureBytes({ file }: ExampleFile): Uint8Array {
  return new Uint8Array(gunzipSync(readFileSync(new URL(`examples/${file}`, ROOT))));
}

export async function exampleOf(file: ExampleFile): Promise<Example> {
  const capture = await readCapture(once(captureBytes(file)));
  const configuration = toModuleConfiguration(
    { configuration: capture.header?.config ?? {}, replacedByFlags: [] },
    capture.options,
  );
  return { configuration, records: capture.records };
}

const NULL = bytesOf("null");

/** The JSON of one snapshot, its documents unchanged. */
export function snapshotOf(
  { time, pods, summary, reclaimed }: CaptureRecord,
  more: Readonly<Record<string, Uint8Array | string>> = {},
): Uint8Array {
  return envelope({
    ...more,
    time: formatTime(time),
    ...(pods === undefined ? {} : { pods }),
    ...(summary === null ? {} : { summary }),
    ...(reclaimed === undefined ? {} : { reclaimed: reclaimed ?? NULL }),
  });
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}
