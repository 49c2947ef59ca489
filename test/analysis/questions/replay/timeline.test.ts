import { describe, expect, it } from "vitest";
import type { Decision } from "../../../../analysis/engine/decision.ts";
import { plainStyle } from "../../../../analysis/present/terminal/style.ts";
import { TimelineLines } from "../../../../analysis/present/terminal/timelineLines.ts";
import { type Moment, Timeline } from "../../../../analysis/questions/replay/timeline.ts";
import {
  decision,
  evicting,
  mebibytes,
  metThreshold,
  threshold,
} from "../../../hosts/cli/documents.ts";

/** Moments ten seconds apart from 10:00:00; null is a record that could not be observed. */
function momentsOf(...decisions: readonly (Partial<Decision> | null)[]): Moment[] {
  return decisions.map((parts, index) => {
    const time = new Date(Date.UTC(2026, 10, 20, 10, 0, 10 * index)).toISOString();
    return {
      time,
      decision: parts === null ? null : { ...decision(), ...parts, time, step: index + 1 },
      problems: parts === null ? ["Summary: the kubelet did not answer"] : [],
    };
  });
}

function printed(moments: readonly Moment[], onlyChanges = false, columns = 80): string[] {
  const timeline = new Timeline({ onlyChanges });
  const lines = new TimelineLines(plainStyle(columns), columns, null);
  const steps = moments.flatMap((moment) => lines.of(timeline.step(moment)));
  return [...steps, ...lines.of(timeline.rest())];
}

function available(count: number): Partial<Decision> {
  return { thresholds: [threshold({ available: mebibytes(count) })] };
}

describe("quiet steps", () => {
  it("are folded into one line with the lowest amount and its time", () => {
    const lines = printed(momentsOf(available(3000), available(250), available(900)));
    expect(lines).toEqual([
      "10:00:10  ████┃█████░░░░░░    250Mi  lowest memory.available in 3 quiet steps",
    ]);
  });

  it("have the date before them when they are of another day than what went before", () => {
    const moments = momentsOf(evicting("cart"), decision(), available(250), evicting("web"));
    const days = ["20", "21", "21", "23"];
    const shifted = moments.map((moment, index) => {
      const time = moment.time.replace("-20T", `-${days[index]}T`);
      return { ...moment, time, decision: moment.decision && { ...moment.decision, time } };
    });
    const lines = printed(shifted);
    const dates = lines.flatMap((line, index) => (/^\d{4}-/.test(line) ? [index] : []));
    expect(dates.map((index) => lines[index])).toEqual(["2026-11-21 UTC", "2026-11-23 UTC"]);
    expect(lines[(dates[1] ?? 0) + 1]).toMatch(/^10:00:30 /);
    expect(printed(moments).some((line) => /^\d{4}-/.test(line))).toBe(false);
  });

  it("name no lowest step when there is only one", () => {
    const lines = printed(momentsOf(available(250)));
    expect(lines[0]).toMatch(/^10:00:00 .* 250Mi {2}memory\.available, 1 quiet step$/);
  });

  it("are left out with --only-changes", () => {
    expect(printed(momentsOf(available(3000), available(250)), true)).toEqual([]);
  });

  it("are counted even when no threshold has an observation", () => {
    expect(printed(momentsOf({ thresholds: [] }, { thresholds: [] }))).toEqual([
      "…         2 quiet steps",
    ]);
  });

  it("follow the signal the story was about, not one that is always low", () => {
    const disk = threshold({ signal: "nodefs.available", limit: 100, available: 200 });
    const quiet = { thresholds: [threshold({ available: mebibytes(900) }), disk] };
    const lines = printed(momentsOf(evicting("cart"), decision(quiet), decision(quiet)));
    expect(lines.at(-1)).toContain("memory.available, 1 quiet step");
  });
});

