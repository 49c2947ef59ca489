import { describe, expect, it } from "vitest";
import { roundedBytes } from "../../../../../analysis/questions/simulate/remedies/candidate.ts";
import {
  type Draft,
  largestContainer,
  podSpecOf,
  setAmount,
  withPodSpec,
} from "../../../../../analysis/questions/simulate/remedies/draft.ts";
import { objectsOf } from "../../../../../analysis/questions/simulate/simulation.ts";

const CART = { kind: "Deployment", namespace: "shop", name: "cart" };
const podSpec = () => ({ containers: [{ name: "main", image: "a" }] });
const owned = (kind: string, name: string) => [{ kind, name, controller: true }];

function draft(): Draft {
  const inShop = (name: string, more: object = {}) => ({ name, namespace: "shop", ...more });
  const objects = [
    { kind: "Deployment", metadata: inShop("cart"), spec: { template: { spec: podSpec() } } },
    { kind: "Deployment", metadata: inShop("web"), spec: { template: { spec: podSpec() } } },
    {
      kind: "ReplicaSet",
      metadata: inShop("cart-7d9", { ownerReferences: owned("Deployment", "cart") }),
      spec: { template: { spec: podSpec() } },
    },
    {
      kind: "Pod",
      metadata: inShop("cart-7d9-x", { ownerReferences: owned("ReplicaSet", "cart-7d9") }),
      spec: podSpec(),
    },
    {
      kind: "Pod",
      metadata: { name: "other", ownerReferences: owned("ReplicaSet", "cart-7d9") },
      spec: podSpec(),
    },
  ];
  return { objects, scenario: {} };
}

describe("a change of a workload", () => {
  it("reaches its templates and its pods, and nothing else", () => {
    const before = draft();
    const after = withPodSpec(before, CART, (spec) => {
      spec.priority = 7;
    });
    const isChanged = after.objects.map((object) => JSON.stringify(object).includes("priority"));
    expect(isChanged).toEqual([true, false, true, true, false]);
    expect(before).toEqual(draft());
  });

  it("finds the spec of its pods also where the owner is not among the objects", () => {
    const { objects, scenario } = draft();
    const pods = { objects: objects.filter(({ kind }) => kind !== "Deployment"), scenario };
    expect(podSpecOf(pods, CART)).toEqual(podSpec());
    expect(podSpecOf(pods, { ...CART, name: "absent" })).toBeNull();
  });
});

describe("amounts of containers", () => {
  const spec = () => ({
    containers: [
      { name: "small", resources: { requests: { memory: "1Mi" } } },
      { name: "large", resources: { limits: { memory: "1Gi" } } },
    ],
  });

  it("are those of the container that asks for most; a limit alone is also its request", () => {
    const largest = { container: "large", request: 2 ** 30, limit: 2 ** 30 };
    expect(largestContainer(spec(), "memory")).toEqual(largest);
    expect(largestContainer(spec(), "cpu")).toMatchObject({ container: "small", request: 0 });
  });

  it("are set in that container alone", () => {
    const changed = spec();
    setAmount(changed, { container: "large", resource: "memory" }, { requests: "2Gi" });
    expect(changed.containers).toEqual([
      { name: "small", resources: { requests: { memory: "1Mi" } } },
      { name: "large", resources: { limits: { memory: "1Gi" }, requests: { memory: "2Gi" } } },
    ]);
  });

  it.each([
    [0, 1],
    [100, 96],
    [513, 512],
    [5000, 5120],
  ])("are rounded to what people write: %d to %d mebibytes", (mebibytes, rounded) => {
    expect(roundedBytes(mebibytes * 2 ** 20)).toBe(rounded * 2 ** 20);
  });
});

describe("documents as objects", () => {
  it("are taken apart, whether they are lists, typed lists or several in a text", () => {
    const pod = { kind: "Pod", metadata: { name: "a" } };
    const list = { kind: "List", items: [pod, { kind: "NodeList", items: [{ metadata: {} }] }] };
    const text = `${JSON.stringify(list)}\n${JSON.stringify(pod)}`;
    const expected = [pod, { kind: "Node", metadata: {} }, pod];
    expect(objectsOf([text])).toEqual(expected);
    expect(objectsOf([new TextEncoder().encode(text), pod])).toEqual([...expected, pod]);
  });
});
