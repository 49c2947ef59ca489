import { describe, expect, it } from "vitest";
import {
  kubeletOf,
  readScenario,
  withOptions,
} from "../../../../analysis/read/objects/scenario.ts";

const HARD = { evictionHard: { "memory.available": "1Gi" } };
const SOFT = { evictionSoft: { "memory.available": "1Gi" } };

describe("a scenario", () => {
  it("is the same in YAML and in JSON", () => {
    const yaml = readScenario({ name: "a", text: "seed: 7\nchanges: [{at: 1m, reconnect: w}]" });
    const json = readScenario({ name: "a", text: JSON.stringify(yaml.scenario) });
    expect(json).toEqual(yaml);
    expect(yaml.scenario).toEqual({ seed: 7, changes: [{ at: "1m", reconnect: "w" }] });
  });

  it("names a key that is written twice", () => {
    const { notes } = readScenario({ name: "a", text: "seed: 7\nseed: 8" });
    expect(notes).toEqual(["a:2:1: this key is written twice; the last one counts."]);
  });
});

describe("options with a scenario", () => {
  const scenario = {
    seed: 1,
    kubelet: SOFT,
    nodes: [{ name: "a", kubelet: SOFT, heartbeat: "1s" }],
  };

  it("wins over it", () => {
    expect(withOptions(scenario, { seed: 0 }).seed).toBe(0);
    expect(withOptions(scenario, {})).toEqual(scenario);
    const all = withOptions(scenario, { kubelets: [{ node: null, configuration: HARD }] });
    expect(all).toEqual({ seed: 1, kubelet: HARD, nodes: [{ name: "a", heartbeat: "1s" }] });
  });

  it("is of one node where it names one, also of one that the scenario does not name", () => {
    const kubelets = [
      { node: "a", configuration: HARD },
      { node: "b", configuration: HARD },
    ];
    const { nodes, kubelet } = withOptions(scenario, { kubelets });
    expect(nodes).toEqual([
      { name: "a", kubelet: HARD, heartbeat: "1s" },
      { name: "b", kubelet: HARD },
    ]);
    expect(kubelet).toBe(SOFT);
  });

  it("leaves what is not a map to the module", () => {
    const odd = { nodes: [7, null] } as never;
    const kubelets = [{ node: null, configuration: HARD }];
    expect(withOptions(odd, { kubelets }).nodes).toEqual([7, null]);
    expect(kubeletOf(odd, "a")).toBeNull();
  });

  it.each([
    ["a", SOFT],
    ["b", HARD],
  ])("is what a kubelet has: node %s", (name, kubelet) => {
    expect(kubeletOf({ kubelet: HARD, nodes: [{ name: "a", kubelet: SOFT }] }, name)).toBe(kubelet);
  });
});
