import { describe, expect, it } from "vitest";
import { RELEASES } from "../../../../analysis/engine/contract/releases.ts";
import { formatTree } from "../../../../analysis/read/json/tree.ts";
import { fittingDefault } from "../../../../analysis/read/messages/defaultThreshold.ts";
import { messagesIn, readMessage } from "../../../../analysis/read/messages/message.ts";
import { MESSAGE_FORMS } from "../../../../analysis/read/messages/messageForms.ts";
import { messageTree } from "../../../../analysis/read/messages/messageJson.ts";
import { formatRelease } from "../../../../analysis/text/release.ts";
import { PUBLIC_MESSAGES } from "./publicMessages.ts";
import { random } from "./random.ts";

const NEWEST = formatRelease(RELEASES.messages.newest);

function documentOf(text: string): Record<string, unknown> {
  return JSON.parse(formatTree(messageTree(readMessage(text))));
}

describe("an eviction message", () => {
  it.each(PUBLIC_MESSAGES)("is read as it was quoted: $source", ({ text, says }) => {
    expect(documentOf(text)).toMatchObject(says);
  });

  it.each(["1e400", "-1e400", "9".repeat(400), "50M\u001b[31mi", "50Mib"])(
    "has no amount that Kubernetes does not write: %j",
    (available) => {
      const threshold = `Threshold quantity: 100Mi, available: ${available}. `;
      const read = documentOf(`The node was low on resource: memory. ${threshold}`);
      expect(read).toMatchObject({ resource: "memory", threshold: null, available: null });
    },
  );

  it("names the pod of a message since 1.34", () => {
    const text =
      "The node was low on resource: memory. Threshold quantity: 100Mi, available: 81Mi. " +
      "Pod cart was using 900Mi, request is 512Mi, has larger consumption of memory. " +
      "Container app was using 899Mi, request is 0, has larger consumption of memory. ";
    expect(documentOf(text)).toMatchObject({
      pod: { name: "cart", usage: 943718400, request: 536870912, resource: "memory" },
      containers: [{ name: "app", usage: 942669824, request: 0, resource: "memory" }],
      release: { from: "1.34", to: NEWEST },
    });
  });

  // The event of the eviction manager, about its node: until 1.10 a file system, then its bytes.
  it.each([
    ["memory", ["memory.available", "allocatableMemory.available"], "1.3", NEWEST],
    ["nodefs", ["nodefs.available"], "1.4", "1.10"],
    [
      "inodes",
      ["nodefs.inodesFree", "imagefs.inodesFree", "containerfs.inodesFree"],
      "1.11",
      NEWEST,
    ],
  ])(
    "may be the event with which the kubelet begins to reclaim %s",
    (resource, signals, from, to) => {
      const read = documentOf(`Warning EvictionThresholdMet Attempting to reclaim ${resource}`);
      expect(read).toMatchObject({
        kind: "node-pressure",
        event: "EvictionThresholdMet",
        ...{ resource, signals, threshold: null, containers: [] },
        release: { from, to },
      });
      expect(read.unknown).toContainEqual(expect.stringMatching(/^whether a pod was evicted/));
    },
  );

  it.each([
    ["OOMKilled", "oom-killed", /OOM killer/],
    ["System OOM encountered, victim process: java, pid: 12345", "oom-killed", /OOM killer/],
    [
      "Container runtime did not kill the pod within specified grace period.",
      "grace-period-exceeded",
      /grace period/,
    ],
    ["Preempted in order to admit critical pod", "preempted-by-kubelet", /kubelet preempted/],
    ["Preempted by pod 3f2a on node worker-1", "preempted", /higher priority/],
    ["Marking for deletion Pod shop/cart-0", "taint-manager", /taint manager/],
    ["Eviction API: evicting", "eviction-api", /Eviction API/],
    ["Pod was terminated in response to imminent node shutdown.", "node-shutdown", /shut down/],
    [
      "Node didn't have enough resource: memory, requested: 2, used: 1, capacity: 2",
      "out-of-resource",
      /not fit/,
    ],
    [
      "Failed to garbage collect required amount of images. Attempted to free 4000 bytes",
      "image-gc-failed",
      /unused images/,
    ],
    ["Node worker-1 status is now: NodeHasDiskPressure", "node-condition", /node condition/],
    ["0/4 nodes are available: 4 Insufficient cpu.", "failed-scheduling", /scheduler/],
    ["Last State: Terminated, exit code 137", "killed", /SIGKILL/],
    [
      "Memory cgroup out of memory: Kill process 1371 (node) score 2081 or sacrifice child",
      "oom-killed",
      /a memory cgroup was at its limit/,
    ],
    [
      "Cannot evict pod as it would violate the pod's disruption budget.",
      "eviction-refused",
      /^Not evicted: .*PodDisruptionBudget/,
    ],
    [
      "error: pods with local storage (use --delete-local-data to override): web-1",
      "drain-refused",
      /^Not evicted: kubectl drain/,
    ],
    ["Cancelling deletion of Pod shop/cart-0", "taint-manager-cancelled", /cancelled/],
    ["Pod was rejected: Predicate NodeAffinity failed", "node-affinity", /labels/],
    ["Allocate failed due to no healthy devices", "unexpected-admission-error", /devices/],
    [
      "No nodes are available that match all of the following predicates:: Insufficient cpu (2).",
      "failed-scheduling",
      /scheduler/,
    ],
  ])("is none where something else happened: %s", (text, kind, title) => {
    expect(documentOf(text)).toMatchObject({
      kind,
      otherEnd: expect.stringMatching(title),
      unknown: [],
    });
  });

  it.each([
    [
      "Node didn't have enough resource: cpu, requested: 500, used: 1900, capacity: 2000",
      "cpu: requested 500, used 1900, capacity 2000",
    ],
    [
      "Node didn't have enough resource: memory, requested: 21474836480, used: 1073741824, " +
        "capacity: 8589934592",
      "memory: requested 20Gi, used 1Gi, capacity 8Gi",
    ],
    [
      "Node didn't have enough resource: ephemeral-storage, requested: 5, used: 0, capacity: 0",
      "ephemeral-storage: requested 5, used 0, capacity 0; the kubelet does not know it yet",
    ],
    ["System OOM encountered, victim process: java, pid: 12345", "java (pid 12345)"],
    ["System OOM encountered, victim process: (a, b), pid: 12", "(a, b) (pid 12)"],
    ["Out of memory: Killed process 7 ((resolved)) total-vm:8kB", "(resolved) (pid 7)"],
    [
      "0/12 nodes are available: 3 node(s) had untolerated taint " +
        "{node.kubernetes.io/disk-pressure: }, 4 Insufficient memory, 5 node(s) didn't match " +
        "Pod's node affinity/selector. preemption: 0/12 nodes are available: 12 Preemption is " +
        "not helpful.",
      "0/12 nodes: 5 node(s) didn't match Pod's node affinity/selector; 4 Insufficient memory; " +
        "3 node(s) had untolerated taint {node.kubernetes.io/disk-pressure: }",
    ],
    [
      "0/1 nodes are available: pod has unbound immediate PersistentVolumeClaims.",
      "0/1 nodes: pod has unbound immediate PersistentVolumeClaims",
    ],
    ["OOMKilled", null],
    [
      "Node didn't have enough resource: memory, requested: 20,\n    used: 65, capacity: 66",
      "memory: requested 20, used 65, capacity 66",
    ],
    [
      "no fit: 0/4 nodes are available: 1 Insufficient cpu, 3 node(s) didn't match node " +
        "selector.; waiting",
      "0/4 nodes: 3 node(s) didn't match node selector; 1 Insufficient cpu",
    ],
    [
      "No nodes are available that match all of the following predicates:: Insufficient cpu (9), " +
        "MatchNodeSelector (18).",
      "18 MatchNodeSelector; 9 Insufficient cpu",
    ],
    [
      "0/4 nodes are available: 4 Insufficient cpu. preemption: not eligible due to " +
        "preemptionPolicy=Never.",
      "0/4 nodes: 4 Insufficient cpu; preemption: not eligible due to preemptionPolicy=Never",
    ],
    [
      'error when evicting pods/"web-1" -n "shop" (will retry after 5s): Cannot evict pod as it ' +
        "would violate the pod's disruption budget.\nevicting pod shop/web-2\nerror when " +
        'evicting pod "web-2" (will retry after 5s): Cannot evict pod as it would violate ' +
        "the pod's disruption budget.",
      "shop/web-1, web-2",
    ],
    [
      "error: cannot delete Pods with local storage (use --delete-emptydir-data to override): a, b",
      "--delete-emptydir-data: a, b",
    ],
  ])("has the numbers of what else happened: %s", (text, detail) => {
    expect(documentOf(text)).toMatchObject({ detail });
  });

  // As people shorten it, and as a column of a table cuts it off.
  it("names what goes on as no kubelet writes it, and is of a release that begins it so", () => {
    const low = "The node was low on resource: ephemeral-storage.";
    const tenth = documentOf(`${low} Threshold quantity: 10%.`);
    expect(tenth.release).toEqual({ from: "1.26", to: NEWEST });
    expect(tenth.unknown).toContain(
      'what "Threshold quantity: 10%." means: no kubelet writes it in this form',
    );
    const read = documentOf(`${low} Container app was using 1148032Ki, request is 0\nexitCode 137`);
    expect(read.unknown).toContainEqual(expect.stringMatching(/^what "Container app was using/));
    expect(documentOf(`${low} Threshold quantity: 214622`).release).toEqual(tenth.release);
    const retold = documentOf(`${low}\nThreshold: 80463020976, available: 78017988Ki.`);
    expect(retold.release).toEqual({ from: "1.26", to: NEWEST });
    expect(retold.unknown).toContainEqual(expect.stringMatching(/^what "Threshold: 80463020976/));
    expect(read.release).toEqual({ from: "1.11", to: NEWEST });
    const hidden = "Container <app> was using 3256Ki, which exceeds its request of 2048Ki.";
    const replaced = documentOf(`The node was low on resource: memory. ${hidden}`);
    expect(replaced.release).toEqual({ from: "1.11", to: NEWEST });
    expect(replaced.unknown).toContainEqual(expect.stringMatching(/^what "Container <app> was/));
    expect(documentOf(`${low} Container killed.`).unknown).not.toContainEqual(
      expect.stringMatching(/no kubelet writes/),
    );
  });

  it.each([
    {
      text: 'emptyDir usage exceeds the limit "1Gi"',
      kind: "emptyDir-limit",
      volume: null,
      limit: 2 ** 30,
      release: { from: "1.7", to: "1.10" },
    },
    {
      text: "The node was low on resource: EmptyDir.",
      kind: "emptyDir-limit",
      volume: null,
      limit: null,
      release: { from: "1.7", to: "1.10" },
    },
    {
      text: 'container\'s ephemeral local storage usage exceeds the limit "1Gi"',
      kind: "container-limit",
      limit: 2 ** 30,
      release: { from: "1.8", to: "1.10" },
    },
    {
      text: 'container\'s overlay usage exceeds the limit "1Gi"',
      kind: "container-limit",
      limit: 2 ** 30,
      release: { from: "1.7", to: "1.7" },
    },
    {
      text: "The node was low on resource: containerOverlay.",
      kind: "container-limit",
      limit: null,
      release: { from: "1.7", to: "1.7" },
    },
  ])("of 1.7 to 1.10 names no one: $text", ({ text, ...says }) => {
    expect(documentOf(text)).toMatchObject({ containers: [], ...says });
  });

  it.each([
    ["The node was low on compute resources.", false],
    ["The node was low on resource: nodefs.", false],
    ["The node was low on resource: memory.", true],
  ])("may be cut off where a later release goes on: %s", (text, mayBeCut) => {
    const clause = expect.stringMatching(/^whether the text is whole/);
    const { unknown } = documentOf(text);
    if (mayBeCut) expect(unknown).toContainEqual(clause);
    else expect(unknown).not.toContainEqual(clause);
  });

  it("of ephemeral storage alone may be of a limit, in 1.8 to 1.10", () => {
    const { release, unknown, kind } = documentOf(
      "The node was low on resource: ephemeral-storage.",
    );
    expect({ kind, release }).toEqual({
      kind: "node-pressure",
      release: { from: "1.8", to: "1.25" },
    });
    expect(unknown).toContain(
      "whether the node was low: 1.8 to 1.10 write the same for a pod above its own limit",
    );
  });

  // kubernetes/kubernetes#130439 has container-1; podinfo is a container that many run.
  it.each(["container-1", "podinfo", "my-container", "pod", "container", "container-pod-1"])(
    "names a container once that is called %s",
    (name) => {
      const text =
        "The node was low on resource: ephemeral-storage. Threshold quantity: 94576558032, " +
        `available: 92034400Ki. Container ${name} was using 122Ki, request is 0, has larger ` +
        "consumption of ephemeral-storage.";
      const read = documentOf(text);
      expect(read.containers).toEqual([
        { name, usage: 122 * 1024, request: 0, resource: "ephemeral-storage" },
      ]);
      expect(read.pod).toBeUndefined();
      expect(read.release).toEqual({ from: "1.26", to: NEWEST });
      const limit = documentOf(
        `Container ${name} exceeded its local ephemeral storage limit "2Gi".`,
      );
      expect(limit.containers).toMatchObject([{ name }]);
    },
  );

  const WHOLE =
    "The node was low on resource: ephemeral-storage. Threshold quantity: 2146223340, available: " +
    "1883424Ki. Container helmer was using 10304Ki, request is 10Mi, has larger consumption of " +
    "ephemeral-storage. ";

  it("is the same wherever a line is broken, and whatever indents the next one", () => {
    for (const fold of ["\n", "\n    ", "\r\n> ", "\n# "]) {
      for (let at = 1; at < WHOLE.length - 2; at++) {
        const folded = WHOLE.slice(0, at) + fold + WHOLE.slice(at);
        expect(documentOf(folded), JSON.stringify(folded)).toEqual(documentOf(WHOLE));
      }
    }
  });

  it("says that it is cut off", () => {
    const [message] = messagesIn(WHOLE.slice(0, WHOLE.indexOf("request is 10Mi") + 6));
    expect(message?.isCut).toBe(true);
    expect(message?.containers).toEqual([]);
    expect(readMessage(WHOLE).isCut).toBe(false);
  });

  it("keeps every digit of an amount", () => {
    const text = "Threshold quantity: 9007199254740993, available: -3560320920.";
    const json = formatTree(messageTree(readMessage(text)));
    expect(json).toContain('"threshold":9007199254740993,"available":-3560320920');
  });

  it("does not take the next word for a part of an amount", () => {
    const text =
      "The node was low on resource: memory. Container a was using 5Mi, which exceeds its " +
      "request of 0";
    for (const after of [" Events: none", "\nExit code 1", " M", "\n  Killing"]) {
      expect(documentOf(text + after)).toMatchObject({ containers: [{ request: 0 }] });
    }
  });

  it("does not take the container of another sentence for its own", () => {
    const text =
      "Stopping container nginx\nThe node was low on resource: memory. Stopping container a\n" +
      "Container b was using 5Mi, which exceeds its request of 0.";
    expect(documentOf(text)).toMatchObject({ containers: [{ name: "b" }] });
  });

  it.each(["hello", "The node was low", "The node is low on resource: imagefs."])(
    "is not seen in another text: %s",
    (text) => {
      expect(documentOf(text)).toMatchObject({
        kind: "unknown",
        signals: [],
        threshold: null,
        release: { from: null, to: null },
      });
    },
  );

  it("is a message for any text at all, in a time that grows with it", { tags: "long" }, () => {
    const { text } = random(20261122, [
      ...MESSAGE_FORMS.map((form) => form.text.replace(/\{.*/, "")),
      ...PUBLIC_MESSAGES.flatMap((each) => each.text.split(/(?<=[. ])/)),
      ...['"', "\\", "{{", "[", "]", "\n", "1e9", "0", ".", " ", "\u0000", "İ", "\ud800"],
    ]);
    for (let count = 0; count < 3000; count++) {
      const document = documentOf(text());
      expect(Object.keys(document)).toContain("unknown");
    }
    const long = "Container a was using 1".repeat(40_000);
    expect(readMessage(long).kind).toBe("unknown");
    expect(readMessage("9".repeat(1_000_000)).kind).toBe("unknown");
    expect(messagesIn("The node had condition: [".repeat(40_000))).toEqual([]);
  });
});

describe("a threshold in bytes", () => {
  const disk = ["nodefs.available", "imagefs.available", "containerfs.available"];

  // vtmocanu/uzi#225: file systems of 20941697024 and 52520497152 bytes at imagefs.available<15%.
  it.each([
    [3141254678n, "imagefs.available", "15%", 20941697024n],
    [7878074885n, "imagefs.available", "15%", 52520497152n],
  ])("gives away the default that it is: %s", (threshold, signal, value, capacity) => {
    expect(fittingDefault(disk, threshold)).toEqual({ signal, value, capacity });
  });

  it.each([0n, -1n, 1n, 2n ** 62n])("gives nothing away where none fits: %s", (threshold) => {
    expect(fittingDefault(disk, threshold)).toBeNull();
  });
});
