/**
 * What a kubelet does with a pod whose containers the kernel has ended: by its restartPolicy.
 * Spec: the sources of Kubernetes, ShouldContainerBeRestarted of pkg/kubelet/container and getPhase
 * of pkg/kubelet.
 */
import { describe, expect, test } from "vitest";
import { node, owner, play, SIMULATOR } from "./playing.ts";
import { SimulatorModule } from "./simulatorModule.ts";

const containers = [{ name: "app", image: "app", resources: { limits: { memory: "200Mi" } } }];
const memory = { base: "100Mi", growth: "10Mi/s" };
const NODES = [node("worker-1"), node("worker-2")];

function pod(name: string, restartPolicy?: string, owned?: object): object {
  const metadata = { namespace: "shop", name, ...(owned && { ownerReferences: [owned] }) };
  const spec = { nodeName: "worker-1", containers, restartPolicy };
  return { apiVersion: "v1", kind: "Pod", metadata, spec, status: { phase: "Running" } };
}

function ends(objects: readonly object[], name: string, of = "Pod") {
  const workloads = [{ owner: { kind: of, namespace: "shop", name }, memory }];
  const { loop, events } = play(objects, { workloads }, 60);
  const kinds = events.filter((event) => event.pod?.namespace === "shop").map(({ kind }) => kind);
  const phases = loop.verdict().pods.map(({ phase }) => phase);
  return { kinds: kinds.slice(0, 2), phases };
}

describe("a pod without an owner whose container is at its limit", () => {
  test.each<readonly [string | undefined, readonly string[], string]>([
    ["Never", ["OOMKilled"], "Failed"],
    ["OnFailure", ["OOMKilled", "Restarted"], "Running"],
    ["Always", ["OOMKilled", "Restarted"], "Running"],
    [undefined, ["OOMKilled", "Restarted"], "Running"],
  ])("with restartPolicy %s tells %j, and is %s", (policy, kinds, phase) => {
    const told = ends([...NODES, pod("once", policy)], "once");
    expect(told).toEqual({ kinds, phases: [phase] });
  });
});

test("a pod of an owner that is not followed has failed for good with restartPolicy Never", () => {
  const workflow = { apiVersion: "argoproj.io/v1alpha1", kind: "Workflow", name: "w", uid: "1" };
  const told = ends([...NODES, pod("step", "Never", workflow)], "step");
  expect(told).toEqual({ kinds: ["OOMKilled"], phases: ["Failed"] });
});

test("a Job that only its pod names starts the containers of OnFailure again", () => {
  const job = { apiVersion: "batch/v1", kind: "Job", name: "sum", uid: "1", controller: true };
  const told = ends([...NODES, pod("sum-1", "OnFailure", job)], "sum-1");
  expect(told.kinds).toEqual(["OOMKilled", "Restarted"]);
});

describe("a Job", () => {
  const said = (spec: object) => {
    const loop = new SimulatorModule(SIMULATOR);
    const job = { ...owner("Job", "sum", spec), apiVersion: "batch/v1" };
    loop.give("objects", JSON.stringify({ kind: "List", items: [...NODES, job] }));
    loop.give("scenario", "{}");
    loop.run(1);
    const { assumptions } = loop.verdict();
    return assumptions.filter((sentence) => sentence.includes("of a Job"));
  };
  const unfollowed = [
    "completion indexes and backoffLimitPerIndex of a Job are not followed",
    "podFailurePolicy and successPolicy of a Job are not followed",
  ];
  test.each<readonly [string, object, readonly string[]]>([
    ["with completion indexes", { completionMode: "Indexed", completions: 2 }, unfollowed],
    ["with a successPolicy", { successPolicy: { rules: [] } }, unfollowed],
    ["without any of it", { completionMode: "NonIndexed" }, []],
  ])("%s says what is not followed", (_, spec, sentences) => {
    expect(said(spec)).toEqual(sentences);
  });
});
