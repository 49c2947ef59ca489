import { describe, expect, it } from "vitest";
import type { Decision } from "../../../../../analysis/engine/decision.ts";
import { answerTo } from "../../../../../hosts/browser/features/quiz/quiz.ts";

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
