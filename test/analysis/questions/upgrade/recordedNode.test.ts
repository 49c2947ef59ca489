/** Expected from adjustForHugePages in pkg/kubelet/server/stats/summary.go of v1.37.2. */
import { describe, expect, it } from "vitest";
import {
  type RecordedNode,
  recordedNode,
  recordsServed,
} from "../../../../analysis/questions/upgrade/recordedNode.ts";
import type { CaptureRecord } from "../../../../analysis/read/capture/capture.ts";

const MEBIBYTE = 1_048_576;
const NODE: RecordedNode = {
  ...{ name: "night.ndjson", node: "worker-3", release: "v1.36.4", featureGates: {} },
  capacity: { memory: "8Gi", "hugepages-2Mi": "512Mi", "hugepages-1Gi": "1Gi" },
};

function summaryOf(available: string): Uint8Array {
  const memory = `{"availableBytes": ${available} ,"workingSetBytes":1}`;
  return Buffer.from(`{"node":{"memory":${memory},"fs":{"inodesFree":18446744073709551615}}}`);
}

async function served(available: string, asked: string, node = NODE, gates: object = {}) {
  async function* records(): AsyncGenerator<CaptureRecord> {
    yield { time: 0n, summary: summaryOf(available), others: new Map(), line: 1 };
  }
  const policy = { kubeletVersion: asked } as Parameters<typeof recordsServed>[3]["policy"];
  const json = JSON.stringify({ featureGates: gates });
  for await (const { summary } of recordsServed(records(), node, "1.36", { policy, json })) {
    return Buffer.from(summary ?? []).toString();
  }
  return null;
}

const bytes = (mebibytes: number) => String(mebibytes * MEBIBYTE);

describe("the Summary of a node with 1536Mi of huge pages", () => {
  it.each([
    { about: "is as recorded for a release that counts them too", to: "1.35", left: 4000 },
    { about: "has less available since 1.37", to: "1.37", left: 4000 - 1536 },
    { about: "has nothing available rather than less", available: 1000, to: "1.37", left: 0 },
    { about: "is as recorded with the gate off", to: "1.37", gate: false, left: 4000 },
    { about: "is as recorded by a newer kubelet", release: "v1.37.2", to: "1.37", left: 4000 },
    { about: "has them again for an older one", release: "v1.37.2", to: "1.36", left: 5536 },
    { about: "counts as that of the older release", release: null, to: "1.37", left: 2464 },
  ])("$about", async ({ available = 4000, to, gate, release = NODE.release, left }) => {
    const gates = gate === undefined ? {} : { HugepageAwareEviction: gate };
    const text = await served(bytes(available), to, { ...NODE, release }, gates);
    expect(text).toContain(`"availableBytes": ${bytes(left)}`);
    expect(text).toContain('"workingSetBytes":1},"fs":{"inodesFree":18446744073709551615}');
  });

  it("stays as it is where it cannot be read", async () => {
    expect(await served('"much"', "1.37")).toContain('"availableBytes": "much"');
  });
});

it("takes from a capture what it states", () => {
  const config = { featureGates: { HugepageAwareEviction: false } };
  const header = { plimsoll: "capture/1", kubelet: "v1.37.2", config } as const;
  expect(recordedNode("a", { header, options: {} })).toMatchObject({
    ...{ release: "v1.37.2", capacity: null },
    featureGates: { HugepageAwareEviction: false },
  });
  expect(recordedNode("a", { header: null, options: {} }).release).toBeNull();
});
