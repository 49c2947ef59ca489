import { describe, expect, it } from "vitest";
import { unknownFrom } from "../../../../analysis/questions/diff/beforeAfter.ts";

const pod = (name: string) => ({ namespace: "shop", name, uid: name });
const step = (at: number, ...names: string[]) => ({ step: at, evicted: names.map(pod) });

describe("what a recording cannot say of a run", () => {
  const lost = [
    { step: 4, key: "cart", pod: "shop/cart" },
    { step: 9, key: "web", pod: "shop/web" },
  ];
  const [cart, web] = lost;

  it("begins where the recording lacks a pod that the run has not evicted", () => {
    expect(unknownFrom(lost, [step(3, "report")])).toEqual(cart);
    expect(unknownFrom(lost, [step(3, "cart")])).toEqual(web);
  });

  it("begins with a pod that the run evicts later", () => {
    expect(unknownFrom(lost, [step(5, "cart")])).toEqual(cart);
  });

  it("is nothing where the run has evicted each of them before", () => {
    expect(unknownFrom(lost, [step(2, "cart"), step(3, "cart", "web")])).toBeNull();
  });
});
