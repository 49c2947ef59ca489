import { describe, expect, it } from "vitest";
import { documentLines } from "../../../../analysis/present/terminal/blocks.ts";
import { plainStyle } from "../../../../analysis/present/terminal/style.ts";
import { reportedDocument } from "../../../../analysis/questions/explain/reportedDocument.ts";
import { reportedMessages } from "../../../../analysis/read/messages/reported.ts";

const LOW = "The node was low on resource: memory. Threshold quantity: 100Mi, available: 1Mi. ";
const DISK = LOW.replace("memory", "ephemeral-storage");

type Row = readonly [reason: string, about: string, message: string, node?: string];

function answer(...rows: readonly Row[]) {
  const items = rows.map(([reason, about, message, host = "worker-3"]) => {
    const [namespace, name] = about.includes("/") ? about.split("/") : [undefined, about];
    const kind = namespace === undefined ? "Node" : "Pod";
    const involvedObject = { kind, namespace, name };
    return { kind: "Event", reason, message, source: { host }, involvedObject };
  });
  const bytes = new TextEncoder().encode(JSON.stringify({ kind: "List", items }));
  return reportedDocument("events.json", reportedMessages("events.json", bytes));
}

describe("the verdict about events", () => {
  it.each<[title: string, mark: string, ...rows: readonly Row[]]>([
    ["shop/a was evicted from worker-3 for memory", "bad", ["Evicted", "shop/a", LOW]],
    [
      "shop/a was evicted: cart exceeded its storage limit, 50Mi",
      "bad",
      ["Evicted", "shop/a", 'Container cart exceeded its local ephemeral storage limit "50Mi". '],
    ],
    [
      "2 pods were evicted on worker-3 for memory",
      "bad",
      ["Evicted", "shop/a", LOW],
      ["Evicted", "shop/b", LOW],
      ["Preempted", "shop/c", "Preempted by 1 on node worker-3"],
    ],
    [
      "3 pods were evicted on at least 2 nodes for memory",
      "bad",
      ["Evicted", "shop/a", LOW, "worker-1"],
      ["Evicted", "shop/b", LOW, "worker-2"],
      ["Evicted", "shop/c", LOW, ""],
    ],
    [
      "3 pods were evicted: 2 on worker-1 for memory, 1 on worker-2 for disk",
      "bad",
      ["Evicted", "shop/a", LOW, "worker-1"],
      ["Evicted", "shop/b", DISK, "worker-2"],
      ["Evicted", "shop/c", LOW, "worker-1"],
    ],
    [
      "shop/a stays pending: the scheduler finds no node for it",
      "bad",
      ["NotTriggerScaleUp", "shop/a", "pod didn't trigger scale-up: 1 Insufficient cpu"],
      ["FailedScheduling", "shop/a", "0/3 nodes are available: 3 Insufficient cpu."],
    ],
    [
      "No pod was evicted; shop/b was preempted, shop/a stays pending",
      "bad",
      ["FailedScheduling", "shop/a", "0/3 nodes are available: 3 Insufficient cpu."],
      ["Preempted", "shop/b", "Preempted by 1 on node worker-3"],
    ],
    [
      "worker-3 reclaims resources, because a threshold is met",
      "risk",
      ["EvictionThresholdMet", "worker-3", "Attempting to reclaim memory"],
    ],
    ["No pod was evicted, killed or rejected in 1 object", "good", ["Pulled", "shop/a", ""]],
  ])("is %j", (title, mark, ...rows) => {
    expect(answer(...rows)).toMatchObject({ title, mark });
  });

  it("fits its line, however long the names are", () => {
    const rows = ["a", "b"].map((name, at): Row => {
      return ["Evicted", `shop/${name}`, at === 0 ? LOW : DISK, `${name.repeat(60)}.example`];
    });
    expect(answer(...rows).title).toBe("2 pods were evicted on 2 nodes: 1 for memory, 1 for disk");
  });
});

