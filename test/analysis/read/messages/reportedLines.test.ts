import { describe, expect, it } from "vitest";
import { reportedMessages } from "../../../../analysis/read/messages/reported.ts";
import { reportedLines } from "../../../../analysis/read/messages/reportedLines.ts";

const MEMORY =
  "The node was low on resource: memory. Container batch was using 1843Mi, which exceeds its " +
  "request of 256Mi. ";
const BUDGET = "Cannot evict pod as it would violate the pod's disruption budget.";

/** What each report of a text is about, with its kind and its detail. */
function reports(text: string): readonly (readonly (string | null)[])[] {
  const { messages, ends } = reportedMessages("it", new TextEncoder().encode(text));
  return [...messages, ...ends].map(({ namespace, name, message }) => {
    const pod = [namespace, name].filter((each) => each !== null).join("/");
    const { kind, otherEnd } = message;
    return [otherEnd?.kind ?? kind, pod, otherEnd?.detail ?? null];
  });
}

describe("a list of pods", () => {
  const HEADER = "NAMESPACE   NAME     READY   STATUS    RESTARTS   AGE\n";
  const row = (name: string, status: string, restarts = "0") =>
    `shop        ${name}   0/1     ${status}   ${restarts}   5m\n`;

  it("has evictions without their messages, and how other pods ended", () => {
    const text =
      HEADER +
      row("cart-1", "Evicted") +
      row("cart-2", "OOMKilled", "4 (57s ago)") +
      row("cart-3", "OutOfcpu");
    expect(reports(text)).toEqual([
      ["evicted", "shop/cart-1", null],
      ["oom-killed", "shop/cart-2", null],
      ["out-of-resource", "shop/cart-3", null],
    ]);
  });

  it.each([
    ["NodeAffinity", "node-affinity"],
    ["Shutdown", "node-shutdown"],
    ["Topology Affinity Error", "unexpected-admission-error"],
    ["Preempting", "preempted-by-kubelet"],
  ])("knows the status %s, with which a kubelet ends or rejects a pod", (status, kind) => {
    const text = `${HEADER}${row("cart-1", status)}`;
    expect(reports(text)).toEqual([[kind, "shop/cart-1", null]]);
    const own = `pod/cart-1   0/1   ${status}   0   5m\n`;
    expect(reports(own)).toEqual([[kind, "cart-1", null]]);
  });

  it("takes no condition of a Deployment for the end of a pod", () => {
    const said = '"reason": "ProgressDeadlineExceeded",\n"message": "has timed out progressing."\n';
    expect(reports(`${row("cart-1", "Evicted")}${said}`)).toEqual([
      ["evicted", "shop/cart-1", null],
    ]);
  });

  it("counts its pods, and the statuses of those that neither run nor ended well", () => {
    const text =
      HEADER + row("cart-1", "Running") + row("job-1", "Completed") + row("cart-2", "Pending");
    expect(reportedLines(text)).toMatchObject({ messages: [], reasons: ["Pending"], read: 3 });
  });

  it("says no more of a pod whose message is in the text", () => {
    const described = `Name: cart-1\nNamespace: shop\nReason: Evicted\nMessage: ${MEMORY}\n`;
    expect(reports(`${row("cart-1", "Evicted")}\n${described}`)).toEqual([
      ["node-pressure", "shop/cart-1", null],
    ]);
  });

  it.each([
    ["its name", "cart-7d4b9c6f55-x2v9k", "cart-7d4b9c6f55-x2v9k"],
    ["its name before its namespace", "db-0  data", "data/db-0"],
    ["its namespace before its name", "data  db-0", "data/db-0"],
    ["two names of which either may be it", "data  base", ""],
    ["an age and no name", "5m", ""],
  ])("of chosen columns has %s", (_, columns, pod) => {
    expect(reports(`${columns}   Evicted   ${MEMORY}\n`)).toEqual([["node-pressure", pod, null]]);
  });
});

