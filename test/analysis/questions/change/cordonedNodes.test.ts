import { describe, expect, it } from "vitest";
import { SchedulerEngine } from "../../../../analysis/engine/schedulerEngine.ts";
import { CordonedNodes } from "../../../../analysis/questions/change/cordonedNodes.ts";
import { scheduleRemedies } from "../../../../analysis/questions/schedule/remedies/scheduleRemedies.ts";
import { finish } from "../../../../analysis/questions/search.ts";
import { Detail, SchedulerAction } from "../../../../assembly/abi.ts";
import { loadModule } from "../../../../hosts/system/modules.ts";

const node = (name: string, spec: object) => ({
  kind: "Node",
  metadata: { name },
  spec,
  status: { allocatable: { cpu: "4", memory: "8Gi", pods: "10" } },
});
const pod = { kind: "Pod", metadata: { namespace: "a", name: "asked" }, spec: {} };
const bytes = (...values: readonly object[]) =>
  new TextEncoder().encode(values.map((value) => JSON.stringify(value)).join("\n"));
const read = (document: Uint8Array) => {
  const cordoned = new CordonedNodes();
  cordoned.take(document);
  return cordoned;
};

describe("cordoned nodes", () => {
  it("are found in lists of either kind and alone, and no others are", () => {
    const { kind: _, ...untyped } = node("b", { unschedulable: true });
    const cordoned = read(
      bytes(
        { kind: "List", items: [node("a", { unschedulable: true }), pod] },
        { kind: "NodeList", items: [untyped, node("c", { unschedulable: false })] },
        node("d", { unschedulable: true }),
        node("e", { taints: [{ key: "unschedulable", effect: "NoSchedule" }] }),
        { kind: "Pod", metadata: { name: "f" }, spec: { unschedulable: true } },
      ),
    );
    const names = ["a", "b", "c", "d", "e", "f"];
    expect(names.filter((name) => cordoned.named(name) !== undefined)).toEqual(["a", "b", "d"]);
    expect(cordoned.named("b")).toMatchObject({ kind: "Node", metadata: { name: "b" } });
  });

  it("are not looked for in what is not JSON", () => {
    for (const text of [
      '{"unschedulable',
      "unschedulable",
      '{"kind":"Node","spec":"unschedulable"}',
    ]) {
      expect(read(new TextEncoder().encode(text)).named("")).toBeUndefined();
    }
  });

  it("are as they were after they were tried uncordoned", async () => {
    const engine = new SchedulerEngine(await loadModule("scheduler"));
    const cordoned = ["a", "b", "c"].map((name) => node(name, { unschedulable: true }));
    const pod = (name: string, cpu: string, more: object) => ({
      kind: "Pod",
      metadata: { namespace: "a", name },
      spec: { containers: [{ name: "c", resources: { requests: { cpu } } }], ...more },
    });
    // It preempts already, so that what is tried last is a node.
    const asked = pod("asked", "2", { priority: 1 });
    const document = bytes(node("d", {}), ...cordoned, pod("low", "3", { nodeName: "d" }), asked);
    engine.objects(document);
    const decide = () => {
      engine.configure(null);
      expect(engine.schedule(asked)).toBe(SchedulerAction.Unschedulable);
      return engine.report(Detail.Counterfactuals).parse();
    };
    const before = decide();
    const question = { engine, configuration: null, pod: asked, decision: before };
    const uncordoned = (asked: Parameters<typeof scheduleRemedies>[0]) =>
      finish(scheduleRemedies(asked)).remedies.flatMap(({ changes: [first], node: to }) =>
        first?.change === `uncordon ${to}` ? [to] : [],
      );
    expect(uncordoned({ ...question, cordoned: read(document) })).toEqual(["a", "b", "c"]);
    expect(decide().nodes).toEqual(before.nodes);
    expect(uncordoned(question)).toEqual([]);
  });
});
