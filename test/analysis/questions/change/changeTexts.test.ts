import { describe, expect, it } from "vitest";
import { kubectlOf, manifestsOf } from "../../../../analysis/questions/change/changeTexts.ts";

const changed = (name: string, members: object) => ({
  pod: { namespace: "shop", name, uid: "u" },
  change: { uid: "u", ...members },
});
const MORE = { containers: { cart: { memory: "2391Mi" } } };

describe("a change of a pod, as it is made in a cluster", () => {
  it.each([
    ["cart-p89ncn6dqk-8t8pl", "deployment/cart", "inferred from the pod"],
    ["orders-0", "statefulset/orders", "inferred from the pod"],
    ["agent-8t8pl", "OWNER", "OWNER: what creates agent-8t8pl"],
  ])("sets the request of what creates %s", (name, owner, note) => {
    expect(kubectlOf([changed(name, MORE)])).toBe(
      `kubectl -n shop set resources ${owner} -c cart --requests=memory=2391Mi  # ${note}`,
    );
  });

  it("makes the PriorityClass of a priority", () => {
    const all = [changed("orders-0", { priority: -5 })];
    const [created, patched] = kubectlOf(all).split("\n");
    expect(created).toBe("kubectl create priorityclass priority-minus-5 --value=-5");
    expect(patched).toContain(
      `-n shop patch statefulset/orders -p '{"spec":{"template":{"spec":{"priorityClassName"`,
    );
    expect(manifestsOf(all)).toMatch(/kind: PriorityClass\n.*name: priority-minus-5\nvalue: -5\n/s);
  });

  it("writes the members of the manifest", () => {
    expect(
      manifestsOf([changed("orders-0", MORE)])
        .split("\n")
        .slice(-6)
        .join("\n"),
    ).toBe(
      "      containers:\n        - name: cart\n          resources:\n            requests:\n" +
        "              memory: 2391Mi\n",
    );
  });

  it("has nothing to say of usage, and of a request that is taken away", () => {
    const all = [
      changed("orders-0", { usagePercent: 50 }),
      changed("orders-0", { containers: { cart: { memory: "" } } }),
    ];
    expect(kubectlOf(all)).toBe("");
    expect(manifestsOf(all)).toBe("");
  });
});
