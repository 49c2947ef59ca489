import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Signal } from "../../../../analysis/engine/decision.ts";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { headroomOf } from "../../../../analysis/questions/headroom/headroom.ts";
import { openCapture } from "../../../../analysis/read/capture/capture.ts";
import { gunzipIfGzip } from "../../../../analysis/read/capture/gzip.ts";
import { policyJson } from "../../../../hosts/browser/worker/policyJson.ts";
import { sceneAt } from "../../../../hosts/browser/worker/scene.ts";
import { core } from "../../../hosts/browser/examples.ts";

const MEBIBYTE = 1 << 20;
const DEFAULTS = "kind: KubeletConfiguration\n";

interface Asked {
  readonly signal?: Signal;
  readonly available: number;
  readonly isTakenAgain?: boolean;
  readonly text?: string;
  readonly file?: string;
  readonly position?: number;
}

async function sceneOf(file: string, position: number) {
  async function* chunks() {
    yield new Uint8Array(readFileSync(new URL(`../../../../examples/${file}`, import.meta.url)));
  }
  const scene = await sceneAt(await openCapture(gunzipIfGzip(chunks())), position);
  return scene ?? expect.fail(`Record ${position} has no Summary.`);
}

async function fallen(asked: Asked) {
  const { signal = "memory.available", available, isTakenAgain = false, text = DEFAULTS } = asked;
  const { position = 0, file = "memory-leak.plimsoll.ndjson.gz" } = asked;
  const scene = await sceneOf(file, position);
  const { json } = policyJson({ text, options: { whatIf: !isTakenAgain } }, {});
  const engine = new EvictionEngine(core);
  engine.configure(json);
  engine.pods(scene.pods);
  engine.observe(scene.summary, scene.time);
  const { ranking = [], observations = [] } = engine.explain({ signal }).parse();
  const answer = headroomOf(engine, scene, json, { signal, available, isTakenAgain });
  const mayGo = ranking.filter(({ skipped }) => skipped === undefined).map(({ uid }) => uid);
  return {
    mayGo,
    was: observations.find((each) => each.signal === signal),
    answer: answer ?? expect.fail("The signal is not observed."),
    uids: answer?.evictions.map(({ pod }) => pod.uid) ?? [],
  };
}

describe("what would be evicted if less were left", () => {
  it("is nothing above every threshold", async () => {
    const { answer } = await fallen({ available: 101 * MEBIBYTE });
    expect(answer).toMatchObject({ evictions: [], end: "enough", left: 101 * MEBIBYTE });
  });

  it("is the first of the ranking below the hard threshold, in the next pass", async () => {
    const { answer, uids, mayGo } = await fallen({ available: 99 * MEBIBYTE });
    expect(uids).toEqual(mayGo.slice(0, 1));
    expect(answer.evictions[0]).toMatchObject({
      seconds: 10,
      signal: "memory.available",
      hard: true,
    });
    expect(answer.conditions).toEqual(["MemoryPressure"]);
    expect(answer.left ?? 0).toBeGreaterThan(100 * MEBIBYTE);
  });

  it("begins with the pod that goes as it is", async () => {
    // The story of the example: less than 100Mi are left in its step 75, and the cart goes.
    const asked = { position: 74, available: 0 };
    const { answer, uids, mayGo } = await fallen(asked);
    expect(answer.evictions[0]).toMatchObject({
      pod: { namespace: "shop" },
      seconds: 0,
      hard: true,
    });
    expect(uids).toEqual(mayGo.slice(0, 1));
    const again = await fallen({ ...asked, isTakenAgain: true });
    expect(again.uids).toEqual(mayGo);
    expect(again.answer.evictions.map(({ seconds }) => seconds)).toEqual(
      mayGo.map((_, at) => 10 * at),
    );
  });

  it("is every pod that may go, in the order of the ranking, where all is used again", async () => {
    const { answer, uids, mayGo } = await fallen({ available: MEBIBYTE, isTakenAgain: true });
    expect(uids).toEqual(mayGo);
    expect(answer.evictions.map(({ seconds }) => seconds)).toEqual(
      mayGo.map((_, at) => 10 * (at + 1)),
    );
    expect(answer.end).toBe("nobody");
  });

  it("waits for the grace period of a soft threshold", async () => {
    const soft =
      "evictionSoft: {memory.available: 1Gi}\nevictionSoftGracePeriod: {memory.available: 1m}\n";
    const { answer, uids, mayGo } = await fallen({
      available: 500 * MEBIBYTE,
      text: DEFAULTS + soft,
    });
    expect(uids).toEqual(mayGo.slice(0, uids.length));
    // It is met in the pass after 10 s, and has been for a minute in the one after 70.
    expect(answer.evictions[0]).toMatchObject({ seconds: 70, hard: false });
  });

  it.each([
    ["memory.available", "memory-leak"],
    ["nodefs.available", "recorded-disk-nodefs"],
    ["nodefs.inodesFree", "inode-storm"],
    ["imagefs.available", "image-gc-insufficient"],
    ["pid.available", "fork-bomb"],
  ] as const)(
    "lowers %s as the core observes it, and leaves its capacity",
    async (signal, name) => {
      const asked = {
        signal,
        available: 1,
        isTakenAgain: true,
        text: `${DEFAULTS}evictionHard: {${signal}: '100'}\n`,
        file: `${name}.plimsoll.ndjson.gz`,
      };
      const { answer, was, uids, mayGo } = await fallen(asked);
      expect(was?.available).toBeGreaterThan(1);
      expect(answer.left).toBe(1);
      expect(uids[0]).toBe(mayGo[0]);
    },
  );

  it("is nothing for a signal without a threshold", async () => {
    const file = "fork-bomb.plimsoll.ndjson.gz";
    const { answer } = await fallen({ signal: "pid.available", available: 1, file });
    expect(answer).toMatchObject({ evictions: [], end: "enough" });
  });

  it("is not known of a signal that the Summary does not observe", async () => {
    const scene = await sceneOf("memory-leak.plimsoll.ndjson.gz", 0);
    const summary = new TextEncoder().encode('{"node":{"nodeName":"n"},"pods":[]}');
    const { json } = policyJson({ text: DEFAULTS, options: { whatIf: true } }, {});
    const asked = { position: 0, signal: "pid.available", available: 1, isTakenAgain: false };
    expect(
      headroomOf(new EvictionEngine(core), { ...scene, summary }, json, asked as never),
    ).toBeNull();
  });
});
