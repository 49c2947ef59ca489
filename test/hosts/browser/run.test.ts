import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Detail } from "../../../assembly/abi.ts";
import { freezeCapture } from "../../../hosts/browser/worker/frozen.ts";
import { policyJson } from "../../../hosts/browser/worker/policyJson.ts";
import { Run } from "../../../hosts/browser/worker/run.ts";
import { decideAll } from "../../../hosts/browser/worker/timeline.ts";
import { Turns } from "../../../hosts/browser/worker/turns.ts";
import { gunzipIfGzip } from "../../../hosts/shared/capture/gzip.ts";
import { openCapture } from "../../../hosts/shared/capture.ts";
import { Engine } from "../../../hosts/shared/engine.ts";
import { replay } from "../../../hosts/shared/replay.ts";

const FOLDER = new URL("../../../examples/", import.meta.url);
const core = new WebAssembly.Module(
  readFileSync(new URL("../../../dist/plimsoll.wasm", import.meta.url)),
);
const examples = JSON.parse(readFileSync(new URL("index.json", FOLDER), "utf8")) as {
  readonly name: string;
  readonly file: string;
}[];
const always = () => new Turns(() => true);

function opened(file: string) {
  async function* chunks() {
    yield new Uint8Array(readFileSync(new URL(file, FOLDER)));
  }
  return openCapture(gunzipIfGzip(chunks()));
}

async function frozen(file: string) {
  const capture = await opened(file);
  const { header } = capture;
  const text = JSON.stringify({ kind: "KubeletConfiguration", ...header?.config });
  return {
    capture: await freezeCapture(new Engine(core), capture, always(), () => {}),
    json: (whatIf: boolean) => policyJson({ text, options: { whatIf } }, capture.options).json,
  };
}

/** What every step of a replay decides, digest included. */
async function replayed(file: string, json: string): Promise<(string | undefined)[]> {
  const texts: (string | undefined)[] = [];
  for await (const step of replay(new Engine(core), json, (await opened(file)).records)) {
    texts.push(step.decision(Detail.Arithmetic)?.text);
  }
  return texts;
}

describe.each(examples)("a run over the frozen documents of $name", ({ file }) => {
  it.each([false, true])(
    "decides as a replay of the documents does, what-if %s",
    async (whatIf) => {
      const { capture, json } = await frozen(file);
      const expected = await replayed(file, json(whatIf));
      const run = new Run(new Engine(core), capture, json(whatIf));
      const texts = capture.steps.map(() => {
        run.step();
        return run.decision(Detail.Arithmetic)?.text;
      });
      expect(texts).toEqual(expected);
    },
  );

  it("goes to any step, forwards and back, with the same decision there", async () => {
    const { capture, json } = await frozen(file);
    const expected = await replayed(file, json(true));
    const run = new Run(new Engine(core), capture, json(true));
    await decideAll(run, { count: capture.steps.length, position: 0, turns: always() });
    const last = capture.steps.length - 1;
    const steps = [last, 0, 63, 64, 65, 64, last - 1, 70, 1, 80].filter((step) => step <= last);
    for (const step of steps) {
      run.goTo(step);
      expect(run.decision(Detail.Arithmetic)?.text).toBe(expected[step]);
    }
  });

  it("is summed up by the same conditions and evictions", async () => {
    const { capture, json } = await frozen(file);
    const decisions = (await replayed(file, json(false))).map((text) => JSON.parse(text ?? "{}"));
    const run = new Run(new Engine(core), capture, json(false));
    const extent = { count: capture.steps.length, position: 0, turns: always() };
    const { timeline } = await decideAll(run, extent);
    const evicted = decisions.flatMap(({ evictions }) => evictions.map(({ uid }: never) => uid));
    expect(timeline.events.flatMap(({ evicted: pods }) => pods.map(({ uid }) => uid))).toEqual(
      evicted,
    );
    const memory = decisions.map(({ nodeConditions }) =>
      Number(nodeConditions.includes("MemoryPressure")),
    );
    expect([...timeline.conditions].map((bits) => bits & 1)).toEqual(memory);
  });
});
