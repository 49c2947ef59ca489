import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { readMessage } from "../../../../analysis/read/messages/message.ts";
import { nextQuestion } from "../../../../analysis/read/messages/openQuestions.ts";
import { EvidenceError, reportedMessages } from "../../../../analysis/read/messages/reported.ts";

const MEMORY =
  "The node was low on resource: memory. Threshold quantity: 100Mi, available: 91244Ki. " +
  "Container batch was using 1843Mi, request is 256Mi, has larger consumption of memory. ";
const RECLAIM = "Attempting to reclaim memory";
const REJECTED = "The node had condition: [MemoryPressure]. ";

const EVICTED_EVENT = {
  kind: "Event",
  reason: "Evicted",
  message: MEMORY,
  involvedObject: { kind: "Pod", namespace: "reports", name: "batch-1" },
  source: { component: "kubelet", host: "worker-2" },
  firstTimestamp: "2026-01-15T10:00:00Z",
  lastTimestamp: "2026-01-15T10:00:10Z",
  count: 2,
};
const EVENTS = {
  kind: "List",
  apiVersion: "v1",
  items: [
    EVICTED_EVENT,
    { ...EVICTED_EVENT, reason: "Killing", message: "Stopping container batch" },
    {
      kind: "Event",
      reason: "Evicted",
      note: REJECTED,
      regarding: { kind: "Pod", namespace: "shop", name: "cart-1" },
      eventTime: "2026-01-15T10:01:00.000000Z",
      reportingController: "kubelet",
      reportingInstance: "worker-2",
    },
  ],
};
const PODS = {
  kind: "PodList",
  items: [
    {
      metadata: { namespace: "reports", name: "batch-1" },
      spec: { nodeName: "worker-2" },
      status: {
        phase: "Failed",
        reason: "Evicted",
        message: MEMORY,
        conditions: [{ type: "DisruptionTarget", lastTransitionTime: "2026-01-15T10:00:10Z" }],
      },
    },
    { metadata: { namespace: "shop", name: "cart-1" }, spec: {}, status: { phase: "Running" } },
  ],
};

const DESCRIBED = `Name:             batch-1
Namespace:        reports
Node:             worker-2/10.0.0.2
Status:           Failed
Reason:           Evicted
Message:          ${MEMORY}
Containers:
  batch:
    Container ID:
Events:
  Type     Reason     Age   From     Message
  ----     ------     ----  ----     -------
  Warning  Evicted    14m   kubelet  ${MEMORY}
  Normal   Killing    14m   kubelet  Stopping container batch


Name:             cart-1
Namespace:        shop
Node:             worker-2/10.0.0.2
Status:           Failed
Reason:           Evicted
Message:          Pod was rejected: ${REJECTED}
`;
const TABLE = `NAMESPACE   LAST SEEN   TYPE      REASON    OBJECT        MESSAGE
reports     14m         Warning   Evicted   pod/batch-1   ${MEMORY}
reports     14m         Normal    Killing   pod/batch-1   Stopping container batch
shop        13m         Warning   Evicted   pod/cart-1    ${REJECTED}
`;

const encoder = new TextEncoder();
const read = (text: string) => reportedMessages("it", encoder.encode(text));

/** A text for each question that has a command. */
const QUESTIONS = [
  ...["OOMKilled", "exit code 137", "Preempted in order to admit critical pod", "OutOfpods"],
  ...["OutOfcpu", "TopologyAffinityError", "UnexpectedAdmissionError", "FreeDiskSpaceFailed"],
  ...["NodeHasDiskPressure", "ImageGCFailed", "0/1 nodes are available: 1 Insufficient cpu."],
  ...["The disruption budget web needs", "(use --force to override)", "DeletionByTaintManager"],
  ...["Allocate failed due to no healthy devices present", "Allocate failed due to rpc error"],
  ...["no set of running pods found to reclaim resources", "Status: Pending, Node: <none>"],
];

