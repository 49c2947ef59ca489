import { describe, expect, it } from "vitest";
import { statsOfPod, withPodStats } from "../../../../analysis/read/capture/podStats.ts";
import { encode } from "../../chunks.ts";

const BIG = "18446744073709551615";
const OF_A = `{"podRef":{"uid":"a"},"memory":{"workingSetBytes":${BIG}}}`;
const OF_B = '{"podRef":{"uid":"b"}}';
const text = (bytes: Uint8Array | null) =>
  bytes === null ? null : new TextDecoder().decode(bytes);

describe("the stats of one pod in a Summary", () => {
  it.each([
    { title: "are found among others", summary: `{"node":{},"pods":[${OF_B},${OF_A}]}`, of: OF_A },
    { title: "are absent where no pod has the uid", summary: `{"pods":[${OF_B}]}`, of: null },
    { title: "are absent without a list", summary: '{"node":{}}', of: null },
    { title: "are absent from a text that ends early", summary: '{"pods":[{]', of: null },
    { title: "are absent from pods without a name", summary: '{"pods":[1,{}]}', of: null },
  ])("$title", ({ summary, of }) => {
    expect(text(statsOfPod(encode(summary), "a"))).toBe(of);
  });

  it.each([
    { before: `{"pods":[${OF_B}],"node":{}}`, after: `{"pods":[${OF_B},${OF_A}],"node":{}}` },
    { before: '{"pods":[ ],"node":{}}', after: `{"pods":[ ${OF_A}],"node":{}}` },
    { before: '{"node":{}}', after: null },
    { before: "[", after: null },
  ])("are added behind the others, with all their digits: $before", ({ before, after }) => {
    expect(text(withPodStats(encode(before), encode(OF_A)))).toBe(after);
  });
});
