/** Pods that need a feature that nodes declare: from the sources of the plugin in 1.36. */
import { expect, test } from "vitest";
import { SchedulerAction } from "../../assembly/abi.ts";
import { loadModule } from "../../hosts/system/modules.ts";
import { ClusterModule } from "./schedulerModule.ts";

const cluster = new ClusterModule(await loadModule("scheduler"));
const encoder = new TextEncoder();
const { NotEvaluated, Scheduled } = SchedulerAction;

const PROFILE = {
  schedulerName: "default-scheduler",
  plugins: { multiPoint: { disabled: [{ name: "NodeDeclaredFeatures" }] } },
};

interface Answer {
  readonly action: number;
  readonly notEvaluated: readonly string[] | undefined;
}

function decided(release: string, spec: object, more: object = {}): Answer {
  cluster.call("clear");
  const give = (verb: string, document: object) =>
    cluster.give(verb, encoder.encode(JSON.stringify(document)));
  const kinds = {
    apiVersion: "kubescheduler.config.k8s.io/v1",
    kind: "KubeSchedulerConfiguration",
  };
  give("configure", { ...kinds, ...more, plimsoll: { kubernetesVersion: release } });
  const allocatable = { cpu: "4", memory: "8Gi", pods: "10" };
  const metadata = { namespace: "shop", name: "new", uid: "new" };
  give("objects", {
    kind: "List",
    items: [
      { kind: "Node", metadata: { name: "n0" }, status: { allocatable } },
      { kind: "Pod", metadata, spec },
    ],
  });
  const action = give("schedule", { namespace: "shop", name: "new" });
  cluster.call("report", 1);
  return { action, notEvaluated: JSON.parse(cluster.answer()).notEvaluated };
}

const rule = (action: string) => ({ action, exitCodes: { operator: "In", values: [42] } });
const container = { name: "c", restartPolicy: "Never" };
const restartsAll = { ...container, restartPolicyRules: [rule("RestartAllContainers")] };
const restartsItself = { ...container, restartPolicyRules: [rule("Restart")] };

const NEEDED = { action: NotEvaluated, notEvaluated: ["NodeDeclaredFeatures"] };
const NONE = { action: Scheduled, notEvaluated: undefined };

test.each([
  ["1.36", "a rule that restarts all containers", { containers: [restartsAll] }, NEEDED],
  [
    "1.36",
    "such a rule of an init container",
    { initContainers: [restartsAll], containers: [container] },
    NEEDED,
  ],
  [
    "1.36",
    "user namespaces in the host's network",
    { hostUsers: false, hostNetwork: true, containers: [container] },
    NEEDED,
  ],
  ["1.36", "a rule that restarts its container", { containers: [restartsItself] }, NONE],
  ["1.36", "user namespaces", { hostUsers: false, containers: [container] }, NONE],
  ["1.35", "a rule that restarts all containers", { containers: [restartsAll] }, NONE],
])("to %s a pod with %s", (release, _, spec, answer) => {
  expect(decided(release, spec)).toEqual(answer);
});

test("a profile without the plugin places such a pod", () => {
  expect(decided("1.36", { containers: [restartsAll] }, { profiles: [PROFILE] })).toEqual(NONE);
});