describe("what kubectl prints", () => {
  it.each([
    { what: "events as JSON", text: JSON.stringify(EVENTS), count: 3 },
    { what: "events as YAML", text: stringify(EVENTS), count: 3 },
    { what: "events as a table", text: TABLE },
    { what: "pods as described", text: DESCRIBED },
  ])("has the messages of its pods, each once: $what", ({ text, count }) => {
    const reported = read(text);
    if (count !== undefined) expect(reported.read).toBe(count);
    expect(reported.messages).toMatchObject([
      {
        namespace: "reports",
        name: "batch-1",
        message: { kind: "node-pressure", threshold: 104857600n, available: 93433856n },
      },
      { namespace: "shop", name: "cart-1", message: { kind: "admission" } },
    ]);
  });

  // Columns of kubectl up to 1.13, and those since; the source names the node in both.
  it.each([
    [`5m  14s  23  kubelet, worker-2      Warning  EvictionThresholdMet  ${RECLAIM}`, 23],
    [`Warning  EvictionThresholdMet  8m (x23 over 36m)  kubelet, worker-2  ${RECLAIM}`, 23],
    [`Warning  EvictionThresholdMet  8m (x23 over 36m)  kubelet  ${RECLAIM}`, 23],
    [`3m  Warning  EvictionThresholdMet  node/worker-2  ${RECLAIM}`, 1],
  ])("has an event about a node: %s", (line, count) => {
    const { messages } = read(`Name:  worker-2\nEvents:\n  ${line}\n`);
    expect(messages).toMatchObject([
      { namespace: null, name: null, node: "worker-2", count, message: { resource: "memory" } },
    ]);
    expect(messages[0]?.message.event).toBe("EvictionThresholdMet");
  });

  it("has the node of a pod's event from its source, where nothing else names it", () => {
    const line = `  Warning  Evicted  3m18s  kubelet, worker-2  ${MEMORY}`;
    expect(read(`Name: cart-1\nNamespace: shop\nEvents:\n${line}\n`).messages).toMatchObject([
      { namespace: "shop", name: "cart-1", node: "worker-2" },
    ]);
  });

  it("has the node of an event about a node, as JSON", () => {
    const event = {
      ...EVICTED_EVENT,
      reason: "EvictionThresholdMet",
      message: "Attempting to reclaim memory",
      involvedObject: { kind: "Node", name: "worker-9", uid: "worker-9" },
      source: {},
    };
    expect(read(JSON.stringify(event)).messages).toMatchObject([{ name: null, node: "worker-9" }]);
  });

  it("takes no instance of a scheduler for a node", () => {
    const reporter = {
      reportingController: "default-scheduler",
      reportingInstance: "default-scheduler-worker-9",
    };
    const items = EVENTS.items.map((each) => ({ ...each, source: {}, ...reporter }));
    const { messages } = read(JSON.stringify({ ...EVENTS, items }));
    expect(messages.map(({ node }) => node)).toEqual([null, null]);
  });

  it("has the time, the node and the count of an event", () => {
    const [first, second] = read(JSON.stringify(EVENTS)).messages;
    expect(first).toMatchObject({ time: "2026-01-15T10:00:10Z", node: "worker-2", count: 2 });
    expect(second).toMatchObject({
      time: "2026-01-15T10:01:00.000000Z",
      node: "worker-2",
      count: 1,
    });
  });

  it.each([JSON.stringify(PODS), stringify(PODS), JSON.stringify(PODS.items[0])])(
    "has the status of a pod that was evicted, and of no other",
    (text) => {
      expect(read(text).messages).toMatchObject([
        { namespace: "reports", name: "batch-1", node: "worker-2", time: "2026-01-15T10:00:10Z" },
      ]);
    },
  );

  it("has containers that were ended with SIGKILL, with their restarts", () => {
    const ended = (name: string, terminated: object, restartCount: number) => ({
      name,
      restartCount,
      state: { running: {} },
      lastState: { terminated },
    });
    const statuses = [
      ended("app", { exitCode: 137, reason: "OOMKilled", finishedAt: "2026-01-15T09:00:00Z" }, 7),
      ended("proxy", { exitCode: 137, reason: "Error" }, 1),
      ended("init", { exitCode: 0, reason: "Completed" }, 0),
    ];
    const pod = {
      kind: "Pod",
      metadata: { namespace: "shop", name: "cart-1" },
      spec: { nodeName: "worker-2" },
      status: { phase: "Running", containerStatuses: statuses },
    };
    const { messages, ends, other } = read(JSON.stringify({ kind: "PodList", items: [pod] }));
    expect(messages).toEqual([]);
    expect(other).toEqual([]);
    expect(ends).toMatchObject([
      {
        name: "cart-1",
        time: "2026-01-15T09:00:00Z",
        message: {
          otherEnd: {
            kind: "oom-killed",
            detail: "container app, exit code 137, restarted 7 times",
          },
        },
      },
      { name: "cart-1", message: { otherEnd: { kind: "killed" } } },
    ]);
  });

  it("has what ended pods of a table, and counts the reasons of other rows", () => {
    const table = `LAST SEEN   TYPE      REASON                 OBJECT      MESSAGE
5m          Warning   TaintManagerEviction   pod/cart-1  Marking for deletion Pod shop/cart-1
5m          Warning   FailedScheduling       pod/cart-2  0/4 nodes are available: 4 no
4m          Normal    Pulled                 pod/cart-3  Container image is present
3m          Normal    Pulled                 pod/cart-4  Container image is present
2m          Normal    Killing                pod/cart-5  Stopping container app
`;
    const { messages, ends, other } = read(table);
    expect(messages).toEqual([]);
    expect(ends.map(({ name, message }) => [name, message.otherEnd?.kind])).toEqual([
      ["cart-1", "taint-manager"],
      ["cart-2", "failed-scheduling"],
    ]);
    expect(other).toEqual([
      ["Pulled", 2],
      ["Killing", 1],
    ]);
  });

  it("has the pod and the node of an event in a kubelet's log", () => {
    const event = (object: string, kind: string, reason: string, message: string) =>
      `I1120 18:46:56.722390     140 event.go:291] "Event occurred" object="${object}" ` +
      `kind="${kind}" apiVersion="v1" type="Warning" reason="${reason}" message="${message}"\n`;
    const low = "The node was low on resource: memory. Container main was using 41684Ki, ";
    const evicted = `${low}which exceeds its request of 0. `;
    const { messages, other } = read(
      event("default/batch-1", "Pod", "Evicted", evicted) +
        event("default/batch-2", "Pod", "Evicted", evicted) +
        event("worker-2", "Node", "EvictionThresholdMet", "Attempting to reclaim memory") +
        event("default/batch-3", "Pod", "Pulled", "Container image is present"),
    );
    expect(messages).toMatchObject([
      { namespace: "default", name: "batch-1" },
      { namespace: "default", name: "batch-2" },
      { name: null, node: "worker-2" },
    ]);
    expect(other).toEqual([["Pulled", 1]]);
  });

  it("has the pod and the node of an event that a test of Kubernetes or a monitor prints", () => {
    const dumped = "I0712 15:54:56.1 57 dump.go:53] At 2026-01-15 10:00:00 +0000 UTC - event for ";
    const text = `${dumped}hog-1: {kubelet worker-2} Pulled: Container image is present
${dumped}hog-1: {kubelet worker-2} Evicted: ${MEMORY}
${dumped}hog-2: {kubelet worker-2} OutOfcpu: Node didn't have enough resource: cpu, \
requested: 260, used: 770, capacity: 1000
`.replace("\\\n", "");
    const { messages, ends, other } = read(text);
    expect(messages).toMatchObject([{ namespace: null, name: "hog-1", node: "worker-2" }]);
    expect(ends).toMatchObject([{ name: "hog-2", node: "worker-2" }]);
    expect(other).toEqual([["Pulled", 1]]);
    const where = "ns/shop pod/cart-1 node/worker-2";
    const full = "Node didn't have enough resource: cpu, requested: 2, used: 1, capacity: 2";
    const monitored = read(`Jan 15 10:00:00.1 I ${where} reason/Created
Jan 15 10:00:01.1 W ${where} reason/OutOfcpu ${full}
Jan 15 10:00:01.2 E ${where} reason/Failed (OutOfcpu): Pod ${full}
`);
    expect(monitored.ends).toMatchObject([
      { namespace: "shop", name: "cart-1", node: "worker-2", count: 1 },
    ]);
    expect(monitored.other).toEqual([["Created", 1]]);
  });

  it("counts what the columns of an old kubectl count", () => {
    const columns = "default-scheduler\t\t\tWarning\t\tFailedScheduling\t";
    const predicates = "No nodes are available that match all of the following predicates:: ";
    const { ends } = read(`  2h\t48m\t7\t${columns}${predicates}Insufficient cpu (9).\n`);
    expect(ends).toMatchObject([{ count: 7 }]);
  });

  it("names the node of a process that node-problem-detector reports", () => {
    const from = "kernel-monitor, worker-2\t\t\tWarning\t\tOOMKilling\t";
    const line = "Memory cgroup out of memory: Kill process 1371 (node) score 2081";
    expect(read(`${from}${line} or sacrifice child\n`).ends).toMatchObject([
      { name: null, node: "worker-2", message: { otherEnd: { detail: "node (pid 1371)" } } },
    ]);
  });

  const GC = "garbage collect required amount of images. ";
  it.each([
    [
      `failed to ${GC}Wanted to free 5905580032 bytes, but freed 1073741824 bytes`,
      "wanted to free 5.5Gi, freed 1Gi",
    ],
    [
      `Failed to ${GC}Attempted to free 5905580032 bytes, but only found 0 bytes eligible to free.`,
      "wanted to free 5.5Gi, found 0 in unused images",
    ],
    [
      "Insufficient free disk space on the node's image filesystem (91% of 98.3 GiB used). " +
        "Failed to free sufficient space by deleting unused images (freed 2097152 bytes). See",
      "91% of 98.3 GiB used, freed 2Mi",
    ],
  ])("has the bytes of two events about one failure to remove images: %s", (message, detail) => {
    const event = (reason: string) => ({
      ...EVICTED_EVENT,
      ...{ reason, message, count: 3, metadata: { uid: reason } },
      involvedObject: { kind: "Node", name: "worker-2" },
    });
    const items = [event("FreeDiskSpaceFailed"), event("ImageGCFailed")];
    const { ends } = read(JSON.stringify({ kind: "List", items }));
    expect(ends).toMatchObject([
      { node: "worker-2", count: 3, message: { otherEnd: { kind: "image-gc-failed", detail } } },
    ]);
    const rows = ["FreeDiskSpaceFailed", "ImageGCFailed"].map((reason) => {
      return `5m   Warning   ${reason}   node/worker-2   ${message}\n`;
    });
    expect(read(rows.join("")).ends).toMatchObject([
      { node: "worker-2", count: 1, message: { otherEnd: { detail } } },
    ]);
  });

  it.each([
    'failed to get imageFs info: non-existent label "docker-images"',
    "failed to get imageFs info: unable to find data in memory cache",
    "failed to get image stats: rpc error: code = Unknown desc = not implemented",
    "imageFs information is unavailable",
    "invalid capacity 0 on image filesystem",
    "unable to find data for container /",
  ])("says of an image file system without numbers that it is not measured: %s", (message) => {
    const row = `5m   Warning   ImageGCFailed   node/worker-2   ${message}`;
    const end = {
      kind: "image-fs-unknown",
      title: "Not an eviction: the kubelet could not measure the file system of images",
      detail: null,
    };
    expect(read(row).ends).toMatchObject([{ node: "worker-2", message: { otherEnd: end } }]);
  });

  it.each<[message: string, detail: string | null]>([
    ["rpc error: code = Unavailable desc = connection refused", null],
    [
      "wanted to free 5905580032 bytes, but freed 1073741824 bytes space with errors in image " +
        "deletion: rpc error: code = Unknown",
      "wanted to free 5.5Gi, freed 1Gi",
    ],
    [
      "wanted to free 5905580032, but freed 1073741824 space with errors in image deletion: [a, b]",
      "wanted to free 5.5Gi, freed 1Gi",
    ],
  ])("says of images that were not removed only that: %s", (message, detail) => {
    const row = `5m   Warning   ImageGCFailed   node/worker-2   ${message}`;
    const title = "Not an eviction: the kubelet could not remove unused images";
    expect(read(row).ends).toMatchObject([
      { message: { otherEnd: { kind: "image-gc-failed", title, detail } } },
    ]);
  });

  it("counts a process once that the kubelet and node-problem-detector report", () => {
    const row = (reason: string, text: string) =>
      `5m   Warning   ${reason}   node/worker-2   ${text}\n`;
    const system = (pid: number) =>
      row("SystemOOM", `System OOM encountered, victim process: java, pid: ${pid}`);
    const killing = (pid: number) =>
      row("OOMKilling", `Out of memory: Killed process ${pid} (java) total-vm:8kB, anon-rss:4kB`);
    const { ends } = read([system(41), killing(41), system(42)].join(""));
    expect(ends.map(({ count, message }) => [count, message.otherEnd?.detail])).toEqual([
      [1, "java (pid 41)"],
      [1, "java (pid 42)"],
    ]);
  });

  it("has a condition from the description of a node, once", () => {
    const described = `Name:               worker-2
Taints:             node.kubernetes.io/disk-pressure:NoSchedule
Conditions:
  MemoryPressure   False   Thu, 15 Jan 2026 10:00:00 +0000   KubeletHasSufficientMemory
  DiskPressure     True    Thu, 15 Jan 2026 10:00:00 +0000   KubeletHasDiskPressure   kubelet has
`;
    expect(read(described).ends).toMatchObject([
      { node: "worker-2", count: 1, message: { otherEnd: { kind: "node-condition" } } },
    ]);
  });

  it.each([
    [
      "YAML",
      "reason: Unschedulable\n      message: '0/4 nodes are available: 4 Insufficient cpu.'",
    ],
    [
      "JSON",
      '"reason": "Unschedulable",\n  "message": "0/4 nodes are available: 4 Insufficient cpu."',
    ],
  ])("has why a pod is pending from a part of its %s", (_, part) => {
    const { ends } = read(`  status:\n    conditions:\n    - ${part}\n`);
    expect(ends).toMatchObject([{ message: { otherEnd: { kind: "failed-scheduling" } } }]);
  });

  it("has an exit code from a description, unless its state says that memory ran out", () => {
    const state = (reason: string) => `Last State:     Terminated
  Reason:       ${reason}
  Exit Code:    137
`;
    const kinds = (text: string) => read(text).ends.map(({ message }) => message.otherEnd?.kind);
    expect(kinds(state("Error"))).toEqual(["killed"]);
    expect(kinds(state("OOMKilled"))).toEqual(["oom-killed"]);
    expect(kinds('"terminated": {\n  "exitCode": 137,\n  "reason": "Error"\n}')).toEqual([
      "killed",
    ]);
  });

  it("reads an exit code that is not a number as unknown", () => {
    const exitCode = { toString: 1, valueOf: 1 };
    const state = { terminated: { reason: "OOMKilled", exitCode } };
    const status = { phase: "Running", containerStatuses: [{ name: "app", state }] };
    const { ends } = read(JSON.stringify({ kind: "Pod", metadata: {}, spec: {}, status }));
    expect(ends).toMatchObject([
      { message: { otherEnd: { detail: "container app, exit code ?" } } },
    ]);
  });

  it.each([
    ["between sentences", " 91244Ki. ", " 91244Ki.\n                  "],
    ["in a sentence", "available: 91244Ki", "available:\n                  91244Ki"],
    ["of the container", "256Mi, has", "256Mi,\n                  has"],
    ["twice", "was using 1843Mi, request", "was\n   using 1843Mi,\n   request"],
  ])("is read whole where its line was folded: %s", (_, plain, folded) => {
    const described = DESCRIBED.replace(`Message:          ${MEMORY}`, () => {
      return `Message:          ${MEMORY.replace(plain, folded)}`;
    });
    expect(described).not.toBe(DESCRIBED);
    expect(read(described).messages).toEqual(read(DESCRIBED).messages);
    const quoted = described.replaceAll(/^/gm, "> ");
    expect(read(quoted).messages).toEqual(read(DESCRIBED).messages);
  });

  it.each([60, 300, 1500])("is one message with all of its %i containers, folded", (count) => {
    const containers = Array.from(
      { length: count },
      (_, at) =>
        `Container app-${at} was using ${100 + at}Ki, request is 0, has larger consumption of ` +
        "memory.",
    );
    const folded = [MEMORY.replace(/ Container.*/, ""), ...containers].join(" ");
    const lines = folded.match(/.{1,72}/g)?.map((line) => `      ${line}`) ?? [];
    const remarks = "      it went down once more\n      and then it was well again\n";
    const text = `Name: cart-1\nMessage:\n${lines.join("\n")}\n${remarks}Status: Failed\n`;
    const { messages } = read(text);
    expect(messages).toHaveLength(1);
    expect(messages[0]?.message.containers).toHaveLength(count);
  });

  it("has every reason of a scheduler, however many lines they were folded into", () => {
    const reasons = Array.from({ length: 400 }, (_, at) => `1 Too many pods of kind ${at}`);
    const said = `0/400 nodes are available: ${reasons.join(", ")}.`;
    const lines = said.match(/.{1,60}(?: |$)/g)?.map((line) => `${" ".repeat(29)}${line}`) ?? [];
    const row = `FailedScheduling    web-1    ${(lines[0] ?? "").trim()}`;
    const { ends } = read([row, ...lines.slice(1)].join("\n"));
    expect(ends).toHaveLength(1);
    expect(ends[0]?.message.otherEnd?.detail).toContain("1 Too many pods of kind 399");
  });

  it("keeps apart what the scheduler said of a pod at different times", () => {
    const table = `LAST SEEN   TYPE      REASON             OBJECT      MESSAGE
5m          Warning   FailedScheduling   Pod/cart-2  0/5 nodes are available: 5 Insufficient cpu.
4m          Warning   FailedScheduling   Pod/cart-2  0/6 nodes are available: 6 Insufficient cpu.
`;
    const { ends } = read(table);
    expect(ends.map(({ name, message }) => [name, message.otherEnd?.detail])).toEqual([
      ["cart-2", "0/5 nodes: 5 Insufficient cpu"],
      ["cart-2", "0/6 nodes: 6 Insufficient cpu"],
    ]);
  });

  it("has why a pod was rejected from its description", () => {
    const described = `Name:             cart-1
Namespace:        shop
Node:             worker-2/10.0.0.2
Status:           Failed
Reason:           OutOfcpu
Message:          Pod Node didn't have enough resource: cpu, requested: 5, used: 19, capacity: 20
`;
    expect(read(described).ends).toMatchObject([
      { namespace: "shop", name: "cart-1", message: { otherEnd: { kind: "out-of-resource" } } },
    ]);
  });

  it("counts events and pods that it cannot explain by their reasons", () => {
    const { other } = read(JSON.stringify(EVENTS));
    expect(other).toEqual([["Killing", 1]]);
  });

  it("names an event with the reason Evicted whose text no kubelet writes", () => {
    const event = { ...EVICTED_EVENT, message: "moved away" };
    expect(read(JSON.stringify(event)).messages).toMatchObject([{ message: { kind: "evicted" } }]);
  });

  it.each(['{"kind":"EventList","items":[]}', "No resources found in default namespace.\n"])(
    "may have no message: %s",
    (text) => expect(read(text).messages).toEqual([]),
  );

  it("counts each eviction of a pod once, however often its event is in a text", () => {
    const row = (age: string) => `${age}   Warning   Evicted   pod/web-0   ${MEMORY}\n`;
    const counts = (text: string) => read(text).messages.map(({ name, count }) => [name, count]);
    expect(counts(row("5m") + row("3m"))).toEqual([["web-0", 2]]);
    expect(counts(row("5m") + row("5m"))).toEqual([["web-0", 1]]);
    expect(counts(`${row("5m")}> ${row("5m")}`)).toEqual([["web-0", 1]]);
    expect(counts(`> ${row("5m")}\nIs it this?\n\n> ${row("5m")}`)).toEqual([["web-0", 1]]);
    expect(counts(`> ${MEMORY}\n\n${MEMORY}\n`)).toEqual([[null, 1]]);
    expect(counts(row("5m (x3 over 9m)"))).toEqual([["web-0", 3]]);
  });

  it("counts two events of a pod, and not its status in addition to them", () => {
    const event = (uid: string, lastTimestamp: string) => ({
      ...EVICTED_EVENT,
      metadata: { name: `batch-1.${uid}`, uid },
      count: 1,
      lastTimestamp,
    });
    const events = [event("a", "2026-01-15T10:00:00Z"), event("b", "2026-01-15T11:00:00Z")];
    const items = [...events, events[0], ...PODS.items];
    expect(read(JSON.stringify({ kind: "List", items })).messages).toMatchObject([
      { name: "batch-1", count: 2 },
    ]);
  });

  it("counts messages that name no pod, and reads each of a line", () => {
    const line = `NAME  Evicted  Pod ${REJECTED}\n`;
    const { messages } = read(`${line}${line}also ${MEMORY} and ${REJECTED}\n`);
    expect(messages).toMatchObject([
      { name: null, count: 3, message: { kind: "admission" } },
      { name: null, count: 1, message: { kind: "node-pressure" } },
    ]);
  });

  it.each([
    ['{"kind":"Status","code":403,"reason":"Forbidden"}', /this is a Status \(403 Forbidden\)/],
    ['{"kind":"Node","status":{}}', /this is a Node, which holds no events and no pods$/],
    ['{"kind":"PodLi', /this is truncated JSON$/],
    [JSON.stringify(EVENTS).slice(0, -20), /this is truncated JSON$/],
    [JSON.stringify(EVENTS, null, 4).slice(0, -20), /this is truncated JSON$/],
    [
      '{"kind":"List","items":[{"kind":"Event",}]}',
      /this is JSON with an error \(.* at character 40\)$/,
    ],
    [
      '{"kind":"List","items":[{"kind":"a\tb"}]}',
      /this is JSON with an error \(.* at character \d+\)$/,
    ],
    ['{"kind":"EventList","items":[{a}]}', /this is JSON with an error \(.* character 30\)$/],
    ["", /this is empty, and no/],
    ["hello", /this is a text that begins with "hello", and no eviction message is in it$/],
  ])("is refused in one sentence when it is another document: %s", (text, sentence) => {
    expect(() => read(text)).toThrow(EvidenceError);
    expect(() => read(text)).toThrow(sentence);
  });

  it.each(["null", "[]", "3", '{"items":3}', '{"items":[null,3,{"status":3}]}'])(
    "is refused or empty for any JSON: %s",
    (text) => {
      try {
        expect(read(text).messages).toEqual([]);
      } catch (error) {
        expect(error).toBeInstanceOf(EvidenceError);
      }
    },
  );
});