describe("the row of an eviction", () => {
  const LIMIT = 'Usage of EmptyDir volume "tmp" exceeds the limit "1Gi"';
  it.each<[string, string, string]>([
    ["Warning  Evicted  pod/cart-1\n", `         ${LIMIT}\n`, "emptyDir-limit"],
    ["  Warning  Evicted  pod/cart-1\n", `         ${MEMORY}\n`, "node-pressure"],
    ["2m  Warning  Evicted  pod/cart-1  \n", `\t\t${MEMORY}\n`, "node-pressure"],
  ])("has its message in the deeper line below it: %j", (row, message, kind) => {
    expect(reports(row + message)).toEqual([[kind, "cart-1", null]]);
    const others = `${row.replace("cart-1", "cart-2")}${message}${row.replace("cart-1", "cart-3")}`;
    expect(reports(row + message + others)).toEqual([
      [kind, "cart-1", null],
      [kind, "cart-2", null],
      ["evicted", "cart-3", null],
    ]);
  });

  it("is another report than a message below it that begins where it does", () => {
    expect(reports(`Warning  Evicted  pod/cart-1\n${MEMORY}\n`)).toHaveLength(2);
  });
});

it("takes names of which the same part was replaced in other words for two pods", () => {
  const row = (id: string) => `4m  Warning  Evicted  pod/cart-<${id}>    ${MEMORY}\n`;
  expect(reports(row("id here") + row("id2 here"))).toEqual([
    ["node-pressure", "cart-<id here>", null],
    ["node-pressure", "cart-<id2 here>", null],
  ]);
});

it("takes no sentence about an eviction for a row", () => {
  expect(reportedLines("it was Evicted yesterday\n")).toMatchObject({
    messages: [],
    reasons: [],
    read: 0,
  });
});

describe("a description", () => {
  const RUNNING =
    "Name:       cart-1\nNamespace:  shop\nStatus:     Running\nContainers:\n  cart:\n" +
    "    Restart Count:  5\nConditions:\n  Ready  True\nEvents:  <none>\n";

  it("without an end is read as one object", () => {
    expect(reportedLines(RUNNING)).toMatchObject({ messages: [], reasons: [], read: 1 });
    expect(reportedLines(RUNNING + RUNNING).read).toBe(2);
  });

  it("of an evicted pod without the message says that it was evicted", () => {
    const cut = RUNNING.replace("Status:     Running", "Status: Failed\nReason: Evicted");
    expect(reports(cut)).toEqual([["evicted", "shop/cart-1", null]]);
  });

  it("of a pod that no node runs has no node", () => {
    const pending =
      "Name: cart-0\nNamespace: shop\nNode: <none>\nStatus: Pending\nEvents:\n" +
      "  Warning  FailedScheduling  6m  default-scheduler  " +
      "0/1 nodes are available: 1 Insufficient memory.\n";
    const { ends } = reportedMessages("it", new TextEncoder().encode(pending));
    expect(ends.map(({ name, node }) => [name, node])).toEqual([["cart-0", null]]);
  });

  it("counts the event of an eviction whose message is missing", () => {
    expect(reports("  Warning  Evicted  5m  kubelet  \n")).toEqual([["evicted", "", null]]);
  });

  it("has the numbers of each rejection, and no pod of another block of code", () => {
    const rejected = (resource: string, requested: number) =>
      `Reason:   OutOf${resource}\nMessage:  Pod Node didn't have enough resource: ${resource}, ` +
      `requested: ${requested}, used: 7, capacity: 8\n`;
    const text =
      `\`\`\`\nName: cart-1\nNamespace: shop\n${rejected("cpu", 3)}\`\`\`\n` +
      `\`\`\`\n${rejected("memory", 5)}\`\`\`\n\`\`\`\n${rejected("pods", 2)}\`\`\`\n`;
    expect(reports(text)).toEqual([
      ["out-of-resource", "shop/cart-1", "cpu: requested 3, used 7, capacity 8"],
      ["out-of-resource", "", "memory: requested 5, used 7, capacity 8"],
      ["out-of-resource", "", "pods: requested 2, used 7, capacity 8"],
    ]);
    expect(reportedMessages("it", new TextEncoder().encode(text)).ends).toMatchObject([
      { count: 1 },
      { count: 1 },
      { count: 1 },
    ]);
  });
});

