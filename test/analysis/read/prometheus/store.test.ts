import { describe, expect, it } from "vitest";
import { NodeNames } from "../../../../analysis/read/prometheus/nodeNames.ts";
import { SeriesStore } from "../../../../analysis/read/prometheus/store.ts";
import { KUBELET, series } from "./series.ts";

describe("the series of a node", () => {
  const storeOf = () => new SeriesStore(new NodeNames({ node: "worker-3" }));
  const ofPod = (pod: string) =>
    series("container_memory_working_set_bytes", { ...KUBELET, namespace: "shop", pod }, 1);

  it("are bounded in number", { tags: "long" }, () => {
    const store = storeOf();
    const addAll = () => {
      for (let index = 0; index <= 200_000; index++) store.add(ofPod(`pod-${index}`));
    };
    expect(addAll).toThrow("there are more than 200000 of them; ask for a shorter time");
  });

  it("are bounded in samples", { tags: "long" }, () => {
    const store = storeOf();
    const times = Array.from({ length: 1_000_000 }, (_, index) => index);
    const long = { ...ofPod("cart"), times, values: times };
    const addAll = () => {
      for (let index = 0; index <= 8; index++)
        store.add({ ...long, labels: ofPod(`p${index}`).labels });
    };
    expect(addAll).toThrow("they have more than 8 million samples; ask for a shorter time");
  });

  it("are those that the catalog has", () => {
    const store = storeOf();
    expect(store.add(series("container_cpu_usage_seconds_total", KUBELET, 1))).toBe(false);
    expect(store.add(ofPod("cart"))).toBe(true);
    expect(store.sampleCount).toBe(1);
  });
});