const NO_ROOM = "0/3 nodes are available: 3 Insufficient cpu.";
const REFUSAL = "Cannot evict pod as it would violate the pod's disruption budget.";

describe("what a terminal, a log or a page shows around it", () => {
  const ends = (text: string) =>
    read(text).ends.map(({ namespace, name, node, message }) => [
      message.otherEnd?.kind,
      [namespace, name, node].filter((part) => part !== null).join("/"),
      message.otherEnd?.detail ?? null,
    ]);

  it("has one pod where a status without a name follows the only row that says the same", () => {
    const text =
      "NAME READY STATUS RESTARTS AGE\nweb-1 0/1 OOMKilled 0 16h\n\nstatus:\n" +
      "  state:\n    terminated:\n      exitCode: 0\n      reason: OOMKilled\n";
    expect(new Set(read(text).ends.map(({ name }) => name))).toEqual(new Set(["web-1"]));
  });

  it.each([
    [
      "the object of an event that is described",
      "Name:   cart-1.157e\nNamespace:   shop\nInvolved Object:\n  Kind:   Pod\n" +
        "  Name:   cart-1\n  Namespace:   shop\nKind:   Event\n" +
        "Message:   0/3 nodes are available: 3 Insufficient cpu.\n",
      "failed-scheduling",
    ],
    [
      "the pod of a command that prints it",
      "$ kubectl get po cart-1 -n shop -o json | jq .status.conditions\n{\n" +
        '  "message": "Kube-scheduler: preempting to accommodate a higher priority pod: a/b",\n' +
        '  "reason": "PreemptionByKubeScheduler"\n}\n',
      "preempted",
    ],
    [
      "names that are next to each other in JSON",
      'the tool says {\n  "namespace": "shop",\n  "name": "cart-1",\n' +
        '  "message": "Node didn\'t have enough resource: cpu, requested: 1, used: 2, ' +
        'capacity: 2"\n',
      "out-of-resource",
    ],
  ])("is about %s", (_, text, kind) => {
    expect(ends(text).map(([of, name]) => [of, name])).toEqual([[kind, "shop/cart-1"]]);
  });

  it("takes no placeholder for a pod that a drain evicted", () => {
    const text =
      'error: unable to drain node "w", aborting command...\n' +
      "error: cannot delete Pods with local storage (use --delete-emptydir-data to override): " +
      "a/b\n" +
      "At last it prints:\npod/xxx evicted\nnode/w evicted\n";
    expect(ends(text).map(([kind]) => kind)).toEqual(["drain-refused"]);
  });

  it("names the volume where the message is cut before it", () => {
    const text =
      'a tool says {\n  "namespace": "shop",\n  "name": "cart-1",\n  "reason": "Evicted",\n' +
      '  "message": "Usage of EmptyDir volume \\"logs\\" exceeds t\n and more prose';
    const [first, ...others] = read(text).messages;
    expect(others).toEqual([]);
    expect(first).toMatchObject({ namespace: "shop", name: "cart-1" });
    expect(first?.message).toMatchObject({ kind: "emptyDir-limit", limit: null, isCut: true });
  });

  it("removes no line break from a value that is whole", () => {
    const text =
      "status:\n  conditions:\n  - message: '0/3 nodes are available: 3 Insufficient cpu.'\n" +
      '    reason: Unschedulable\n    status: "False"\n';
    expect(read(text).restored).toEqual([]);
  });

  it("has one pod where a row lacks the namespace that an event has", () => {
    const text =
      "Events:\n  Normal   Scheduled  43m  default-scheduler  " +
      "Successfully assigned shop/cart-1 to w\n" +
      "  Warning  OutOfcpu   43m  kubelet  Node didn't have enough resource: cpu, requested: 1, " +
      "used: 2, capacity: 2\n\n% k get po cart-1\nNAME  READY  STATUS  RESTARTS  AGE\n" +
      "cart-1   0/1   OutOfcpu   0   48m\n";
    const rejected = read(text).ends.filter(({ message: { otherEnd } }) => {
      return otherEnd?.kind === "out-of-resource";
    });
    expect(rejected.map(({ namespace, count }) => [namespace, count])).toEqual([["shop", 1]]);
  });

  it("has the namespace of the command above the rows", () => {
    const text =
      "web-0   0/2   Evicted   0   33h\n`kubectl get pods -n shop`\n" +
      "web-1   0/2   Evicted   0   33h\n$ kubectl get pods\nweb-2   0/2   Evicted   0   33h\n";
    expect(read(text).messages.map(({ namespace }) => namespace)).toEqual([null, "shop", null]);
  });

  it("takes no node from a row that is cut within it", () => {
    const row = (node: string) => `web-1   0/2   Evicted   0   33h   <none>   ${node}\n`;
    const nodes = (text: string) => read(text).messages.map(({ node }) => node);
    expect(nodes(row("ip-192-168-42-166.ec2.internal"))).toEqual([
      "ip-192-168-42-166.ec2.internal",
    ]);
    expect(nodes(row("ip-192-"))).toEqual([null]);
  });

  it.each([
    ["web-1   1/1   Running   3 (2h ago)   5d\n", 1],
    ["web-1   1/1   Running   0   5d\n", 0],
    ["Name: web-1\nContainers:\n  web:\n    State: Running\n    Restart Count:  5\n", 1],
    [
      "Name: web-1\nContainers:\n  web:\n    Last State: Terminated\n      Reason: Error\n" +
        "    Restart Count:  5\n",
      0,
    ],
  ])("counts restarts whose reason is not in the text: %j", (text, restarted) => {
    expect(read(text).restarted).toBe(restarted);
  });

  it("names each pod that kubectl drain could not evict, once", () => {
    const line = (pod: string) =>
      `error when evicting pods/"${pod}" -n "shop" (will retry after 5s): ${REFUSAL}\n`;
    const text = `evicting pod shop/web-1\n${line("web-1")}${line("web-1")}${line("db-0")}`;
    expect(ends(text)).toEqual([
      ["eviction-refused", "shop/web-1", null],
      ["eviction-refused", "shop/db-0", null],
    ]);
  });

  it("has what a drain evicted next to what it could not, with the namespace of both", () => {
    const text =
      "node/worker-2 cordoned\nevicting pod shop/web-1\nevicting pod shop/db-0\n" +
      'error when evicting pods/"db-0" (will retry after 5s): Cannot evict pod as it would ' +
      "violate the pod's disruption budget.\npod/web-1 evicted\n";
    expect(ends(text)).toEqual([
      ["eviction-refused", "shop/db-0/worker-2", null],
      ["drained", "shop/web-1/worker-2", null],
    ]);
  });

  it("has the reason once that kubectl repeats at the end of a run", () => {
    const run = (reason: string) =>
      `node/w cordoned\nerror: unable to drain node "w" due to error:${reason}, continuing ` +
      `command...\nThere are pending nodes to be drained:\n w\n${reason}\n`;
    const reason = (pod: string) =>
      `cannot delete Pods declare no controller (use --force to override): ${pod}`;
    expect(ends(`${run(reason("a/one"))}${run(reason("a/two"))}`)).toEqual([
      ["drain-refused", "w", "--force: a/one"],
      ["drain-refused", "w", "--force: a/two"],
    ]);
    expect(read(run(reason("a/one"))).ends.map(({ count }) => count)).toEqual([1]);
  });

  it("names the node that kubectl does not drain, and the pods that need a flag", () => {
    const text =
      '$ kubectl drain worker-2\nerror: unable to drain node "worker-2", aborting command...\n' +
      "error: cannot delete Pods with local storage (use --delete-emptydir-data to override): " +
      "shop/web-1\n";
    const detail = "--delete-emptydir-data: shop/web-1";
    expect(ends(text)).toEqual([["drain-refused", "worker-2", detail]]);
  });

  it.each([
    ["a list", " [", ", ", "], continuing command..."],
    ["a list without spaces", "[", ",", "], continuing command..."],
    ["a list of older releases", "", "; ", ", aborting command..."],
  ])("has the pods of each flag that kubectl drain asks for, in %s", (_, open, comma, close) => {
    const said = [
      "cannot delete DaemonSet-managed Pods (use --ignore-daemonsets to ignore): " +
        "kube-system/a, b/c",
      "cannot delete Pods with local storage (use --delete-emptydir-data to override): data/db-0",
      "cannot delete Pods that declare no controller (use --force to override): default/debug",
    ].join(comma);
    const list = `${open}${said}${close}`;
    const text = `error: unable to drain node "w" due to error:${list}\n`;
    expect(ends(text)).toEqual([
      [
        ...["drain-refused", "w"],
        "--ignore-daemonsets: kube-system/a, b/c; --delete-emptydir-data: data/db-0; " +
          "--force: default/debug",
      ],
    ]);
  });

  it("has why an autoscaler adds no node, from its sentence or its event", () => {
    const said = "pod didn't trigger scale-up: 3 max node group size reached, 1 Insufficient cpu";
    const detail = "3 max node group size reached; 1 Insufficient cpu";
    expect(ends(said)).toEqual([["no-scale-up", "", detail]]);
    expect(ends(`5m  Normal  NotTriggerScaleUp  pod/web-1  ${said}`)).toEqual([
      ["no-scale-up", "web-1", detail],
    ]);
  });

  it.each([
    ["a row of a Markdown table", `Warning | FailedScheduling | 2m | scheduler | ${NO_ROOM}`, ""],
    ["the log of a pipeline", `\tUnschedulable: "${NO_ROOM}"`, ""],
    ["chosen columns", `FailedScheduling    web-1    ${NO_ROOM}`, "web-1"],
    [
      "a folded column",
      `FailedScheduling    web-1    0/3 nodes are available:\n${" ".repeat(29)}3 Insufficient\n` +
        `${" ".repeat(29)}cpu.`,
      "web-1",
    ],
  ])("has what the scheduler said: %s", (_, text, pod) => {
    expect(ends(text)).toEqual([["failed-scheduling", pod, "0/3 nodes: 3 Insufficient cpu"]]);
  });

  it("has why a pod of a list is pending", () => {
    const conditions = [{ type: "PodScheduled", status: "False", message: NO_ROOM }];
    const pod = { kind: "Pod", metadata: { name: "web-1" }, status: { conditions } };
    expect(ends(JSON.stringify(pod))).toEqual([
      ["failed-scheduling", "web-1", "0/3 nodes: 3 Insufficient cpu"],
    ]);
  });

  it("reads the status of a pod alone, and an event that a watch or a program ships", () => {
    const status = { phase: "Failed", reason: "UnexpectedAdmissionError", message: "no devices" };
    expect(ends(JSON.stringify(status))).toEqual([["unexpected-admission-error", "", null]]);
    const event = { ...EVICTED_EVENT, reason: "OOMKilling", message: "System OOM encountered" };
    for (const name of ["event", "object"]) {
      const shipped = JSON.stringify({ verb: "ADDED", [name]: event });
      expect(ends(shipped)).toEqual([["oom-killed", "reports/batch-1/worker-2", null]]);
    }
  });

  it("does not take the status of a call for the reason of a pod", () => {
    const error = "rpc error: code = DeadlineExceeded desc = context deadline exceeded";
    const text = `Warning  ContainerGCFailed  2m (x4 over 9m)  kubelet  ${error}`;
    expect(read(text)).toMatchObject({ ends: [], other: [["ContainerGCFailed", 1]] });
  });

  it("does not say that a container was killed that the kubelet did not find", () => {
    const text =
      "    State:          Terminated\n      Reason:       ContainerStatusUnknown\n" +
      "      Message:      The container could not be located when the pod was terminated\n" +
      `      Exit Code:    137\nMessage:  ${MEMORY}\n`;
    expect(read(text)).toMatchObject({
      ends: [],
      messages: [{ message: { kind: "node-pressure" } }],
    });
    const terminated = { reason: "ContainerStatusUnknown", exitCode: 137 };
    const containerStatuses = [{ name: "batch", state: { terminated } }];
    const pod = { kind: "Pod", metadata: { name: "batch-1" }, status: { containerStatuses } };
    expect(ends(JSON.stringify(pod))).toEqual([]);
  });

  it("keeps two messages apart that were said at two times", () => {
    const text =
      "10:00:01  batch-1\n  The node was low on resource: memory. Threshold quantity: 100Mi,\n" +
      "  available: 90Mi.\n10:00:42  batch-2\n  ... Container app was using 40Ki, request is 0,\n" +
      "  has larger consumption of memory.\n";
    expect(read(text).messages).toMatchObject([
      { message: { threshold: 104857600n, containers: [] } },
      { message: { threshold: null, containers: [{ name: "app", usage: 40960n }] } },
    ]);
  });

  it("names what goes on as no kubelet writes it, in the lines of a folded message", () => {
    const text =
      "Message: The node was low on resource: memory.\nThreshold quantity: 100Mi, available: " +
      "90Mi.\nContainer app was using 6Gi, request is 0,\nwhich exceeds its request of 0.\n";
    const [first] = read(text).messages;
    expect(first?.message.broken).toEqual([expect.stringMatching(/^Container app was using 6Gi/)]);
  });
});