describe("what kubectl drain and the API server print", () => {
  it("has the pods that an old kubectl names before its flag", () => {
    const refused =
      "error: pods managed by neither a ReplicationController nor a DaemonSet: web,db (use " +
      "--force to override) and DaemonSet-managed pods: agent-1 (use --ignore-daemonsets to " +
      "ignore)";
    expect(reports(refused)).toEqual([
      ["drain-refused", "", "--force: web,db; --ignore-daemonsets: agent-1"],
    ]);
  });

  it("knows that a later run had the flags that a drain lacked", () => {
    const lacked = "error: pods managed by neither: naked (use --force to override)\n";
    const refused = `node "worker-3" cordoned\n${lacked}`;
    const later = 'node "worker-3" already cordoned\npod "naked" deleted\n';
    const other = 'node "worker-4" cordoned\npod "web" deleted\n';
    expect(reports(refused + later)).toEqual([["drain-went-on", "", "--force: naked"]]);
    expect(reports(refused + other)).toEqual([["drain-refused", "", "--force: naked"]]);
  });

  it("counts the pods that kubectl deleted next to those that it could not evict", () => {
    const refused = `error when evicting pods/"web-1" -n "shop" (will retry after 5s): ${BUDGET}\n`;
    const text = `${refused}pod "naked" deleted\npod "cart" deleted\n`;
    expect(reportedLines(text).reasons).toEqual(["deleted by kubectl", "deleted by kubectl"]);
    expect(reportedLines('pod "cart" deleted\n').reasons).toEqual([]);
  });

  it("has the pod of the request and the budget of the answer", () => {
    const message = "The disruption budget web needs 2 healthy pods and has 2 currently";
    const text =
      "I1212 12:29:29.9 80942 round_trippers.go:436] POST https://10.0.0.1/api/v1/namespaces/" +
      "shop/pods/web-1/eviction 429 Too Many Requests in 43 milliseconds\n" +
      `I1212 12:29:29.9 80942 request.go:836] Response Body: {"message":"${BUDGET}","details":` +
      `{"causes":[{"reason":"DisruptionBudget","message":"${message}"}]},"code":429}\n`;
    expect(reports(text)).toEqual([["eviction-refused", "shop/web-1", message]]);
  });

  it("has the pod and the node where the answer's budget is cut off", () => {
    const request =
      "80942 round_trippers.go:436] POST https://10.0.0.1/api/v1/namespaces/shop/pods/web-1/" +
      "eviction 429 Too Many Requests in 43 milliseconds\n";
    const text =
      `node "worker-3" already cordoned\nI1212 12:29:29.9 ${request}I1212 12:29:34.9 ${request}` +
      'I1212 12:29:34.9 80942 request.go:836] Response Body: {"kind":"Status"\n';
    const { messages } = reportedLines(text);
    expect(messages).toMatchObject([
      { namespace: "shop", name: "web-1", node: "worker-3" },
      { namespace: "shop", name: "web-1", node: "worker-3" },
    ]);
    expect(reports(text)).toEqual([["eviction-answered-429", "shop/web-1", null]]);
  });

  it("is read with the breaks and quotes that a program wrote for it", () => {
    const text =
      `error when evicting pods/"web-1" -n "shop" (will retry after 5s): ` +
      `${BUDGET.replace("'", "\\'")}\\nevicting pod shop/web-1\\n`;
    expect(reports(text)).toEqual([["eviction-refused", "shop/web-1", null]]);
  });
});

describe("what a person quotes of a scheduler", () => {
  it("is read next to the manifest of the pod", () => {
    const said = "Insufficient ephemeral-storage (2), PodToleratesNodeTaints (3)";
    const text =
      `It stays pending: \`No nodes are available that match all of the predicates: ${said}\`\n` +
      "```yaml\nkind: Pod\nmetadata:\n  name: frontend\n```\n";
    expect(reports(text)).toMatchObject([["failed-scheduling", "", expect.any(String)]]);
  });
});

