import { describe, expect, it } from "vitest";
import type { Decision } from "../../../../analysis/engine/decision.ts";
import { GrowthSinceQuiet, growthSection } from "../../../../analysis/questions/explain/growth.ts";
import { commandLine } from "../../../hosts/cli/commandLine.ts";

const MI = 1024 * 1024;

function memory(mi: number) {
  return { usageBytes: mi * MI, workingSetBytes: mi * MI, rssBytes: 0 };
}

/** A node with pods of so many Mi; `all` is the cgroup of all pods. */
function summary(node: number, all: number | null, pods: Readonly<Record<string, number>>) {
  const systemContainers = all === null ? [] : [{ name: "pods", memory: memory(all) }];
  const document = {
    node: { memory: memory(node), systemContainers },
    pods: Object.entries(pods).map(([name, mi]) => ({
      podRef: { uid: name },
      memory: { workingSetBytes: mi * MI },
    })),
  };
  return new TextEncoder().encode(JSON.stringify(document));
}

const ranking = ["a", "b", "c"].map((name) => ({ namespace: "shop", name, uid: name }));

function at(second: number, pressed = false): Decision {
  return {
    time: `2026-01-15T10:00:0${second}Z`,
    nodeConditions: pressed ? ["MemoryPressure"] : [],
    ...(pressed ? { signal: "memory.available", resource: "memory", ranking } : {}),
  } as unknown as Decision;
}

describe("what used up the memory", () => {
  it("is counted from the quiet step with the most available memory", () => {
    const growth = new GrowthSinceQuiet();
    growth.take(at(1), summary(700, 300, { a: 100, b: 200 }));
    growth.take(at(2), summary(600, 250, { a: 100, b: 150 }));
    growth.take(at(3), summary(800, 350, { a: 150, b: 200 }));
    const found = growth.until(at(4, true), summary(1000, 500, { a: 350, b: 140, c: 10 }));
    expect(found).toEqual({
      since: "2026-01-15T10:00:02Z",
      node: { before: 600 * MI, now: 1000 * MI },
      outsidePods: { before: 350 * MI, now: 500 * MI },
      pods: [
        { namespace: "shop", name: "a", before: 100 * MI, now: 350 * MI },
        { namespace: "shop", name: "c", before: 0, now: 10 * MI },
      ],
    });
    expect(JSON.stringify(growthSection(found))).toContain(
      "Since 10:00:02, the node lost 400Mi: 250Mi to pods, 150Mi to processes outside pods.",
    );
  });

  it("begins again after each pressure", () => {
    const growth = new GrowthSinceQuiet();
    growth.take(at(1), summary(600, null, {}));
    growth.take(at(2, true), summary(1000, null, {}));
    growth.take(at(3), summary(900, null, {}));
    const found = growth.until(at(4, true), summary(1000, null, {}));
    expect(found).toMatchObject({ since: "2026-01-15T10:00:03Z", outsidePods: null });
    expect(JSON.stringify(growthSection(found))).toContain("the node lost 100Mi.");
  });

  it("is not known without a quiet step, nor where less is used", () => {
    const growth = new GrowthSinceQuiet();
    expect(growth.until(at(1, true), summary(1000, 500, {}))).toBeNull();
    growth.take(at(2), summary(600, 250, {}));
    expect(growth.until(at(3, true), summary(500, 250, {}))).toBeNull();
    expect(growth.until(at(3), summary(900, 250, {}))).toBeNull();
  });

  it("is in the answer to explain, next to what the evicted pod uses", async () => {
    const { stdout } = await commandLine("explain --example memory-leak --all".split(" "));
    expect(stdout).toContain("Since 10:00:00, the node lost 2.28Gi");
    expect(stdout).toMatch(/shop\/cart-\S+ +190Mi +2\.46Gi +2\.28Gi/);
    expect(stdout).toMatch(/uses 2\.46Gi; 7\.53Mi are missing: evicting it can free enough\./);
  });
});
