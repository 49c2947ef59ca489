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

/** What a signal measures, and the pods of it; `parts` says what of a pod counts. */
const RESOURCES = [
  {
    signal: "nodefs.available",
    used: (node: number) => ({
      fs: { capacityBytes: 100 * MI, availableBytes: (100 - node) * MI },
    }),
    pod: (amount: number) => ({
      containers: [{ name: "c", rootfs: { usedBytes: 7 * MI }, logs: { usedBytes: amount * MI } }],
      volume: [{ name: "v", usedBytes: 9 * MI }],
    }),
    parts: [
      { name: "c", kind: "container", rootfsCounted: false, logsCounted: true },
      { name: "v", kind: "volume", counted: false },
    ],
    unit: MI,
    sentence: "the node lost 40Mi of nodefs: 30Mi to pods, 10Mi to files outside pods.",
  },
  {
    signal: "imagefs.inodesFree",
    used: (node: number) => ({ runtime: { imageFs: { inodes: 100, inodesFree: 100 - node } } }),
    pod: (amount: number) => ({
      containers: [{ name: "c", rootfs: { inodesUsed: amount - 1 } }],
      volume: [{ name: "v", inodesUsed: 1 }],
    }),
    parts: [
      { name: "c", kind: "container", rootfsCounted: true, logsCounted: false },
      { name: "v", kind: "volume", counted: true },
    ],
    unit: 1,
    sentence: "the node lost 40 inodes of imagefs: 30 to pods, 10 to files outside pods.",
  },
  {
    signal: "pid.available",
    used: (node: number) => ({ rlimit: { maxpid: 100, curproc: node } }),
    pod: (amount: number) => ({ process_stats: { process_count: amount } }),
    parts: [],
    unit: 1,
    sentence: "the node lost 40 process IDs: 30 to pods, 10 to processes outside pods.",
  },
] as const;

describe.each(RESOURCES)("what used up $signal", ({ signal, used, pod, parts, unit, sentence }) => {
  const encode = (node: number, pods: Readonly<Record<string, object>>) => {
    const stats = Object.entries(pods).map(([uid, each]) => ({ podRef: { uid }, ...each }));
    return new TextEncoder().encode(JSON.stringify({ node: used(node), pods: stats }));
  };
  const ranked = ["a", "b"].map((name) => ({ namespace: "shop", name, uid: name, parts }));
  const pressed = { ...at(4, true), signal, ranking: ranked } as unknown as Decision;

  it("is counted by what counts of each pod, and what no pod has", () => {
    const growth = new GrowthSinceQuiet();
    growth.take(at(1), encode(30, { a: pod(5), b: pod(6) }));
    growth.take(at(2), encode(20, { a: pod(5), b: pod(5) }));
    const found = growth.until(pressed, encode(60, { a: pod(30), b: pod(10) }));
    const [scaled, times] = [(value: number) => value * unit, { since: "2026-01-15T10:00:02Z" }];
    expect(found).toEqual({
      ...{ signal, ...times, node: { before: scaled(20), now: scaled(60) } },
      outsidePods: { before: scaled(10), now: scaled(20) },
      pods: [
        { namespace: "shop", name: "a", before: scaled(5), now: scaled(30) },
        { namespace: "shop", name: "b", before: scaled(5), now: scaled(10) },
      ],
    });
    expect(JSON.stringify(growthSection(found))).toContain(sentence);
  });

  it("is not divided where the numbers of a pod are missing, or a pod is not ranked", () => {
    const growth = new GrowthSinceQuiet();
    growth.take(at(1), encode(20, { a: pod(5), b: pod(5) }));
    for (const other of [{ c: pod(1) }, { b: { containers: [{ name: "c" }] } }]) {
      if (signal === "pid.available" && "b" in other) continue;
      const found = growth.until(pressed, encode(60, { a: pod(30), b: pod(10), ...other }));
      expect(found).toMatchObject({ outsidePods: null });
      expect(JSON.stringify(growthSection(found))).not.toContain("outside pods");
    }
  });

  it("is not known without a Summary that observes it", () => {
    const growth = new GrowthSinceQuiet();
    growth.take(at(1), summary(600, 250, {}));
    expect(growth.until(pressed, encode(60, { a: pod(30) }))).toBeNull();
  });
});

describe("what used up the memory", () => {
  it("is counted from the quiet step with the most available memory", () => {
    const growth = new GrowthSinceQuiet();
    growth.take(at(1), summary(700, 300, { a: 100, b: 200 }));
    growth.take(at(2), summary(600, 250, { a: 100, b: 150 }));
    growth.take(at(3), summary(800, 350, { a: 150, b: 200 }));
    const found = growth.until(at(4, true), summary(1000, 500, { a: 350, b: 140, c: 10 }));
    expect(found).toEqual({
      signal: "memory.available",
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

  it("names the pod that took it where another one is evicted", async () => {
    const { stdout } = await commandLine("explain --example inode-storm".split(" "));
    expect(stdout).toMatch(/lost 301,821\s+inodes of nodefs, nearly all of it to sessions-/);
  });

  it("is in the answer to explain, next to what the evicted pod uses", async () => {
    const { stdout } = await commandLine("explain --example memory-leak --all".split(" "));
    expect(stdout).toContain("Since 10:00:00, the node lost 2.28Gi");
    expect(stdout).toMatch(/shop\/cart-\S+ +190Mi +2\.46Gi +2\.28Gi/);
    expect(stdout).toMatch(/uses 2\.46Gi\s+\(190Mi at 10:00:00\) and requests 256Mi\./);
    expect(stdout).toMatch(/uses 2\.46Gi; 7\.53Mi are missing: evicting it can free enough\./);
  });
});
