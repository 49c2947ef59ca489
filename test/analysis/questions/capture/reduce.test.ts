import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import {
  reduceHeader,
  reduceRecord as reduceRecordIn,
} from "../../../../analysis/questions/capture/reduce.ts";
import {
  CAPTURE_VERSION,
  type CaptureHeader,
  type CaptureRecord,
} from "../../../../analysis/read/capture/capture.ts";
import { core } from "../../../hosts/daemon/server/watch.ts";
import { decode, encode } from "../../chunks.ts";
import { POD_LIST, POD_LIST_REDUCED, SUMMARY, SUMMARY_REDUCED } from "../../nodeDocuments.ts";

const engine = new EvictionEngine(core());
const reducePods = (list: Uint8Array) => engine.reducePods(list);
const reduceSummary = (summary: Uint8Array) => engine.reduceSummary(summary);
const reduceRecord = (record: CaptureRecord) => reduceRecordIn(engine, record);

describe("a reduced document", () => {
  it("is what the policy reads, with every number as it was written", () => {
    expect(decode(reduceSummary(encode(SUMMARY)))).toBe(SUMMARY_REDUCED);
    expect(decode(reducePods(encode(POD_LIST)))).toBe(POD_LIST_REDUCED);
  });

  it("is not reduced further", () => {
    expect(decode(reduceSummary(encode(SUMMARY_REDUCED)))).toBe(SUMMARY_REDUCED);
    expect(decode(reducePods(encode(POD_LIST_REDUCED)))).toBe(POD_LIST_REDUCED);
  });

  it.each([
    ['{"node":5,"pods":"x"}', '{"node":5,"pods":"x"}'],
    ['{"pods":[{"podRef":null,"memory":[1]},null,"x"]}', null],
    ['{"node":{},"node":{"fs":{}}}', null],
    ['{"node":{"memory":{"availableBytes":"1"}}}', null],
  ])("keeps a value of the wrong type, for the engine to refuse: %s", (text, reduced) => {
    expect(decode(reduceSummary(encode(text)))).toBe(reduced ?? text);
  });

  it.each([["{"], [""], ["not JSON"], ['{"a":1} x']])(
    "is %j itself when it is not JSON",
    (text) => {
      expect(decode(reduceSummary(encode(text)))).toBe(text);
    },
  );

  it("answers any bytes", () =>
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), fc.json().map(encode)), (bytes) => {
        expect(reduceSummary(bytes)).toBeInstanceOf(Uint8Array);
        expect(reducePods(bytes)).toBeInstanceOf(Uint8Array);
      }),
    ));
});

describe("a reduced capture", () => {
  it("has reduced documents and no members it does not know", () => {
    const record = reduceRecord({
      time: 7n,
      line: 3,
      pods: encode(POD_LIST),
      summary: encode(SUMMARY),
      reclaimed: encode(SUMMARY),
      others: new Map([["nodeTaints", encode("[]")]]),
    });
    expect({ ...record, pods: decode(record.pods) }).toMatchObject({
      time: 7n,
      line: 3,
      pods: POD_LIST_REDUCED,
    });
    expect(decode(record.summary)).toBe(SUMMARY_REDUCED);
    expect(decode(record.reclaimed)).toBe(SUMMARY_REDUCED);
    expect(record.others.size).toBe(0);
  });

  it("keeps what is absent absent, and null null", () => {
    const bare = { time: 7n, line: 3, summary: null, summaryError: "gone", others: new Map() };
    expect(reduceRecord(bare)).toEqual(bare);
    expect(reduceRecord({ ...bare, reclaimed: null }).reclaimed).toBeNull();
  });

  it("has of a configuration what eviction reads, and no path or address", () => {
    const kept = {
      kind: "KubeletConfiguration",
      evictionHard: { "memory.available": "1Gi" },
      featureGates: { KubeletPSI: true },
      singleProcessOOMKill: true,
    };
    const config = { ...kept, clusterDNS: ["10.0.0.10"], staticPodPath: "/etc/k", own: "a" };
    expect(reduceHeader({ plimsoll: CAPTURE_VERSION, config }).config).toEqual(kept);
  });

  it("has the members of a header this version knows", () => {
    const header: CaptureHeader = { plimsoll: CAPTURE_VERSION, node: "n", config: {} };
    expect(reduceHeader({ ...header, recordedBy: "me" })).toEqual(header);
  });
});
