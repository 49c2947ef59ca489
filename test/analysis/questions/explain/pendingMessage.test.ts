import { describe, expect, it } from "vitest";
import { documentLines } from "../../../../analysis/present/terminal/blocks.ts";
import { plainStyle } from "../../../../analysis/present/terminal/style.ts";
import { messageDocument } from "../../../../analysis/questions/explain/messageDocument.ts";
import { readMessage } from "../../../../analysis/read/messages/message.ts";
import { otherEndOf } from "../../../../analysis/read/messages/otherEnds.ts";
import { schedulerReason } from "../../../../analysis/read/messages/schedulerReasons.ts";

const answer = (text: string) =>
  documentLines(messageDocument(readMessage(text)), { all: false }, plainStyle(80)).join("\n");

const SENTENCE =
  "0/12 nodes are available: 1 node(s) were unschedulable, 5 Insufficient memory, 6 node(s) had " +
  "untolerated taint(s). no new claims to deallocate, preemption: 0/12 nodes are available: 5 No " +
  "preemption victims found for incoming pod, 7 Preemption is not helpful for scheduling.";

const CHANGE_LABELS = "Change the pod's nodeSelector or node affinity, or label a node";
const LOWER_CPU = "Lower the cpu request";

describe("the scheduler's sentence", () => {
  it("is a sum of nodes, with the plugin of each reason and what changes it", () => {
    const lines = answer(SENTENCE);
    expect(lines).toMatch(/ 6 +untolerated taint +TaintToleration +a toleration, or other nodes\n/);
    expect(lines).toMatch(/ 5 +insufficient memory +NodeResourcesFit +a smaller request, or more/);
    expect(lines).toMatch(/ 1 +unschedulable +NodeUnschedulable +kubectl uncordon NODE\n/);
    expect(lines).toMatch(/5 nodes have\s+no pod of lower priority to preempt/);
    expect(lines).toMatch(
      /1 {2}Uncordon the unschedulable node.*\n +2 {2}Lower the memory request/,
    );
    expect(lines).toContain("Which nodes, which taints, how much memory is missing.");
  });

  it("is the same wherever a chat or a terminal folds it", () => {
    const words = SENTENCE.split(" ");
    for (const at of words.keys()) {
      const folded = `${words.slice(0, at).join(" ")}\n  ${words.slice(at).join(" ")}`;
      // After a full stop, another sentence begins.
      if (words[at - 1]?.endsWith(".")) continue;
      expect(answer(folded), folded).toBe(answer(SENTENCE));
    }
  });

  it("says where a node can have several reasons", () => {
    const lines = answer("0/2 nodes are available: 2 Insufficient cpu, 1 Insufficient memory.");
    expect(lines).toMatch(/^✖ The pod stays pending: both nodes refuse it because of insufficient/);
    expect(lines).toContain("A node can have several of these reasons.");
    expect(lines).toMatch(/Lower the cpu request: at least 1 node lacks nothing else/);
    expect(lines).not.toContain("Lower the memory request");
  });

  it.each([
    [
      "10 node(s) didn''t match node selector, 4 Insufficient cpu",
      "All 10 nodes refuse it for node selector or affinity: until that changes, no other change",
      [CHANGE_LABELS],
    ],
    [
      "1 Insufficient memory, 10 Insufficient pods",
      "All 10 nodes refuse it for too many pods: until that changes, no other change helps.",
      ["Add a node, or raise the kubelet's maxPods"],
    ],
    [
      "5 Insufficient cpu, 5 Insufficient memory, 5 node(s) had untolerated taint {a: b}",
      "A node can have several of these reasons. It takes the pod once all of its own are gone.",
      [],
    ],
    [
      "10 Insufficient cpu, 10 Insufficient memory",
      "A node can have several of these reasons. It takes the pod once all of its own are gone.",
      [],
    ],
    ["9 node(s) didn't match node selector, 1 Insufficient cpu", "", [CHANGE_LABELS, LOWER_CPU]],
  ])("has only fixes that are enough for a node: %s", (reasons, sentence, changes) => {
    const { sections, lead } = messageDocument(
      readMessage(`0/10 nodes are available: ${reasons}.`),
    );
    const own = sections.flatMap(({ blocks }) => blocks);
    const fixes = own.flatMap((block) => (block.is === "fixes" ? block.fixes : []));
    expect(fixes.map(({ change }) => change).sort()).toEqual(changes);
    expect(JSON.stringify(lead)).toContain(sentence);
    expect(JSON.stringify(lead)).not.toContain("''");
  });

  it("contradicts itself where it counts more nodes than there are", () => {
    const lines = answer("0/3 nodes are available: 5 Insufficient cpu.");
    expect(lines).toMatch(/^✖ The pod stays pending; the scheduler's message contradicts itself\n/);
    expect(lines.replace(/\s+/g, " ")).toContain(
      "The message contradicts itself: it counts 5 nodes with insufficient cpu, of 3.",
    );
    expect(lines).not.toContain("several of these reasons");
  });

  const tainted = (nodes: number) => {
    const each = (_: unknown, node: number) => `1 node(s) had untolerated taint {team: t-${node}}`;
    return `0/${nodes} nodes are available: ${Array.from({ length: nodes }, each).join(", ")}.`;
  };

  it("counts all of a long message, and nothing of one of more than 512 Ki of characters", () => {
    expect(answer(tainted(600))).toMatch(/all 600 nodes refuse it because of untolerated taint\n/);
    const lines = answer(tainted(12_000));
    expect(lines).toMatch(/^✖ The pod stays pending: see below\n/);
    expect(lines).toContain("The message was cut: it has more than 512 Ki of characters");
    expect(lines).not.toContain("TaintToleration");
  });

  it("names the preemption that kube-scheduler 1.37 and newer report", () => {
    const found = "found a potential placement for pod on node worker-1, preempting";
    const lines = (count: number) =>
      answer(`0/2 nodes are available: 2 Insufficient cpu. preemption: ${found} ${count} victims`);
    expect(lines(2)).toMatch(
      /^✖ The pod preempts 2 pods on worker-1, and waits to be placed there\n/,
    );
    expect(lines(1)).toMatch(/^✖ The pod preempts 1 pod on worker-1/);
    expect(lines(2)).toMatch(/ 2 +insufficient cpu/);
  });

  it("has reasons that are not known as they are", () => {
    expect(schedulerReason("node(s) had a bad day")).toMatchObject({
      ...{ words: "had a bad day", plugin: null },
    });
  });

  it("counts the nodes of several taints as one reason, and names the taints", () => {
    const lines = answer(
      "0/5 nodes are available: 1 node(s) had untolerated taint {node.kubernetes.io/" +
        "disk-pressure: }, 2 node(s) had untolerated taint {dedicated: gpu}, " +
        "1 node(s) had untolerated taint {team: a}, 1 Insufficient memory.",
    );
    expect(lines).toMatch(/all 5 nodes refuse it, 3 because of untolerated taint\n/);
    expect(lines.match(/a toleration, or other nodes/g)).toHaveLength(1);
    expect(lines.match(/Tolerate the taint/g)).toHaveLength(1);
    expect(lines.replace(/\s+/g, " ")).toContain(
      "Taints: dedicated=gpu on 2 nodes, node.kubernetes.io/disk-pressure on 1 node, team=a on 1 " +
        "node. A pressure taint points to evictions there.",
    );
    expect(lines).toContain("Which nodes, how much memory is missing.");
  });

  it.each([
    ["disk", "disk pressure", "more free disk space there"],
    ["memory", "memory pressure", "less memory in use there"],
    ["pid", "PID pressure", "fewer processes there"],
  ])("proposes no toleration of %s-pressure: a kubelet would reject the pod", (key, words, end) => {
    const taint = `{node.kubernetes.io/${key}-pressure: }`;
    for (const reason of [
      `node(s) had untolerated taint ${taint}`,
      `node(s) had taint ${taint}, that the pod didn't tolerate`,
    ]) {
      const lines = answer(`0/12 nodes are available: 12 ${reason}.`);
      expect(lines).toContain(`all 12 nodes refuse it because of ${words}\n`);
      expect(lines).toContain(end);
      expect(lines).not.toMatch(/tolerat(?:e the|ion,)/i);
    }
  });

  it.each([
    ["node.kubernetes.io/not-ready", "node not ready", "Make the node ready"],
    ["node.kubernetes.io/unreachable", "node unreachable", "Bring the unreachable node back"],
    ["node.kubernetes.io/network-unavailable", "node without a network", "Set up the node's"],
    ["node.cloudprovider.kubernetes.io/uninitialized", "node not initialized", "Start the cloud"],
    ["node.cloudprovider.kubernetes.io/shutdown", "node shut down", "Start the node that"],
    ["ToBeDeletedByClusterAutoscaler", "node being removed", "other nodes"],
  ])("asks for the node and not for a toleration with %s", (key, words, fix) => {
    const lines = answer(
      `0/3 nodes are available: 3 node(s) had untolerated taint {${key}: }. preemption: 0/3 ` +
        "nodes are available: 3 Preemption is not helpful for scheduling.",
    );
    expect(lines).toContain(`all 3 nodes refuse it because of ${words}\n`);
    expect(lines).toContain(fix);
    expect(lines).not.toMatch(/tolerate the|a toleration,/i);
  });

  it.each([
    ["1 node(s) didn't match pod affinity/anti-affinity", "pod affinity or anti-affinity"],
    ["1 node(s) didn't match node selector", "node selector or affinity"],
    ["1 node(s) had memory pressure", "memory pressure"],
    ["1 node(s) were not ready", "node not ready"],
  ])("knows what a scheduler up to 1.19 writes: %s", (reason, words) => {
    expect(answer(`0/1 nodes are available: ${reason}.`)).toMatch(new RegExp(` 1 +${words} +\\w`));
  });

  it.each([
    [
      "following predicates:: Insufficient cpu (9), MatchNodeSelector (18).",
      [
        ["18", "node selector or affinity", "other labels"],
        ["9", "insufficient cpu"],
      ],
    ],
    ["predicates: NodeUnderMemoryPressure (1).", [["1", "memory pressure"]]],
    ["predicates: Insufficient pods (2).", [["2", "too many pods", "NodeResourcesFit"]]],
  ])("has the predicates of a scheduler up to 1.8: %s", (predicates, rows) => {
    const lines = answer(`No nodes are available that match all of the ${predicates}`);
    expect(lines).toMatch(/^✖ The pod stays pending: no node takes it/);
    for (const row of rows) expect(lines).toMatch(new RegExp(row.join(" +")));
  });

  it("knows that nodes lack the label over which a pod is spread", () => {
    const refusal = "node(s) didn't match pod topology spread constraints";
    const lines = answer(`0/3 nodes are available: 3 ${refusal} (missing required label).`);
    expect(lines).toMatch(/ 3 +missing topology label +the topologyKey's label on nodes\n/);
    expect(lines).toContain("Label the nodes with the topologyKey of the pod's constraint");
    expect(answer(`0/3 nodes are available: 3 ${refusal}.`)).toContain("room in other zones");
  });

  it("has the nodes and predicates of a scheduler before 1.2", () => {
    const lines = answer(
      "Error scheduling: failed to find fit for pod, Node a-6vim: PodFitsResourcesNode a-kprc: " +
        "PodFitsResourcesNode b-imqn: PodFitsHostPorts",
    );
    expect(lines).toMatch(/ 2 +insufficient resources +NodeResourcesFit/);
    expect(lines).toMatch(/ 1 +host port in use +NodePorts/);
  });

  it("points to evictions only with a pressure taint", () => {
    const reported = messageDocument(
      readMessage("0/1 nodes are available: 1 node(s) had untolerated taint {dedicated: gpu}."),
    );
    expect(JSON.stringify(reported)).not.toContain("pressure");
    const end = otherEndOf("Warning  FailedScheduling  0/1 nodes are available: 1 Too many pods.");
    expect(end?.ask).not.toContain("pressure");
  });

  const claims = "pod has unbound immediate PersistentVolumeClaims";
  it.each([
    [claims, "it has an unbound volume claim"],
    [
      `0/3 nodes are available: ${claims}. preemption: 0/3 nodes are available`,
      "it has an unbound",
    ],
    [`0/3 nodes are available: 3 ${claims}.`, "all 3 nodes refuse it because of unbound volume"],
    [
      '0/3 nodes are available: persistentvolumeclaim "a" not found.',
      "its PersistentVolumeClaim do",
    ],
    ['persistentvolumeclaim "a" not found', "its PersistentVolumeClaim does not exist"],
    [
      'running PreBind plugin "VolumeBinding": binding volumes: timed out waiting',
      "its volumes were not bound in time",
    ],
  ])("knows what the scheduler says of volumes: %s", (text, reason) => {
    expect(answer(text)).toContain(`✖ The pod stays pending: ${reason}`);
  });

  it("says why preemption was not tried", () => {
    const never = "preemption: not eligible due to preemptionPolicy=Never.";
    expect(answer(`0/1 nodes are available: 1 Insufficient cpu. ${never}`)).toContain(
      "Preemption was not tried: preemptionPolicy=Never.",
    );
  });
});