describe("a pod that was pending, and was placed since", () => {
  const REFUSED = "0/1 nodes are available: 1 pod has unbound immediate PersistentVolumeClaims.";
  const ASSIGNED = "Successfully assigned shop/db-0 to worker-1";
  const described = (failed: string, scheduled: string) =>
    `Name:  db-0\nNamespace:  shop\nEvents:\n` +
    `  Warning  FailedScheduling  ${failed}  default-scheduler  ${REFUSED}\n` +
    `  Normal   Scheduled  ${scheduled}  default-scheduler  ${ASSIGNED}\n`;
  const listed = (failed: string, scheduled: string) =>
    "NAMESPACE  LAST SEEN  TYPE  REASON  OBJECT  MESSAGE\n" +
    `shop  ${failed}  Warning  FailedScheduling  pod/db-0  ${REFUSED}\n` +
    `shop  ${scheduled}  Normal  Scheduled  pod/db-0  ${ASSIGNED}\n`;
  const event = (reason: string, message: string, uid: string, lastTimestamp: string) => ({
    ...{ kind: "Event", reason, message, lastTimestamp },
    involvedObject: { kind: "Pod", namespace: "shop", name: "db-0", uid },
  });
  const events = (uid: string, scheduledAt: string) =>
    JSON.stringify({
      ...{ kind: "List", apiVersion: "v1" },
      items: [
        event("FailedScheduling", REFUSED, "a", "2026-01-15T10:00:00Z"),
        event("Scheduled", ASSIGNED, uid, scheduledAt),
      ],
    });

  it.each([
    ["a description", described("5m47s (x2 over 5m48s)", "5m45s"), "placed-later"],
    ["a description without ages", described("<unknown>", "<unknown>"), "placed-later"],
    ["a table", listed("5m47s", "5m45s"), "placed-later"],
    ["a table of a later pod with its name", listed("2m", "3h"), "failed-scheduling"],
    ["events", events("a", "2026-01-15T10:00:00Z"), "placed-later"],
    ["events of another pod", events("b", "2026-01-15T10:05:00Z"), "failed-scheduling"],
    [
      "a description of one that is deleted",
      described("5m", "4m").replace(ASSIGNED, "skip schedule deleting pod: shop/db-0"),
      "deleted-later",
    ],
  ])("%s", (_, text, kind) => {
    const { ends } = reportedMessages("it", new TextEncoder().encode(text));
    expect(ends.map(({ message }) => message.otherEnd?.kind)).toEqual([kind]);
    expect(ends[0]).toMatchObject({ namespace: "shop", name: "db-0" });
  });
});

