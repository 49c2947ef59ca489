import { describe, expect, it } from "vitest";
import type { Decision, RankedPod } from "../../../../analysis/engine/decision.ts";
import { answerTo, candidates } from "../../../../analysis/questions/explain/prediction.ts";

const pod = (name: string) => ({ namespace: "shop", name, uid: `uid-${name}` });

function decided(evicted: readonly string[], others: readonly string[] = []): Decision {
  return {
    evictions: evicted.map(pod),
    alternatives: others.map((name) => ({ pods: [pod(name)] })),
  } as unknown as Decision;
}

describe("a prediction held against what the kubelet does", () => {
  it.each([
    [
      pod("cart"),
      decided(["cart"]),
      "You said shop/cart. The kubelet agrees: it evicts shop/cart.",
    ],
    [
      pod("db"),
      decided(["cart"]),
      "You said shop/db. The kubelet does not agree: it evicts shop/cart.",
    ],
    [
      pod("db"),
      decided(["cart"], ["db"]),
      "You said shop/db. The kubelet could have done so as well; here it evicts shop/cart.",
    ],
    [
      pod("db"),
      decided([]),
      "You said shop/db. The kubelet does not agree: it evicts no pod in this step.",
    ],
    [
      null,
      decided([]),
      "You said that no pod is evicted. The kubelet agrees: it evicts no pod in this step.",
    ],
    [
      null,
      decided(["cart"]),
      "You said that no pod is evicted. The kubelet does not agree: it evicts shop/cart.",
    ],
  ])("is answered in a sentence", (picked, decision, sentence) => {
    expect(answerTo(picked, decision)).toBe(sentence);
  });
});

describe("what is shown of a step before a prediction", () => {
  it("has the pods by name, and nothing of their order or what follows from it", () => {
    const ranked = (name: string, position: number) => ({
      ...pod(name),
      position,
      qosClass: "Burstable",
      hasStats: true,
      usage: 1024,
      request: 2048,
      priority: 7,
    });
    const ranking = [ranked("web", 1), ranked("cart", 2)] as unknown as readonly RankedPod[];
    const { pods, table } = candidates({ ...decided(["web"]), ranking });
    expect(pods.map(({ name }) => name)).toEqual(["cart", "web"]);
    expect(table.columns.map(({ title }) => title)).toEqual([
      ...["pod", "priority", "usage", "request", "QoS class"],
    ]);
    expect(table.rows[0]).toEqual({
      cells: [[{ code: "shop/cart" }], "7", [{ bytes: 1024 }], [{ bytes: 2048 }], "Burstable"],
    });
  });
});
