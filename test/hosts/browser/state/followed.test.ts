import { expect, it } from "vitest";
import { followedStep } from "../../../../hosts/browser/state/followed.ts";

const pod = (name: string) => ({ namespace: "shop", name, uid: name });
const at = (step: number, name: string) => ({ step, pod: pod(name) });

it.each([
  ["its own eviction, which is earlier", [at(40, "cart"), at(62, "report")], 40],
  ["its own, though another is evicted at the step", [at(60, "report"), at(90, "cart")], 90],
  ["the nearer of its own", [at(2, "cart"), at(66, "cart")], 66],
  ["the nearest of another pod where it is spared", [at(2, "report"), at(66, "report")], 66],
  ["the step itself where no pod is evicted", [], 60],
])("after a change, the position follows a pod to %s", (_, evictions, expected) => {
  expect(followedStep(60, pod("cart"), evictions)).toBe(expected);
});
