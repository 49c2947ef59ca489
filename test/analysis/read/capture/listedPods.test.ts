import { describe, expect, it } from "vitest";
import { isEviction, listedPods } from "../../../../analysis/read/capture/listedPods.ts";
import { encode } from "../../chunks.ts";

const LOW = "The node was low on resource: memory. ";
const podOf = (status: object) => ({
  metadata: { name: "a", namespace: "shop", uid: "u" },
  status,
});
const listOf = (status: object) => encode(JSON.stringify({ items: [podOf(status)] }));

describe("pods that have ended", () => {
  it.each([
    {
      title: "an eviction",
      status: { phase: "Failed", reason: "Evicted", message: LOW },
      is: true,
    },
    {
      title: "a rejection under pressure",
      status: {
        phase: "Failed",
        reason: "Evicted",
        message: "Pod The node had condition: [MemoryPressure]. ",
      },
      is: false,
    },
    {
      title: "a rejection under pressure, since 1.26",
      status: {
        phase: "Failed",
        reason: "Evicted",
        message: "Pod was rejected: The node had condition: [MemoryPressure]. ",
      },
      is: false,
    },
    { title: "a failure", status: { phase: "Failed", reason: "Error" }, is: false },
    { title: "a success", status: { phase: "Succeeded" }, is: false },
  ])("are listed, and whether it was an eviction: $title", ({ status, is }) => {
    const pod = listedPods(listOf(status)).ended.get("u");
    expect(pod).toMatchObject({ uid: "u", namespace: "shop", name: "a" });
    expect(pod !== undefined && isEviction(pod)).toBe(is);
  });

  it.each([
    ["a pod that runs", JSON.stringify({ items: [podOf({ phase: "Running", reason: "Failed" })] })],
    ["a list that is cut off", '{"items":[{"status":{"phase":"Failed"'],
    ["a list of other values", '{"items":[1,null,"Failed",{"status":{"phase":["Failed"]}}]}'],
    ["no list", '"Failed"'],
  ])("are none in %s", (_, text) => {
    expect(listedPods(encode(text)).ended.size).toBe(0);
  });

  it("are not among those that run", () => {
    const items = [podOf({ phase: "Failed" }), { metadata: { uid: "r" }, status: {} }];
    const { ended, running } = listedPods(encode(JSON.stringify({ kind: "PodList", items })));
    expect([...ended.keys()]).toEqual(["u"]);
    expect([...running.keys()]).toEqual(["r"]);
  });
});