describe("what a kubelet rejects or preempts", () => {
  it("has the labels that a described pod needs of its node", () => {
    const labels = ["node-role.kubernetes.io/master=", "disk=ssd"];
    const text =
      "Name:             test\nNamespace:        shop\nNode:             worker-3/\n" +
      "Reason:           NodeAffinity\n" +
      `Node-Selectors:              ${labels.join("\n                             ")}\nEvents:\n` +
      "  Warning  NodeAffinity  21s   kubelet  Predicate NodeAffinity failed\n";
    const detail = `needs the labels ${labels.join(", ")}`;
    expect(reports(text)).toEqual([["node-affinity", "shop/test", detail]]);
    const without = text.replace(/Node-Selectors:[^:]*Events/, "Node-Selectors: <none>\nEvents");
    expect(reports(without)).toEqual([["node-affinity", "shop/test", null]]);
  });

  it.each([
    "Node didn't have enough resource: cpu,\nrequested: 9000, used: 85975, capacity: 94940",
    "Node didn't have enough resource:\ncpu, requested: 9000, used: 85975, capacity: 94940",
    `"Node didn't have enough resource: cpu, "\n   "requested: 9000, used: 85975, capacity: 94940"`,
  ])("keeps its amounts wherever it is folded: %s", (text) => {
    const amounts = "cpu: requested 9000, used 85975, capacity 94940";
    expect(reports(`${text}\n`)).toEqual([["out-of-resource", "", amounts]]);
  });

  it("names what a critical pod lacked, and the kubelet and not the scheduler", () => {
    const text = "Preempted in order to admit critical pod. Insufficient resources: ";
    const of = (lacking: string) => reports(`${text}[${lacking}, ]\n`);
    const lacks = "the node lacked room for";
    expect(of("(res: cpu, q: 200)")).toEqual([
      ["preempted-by-kubelet", "", `${lacks} 200m of cpu`],
    ]);
    expect(of("(res: memory, q: 1048576), (res: pods, q: 1)")).toEqual([
      ["preempted-by-kubelet", "", `${lacks} 1Mi of memory and 1 pod`],
    ]);
  });

  it("is one report of a status whose message comes before its reason", () => {
    const failure =
      "preemption: error finding a set of pods to preempt: no set of running pods found to " +
      "reclaim resources: [(res: pods, q: 1), ]";
    const text = `  "message": "Pod Unexpected error: ${failure}",\n  "phase": "Failed",\n`;
    expect(reports(`${text}  "reason": "UnexpectedAdmissionError",\n`)).toEqual([
      ["unexpected-admission-error", "", "the node lacked room for 1 pod"],
    ]);
  });

  it("has the words of a device plugin, and the one pod of a list that they are about", () => {
    const message = "Message:        Pod Allocate failed due to no healthy devices present, which ";
    const text =
      `${message}is unexpected\nNAME  READY  STATUS  RESTARTS  AGE\n` +
      "gpu-1   0/1     UnexpectedAdmissionError   0          4s\n";
    expect(reports(text)).toEqual([
      ["unexpected-admission-error", "gpu-1", "no healthy devices present"],
    ]);
  });

  it.each([
    ["pod/cart-1   0/1     Shutdown   0          102s", "node-shutdown", "cart-1"],
    [
      "shop   cart-1   0/3     Topology Affinity Error   0",
      "unexpected-admission-error",
      "shop/cart-1",
    ],
  ])("is read in a row of a list: %s", (row, kind, pod) => {
    expect(reports(`${row}\n`)).toEqual([[kind, pod, null]]);
  });
});

