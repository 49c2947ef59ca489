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

function opened(file: string) {
  async function* chunks() {
    yield new Uint8Array(readFileSync(new URL(file, FOLDER)));
  }
  return openCapture(gunzipIfGzip(chunks()));
}

export async function frozen(file: string) {
  const capture = await opened(file);
  const { header } = capture;
  const recorded = JSON.stringify({ kind: "KubeletConfiguration", ...header?.config });
  return {
    capture: await freezeCapture(new EvictionEngine(core), capture, always(), () => {}),
    json: (whatIf: boolean, text = recorded) =>
      policyJson({ text, options: { whatIf } }, capture.options).json,
  };
}

/** What every step of a replay decides, digest included. */
export async function replayed(file: string, json: string): Promise<(string | undefined)[]> {
  const texts: (string | undefined)[] = [];
  for await (const step of replay(new EvictionEngine(core), json, (await opened(file)).records)) {
    texts.push(step.decision(Detail.Arithmetic)?.text);
  }
  return texts;
}
