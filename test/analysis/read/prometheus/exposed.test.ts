import { expect, it } from "vitest";
import { ExposedCapture } from "../../../../analysis/read/prometheus/exposed.ts";

it.each([
  ["v1.36.4", 2000],
  ["v1.37.2", 3024],
])("has the huge pages that a kubelet %s left out as memory of the machine", (kubelet, whole) => {
  const capacity = { memory: "3024", "hugepages-2Mi": "1Ki" };
  const exposed = new ExposedCapture({ plimsoll: "capture/1", kubelet, capacity }, "worker-3");
  const memory = { availableBytes: 500, workingSetBytes: 1500 };
  exposed.step({ time: 1000, summary: { node: { memory } }, pods: [], decision: null });
  exposed.scrape(1000);
  const lines = [...exposed.exposition.text()].join("").split("\n");
  const machine = lines.find((line) => line.startsWith("machine_memory_bytes{"));
  expect(machine).toMatch(new RegExp(` ${whole} 1\\.000$`));
});