describe("what a scheduler writes", () => {
  const NO_ROOM = "0/4 nodes are available: 4 Insufficient cpu";

  it.each([
    `Unable to schedule shop cart-1: no fit: ${NO_ROOM}.; waiting`,
    `Unable to schedule shop/cart-1: no fit: ${NO_ROOM}.; waiting`,
    `"Unable to schedule pod; no fit; waiting" pod="shop/cart-1" err="${NO_ROOM}."`,
  ])("in its log names the pod: %s", (line) => {
    expect(reports(`I0620 20:48:16.9 1 factory.go:1303] ${line}\n`)).toEqual([
      ["failed-scheduling", "shop/cart-1", "0/4 nodes: 4 Insufficient cpu"],
    ]);
  });

  it("up to 1.8 is read over the fold of a status", () => {
    const text =
      "    message: 'No nodes are available that match all of the following predicates::\n" +
      "      NodeUnderMemoryPressure (1).'\n    reason: Unschedulable\n";
    expect(reports(text)).toEqual([["failed-scheduling", "", "1 NodeUnderMemoryPressure"]]);
  });

  it("in 1.5 names the pod, and has the reasons below its sentence", () => {
    const row = "3h  20s  665  {default-scheduler }   Warning  FailedScheduling  ";
    const text =
      `${row}pod (cart-10-v8) failed to fit in any node\n` +
      "fit failure summary on nodes : Insufficient pods (2), PodToleratesNodeTaints (1)\n";
    expect(reports(text)).toEqual([
      ["failed-scheduling", "cart-10-v8", "2 Insufficient pods; 1 PodToleratesNodeTaints"],
    ]);
  });

  it("and Go prints as an event names the pod", () => {
    const text =
      'Action:"Scheduling", Reason:"FailedScheduling", Regarding:v1.ObjectReference{Kind:"Pod", ' +
      `Namespace:"shop", Name:"cart-1", UID:"1"}, Note:"${NO_ROOM}.", Type:"Warning"\n`;
    expect(reports(text)).toEqual([
      ["failed-scheduling", "shop/cart-1", "0/4 nodes: 4 Insufficient cpu"],
    ]);
  });

  it.each([
    "5\t{scheduler }\t\t\tfailedScheduling\tFailed for reason PodFitsResources and possibly others",
    "6   {scheduler }            failedScheduling    Error scheduling: failed to find fit for " +
      "pod, Node a: PodFitsResources",
  ])("up to 1.1 is about the pod of its description: %s", (row) => {
    const text =
      "Name:\tcart-1\nNamespace:\tshop\nNode:\t/\nStatus:\tPending\nContainers:\nEvents:\n" +
      `  Fri, 17 Jul 2015 10:30:55 -0700\tFri, 17 Jul 2015 10:31:10 -0700\t${row}\n`;
    const [[kind, pod] = []] = reports(text);
    expect([kind, pod]).toEqual(["failed-scheduling", "shop/cart-1"]);
  });

  it("in a row without its pod is about the one pod of a list that is pending", () => {
    const row = `Warning  FailedScheduling  48s (x9 over 11m)  default-scheduler  ${NO_ROOM}.\n`;
    const [one, other] = ["cart-1  0/1  Pending  0  9m\n", "cart-2  0/1  Pending  0  9m\n"];
    expect(reports(`${one}${row}`)[0]?.slice(0, 2)).toEqual(["failed-scheduling", "cart-1"]);
    expect(reports(`${one}${other}${row}`)[0]?.slice(0, 2)).toEqual(["failed-scheduling", ""]);
  });

  it("ends before the quote of the text around it", () => {
    expect(reports(`It says \`${NO_ROOM}.\`\n`)).toEqual([
      ["failed-scheduling", "", "0/4 nodes: 4 Insufficient cpu"],
    ]);
  });
});

