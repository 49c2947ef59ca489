import { describe, expect, it } from "vitest";
import { changedCapture } from "../../../../analysis/questions/change/changedPods.ts";
import type { PodChange } from "../../../../analysis/questions/change/podChange.ts";
import type { CaptureRecord } from "../../../../analysis/read/capture/capture.ts";

const POD = {
  metadata: { name: "cart", uid: "uid-cart" },
  spec: {
    containers: [
      { name: "main", resources: { requests: { cpu: "1", memory: "256Mi" } } },
      { name: "helper", resources: { requests: { memory: "64Mi" } } },
    ],
    priority: 0,
  },
  status: {
    containerStatuses: [
      { name: "main", allocatedResources: { cpu: "1", memory: "256Mi" } },
      { name: "helper", state: { running: {} } },
    ],
  },
};

async function changedPod(change: Omit<PodChange, "uid">): Promise<typeof POD> {
  const pods = new TextEncoder().encode(JSON.stringify({ kind: "PodList", items: [POD] }));
  async function* records(): AsyncGenerator<CaptureRecord> {
    yield { time: 0n, summary: null, pods, others: new Map(), line: 1 };
  }
  const capture = { header: null, options: {}, problems: [], records: records() };
  const changed = changedCapture(capture, [{ uid: "uid-cart", ...change }]);
  for await (const record of changed.records) {
    return JSON.parse(new TextDecoder().decode(record.pods)).items[0];
  }
  throw new Error("There is no record.");
}

describe("a pod that is changed", () => {
  it("is allocated what it requests, which kubelets rank by", async () => {
    const { spec, status } = await changedPod({ containers: { main: { memory: "1Gi" } } });
    expect(spec.containers[0]?.resources.requests).toEqual({ cpu: "1", memory: "1Gi" });
    expect(status.containerStatuses[0]?.allocatedResources).toEqual({ cpu: "1", memory: "1Gi" });
    expect(spec.containers[1]).toEqual(POD.spec.containers[1]);
    expect(status.containerStatuses[1]).toEqual(POD.status.containerStatuses[1]);
  });

  it("loses a request that is taken away", async () => {
    const { spec, status } = await changedPod({ containers: { main: { memory: "" } } });
    expect(spec.containers[0]?.resources.requests).toEqual({ cpu: "1" });
    expect(status.containerStatuses[0]?.allocatedResources).toEqual({ cpu: "1" });
  });

  it("has another priority, and else what it had", async () => {
    const pod = await changedPod({ priority: 7 });
    expect(pod).toEqual({ ...POD, spec: { ...POD.spec, priority: 7 } });
  });
});
