/** The examples as the page's workers have them, and as a replay of their documents decides. */
import { readFileSync } from "node:fs";
import { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { freezeCapture } from "../../../analysis/questions/replay/frozen/frozenCapture.ts";
import { replay } from "../../../analysis/questions/replay/replay.ts";
import { openCapture } from "../../../analysis/read/capture/capture.ts";
import { gunzipIfGzip } from "../../../analysis/read/capture/gzip.ts";
import { Detail } from "../../../assembly/abi.ts";
import { Turns } from "../../../hosts/browser/session/turns.ts";
import { policyJson } from "../../../hosts/browser/worker/policyJson.ts";

const FOLDER = new URL("../../../examples/", import.meta.url);
export const core = moduleOf("eviction");
export const examples = JSON.parse(readFileSync(new URL("index.json", FOLDER), "utf8")) as {
  readonly name: string;
  readonly file: string;
}[];
export const always = () => new Turns(() => true);

export function moduleOf(policy: string): WebAssembly.Module {
  const url = new URL(`../../../dist/plimsoll-${policy}.wasm`, import.meta.url);
  return new WebAssembly.Module(readFileSync(url));
}

/**
 * What reads and replays the examples, one after another; `frozen` and `replayed` clear it before
 * each. An engine has 70 MB, and a collector that sees many of them come and go does little else.
 */
const engine = new EvictionEngine(core);

function opened(file: string) {
  async function* chunks() {
    yield new Uint8Array(readFileSync(new URL(file, FOLDER)));
  }
  return openCapture(gunzipIfGzip(chunks()));
}

/** Frozen once for the tests of one example, which follow each other. */
let last: { readonly file: string; readonly frozen: ReturnType<typeof freeze> } | null = null;

export function frozen(file: string): ReturnType<typeof freeze> {
  if (last?.file !== file) last = { file, frozen: freeze(file) };
  return last.frozen;
}

async function freeze(file: string) {
  const capture = await opened(file);
  const { header } = capture;
  const recorded = JSON.stringify({ kind: "KubeletConfiguration", ...header?.config });
  engine.clear();
  return {
    capture: await freezeCapture(engine, capture, always(), () => {}),
    json: (whatIf: boolean, text = recorded) =>
      policyJson({ text, options: { whatIf } }, capture.options).json,
  };
}

/** What every step of a replay decides, digest included. */
export async function replayed(file: string, json: string): Promise<(string | undefined)[]> {
  const texts: (string | undefined)[] = [];
  engine.clear();
  for await (const step of replay(engine, json, (await opened(file)).records)) {
    texts.push(step.decision(Detail.Arithmetic)?.text);
  }
  return texts;
}
