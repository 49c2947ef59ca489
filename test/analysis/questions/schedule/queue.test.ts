import { expect, it } from "vitest";
import { SchedulerEngine } from "../../../../analysis/engine/schedulerEngine.ts";
import { queuedDecisions } from "../../../../analysis/questions/schedule/queue.ts";
import { loadModule } from "../../../../hosts/system/modules.ts";

const node = {
  kind: "Node",
  metadata: { name: "worker-1" },
  status: { allocatable: { cpu: "4", memory: "4Gi", pods: "110" } },
};
const pod = (name: string, memory: string, priority: number) => ({
  kind: "Pod",
  metadata: { name, namespace: "shop", uid: name },
  spec: { priority, containers: [{ name: "main", resources: { requests: { memory } } }] },
  status: { phase: "Pending" },
});

/** The node has room for one of them: the pod of the higher priority is first in the queue. */
it("decides on each pending pod after the ones before it are placed", async () => {
  const engine = new SchedulerEngine(await loadModule("scheduler"));
  const items = [node, pod("small", "3Gi", 0), pod("important", "3Gi", 1000)];
  engine.objects(JSON.stringify({ kind: "List", apiVersion: "v1", items }));
  engine.configure("{}");
  const decisions = [...queuedDecisions(engine)].map((answer) => {
    const { pod, result } = answer.parse();
    return [pod.name, result];
  });
  expect(decisions).toEqual([
    ["important", "Scheduled"],
    ["small", "Unschedulable"],
  ]);
});