describe("a description or a list that is cut", () => {
  const read = (text: string) => reportedMessages("it", new TextEncoder().encode(text));

  it("counts a condition without its node with the one node whose events follow", () => {
    const { ends } = read(
      "  MemoryPressure   True    Wed, 25 Sep 2019 15:43:37   KubeletHasInsufficientMemory\n" +
        "  Normal   NodeHasInsufficientMemory  5m18s  kubelet, 10.7.1.2  Node 10.7.1.2 status is " +
        "now: NodeHasInsufficientMemory\n",
    );
    expect(ends.map(({ node }) => node)).toEqual(["10.7.1.2"]);
  });

  it("has the nodes of a wide list without its header", () => {
    const { messages } = read(
      "csi-w56mn    0/2  Evicted  0             4m15s  <none>       host-1  <none>  <none>\n" +
        "csi-x1234  0/2  Evicted  2 (3h ago)  5h3m   192.168.8.6  host-2  <none>  <none>\n",
    );
    expect(messages.map(({ name, node }) => [name, node])).toEqual([
      ["csi-w56mn", "host-1"],
      ["csi-x1234", "host-2"],
    ]);
  });

  it("counts a pending pod of which nothing else is known", () => {
    const text = "Name:\t\tmysql\nNamespace:\tdefault\nStatus:\t\tPending\nContainers:\n";
    expect(read(text).other).toEqual([["Pending", 1]]);
    for (const node of ["<none>", "/"]) {
      const { ends, other } = read(`Node:\t\t${node}\n${text}`);
      expect(ends).toMatchObject([{ name: "mysql", message: { otherEnd: { kind: "pending" } } }]);
      expect(other).toEqual([]);
    }
  });

  it("has the node of the only kubelet whose events it has", () => {
    const text =
      '"message":"Node didn\'t have enough resource: pods, requested: 1, used: 2, capacity: 2",\n' +
      '"source":{"component":"kubelet","host":"worker-1"}\n';
    const [reported] = read(text).ends;
    expect(reported?.node).toBe("worker-1");
    if (reported !== undefined) {
      expect(nextQuestion(reported.message, reported)).toContain("describe node worker-1, under");
    }
  });

  it("asks with the names that it has, and ends no command with a full stop", () => {
    for (const text of QUESTIONS) {
      const message = readMessage(text);
      expect(message.otherEnd, text).toBeDefined();
      const named = { namespace: "shop", name: "cart-1", node: "worker-1" };
      const question = nextQuestion(message, named);
      expect(question).not.toMatch(/NAMESPACE|\bNODE\b/);
      const ends = /(?:yaml|reason=\w+|Resources|oom -|imagefsinfo|-o json|configz|-A|startTime)\./;
      expect(question).not.toMatch(ends);
    }
  });

  it("reads an event as client-go logs it", () => {
    const text =
      "I0702 12:46:14.945401       1 event.go:209] Event(v1.ObjectReference" +
      '{Kind:"Pod", Namespace:"shop", Name:"cart-1", UID:"5c87", APIVersion:"v1", ' +
      `ResourceVersion:"99", FieldPath:""}): type: 'Normal' reason: 'NotTriggerScaleUp' pod ` +
      "didn't trigger scale-up (it wouldn't fit if a new node is added): 1 max limit reached`";
    expect(read(text).ends).toMatchObject([
      {
        ...{ namespace: "shop", name: "cart-1", reasons: ["NotTriggerScaleUp"] },
        message: { otherEnd: { kind: "no-scale-up", detail: "1 max limit reached" } },
      },
    ]);
  });

  it("ends a quoted sentence of the scheduler where its quotes end", () => {
    const text =
      "the error is `0/2 nodes are available: 1 Insufficient memory, 2 Insufficient pods.` . IPs";
    const [end] = read(text).ends;
    const { reasons } = end?.message.otherEnd?.scheduling ?? {};
    expect(reasons).toEqual([
      { nodes: 2, reason: "Insufficient pods" },
      { nodes: 1, reason: "Insufficient memory" },
    ]);
  });

  it("tells an event of the audit log from one of the cluster", () => {
    const audited = { kind: "Event", apiVersion: "audit.k8s.io/v1", verb: "delete" };
    expect(() => read(JSON.stringify(audited))).toThrow("an Event of the API server's audit log");
  });
});
