/** An earlyoom on a simulated node: whom it ends, when, and what follows. */
import { describe, expect, test } from "vitest";
import { node, owner, play, uses } from "./playing.ts";
import { Refused, type SimulatorEvent } from "./simulatorModule.ts";

const MI = 2 ** 20;
const CAPACITY = 4096 * MI;
const QUIET = { evictionHard: { "memory.available": "0%" } };
const EARLY = { name: "worker-1", heartbeat: "2s", evictionStep: "8s" };
const objects = [
  node("worker-1", { memory: "4Gi" }),
  owner("Deployment", "leak", { replicas: 1 }),
  owner("Deployment", "web", { replicas: 1 }),
];
const LEAK = uses("Deployment", "leak", { memory: { base: "100Mi", growth: "10Mi/s" } });
const WEB = uses("Deployment", "web", { memory: { base: "1Gi" } });

function ended(events: readonly SimulatorEvent[]): readonly (readonly string[])[] {
  return events
    .filter(({ kind }) => kind === "Killed" || kind === "OOMKilled" || kind === "Evicted")
    .map(({ kind, pod }) => [kind, pod?.name.replace(/-.*$/, "") ?? ""]);
}

const startOf = (events: readonly SimulatorEvent[], name: string) =>
  events.find(({ kind, pod }) => kind === "Started" && pod?.name.startsWith(name))?.time ?? 0;

describe("an earlyoom on a node", () => {
  test.each([
    ["its default", {}, 10],
    ["another", { memory: 25 }, 25],
  ])("ends a container once its limit or less is available: %s", (_, earlyoom, percent) => {
    const scenario = { kubelet: QUIET, earlyoom, workloads: [LEAK, WEB] };
    const { events } = play(objects, scenario, 600);
    const [ending] = events.filter(({ kind }) => kind === "Killed");
    // The leak has 100 MiB and grows by 10 MiB/s beside 1 GiB.
    const room = CAPACITY - Math.floor((CAPACITY * percent) / 100) - 1124 * MI;
    const seconds = Math.ceil(room / (10 * MI));
    expect(ending?.pod?.name).toMatch(/^leak-/);
    expect(ending?.time).toBeCloseTo(startOf(events, "leak") + seconds, 0);
    expect(ending?.reason).toBe("Error");
    expect(ending?.message).toContain(`At most ${percent}% of memory is available on worker-1`);
    expect(ending?.message).toContain("earlyoom ends container app, which has the highest");
  });

  test("acts before a kubelet with a lower threshold, and after one with a higher", () => {
    const of = (threshold: string) => ({
      kubelet: { evictionHard: { "memory.available": threshold } },
      nodes: [{ ...EARLY, earlyoom: { memory: 10 } }],
      workloads: [LEAK, WEB],
    });
    expect(ended(play(objects, of("100Mi"), 400).events)[0]).toEqual(["Killed", "leak"]);
    expect(ended(play(objects, of("1Gi"), 400).events)[0]).toEqual(["Evicted", "leak"]);
  });

  test("chooses by oom_score, in which a request counts more than some memory", () => {
    // oom_score_adj: 1000 - 1000 * 100 / 4096 = 976 of leak; 1000 for web, which requests nothing.
    const web = owner("Deployment", "web", { replicas: 1 }, { containers: [{ name: "app" }] });
    const [worker = {}, leak = {}] = objects;
    const small = uses("Deployment", "web", { memory: { base: "3600Mi" } });
    const leaking = uses("Deployment", "leak", { memory: { base: "90Mi" } });
    const scenario = { kubelet: QUIET, earlyoom: { memory: 10 }, workloads: [small, leaking] };
    expect(ended(play([worker, leak, web], scenario, 60).events)[0]).toEqual(["Killed", "web"]);
  });

  test("leaves what grows past all memory at once to the kernel", () => {
    const memory = {
      series: [
        [0, 100 * MI],
        [60, 5000 * MI],
      ],
    };
    const scenario = {
      kubelet: QUIET,
      earlyoom: {},
      workloads: [uses("Deployment", "leak", { memory }), WEB],
    };
    expect(ended(play(objects, scenario, 90).events)[0]).toEqual(["OOMKilled", "leak"]);
  });

  test("is among the assumptions, with what is not simulated of it", () => {
    const { verdict } = play(objects, { earlyoom: {}, workloads: [LEAK] }, 10);
    expect(verdict.assumptions).toContain(
      "earlyoom ends a container at once; without swap, its limit of swap is always met",
    );
    expect(play(objects, { workloads: [LEAK] }, 10).verdict.assumptions.join()).not.toContain(
      "earlyoom",
    );
  });

  test.each([0, 100, 1.5, "10%"])("refuses a limit of %j", (memory) => {
    expect(() => play(objects, { earlyoom: { memory } }, 10)).toThrow(Refused);
  });
});