describe("a step that evicts", () => {
  it("shows bar, condition, pod, message and reason", () => {
    const [bar, ...others] = printed(momentsOf(evicting("cart")));
    expect(bar).toBe("10:00:00  ███▌┃░░░░░░░░░░░     90Mi  memory.available under hard 100Mi");
    expect(others.map((line) => line.trim())).toEqual([
      "● MemoryPressure begins",
      "✖ evicts shop/cart, grace period 1s",
      "The node was low on resource: memory.",
      "why: cart has the rank that it has.",
    ]);
  });

  it("is reported once when the next steps evict the same pod again", () => {
    const lines = printed(momentsOf(evicting("cart"), evicting("cart"), evicting("cart")));
    expect(lines.filter((line) => line.includes("✖"))).toHaveLength(1);
    expect(lines.at(-1)).toBe("…         2 steps more, each evicts shop/cart");
  });

  it("is reported again when it evicts another pod", () => {
    const lines = printed(momentsOf(evicting("cart"), evicting("web")));
    expect(lines.filter((line) => line.includes("✖"))).toHaveLength(2);
  });

  it("says that the kubelet could have chosen otherwise", () => {
    const alternatives = [
      { signal: "nodefs.available", hard: true, reclaim: [], pods: [] } as const,
    ];
    const lines = printed(momentsOf(evicting("cart", { alternatives })));
    const last = lines.slice(-2).map((line) => line.trim());
    expect(last.join(" ")).toContain(
      "not deterministic in the kubelet: 1 other outcome is possible; see explain",
    );
  });
});

describe("a timeline of 80 columns", () => {
  it("has no longer line, whatever a signal says", () => {
    const soft = metThreshold({ hard: false, graceRemainingSeconds: 80 });
    const signal = { signal: "allocatableMemory.available" } as const;
    const thresholds = [metThreshold(signal), { ...soft, ...signal }];
    const lines = printed(momentsOf({ signal: signal.signal, thresholds }));
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines.join(" ").replace(/\s+/g, " ")).toContain("and soft 100Mi, grace 1m20s left");
  });
});

describe("other steps that matter", () => {
  it("a condition that ends", () => {
    const lines = printed(momentsOf({ nodeConditions: ["DiskPressure"] }, {}));
    expect(lines).toContain("10:00:10  ○ DiskPressure ends");
  });

  it("a soft threshold that waits out its grace period", () => {
    const soft = metThreshold({ hard: false, graceRemainingSeconds: 80 });
    const lines = printed(momentsOf({ thresholds: [soft] }), false, 120);
    expect(lines[0]).toMatch(/memory\.available under soft 100Mi, grace 1m20s left$/);
  });

  it("a threshold that is held by its minimum reclaim", () => {
    const held = threshold({ unresolved: true, minReclaim: "60Mi" });
    const lines = printed(momentsOf({ thresholds: [held] }), false, 120);
    expect(lines[0]).toMatch(/under hard 100Mi \+ 60Mi to reclaim$/);
  });

  it("a node-level reclaim that suffices", () => {
    const reclaim = ["DeleteAllUnusedContainers", "DeleteUnusedImages"];
    const parts = { reclaim, reclaimSufficient: true, thresholds: [] };
    expect(printed(momentsOf(parts)).join(" ").replace(/\s+/g, " ")).toBe(
      "10:00:00 ⟳ reclaims node-level resources: DeleteAllUnusedContainers, " +
        "DeleteUnusedImages; that suffices",
    );
  });

  it("a node-level reclaim after which nothing is recorded", () => {
    const parts = { reclaim: ["DeleteUnusedImages"], reclaimSufficient: false } as const;
    const lines = printed(momentsOf({ ...parts, reclaimAssumed: true, thresholds: [] }));
    expect(lines.join(" ").replace(/\s+/g, " ")).toBe(
      "10:00:00 ⟳ reclaims node-level resources: DeleteUnusedImages; assumed to free nothing",
    );
  });

  it("a ranking in which nobody can be evicted", () => {
    const lines = printed(momentsOf(evicting("cart", { action: "None", evictions: [] })));
    expect(lines.at(-1)).toContain("✖ no pod can be evicted");
  });
});

describe("records that cannot be observed", () => {
  it("are printed once for each stretch of the same trouble", () => {
    const lines = printed(momentsOf({}, null, null, {}));
    expect(lines.filter((line) => line.includes("did not answer"))).toEqual([
      "10:00:10  Summary: the kubelet did not answer",
    ]);
    expect(lines).toHaveLength(3);
  });
});

describe("an odd time", () => {
  const odd = (message: string) => ({ warnings: [{ rule: "clock", message }] });

  it("is reported once for each stretch of steps that have it", () => {
    const lines = printed(momentsOf({}, odd("now is A."), odd("now is B."), {}, odd("now is C.")));
    expect(lines.filter((line) => line.includes("now is"))).toEqual([
      "10:00:10  ! now is A.",
      "10:00:40  ! now is C.",
    ]);
  });
});