describe("the events of a node", () => {
  const event = (reason: string, age: string, said: string) =>
    `  Normal  ${reason}  ${age}  kubelet  ${said}\n`;
  const status = (reason: string, age: string) =>
    event(reason, age, `Node worker-2 status is now: ${reason}`);
  const PRESSURE = status("NodeHasDiskPressure", "12m");
  const GARBAGE = event("FreeDiskSpaceFailed", "11m", "failed to garbage collect required amount");

  it.each([
    ["ended since", PRESSURE + status("NodeHasNoDiskPressure", "3m46s"), "node-condition-ended"],
    ["ended before", PRESSURE + status("NodeHasNoDiskPressure", "20m"), "node-condition"],
    ["did not end", PRESSURE + status("NodeHasSufficientMemory", "3m"), "node-condition"],
  ])("say of a condition that it %s", (_, text, kind) => {
    expect(reports(text)).toEqual([[kind, "", "DiskPressure"]]);
  });

  it("are about the node that one of them names", () => {
    const { messages } = reportedLines(PRESSURE + GARBAGE);
    expect(messages.map(({ node }) => node)).toEqual(["worker-2", "worker-2"]);
  });

  it("are about the node that kubectl drains", () => {
    const refusal = "error: pods with local storage (use --delete-local-data to override): web-1\n";
    const { messages } = reportedLines(`node "10.0.0.7" already cordoned\n${refusal}`);
    expect(messages.map(({ node }) => node)).toEqual(["10.0.0.7"]);
  });
});

describe("a sentence of a kubelet among other lines", () => {
  const KLOG = "W0317 12:45:18.103283    2278 eviction_manager.go:159]";

  it.each<[string, string, readonly (string | null)[]]>([
    [
      "a rejection that 1.20 logs",
      `${KLOG} Failed to admit pod net-1_shop(ab-1) - node has conditions: [DiskPressure]\n`,
      ["admission", "shop/net-1", null],
    ],
    [
      "one that is folded",
      `${KLOG} Failed to admit pod net-1_shop(ab-1) - node has conditions\n: [DiskPressure]\n`,
      ["admission", "shop/net-1", null],
    ],
    [
      "a rejection that 1.30 logs",
      `${KLOG} "Failed to admit pod to node" pod="shop/net-1" nodeCondition=["DiskPressure"]\n`,
      ["admission", "shop/net-1", null],
    ],
    [
      "a preemption, as the API quotes it",
      "The API gave the following message: Preempted in order to admit critical pod\n",
      ["preempted-by-kubelet", "", null],
    ],
    [
      "missing devices",
      "Allocate failed due to no healthy devices present; cannot allocate amd.com/gpu\n",
      [
        ...["unexpected-admission-error", ""],
        "no healthy devices present; cannot allocate amd.com/gpu",
      ],
    ],
    [
      "missing resources that are folded",
      "Pod was rejected: Node didn't have enough resource:\n" +
        "pods, requested: 1, used: 2, capacity: 2",
      ["out-of-resource", "", "pods: requested 1, used 2, capacity 2"],
    ],
    [
      "images that could not be removed",
      'err="failed to garbage collect required amount of images. Wanted to free 1024 bytes, but ' +
        'freed 0 bytes"\n',
      ["image-gc-failed", "", "wanted to free 1Ki, freed 0"],
    ],
  ])("is read: %s", (_, text, report) => {
    expect(reports(text)).toEqual([report]);
  });
});

describe("a text that keeps a reader busy", () => {
  const BLANKS = " ".repeat(100_000);
  const rows = (count: number, row: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => row(index)).join("\n");
  it.each([
    ["blanks within a member", `Reason: ${BLANKS}x`],
    ["blanks in a row of a table", `LAST SEEN  TYPE  REASON\n5m Warning | Evicted${BLANKS}x`],
    ["blanks after a sentence", `pod x - node has conditions${BLANKS}x`],
    ["a drain of many pods", `node/a cordoned\n${rows(8000, (at) => `pod/web-${at} evicted`)}`],
    [
      "many rows without a message, next to others with one",
      `LAST SEEN TYPE REASON OBJECT MESSAGE\n${rows(8000, (at) => {
        const message = "The node was low on resource: memory. ";
        return `5m Warning Evicted pod/web-${at} ${message}\n5m Warning Evicted pod/x-${at} foo`;
      })}`,
    ],
  ])("is read in a time that grows with it: %s", { timeout: 20_000 }, (_, text) => {
    expect(reportedLines(text).messages.length).toBeLessThanOrEqual(16_000);
  });
});
