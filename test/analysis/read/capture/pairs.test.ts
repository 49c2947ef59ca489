import { describe, expect, it } from "vitest";
import { pairsToCapture } from "../../../../analysis/read/capture/pairs.ts";
import { formatTime, parseTime } from "../../../../analysis/text/time.ts";
import { decode, encode } from "../../chunks.ts";

describe("pairs of bare documents", () => {
  const summary = encode(
    JSON.stringify({
      node: {
        memory: { time: "2026-11-20T10:00:05Z" },
        fs: { time: "2026-11-20T10:00:07Z" },
        runtime: { imageFs: { time: "2026-11-20T10:00:06Z" } },
      },
      pods: [{ memory: { time: "2026-11-20T10:00:59Z" } }],
    }),
  );

  it("are records at the newest time of their node block", () => {
    const [record] = pairsToCapture([{ summary, pods: encode('{"items":[]}') }]);
    expect(formatTime(record?.time ?? 0n)).toBe("2026-11-20T10:00:07.000000000Z");
    expect(record?.summary).toBe(summary);
    expect(decode(record?.pods)).toBe('{"items":[]}');
  });

  it("are records at the time that is given", () => {
    const time = parseTime("2026-11-20T11:00:00Z") ?? 0n;
    expect(pairsToCapture([{ summary, time }])[0]?.time).toBe(time);
  });

  it.each([
    ['{"node":{}}', "Summary 1 has no time in its node block; give its time."],
    ['{"node":{x}}', "Summary 1 has no node block that can be read; give a stats Summary."],
    ['{"node":7,"pods":[]}', "Summary 1 has no time in its node block; give its time."],
  ])("are refused without a time: %s", (text, sentence) => {
    expect(() => pairsToCapture([{ summary: encode(text) }])).toThrow(sentence);
  });

  it("are refused when a document is another one, with what it is", () => {
    const list = encode('{"kind":"PodList","items":[]}');
    expect(() => pairsToCapture([{ summary: list }])).toThrow(
      "Summary 1: this is a PodList, not a stats Summary; get one with kubectl get --raw",
    );
    expect(() => pairsToCapture([{ summary, pods: encode("hello") }])).toThrow(
      'PodList 1: this is a text that begins with "hello", not a PodList; get one with kubectl',
    );
  });
});