describe("the answer about events", () => {
  const text = (...rows: readonly Row[]) =>
    documentLines(answer(...rows), { all: false }, plainStyle(80)).join("\n");

  it("has what else is reported of the evicted pod in sentences", () => {
    const slow = "Container runtime did not kill the pod within specified grace period.";
    const lines = text(["Evicted", "shop/a", LOW], ["ExceededGracePeriod", "shop/a", slow]);
    expect(lines).toMatch(/It also did not stop in time: its\s+grace period passed\s+\(Exceeded/);
    expect(lines).not.toContain("meaning");
    expect(lines).toMatch(/\nNext +plimsoll explain --node worker-3 #/);
  });

  it("explains or counts every event", () => {
    const lines = text(
      ["Evicted", "shop/a", LOW],
      ["Preempted", "shop/b", "Preempted by 1 on node worker-3"],
      ["Pulled", "shop/b", ""],
      ["Pulled", "shop/c", ""],
    );
    expect(lines).toMatch(/ 1 +Evicted +shop\/a was evicted\n +1 +Preempted +shop\/b was pre/);
    expect(lines).toContain("2 reports with other reasons, not explained: Pulled 2.");
  });

  it("leads to the question that each kind raises", () => {
    const oom = "System OOM encountered, victim process: java, pid: 1234";
    const lines = text(
      ["SystemOOM", "worker-2", oom],
      ["FailedScheduling", "shop/a", "0/3 nodes are available: 3 Insufficient cpu."],
    );
    expect(lines).toMatch(/Next +journalctl -k -S -2h \| plimsoll oom - # on worker-2/);
    expect(lines).toMatch(/\n +plimsoll schedule shop\/a #/);
  });

  it("says of a kubelet that could not measure a file system only that", () => {
    const lines = text(["ImageGCFailed", "w-2", "failed to get imageFs info: no data"]);
    expect(lines.split("\n")[0]).toBe("! w-2 could not measure its image file system");
    expect(lines).toMatch(/no unused image\s+is removed to free space\.$/m);
    expect(lines).not.toContain("could not free");
  });

  it.each([1, 3])("says why %i pods were not evicted, where the verdict has no room", (pods) => {
    const refused = "Cannot evict pod as it would violate the pod's disruption budget.";
    const rows = Array.from({ length: pods }, (_, at): Row => {
      return ["Refused", `longhorn-system/instance-manager-r-59d4d10e-${at}`, refused];
    });
    const [verdict = ""] = text(...rows).split("\n");
    expect(verdict).toMatch(/(was|were) not evicted$/);
    expect(text(...rows).replace(/\s+/g, " ")).toContain(
      "Not evicted: the API server refused, because a PodDisruptionBudget allows no eviction.",
    );
  });

  it("says the reason of a short name once, in the verdict", () => {
    const lines = text([
      "Refused",
      "a/b",
      "Cannot evict pod as it would violate the pod's disruption budget.",
    ]);
    expect(lines.split("\n")[0]).toBe(
      "✖ a/b was not evicted: a PodDisruptionBudget does not allow it",
    );
    expect(lines).not.toContain("API server refused");
  });

  it("has the container, and what was left, of each of several evictions", () => {
    const container = (name: string, used: string) =>
      `Container ${name} was using ${used}, request is 0, has larger consumption of memory. `;
    const lines = text(
      ["Evicted", "shop/a", `${LOW}${container("proxy", "8Ki")}${container("app", "104Mi")}`],
      ["Evicted", "shop/b", LOW],
    ).replace(/\s+/g, " ");
    expect(lines).toContain("app used 104Mi, requests 0; 1Mi left on the node, threshold 100Mi");
    expect(lines).toMatch(/shop\/b (?:worker-3 )?1Mi left on the node, threshold 100Mi/);
  });

  it("asks for no ranking where a pod exceeded a limit of its own", () => {
    const limit = "Pod ephemeral local storage usage exceeds the total limit of containers 1Gi. ";
    const lines = text(["Evicted", "shop/a", limit, ""]);
    expect(lines).toMatch(/\nNext +Where does the pod write\?/);
    expect(lines).not.toContain("ranking");
  });

  it("shows fewer rows where the screen would be longer", () => {
    const many = Array.from({ length: 20 }, (_, at): Row => ["Evicted", `shop/a-${at}`, LOW]);
    const kinds: readonly Row[] = [
      ["Preempted", "shop/b", "Preempted by 1 on node worker-3"],
      ["FailedScheduling", "shop/c", "0/3 nodes are available: 3 Insufficient cpu."],
      ["OutOfcpu", "shop/d", "Node didn't have enough resource: cpu"],
      ["SystemOOM", "worker-2", "System OOM encountered, victim process: java, pid: 1234"],
      ["EvictionThresholdMet", "worker-3", "Attempting to reclaim memory"],
    ];
    const lines = text(...many, ...kinds).split("\n");
    expect(lines.length).toBeLessThan(24);
    expect(lines.join("\n")).toMatch(/… 1\d more with --all/);
  });
});

describe("pods that are not named", () => {
  const titled = (text: string) => {
    const bytes = new TextEncoder().encode(text);
    const document = reportedDocument("chat.txt", reportedMessages("chat.txt", bytes));
    return [document.title, documentLines(document, { all: false }, plainStyle(80)).join("\n")];
  };
  const rejected = (reason: string, resource: string, used: number) =>
    `Status: Failed\nReason: ${reason}\nMessage: Pod Node didn't have enough resource: ` +
    `${resource}, requested: 10, used: ${used}, capacity: 100\n\n`;

  it("are counted one by one: each report is of another pod", () => {
    const fenced = (lines: string) => `\`\`\`\n${lines}\`\`\`\n`;
    const text =
      fenced(`Name: web-1\nNamespace: shop\n${rejected("OutOfcpu", "cpu", 91)}`) +
      fenced(rejected("OutOfmemory", "memory", 92)) +
      fenced(rejected("OutOfpods", "pods", 93));
    expect(titled(text)[0]).toMatch(/^3 pods were rejected/);
  });

  it("are not called by the name of their node", () => {
    const items = ["shop/a", ""].map((about) => ({
      ...{ kind: "Event", reason: "Evicted", source: { host: "host-1" } },
      message: about === "" ? DISK : LOW,
      involvedObject: { kind: "Pod", ...(about === "" ? {} : { namespace: "shop", name: "a" }) },
    }));
    const [title, screen] = titled(JSON.stringify({ kind: "List", items }));
    expect(title).toBe("2 pods were evicted on host-1: 1 for memory, 1 for disk");
    expect(screen).toMatch(/^ {2}a pod +host-1 /m);
  });

  it("are not taken for the node whose drain kubectl refuses", () => {
    const refused =
      'error: unable to drain node "worker-1" due to error:[cannot delete Pods declare no ' +
      "controller (use --force to override): shop/a, cannot delete Pods with local storage (use " +
      "--delete-emptydir-data to override): shop/b]\n";
    const [title] = titled(refused);
    expect(title).toMatch(/^worker-1 was not drained/);
  });
});

describe("a description of a container that was killed", () => {
  it.each([
    ["Waiting\n      Reason: CrashLoopBackOff", "It waits to be restarted (CrashLoopBackOff)."],
    ["Running", "The kubelet restarted the container in the same pod."],
  ])("has whether it runs again: %j", (state, words) => {
    const described =
      "Name: cart-0\nNamespace: shop\nStatus: Running\nContainers:\n  cart:\n" +
      `    State: ${state}\n    Last State: Terminated\n      Reason: OOMKilled\n` +
      "      Exit Code: 137\n    Restart Count: 4\n";
    const bytes = new TextEncoder().encode(described);
    const { lead } = reportedDocument("pod.txt", reportedMessages("pod.txt", bytes));
    expect(JSON.stringify(lead)).toContain(words);
  });

  it("has no fix for limits that a part of a status lacks", () => {
    const part = "lastState:\n  terminated:\n    exitCode: 137\n    reason: OOMKilled\n";
    const sectionsOf = (text: string) =>
      reportedDocument("a.txt", reportedMessages("a.txt", new TextEncoder().encode(text))).sections;
    expect(sectionsOf(part)).toEqual([]);
    expect(sectionsOf(`${part}restartCount: 4\n`)).toHaveLength(1);
  });
});

describe("rows of a description without its name", () => {
  it("are about one pod", () => {
    const rows = ["3 Insufficient cpu", "2 Insufficient cpu, 1 node(s) were unschedulable"].map(
      (reasons) =>
        `  Warning  FailedScheduling  5m  scheduler  0/3 nodes are available: ${reasons}.`,
    );
    const bytes = new TextEncoder().encode(rows.join("\n"));
    const { title } = reportedDocument("pod.txt", reportedMessages("pod.txt", bytes));
    expect(title).toBe(
      "The pod stays pending: all 3 nodes refuse it, 2 because of insufficient cpu",
    );
  });
});

describe("what a table of kubectl leads to", () => {
  const HEAD = "NAMESPACE NAME READY STATUS RESTARTS AGE".replaceAll(" ", "   ");
  const row = (...cells: readonly string[]) => cells.join("   ");
  const nextOf = (...lines: readonly string[]) => {
    const bytes = new TextEncoder().encode(`${lines.join("\n")}\n`);
    const document = reportedDocument("pods.txt", reportedMessages("pods.txt", bytes));
    return documentLines(document, { all: false }, plainStyle(120)).join("\n").replace(/\s+/g, " ");
  };
  const own = ["0/1", "Evicted", "0", "5m"] as const;

  it.each<[command: string, ...lines: readonly string[]]>([
    ["kubectl get pod cart-1 -n shop -o json | plimsoll", HEAD, row("shop", "cart-1", ...own)],
    [
      "kubectl get pod cart-1 -o json | plimsoll",
      HEAD.replace(/^NAMESPACE +/, ""),
      row("cart-1", ...own),
    ],
    [
      "kubectl get pods -A -o json | plimsoll",
      HEAD,
      row("shop", "cart-1", ...own),
      row("batch", "b", ...own),
    ],
  ])("is the message, by a command that works as it is: %s", (command, ...lines) => {
    expect(nextOf(...lines)).toContain(`Next ${command} # the`);
  });

  // kubectl's printer replaces the reason of the pod by that of a container that has ended.
  it.each(["Error", "ContainerStatusUnknown"])("is open where STATUS is %s", (status) => {
    const text = nextOf(HEAD, row("shop", "cart-1", "0/1", status, "0", "5m"));
    expect(text).toContain("? 1 pod ended; STATUS does not show whether one was evicted");
    expect(text).toContain("Next kubectl get pods -o json | plimsoll # why each of them ended");
  });

  it("is open where a pod restarted, for a reason that no column has", () => {
    const text = nextOf(HEAD, row("shop", "cart-1", "1/1", "Running", "3", "5m"));
    expect(text).toContain(
      "? No pod was evicted or rejected; the text does not say why one restarted",
    );
    expect(text).toContain("Next kubectl get pods -A -o json | plimsoll # why they restarted");
  });

  it.each([
    [137, "The kernel's OOM killer killed container web at 14:10:51"],
    [undefined, "The kernel's OOM killer killed a process of container web at 14:10:51"],
    [
      0,
      "The kernel's OOM killer killed a process of container web; its main process was not " +
        "killed, and ended with exit code 0 at 14:10:51",
    ],
  ])("says what the kernel killed where the exit code is %s", (exitCode, sentence) => {
    const terminated = { exitCode, reason: "OOMKilled", finishedAt: "2025-04-29T14:10:51Z" };
    const status = { name: "web", restartCount: 0, state: { terminated } };
    const items = [
      {
        ...{ kind: "Pod", metadata: { namespace: "shop", name: "cart-1" } },
        status: { containerStatuses: [status] },
      },
    ];
    const bytes = new TextEncoder().encode(JSON.stringify({ kind: "List", items }));
    const document = reportedDocument("pods.json", reportedMessages("pods.json", bytes));
    const lines = documentLines(document, { all: false }, plainStyle(100))
      .join("\n")
      .replaceAll(/\s+/g, " ");
    expect(lines).toContain(sentence);
  });

  it("counts no second node for a report that names none", () => {
    const said = "System OOM encountered, victim process: bash, pid: 7788";
    const items = ["worker-3", undefined].map((host) => ({
      ...{
        kind: "Event",
        reason: "SystemOOM",
        message: said.replace("7788", `${host}`.length + ""),
      },
      ...{ source: { host }, involvedObject: { kind: "Node", name: host } },
    }));
    const bytes = new TextEncoder().encode(JSON.stringify({ kind: "List", items }));
    const { title } = reportedDocument("events.json", reportedMessages("events.json", bytes));
    expect(title).toContain("worker-3 had a process killed");
  });

  it("names no namespace that it does not know", () => {
    const event =
      "2m Warning FailedScheduling pod/cart-1 0/3 nodes are available: 3 Insufficient cpu.";
    const head = "LAST SEEN   TYPE   REASON   OBJECT   MESSAGE";
    const lines = nextOf(head, event.replace(/^(\S+) (\S+) (\S+) (\S+) /, "$1   $2   $3   $4   "));
    expect(lines).toContain("plimsoll schedule cart-1 -n NAMESPACE # what would place it");
  });
});

describe("the answer about a text", () => {
  const HEADER = "NAME     READY   STATUS    RESTARTS   AGE\n";
  const ROW = "cart-1   1/1     Running   0          5m\n";
  const EVENT = "2m   Warning   BackOff   pod/cart-1   Back-off restarting failed container\n";
  const DESCRIPTION =
    "```\n$ kubectl describe pod cart-1\nName:    cart-1\nNamespace:  shop\nLabels:  app=cart\n" +
    "         tier=web\nContainers:\n  cart:\n    State:  Running\nEvents:\n" +
    "  Type    Reason   Age   From      Message\n  ----    ------   ----  ----      -------\n" +
    "  Normal  Pulled   9s    kubelet   Container image is present\n```\n";

  function answerTo(text: string) {
    const reported = reportedMessages("it.txt", new TextEncoder().encode(text));
    const document = reportedDocument("it.txt", reported);
    const lines = documentLines(document, { all: false }, plainStyle(100)).join("\n");
    return { ...document, lines };
  }

  it.each([
    ["a list of pods", HEADER + ROW],
    ["a description", DESCRIPTION],
  ])("says that nothing happened where all of it is understood: %s", (_, text) => {
    expect(answerTo(text).title).toBe("No pod was evicted, killed or rejected in 1 object");
    expect(answerTo(text).mark).toBe("good");
  });

  it.each([
    ["after a list of pods", HEADER + ROW],
    ["after events", EVENT],
    ["after a description", DESCRIPTION],
    ["among the events of a description", DESCRIPTION.replace("```\n$", "$").slice(0, -4)],
  ])("names a line that is not understood, and claims no absence: %s", (_, text) => {
    const { title, mark, lines } = answerTo(`${text}  [ 9.5] cart: a kernel's line\nmore of it\n`);
    expect(title).toBe("No eviction, kill or rejection in the lines that are understood");
    expect(mark).toBe("unknown");
    expect(lines).toContain('2 lines are not understood, such as "[ 9.5] cart: a kernel\'s line".');
  });

  it("does not say that no pod was evicted where lines are not understood", () => {
    const ended = "cart-2   0/1     OOMKilled   1   5m\njob-1    0/1     Preempting   0   5m\n";
    const { title } = answerTo(HEADER + ended);
    expect(title).toMatch(/^No pod was evicted; /);
    expect(answerTo(`${HEADER}${ended}what else\n`).title).toBe(title.slice(20));
  });
});
