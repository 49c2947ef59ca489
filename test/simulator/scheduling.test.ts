/** The scheduler, asked about a pod that waits in a scenario. */
import { describe, expect, test } from "vitest";
import { node, owner, play } from "./playing.ts";
import { Refused } from "./simulatorModule.ts";

const ask = (loop: ReturnType<typeof play>["loop"], name: string) =>
  JSON.parse(loop.give("scheduling", JSON.stringify({ namespace: "shop", name })));

describe("a pod that no node takes", () => {
  const tainted = {
    ...node("worker-2"),
    spec: { taints: [{ key: "maintenance", effect: "NoSchedule" }] },
  };
  const large = { containers: [{ name: "app", resources: { requests: { memory: "9Gi" } } }] };
  const objects = [
    node("worker-1"),
    tainted,
    owner("Deployment", "large", { replicas: 1 }, large),
    owner("Deployment", "small", { replicas: 1 }),
  ];
  const waiting = () => {
    const { loop, events } = play(objects, {}, 60);
    const refused = events.find(({ kind }) => kind === "FailedScheduling");
    return { loop, events, refused };
  };

  test("is refused by each of them as the scheduler's plugins say it", () => {
    const { loop, refused } = waiting();
    const { message, nodes } = ask(loop, refused?.pod?.name ?? "");
    expect(message).toBe(refused?.message);
    // The sentences of kube-scheduler's plugins TaintToleration and NodeResourcesFit.
    expect(
      nodes.sort((a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)),
    ).toEqual([
      {
        name: "worker-1",
        filter: { plugin: "NodeResourcesFit", reasons: ["Insufficient memory"] },
      },
      {
        name: "worker-2",
        filter: {
          plugin: "TaintToleration",
          reasons: [expect.stringMatching(/^node\(s\) had untolerated taint/)],
        },
      },
    ]);
    expect(ask(loop, refused?.pod?.name ?? "")).toEqual({ message, nodes });
  });

  test("ends the scenario where it is asked about", () => {
    const { loop, refused } = waiting();
    loop.run(70);
    ask(loop, refused?.pod?.name ?? "");
    expect(() => loop.run(80)).toThrow(/no scenario continues after `scheduling`; clear/);
    expect(JSON.parse(loop.give("situation", JSON.stringify({ node: "worker-1" })))).toHaveProperty(
      "pods",
    );
  });

  test("must be there and wait", () => {
    const { loop, events } = waiting();
    const placed = events.find(({ kind }) => kind === "Scheduled")?.pod?.name ?? "";
    expect(() => ask(loop, placed)).toThrow(Refused);
    expect(() => ask(loop, "nobody")).toThrow(/no such pod|not found|no pod/i);
    // Nothing was decided, so the scenario goes on.
    expect(loop.run(70)).toEqual([]);
  });
});
