import { describe, expect, it } from "vitest";
import { unknownFrom } from "../../../../analysis/questions/diff/beforeAfter.ts";

const pod = (name: string) => ({ namespace: "shop", name, uid: name });
const step = (at: number, ...names: string[]) => ({ step: at, evicted: names.map(pod) });

describe("what a recording cannot say of a run", () => {
  it("begins after the first pod that only the recording evicts", () => {
    const recorded = [step(3, "cart"), step(8, "web")];
    expect(unknownFrom(recorded, [step(3, "report")])).toEqual({ step: 4, pod: "shop/cart" });
    expect(unknownFrom(recorded, [step(2, "cart")])).toEqual({ step: 9, pod: "shop/web" });
  });

  it("begins with a pod that the run evicts later", () => {
    expect(unknownFrom([step(3, "cart")], [step(5, "cart")])).toEqual({
      step: 4,
      pod: "shop/cart",
    });
  });

  it("is nothing where the run evicts as many, or earlier", () => {
    const run = [step(2, "cart"), step(3, "cart", "web")];
    expect(unknownFrom([step(3, "cart")], run)).toBeNull();
  });
});
