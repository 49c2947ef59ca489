import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { constants, deflateRawSync, gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import { create, Header } from "tar";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleParts } from "../../../hosts/cli/bundle/bundleParts.ts";
import { ExitCode } from "../../../hosts/cli/exitCode.ts";
import { logOf } from "../../analysis/read/messages/kubeletLog.ts";
import { readKept } from "../../recorded/kept.ts";
import { commandLine } from "./commandLine.ts";

const { Ok, Usage, Input } = ExitCode;

type Files = Readonly<Record<string, string | Uint8Array>>;

const MESSAGE =
  "The node was low on resource: memory. Threshold quantity: 100Mi, available: 91244Ki. " +
  "Container cart was using 2580184Ki, request is 256Mi, has larger consumption of memory. ";
const SECRET = "c2VjcmV0LXRva2Vu";

function event(node: string, name = "cart-0") {
  return {
    kind: "Event",
    involvedObject: { kind: "Pod", namespace: "shop", name },
    reason: "Evicted",
    message: MESSAGE,
    source: { component: "kubelet", host: node },
    lastTimestamp: "2026-01-15T10:12:20Z",
    metadata: { namespace: "shop", name: `${name}.1`, annotations: { token: SECRET } },
  };
}

const pod = (node: string, name = "cart-0") => ({
  kind: "Pod",
  metadata: { namespace: "shop", name, annotations: { token: SECRET } },
  spec: { nodeName: node },
  status: { phase: "Failed", reason: "Evicted", message: MESSAGE },
});

const node = (name: string, pressure = "False") => ({
  kind: "Node",
  metadata: { name },
  status: {
    allocatable: { memory: "7243320Ki", cpu: "4" },
    nodeInfo: { kubeletVersion: "v1.35.8" },
    conditions: [
      { type: "MemoryPressure", status: pressure, lastTransitionTime: "2026-01-15T10:12:20Z" },
      { type: "Ready", status: "True" },
    ],
  },
});

const MASTER = { "node-role.kubernetes.io/control-plane": "" };

const list = (kind: string, items: readonly object[]) => JSON.stringify({ kind, items });

/** As `oc adm inspect` writes a list. */
function yamlList(items: readonly (readonly string[])[]): string {
  const lines = items.flatMap((item) => item.map((line, at) => (at === 0 ? "- " : "  ") + line));
  return `---\napiVersion: v1\nitems:\n${lines.join("\n")}\nkind: EventList\nmetadata:\n  x: "1"\n`;
}

const YAML_EVENT = [
  "apiVersion: v1",
  "involvedObject:",
  "  kind: Pod",
  "  name: cart-0",
  "  namespace: shop",
  "kind: Event",
  'lastTimestamp: "2026-01-15T10:12:20Z"',
  `message: '${MESSAGE}'`,
  "metadata:",
  "  annotations:",
  `    token: ${SECRET}`,
  "reason: Evicted",
  "source:",
  "  host: worker-3",
];
const OTHER_YAML_EVENT = ["apiVersion: v1", "kind: Event", "message: Pulled", "reason: Pulled"];

let log = "";
const bundles: Record<string, Files> = {};
let directory = "";

/** As installer-gather.sh packs it. */
function installerBundle(): Files {
  const root = "log-bundle-20260115";
  return {
    [`${root}/resources/nodes.json`]: list("NodeList", [node("worker-3")]),
    [`${root}/resources/events.json`]: list("EventList", [event("worker-3")]),
    [`${root}/resources/pods.json`]: list("PodList", [pod("worker-3")]),
    [`${root}/control-plane/worker-3/journals/kubelet.log`]: log,
  };
}

/** As sonobuoy packs it: with the group and the version of a resource, or as it did before. */
function snapshot(isOld = false): Files {
  const [nodes, events, pods] = [[node("worker-3")], [event("worker-3")], [pod("worker-3")]];
  const content = (kind: string, items: readonly object[]) => {
    return isOld
      ? JSON.stringify(items.map((item) => ({ ...item, kind: undefined })))
      : list(kind, items);
  };
  const file = (kind: string) => (isOld ? `${kind}s.json` : `core_v1_${kind.toLowerCase()}s.json`);
  const journal = log.split("\n").flatMap((line) => {
    const [, MESSAGE] = /kubelet\[\d+\]: (.*)$/.exec(line) ?? [];
    return MESSAGE === undefined ? [] : [`${JSON.stringify({ ...JOURNAL, MESSAGE })}\n`];
  });
  return {
    [`resources/cluster/${file("Node")}`]: content("NodeList", nodes),
    [`resources/ns/shop/${file("Event")}`]: content("EventList", events),
    [`resources/ns/shop/${file("Pod")}`]: content("PodList", pods),
    "hosts/worker-3/configz.json":
      '{"kubeletconfig":{"evictionHard":{"memory.available":"500Mi"}}}',
    "hosts/worker-3/healthz.json": '{"status":200}',
    "hosts/worker-4/configz.json": "{}",
    [`plugins/systemd${isOld ? "_" : "-"}logs/results/worker-3${isOld ? "" : "/systemd_logs"}`]:
      journal.join(""),
    "podlogs/shop/cart-0/logs/cart.txt": "started\n",
    "meta/config.json": "{}",
  };
}
const JOURNAL = {
  _SYSTEMD_UNIT: "kubelet.service",
  SYSLOG_IDENTIFIER: "kubelet",
  _HOSTNAME: "worker-3",
  __REALTIME_TIMESTAMP: "1763668000000000",
};

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "plimsoll-bundle-"));
  const { passes } = await readKept("memory-hard");
  log = logOf(passes, "journalctl, short");
  const prefixed = log.replace(/^(?=.)/gm, "worker-3.example ");
  const other = log.replace(/^(?=.)/gm, "worker-4.example ");
  const commands = "sosreport-worker-3/sos_commands/kubernetes/";
  const root = "must-gather.local.123/quay-io-sha256-0123/";
  Object.assign(bundles, {
    "must-gather": {
      [`${root}namespaces/shop/core/events.yaml`]: yamlList([OTHER_YAML_EVENT, YAML_EVENT]),
      [`${root}namespaces/shop/core/pods.yaml`]: list("PodList", [pod("worker-3")]),
      [`${root}cluster-scoped-resources/core/nodes/worker-3.yaml`]: JSON.stringify(
        node("worker-3", "True"),
      ),
      [`${root}nodes/worker-3/worker-3_logs_kubelet.gz`]: gzipSync(log),
      [`${root}namespaces/shop/core/secrets.yaml`]: `data: ${SECRET}`,
    },
    sosreport: {
      [`${commands}cluster-info/shop/kubectl_get_-o_json_--namespace_shop_events`]: list(
        "EventList",
        [event("worker-3")],
      ),
      [`${commands}cluster-info/kubectl_--kubeconfig_.etc.admin.conf_get_-o_json_nodes`]: list(
        "NodeList",
        [node("worker-3")],
      ),
      "sosreport-worker-3/sos_commands/kubernetes/journalctl_--no-pager_--unit_kubelet": log,
      "sosreport-worker-3/sos_commands/host/hostname": "worker-3\n",
      "sosreport-worker-3/var/lib/kubelet/config.yaml":
        "kind: KubeletConfiguration\nevictionHard:\n  memory.available: 100Mi\n",
      "sosreport-worker-3/etc/kubernetes/kubelet.conf": `kind: Config\ntoken: ${SECRET}\n`,
    },
    "support-bundle": {
      "support-bundle-2026/cluster-resources/events/shop.json": list("EventList", [
        event("worker-3"),
      ]),
      "support-bundle-2026/cluster-resources/pods/shop.json": list("PodList", [pod("worker-3")]),
      "support-bundle-2026/cluster-resources/nodes.json": list("NodeList", [node("worker-3")]),
      "support-bundle-2026/node-metrics/worker-3.json": "{}",
      "support-bundle-2026/host-collectors/journald/worker-3/kubelet.txt": log,
    },
    "cluster-info": {
      "dump/nodes.json": list("NodeList", [node("worker-3")]),
      "dump/shop/events.json": list("EventList", [event("worker-3")]),
      "dump/shop/pods.json": list("PodList", [pod("worker-3")]),
    },
    "log-bundle": installerBundle(),
    sonobuoy: snapshot(),
    "sonobuoy, old": snapshot(true),
    bare: { [`${root}host_service_logs/workers/kubelet_service.log`]: prefixed + other },
    shared: {
      [`${root}host_service_logs/workers/kubelet_service.log`]: prefixed + other,
      [`${root}cluster-scoped-resources/core/nodes.yaml`]: list("NodeList", [
        node("worker-3.example"),
        { ...node("master-0"), metadata: { name: "master-0", labels: MASTER } },
      ]),
    },
  });
});
afterAll(() => rmSync(directory, { recursive: true }));

const PACKERS = {
  folder: () => {},
  tar: (root: string, path: string) =>
    create({ cwd: root, file: path, sync: true, portable: true }, ["."]),
  "tar.gz": (root: string, path: string) =>
    create({ cwd: root, file: path, sync: true, gzip: true, portable: true }, ["."]),
  "tar.xz": (root: string, path: string) => {
    const file = path.replace(/\.xz$/, "");
    create({ cwd: root, file, sync: true, portable: true }, ["."]);
    execFileSync("xz", ["-f", file]);
  },
} as const;
const FORM_NAMES = [...(Object.keys(PACKERS) as (keyof typeof PACKERS)[]), "zip"] as const;

function packed(files: Files, form: (typeof FORM_NAMES)[number], name: string): string {
  const root = join(directory, `${name}.${form}.folder`);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  if (form === "folder") return root;
  const archive = join(directory, `${name}.${form}`);
  if (form === "zip") {
    const bytes = Object.entries(files).map(([path, content]) => [path, Buffer.from(content)]);
    writeFileSync(archive, zipSync(Object.fromEntries(bytes)));
  } else PACKERS[form](root, archive);
  return archive;
}

/** The whole answer, of which the first screen has the beginning. */
const explained = (path: string, ...words: string[]) =>
  commandLine(["explain", "--bundle", path, "--all", ...words]);

async function found(path: string) {
  const { stdout, exitCode } = await explained(path, "--output", "json");
  expect(exitCode).toBe(Ok);
  return JSON.parse(stdout);
}

const TOOLS = [
  ...["must-gather", "sosreport", "support-bundle", "log-bundle", "sonobuoy", "cluster-info"],
];

describe.each(TOOLS)("%s", (tool) => {
  it.each(FORM_NAMES)("is read as %s", async (form) => {
    const answer = await found(packed(bundles[tool] ?? {}, form, tool));
    expect(answer.kind).toBe(tool);
    expect(answer.nodes.map((each: { name: string }) => each.name)).toEqual(["worker-3"]);
    expect(answer.nodes[0]).toMatchObject({
      kubelet: "v1.35.8",
      allocatable: { memory: "7243320Ki" },
    });
    expect(answer.evictions).toMatchObject([
      {
        ...{ namespace: "shop", pod: "cart-0", node: "worker-3" },
        ...{ kind: "node-pressure", resource: "memory", available: 91244 * 1024 },
      },
    ]);
  });

  it("is printed as text, and no secret in it", async () => {
    const path = packed(bundles[tool] ?? {}, "folder", tool);
    const { stdout, stderr, exitCode } = await explained(path);
    expect(exitCode).toBe(Ok);
    expect(stdout).toMatch(
      /^✖ shop\/cart-0 .*was evicted on worker-3|^✖ \d+ pods were evicted on worker-3/,
    );
    expect(stdout).toContain("Contents");
    expect(stdout).toContain("Evictions on worker-3");
    expect(stdout).toContain("shop/cart-0 on worker-3 at 2026-01-15T10:12:20Z");
    expect(stdout + stderr).not.toContain(SECRET);
  });
});

describe("a snapshot of sonobuoy", () => {
  it("is read alike in its old form, with the items alone", async () => {
    const [now, old] = [
      await found(packed(bundles.sonobuoy ?? {}, "folder", "sonobuoy")),
      await found(packed(bundles["sonobuoy, old"] ?? {}, "folder", "sonobuoy-old")),
    ];
    expect(old.kind).toBe("sonobuoy");
    expect(old.nodes).toEqual(now.nodes);
    expect(old.evictions).toEqual(now.evictions);
    expect(old.happened).toEqual(now.happened);
  });

  it("has the node's log, and the configuration that its kubelet served", async () => {
    const path = packed(bundles.sonobuoy ?? {}, "folder", "sonobuoy");
    const { stderr, said, exitCode } = await commandLine(["replay", "--bundle", path, "--all"]);
    expect(exitCode).toBe(Ok);
    expect(said).toMatch(/the thresholds are those of hosts\/worker-3\/configz\.json/i);
    expect(stderr).toContain("hosts/worker-4/configz.json has no configuration: the kubelet did");
  });

  it("has the objects of the cluster for a question about the scheduler", async () => {
    const path = packed(bundles.sonobuoy ?? {}, "tar.gz", "sonobuoy");
    const { said, exitCode } = await commandLine(["schedule", "--objects", path, "--all"]);
    expect(exitCode).toBe(Ok);
    expect(said).toContain("the newest kubelet of the nodes is v1.35.8");
  });
});

describe("what a bundle records of evictions", () => {
  const gathered = () => bundles["must-gather"] ?? {};
  const EVENTS = "must-gather.local.123/quay-io-sha256-0123/namespaces/default/core/events.yaml";
  const recordedAt = (name: string, time: string) => {
    const about = { ...event("worker-3", name).involvedObject, namespace: "default" };
    return { ...event("worker-3", name), involvedObject: about, lastTimestamp: time };
  };

  it("has what the policy decides on the numbers of the node's log", async () => {
    const { happened, policyOnly } = await found(packed(gathered(), "folder", "happened"));
    const logged = happened.filter((each: { source: string }) => each.source === "log");
    expect(logged).toHaveLength(11);
    expect(logged[0]).toMatchObject({ namespace: "default", name: "nightly", policy: "agrees" });
    const others = happened.filter((each: { source: string }) => each.source !== "log");
    expect(others).toMatchObject([
      { time: "2026-01-15T10:12:20.000000000Z", name: "cart-0", source: "event" },
    ]);
    expect(others[0].policy).toBe("unknown");
    expect(policyOnly).toEqual([]);
    const { stdout } = await explained(packed(gathered(), "folder", "happened"));
    expect(stdout).toMatch(
      /○ default\/nightly is evicted\. On these numbers the policy does the same/,
    );
  });

  it("has no pod that was rejected, and was never evicted", async () => {
    const message = "The node had condition: [MemoryPressure]. ";
    const rejected = { ...pod("worker-3", "new-0"), status: { reason: "Evicted", message } };
    const path = "must-gather.local.123/quay-io-sha256-0123/namespaces/late/core/pods.yaml";
    const files = { ...gathered(), [path]: list("PodList", [rejected]) };
    const { happened } = await found(packed(files, "folder", "rejected"));
    expect(happened.map((each: { name: string }) => each.name)).not.toContain("new-0");
  });

  it("is of one eviction where an event and the log record it", async () => {
    const before = await found(packed(gathered(), "folder", "once"));
    const { time } = before.happened.find((each: { name: string }) => each.name === "nightly");
    const [later, other] = [3_000, 30 * 3_600_000].map((by) =>
      new Date(Date.parse(time) + by).toISOString(),
    );
    const items = [recordedAt("nightly", later ?? ""), recordedAt("nightly", other ?? "")];
    // Two events say the same of one pod, and differ in their amounts.
    const amounts = [{}, { message: MESSAGE.replace("91244Ki", "91245Ki") }];
    const events = list(
      "EventList",
      items.map((item, at) => ({ ...item, ...amounts[at] })),
    );
    const { happened } = await found(packed({ ...gathered(), [EVENTS]: events }, "folder", "two"));
    const own = happened.filter((each: { name: string }) => each.name === "nightly");
    expect(own).toMatchObject([
      { source: "event", policy: "agrees" },
      { source: "event", policy: "unknown" },
    ]);
    expect(own[0].message).toContain("available: 91244Ki");
  });
});

describe("what is missing is named, with the command that gets it", () => {
  it.each([
    ["must-gather", ["stats Summary", "kubelet configuration"]],
    ["sosreport", ["pods", "stats Summary"]],
    ["support-bundle", ["kubelet configuration"]],
    ["cluster-info", ["kubelet logs of worker-3", "kubelet configuration", "stats Summary"]],
  ])("%s", async (tool, whats) => {
    const answer = await found(packed(bundles[tool] ?? {}, "folder", tool));
    const missing = answer.missing as { what: string; command: string }[];
    expect(missing.map(({ what }) => what).sort()).toEqual(whats.toSorted());
    for (const { command } of missing) expect(command).toMatch(/^(kubectl|oc|journalctl) /);
  });
});

describe("a node whose Summary is in the bundle", () => {
  const summary = {
    node: {
      nodeName: "worker-3",
      startTime: "2026-01-15T00:00:00Z",
      memory: {
        time: "2026-01-15T10:12:20Z",
        availableBytes: 64 * 2 ** 20,
        workingSetBytes: 8 * 2 ** 30 - 64 * 2 ** 20,
      },
    },
    pods: [],
  };
  const files = () => ({
    ...bundles["support-bundle"],
    "support-bundle-2026/node-metrics/worker-3.json": JSON.stringify(summary),
    "support-bundle-2026/cluster-resources/pods/other.json": list("PodList", [
      { ...pod("worker-9", "far-0"), status: { phase: "Running" } },
      {
        kind: "Pod",
        metadata: { namespace: "shop", name: "near-0", uid: "1" },
        spec: { nodeName: "worker-3", containers: [{ name: "a" }] },
        status: { phase: "Running" },
      },
    ]),
  });

  it("is explained as it was when the bundle was made, with its own pods", async () => {
    const path = packed(files(), "tar.gz", "summary");
    const { stdout, stderr } = await explained(path);
    expect(stderr).not.toContain("far-0");
    expect(stdout).toContain("worker-3 when the bundle was made");
    expect(stdout).toContain("memory.available is 64Mi, below its hard threshold 100Mi");
    expect(stdout).toContain("shop/near-0");
    expect(stdout).not.toContain("far-0");
    const { policyOnly } = await found(path);
    expect(policyOnly.map((each: { name: string }) => each.name)).toEqual(["near-0"]);
    const { stdout: markdown } = await explained(path, "--output", "markdown");
    expect(markdown).toMatch(/\n## worker-3 when the bundle was made, under .*\n/);
    expect(markdown).toMatch(/\n## Next steps\n\n```sh\nplimsoll replay --bundle /);
  });

  it("is on one screen where no pod is evicted, with its thresholds", async () => {
    const calm = { ...summary.node.memory, availableBytes: 4 * 2 ** 30 };
    const observed = { ...summary, node: { ...summary.node, memory: calm } };
    const [root, metrics] = ["support-bundle-2026/cluster-resources", "node-metrics/worker-3.json"];
    const all = {
      [`${root}/nodes.json`]: list("NodeList", [node("worker-3")]),
      [`${root}/pods/shop.json`]: list("PodList", []),
      [`support-bundle-2026/${metrics}`]: JSON.stringify(observed),
    };
    const path = packed(all, "tar.gz", "calm");
    const { stdout } = await commandLine(["explain", "--bundle", path]);
    expect(stdout.split("\n").length).toBeLessThanOrEqual(24);
    expect(stdout).toMatch(/No pod is evicted at 10:12:20: no threshold is met\./);
    expect(stdout).toMatch(/memory\.available<100Mi +hard +100Mi +4Gi/);
    expect(stdout).not.toContain("Missing, and how to get it");
    expect((await explained(path)).stdout).toContain("Missing, and how to get it");
  });

  it("has the kernel and admission in its ranking, by the Node of the bundle", async () => {
    const allocatable = { cpu: "2", memory: "1Gi", pods: "110" };
    const object = { ...node("worker-3"), status: { allocatable } };
    const near = {
      kind: "Pod",
      metadata: { namespace: "shop", name: "near-0", uid: "1" },
      spec: {
        nodeName: "worker-3",
        containers: [{ name: "a", resources: { requests: { memory: "512Mi" } } }],
      },
      status: { phase: "Running" },
    };
    const used = { time: "2026-01-15T10:12:20Z", workingSetBytes: 2 ** 29, rssBytes: 2 ** 29 };
    const podRef = { namespace: "shop", name: "near-0", uid: "1" };
    const containers = [{ name: "a", memory: used }];
    const measured = { ...summary, pods: [{ podRef, containers, memory: used }] };
    const { stdout } = await explained(
      packed(
        {
          ...files(),
          "support-bundle-2026/node-metrics/worker-3.json": JSON.stringify(measured),
          "support-bundle-2026/cluster-resources/nodes.json": list("NodeList", [object]),
          "support-bundle-2026/cluster-resources/pods/other.json": list("PodList", [near]),
        },
        "tar.gz",
        "judges",
      ),
      "--all",
    );
    expect(stdout).toContain("the kernel would kill container a of shop/near-0");
    // 512Mi of 1Gi are left, and the pod that is asked about wants 256Mi more.
    expect(stdout).toContain("requests 768Mi of memory");
    expect(stdout).toContain("1: shop/near-0 (Burstable) frees 512Mi of memory");
    expect(stdout).toContain("labels and taints come from the Node object");
  });

  it.each([
    ["folder", []],
    ["zip", ["--output", "json"]],
  ] as const)("is what --admit asks about: %s %j", async (form, words) => {
    const path = packed(bundles["support-bundle"] ?? {}, form, "support-bundle");
    const pod = join(directory, "pod.yaml");
    writeFileSync(pod, "kind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a}]}\n");
    const { exitCode, stderr } = await explained(path, "--admit", pod, ...words);
    expect(exitCode).toBe(Usage);
    expect(stderr).toContain("--admit asks about one node's Summary in text");
  });

  it("is left out with a sentence where the member is not a Summary", async () => {
    const { stdout, stderr, exitCode } = await explained(
      packed(bundles["support-bundle"] ?? {}, "folder", "support-bundle"),
    );
    expect(exitCode).toBe(Ok);
    expect(stderr).toMatch(/^warning: .*, node worker-3/m);
    expect(stdout).not.toContain("when the bundle was made");
  });
});

it.each([
  ["v1.31.2+k3s1", "journalctl -u k3s -u k3s-agent "],
  ["v1.31.2+rke2r1", "plimsoll replay --journal /var/lib/rancher/rke2/"],
  ["v1.31.2", "journalctl -u kubelet "],
])("the log of a kubelet %s is had with %s", async (kubeletVersion, begin) => {
  const object = node("worker-3");
  const status = { ...object.status, nodeInfo: { kubeletVersion } };
  const files = {
    ...bundles["cluster-info"],
    "dump/nodes.json": list("NodeList", [{ ...object, status }]),
  };
  const { missing } = await found(packed(files, "folder", kubeletVersion));
  expect(missing[0].command.startsWith(begin)).toBe(true);
});

describe("replay --bundle", () => {
  const replayed = (path: string, ...words: string[]) =>
    commandLine(["replay", "--bundle", path, "--output", "ndjson", ...words]);
  const ofLog = async () => {
    const path = join(directory, "kubelet.log");
    writeFileSync(path, log);
    return (await commandLine(["replay", "--journal", path, "--output", "ndjson"])).stdout;
  };

  it.each([
    ["must-gather", "tar.gz"],
    ["must-gather", "zip"],
    ["support-bundle", "folder"],
    ["log-bundle", "tar.gz"],
  ] as const)("replays the log in a %s, %s, as the log itself", async (tool, form) => {
    const path = packed(bundles[tool] ?? {}, form, tool);
    const { stdout, exitCode } = await replayed(path, "--node", "worker-3");
    expect(exitCode).toBe(Ok);
    expect(stdout).toBe(await ofLog());
    expect((await replayed(path)).stdout).toBe(stdout);
  });

  it("takes the lines of one node from a log of several", async () => {
    const path = packed(bundles.shared ?? {}, "tar.gz", "shared");
    const { stdout, exitCode } = await replayed(path, "--node", "worker-3.example");
    expect(exitCode).toBe(Ok);
    expect(stdout).toBe(await ofLog());
  });

  it("takes the configuration that a sosreport has", async () => {
    const path = packed(bundles.sosreport ?? {}, "folder", "sosreport");
    const { stderr, exitCode } = await replayed(path);
    expect(exitCode).toBe(Ok);
    expect(stderr).toContain("the thresholds are those of sosreport-worker-3/var/lib/kubelet/");
  });

  it.each([
    ["cluster-info", "worker-3", Input, "no kubelet log is in it; plimsoll explain --bundle"],
    ["must-gather", "worker-9", Input, "no kubelet log of worker-9 is in it, but of worker-3."],
    ["shared", "master-0", Input, "no kubelet log of master-0 is in it, but of worker-3.example."],
    ["shared", undefined, Usage, "give --node with one of worker-3.example."],
    ["shared", "worker-9", Input, "of worker-9 is in it, but of worker-3.example, worker-4.exa"],
    ["bare", undefined, Usage, "give --node with one of worker-3.example, worker-4.example."],
    ["bare", "worker-9", Input, "of worker-9 is in it, but of worker-3.example, worker-4.exa"],
  ])("refuses %s for %s", async (tool, name, code, sentence) => {
    const path = packed(bundles[tool] ?? {}, "folder", tool);
    const { stderr, exitCode } = await replayed(
      path,
      ...(name === undefined ? [] : ["--node", name]),
    );
    expect(stderr).toContain(sentence);
    expect(exitCode).toBe(code);
  });
});

describe("the configurations of a must-gather", () => {
  const ROOT = "must-gather.local.9/quay-io-sha256-9/";
  const OBJECTS = `${ROOT}cluster-scoped-resources/machineconfiguration.openshift.io/`;
  const RENDERED = "rendered-worker-0123456789abcdef0123456789abcdef";
  const POOL = "pools.operator.machineconfiguration.openshift.io/worker";

  const ofNode = (rendered: string | null) => ({
    ...node("worker-3"),
    metadata: {
      name: "worker-3",
      annotations:
        rendered === null ? {} : { "machineconfiguration.openshift.io/currentConfig": rendered },
    },
  });
  const machineConfig = (memory: string) => {
    const kubelet = JSON.stringify({
      kind: "KubeletConfiguration",
      apiVersion: "kubelet.config.k8s.io/v1beta1",
      evictionHard: { "memory.available": memory },
    });
    const source = `data:text/plain;base64,${Buffer.from(kubelet).toString("base64")}`;
    const files = [{ path: "/etc/kubernetes/kubelet.conf", contents: { source } }];
    return JSON.stringify({ kind: "MachineConfig", spec: { config: { storage: { files } } } });
  };
  const kubeletConfig = (name: string, memory: string, labels: object = { [POOL]: "" }) =>
    JSON.stringify({
      apiVersion: "machineconfiguration.openshift.io/v1",
      kind: "KubeletConfig",
      metadata: { name },
      spec: {
        machineConfigPoolSelector: { matchLabels: labels },
        kubeletConfig: { evictionHard: { "memory.available": memory } },
      },
    });

  let made = 0;
  function gathered(rendered: string | null, objects: Files): string {
    return packed(
      {
        [`${ROOT}cluster-scoped-resources/core/nodes/worker-3.yaml`]: JSON.stringify(
          ofNode(rendered),
        ),
        [`${ROOT}nodes/worker-3/worker-3_logs_kubelet.gz`]: gzipSync(log),
        ...Object.fromEntries(
          Object.entries(objects).map(([name, text]) => [OBJECTS + name, text]),
        ),
      },
      "tar.gz",
      `gathered-${++made}`,
    );
  }
  const limitsOf = async (path: string, ...words: string[]) => {
    const asked = ["replay", "--bundle", path, "--output", "ndjson", "--detail", "1", ...words];
    const { stdout, stderr, exitCode } = await commandLine(asked);
    expect(exitCode).toBe(Ok);
    const { thresholds } = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
    const [memory] = thresholds.filter(({ signal }: { signal: string }) => {
      return signal === "memory.available";
    });
    return { limit: memory.value, stderr };
  };

  const ofMachine = { [`machineconfigs/${RENDERED}.yaml`]: machineConfig("321Mi") };

  it("apply where a node names its rendered MachineConfig", async () => {
    const other = { "machineconfigs/rendered-worker-99999999.yaml": machineConfig("9Mi") };
    const path = gathered(RENDERED, { ...ofMachine, ...other });
    const { limit, stderr } = await limitsOf(path);
    expect(limit).toBe("321Mi");
    expect(stderr).toContain(
      `the thresholds are those of ${OBJECTS}machineconfigs/${RENDERED}.yaml.`,
    );
    expect((await explained(path)).stdout).toMatch(
      new RegExp(`Whose configuration\\n.*\\n {2}worker-3 +\\S*${RENDERED}\\.yaml`),
    );
  });

  it("give way to --config", async () => {
    const config = join(directory, "own.yaml");
    writeFileSync(config, "kind: KubeletConfiguration\nevictionHard: {memory.available: 222Mi}\n");
    const { limit, stderr } = await limitsOf(gathered(RENDERED, ofMachine), "--config", config);
    expect(limit).toBe("222Mi");
    expect(stderr).not.toContain("the thresholds are those of");
  });

  it("apply where one KubeletConfig alone is of the node's pool", async () => {
    const infra = kubeletConfig("infra", "9Mi", { [POOL.replace("worker", "infra")]: "" });
    const { limit, stderr } = await limitsOf(
      gathered(RENDERED, {
        "kubeletconfigs/large.yaml": kubeletConfig("large", "123Mi"),
        "kubeletconfigs/infra.yaml": infra,
      }),
    );
    expect(limit).toBe("123Mi");
    expect(stderr).toContain("kubeletconfigs/large.yaml.");
  });

  it.each([
    ["no annotation", null, [kubeletConfig("large", "1Mi")], "no Node object says which of"],
    [
      "two of the pool",
      RENDERED,
      [kubeletConfig("large", "1Mi"), kubeletConfig("small", "2Mi")],
      "its pool has several KubeletConfigs: large, small",
    ],
    [
      "a selector by another label",
      RENDERED,
      [kubeletConfig("large", "1Mi"), kubeletConfig("custom", "2Mi", { tier: "gold" })],
      "the selector of custom names no pool",
    ],
    [
      "one of another pool",
      RENDERED,
      [kubeletConfig("infra", "1Mi", { [POOL.replace("worker", "infra")]: "" })],
      `${RENDERED}, the MachineConfig of worker-3, is not in the bundle, and its pool worker has ` +
        "no KubeletConfig",
    ],
  ])("are named, and why none applies: %s", async (_, rendered, objects, reason) => {
    const files = objects.map((text, at) => [`kubeletconfigs/${at}.yaml`, text] as const);
    const path = gathered(rendered, Object.fromEntries(files));
    const { stderr, limit } = await limitsOf(path);
    expect(stderr).toContain("no kubelet configuration is applied: ");
    expect(stderr).toContain(reason);
    expect(limit).toBe("500Mi");
    const text = (await explained(path)).stdout.replace(/\s+/g, " ");
    expect(text).toContain(reason);
  });
});

describe("a hostile bundle", () => {
  /** A tar with the headers as they are given. */
  function headerOf(path: string, type: string, size: number): Buffer {
    const header = new Header({ path, type: type as "File", size, mode: 0o644 });
    if (type === "SymbolicLink") header.linkpath = "/etc/passwd";
    header.encode();
    return header.block ?? Buffer.alloc(0);
  }
  function tarOf(...members: readonly { path: string; type?: string; bytes?: Uint8Array }[]) {
    const blocks = members.flatMap(({ path, type = "File", bytes = new Uint8Array() }) => {
      const padding = Buffer.alloc((512 - (bytes.length % 512)) % 512);
      return [headerOf(path, type, bytes.length), Buffer.from(bytes), padding];
    });
    const path = join(directory, "hostile.tar");
    writeFileSync(path, Buffer.concat([...blocks, Buffer.alloc(1024)]));
    return path;
  }
  /** Of a zip's first member, with its header. */
  function localLength(archive: Buffer): number {
    return archive.indexOf(Buffer.from("PK\u0001\u0002"));
  }
  /** So many mebibytes of zeros, deflated fast: a piece that ends at a whole byte, repeated. */
  function deflatedZeros(mebibytes: number, before: Uint8Array = Buffer.alloc(0)): Buffer {
    const whole = { finishFlush: constants.Z_FULL_FLUSH };
    const zeros = deflateRawSync(Buffer.alloc(2 ** 20), whole);
    const pieces = Array<Buffer>(mebibytes).fill(zeros);
    return Buffer.concat([deflateRawSync(before, whole), ...pieces, deflateRawSync("")]);
  }
  /** A member of a zip that is deflated already. */
  function zipOf(path: string, deflated: Buffer): Buffer {
    const HEADER_BYTES = 30;
    const SIZE_AT = 18;
    const archive = Buffer.from(zipSync({ [path]: new Uint8Array() }));
    archive.writeUInt32LE(deflated.length, SIZE_AT);
    return Buffer.concat([archive.subarray(0, HEADER_BYTES + path.length), deflated]);
  }
  const events = () => Buffer.from(list("EventList", [event("worker-3")]));

  it("has members that lead out of it, which are left out", async () => {
    const path = tarOf(
      { path: "../../shop/events.json", bytes: events() },
      { path: "/dump/shop/pods.json", bytes: Buffer.from(list("PodList", [pod("worker-3")])) },
    );
    const { members } = await found(path);
    expect(members).toMatchObject([{ path: "dump/shop/pods.json" }]);
  });

  it("has links out of it, which are not followed and are named", async () => {
    const path = tarOf(
      { path: "dump/shop/events.json", type: "SymbolicLink" },
      { path: "dump/shop/pods.json", bytes: Buffer.from(list("PodList", [])) },
    );
    expect((await found(path)).members).toMatchObject([{ path: "dump/shop/pods.json" }]);
    expect((await explained(path)).stderr).toBe(
      `warning: ${path}: dump/shop/events.json is a link, which is read in a folder alone.\n`,
    );
    const root = join(directory, "linked");
    mkdirSync(join(root, "shop"), { recursive: true });
    writeFileSync(join(root, "nodes.json"), list("NodeList", []));
    symlinkSync("/etc/passwd", join(root, "shop/events.json"));
    symlinkSync("/etc/passwd", join(root, "shop/localtime"));
    symlinkSync("/etc", join(root, "namespaces"));
    symlinkSync("missing", join(root, "shop/pods.json"));
    expect((await found(root)).members).toMatchObject([{ path: "nodes.json" }]);
    expect((await explained(root)).stderr.split(`warning: ${root}: `).slice(1)).toEqual([
      "namespaces is a link out of the folder: copy its files there.\n",
      "shop/events.json is a link out of the folder: replace it with its file.\n",
      "shop/pods.json is a link to nothing that can be read: replace it.\n",
    ]);
  });

  it("has links that stay in it, whose files count once, by the paths that are known", async () => {
    const root = join(directory, "inside");
    mkdirSync(join(root, "shop"), { recursive: true });
    writeFileSync(join(root, "blob"), list("EventList", [event("worker-3")]));
    writeFileSync(join(root, "nodes.json"), list("NodeList", []));
    symlinkSync("../blob", join(root, "shop/events.json"));
    symlinkSync("../nodes.json", join(root, "shop/nodes.json"));
    symlinkSync("..", join(root, "shop/around"));
    const members: { path: string }[] = (await found(root)).members;
    expect(members.map(({ path }) => path)).toEqual(["nodes.json", "shop/events.json"]);
    const { stdout, stderr } = await explained(root);
    expect(stdout).toContain("1 node, 1 eviction message");
    expect(stderr).toBe("");
  });

  it.each(["tar.gz", "zip"])("is a bomb, %s", { tags: "long" }, async (form) => {
    const path = join(directory, `bomb.${form}`);
    const header = headerOf("shop/events.json", "File", 2 ** 33);
    const bytes =
      form === "zip"
        ? zipOf("shop/events.json", deflatedZeros(300))
        : Buffer.concat([gzipSync("").subarray(0, 10), deflatedZeros(300, header)]);
    writeFileSync(path, bytes);
    const began = Date.now();
    const { stderr, exitCode } = await explained(path);
    expect(stderr).toMatch(/unpacks to more than 200 times its size.*give the folder\.\n$/);
    expect(exitCode).toBe(Input);
    expect(Date.now() - began).toBeLessThan(60_000);
  });

  it("has more empty files than a bundle has", async () => {
    const path = join(directory, "empty.tar.gz");
    const header = headerOf("dump/shop/events.json", "File", 0);
    const headers = Array<Buffer>(100_001).fill(header);
    writeFileSync(path, gzipSync(Buffer.concat(headers), { level: 1 }));
    const { stderr, exitCode } = await explained(path);
    expect(stderr).toMatch(/unpacks to more than 100000 empty files.*give the folder\.\n$/);
    expect(exitCode).toBe(Input);
  });

  it("goes on behind its end, which is not read", async () => {
    const path = tarOf({ path: "shop/pods.json", bytes: Buffer.from(list("PodList", [])) });
    const zeros = new Uint8Array(64 * 2 ** 20);
    writeFileSync(path, Buffer.concat([readFileSync(path), zeros]));
    const began = Date.now();
    expect((await found(path)).members).toHaveLength(1);
    expect(Date.now() - began).toBeLessThan(60_000);
  });

  it("is a zip with methods that are not read, which are named", async () => {
    const archive = Buffer.from(zipSync({ "dump/nodes.json": Buffer.from(list("NodeList", [])) }));
    const events = Buffer.from(zipSync({ "dump/shop/events.json": Buffer.from("{}") }));
    const METHOD_AT = 8;
    const LZMA = 14;
    events.writeUInt16LE(LZMA, METHOD_AT);
    const path = join(directory, "lzma.zip");
    writeFileSync(path, Buffer.concat([events.subarray(0, localLength(events)), archive]));
    const { stderr, exitCode } = await explained(path);
    expect(stderr).toContain("dump/shop/events.json is compressed in a way that is not supported.");
    expect(exitCode).toBe(Ok);
  });

  it("is a zip of which most is not wanted, and none of that is kept", {
    tags: "long",
  }, async () => {
    const wanted = Buffer.from(list("NodeList", [node("worker-3")]));
    const path = join(directory, "large.zip");
    const other = zipOf("dump/other.bin", Buffer.alloc(256 * 2 ** 20));
    writeFileSync(path, Buffer.concat([other, zipSync({ "dump/nodes.json": wanted })]));
    const held = async () => {
      let most = 0;
      for await (const _ of bundleParts(path, (each) => each.endsWith("nodes.json"))) most++;
      return { most, bytes: process.memoryUsage().arrayBuffers };
    };
    const before = process.memoryUsage().arrayBuffers;
    const { most, bytes } = await held();
    expect(most).toBeGreaterThan(0);
    expect(bytes - before).toBeLessThan(128 * 2 ** 20);
  });

  it("is a zip with more members than one has", { tags: "long" }, async () => {
    const path = join(directory, "many.zip");
    const [local] = [Buffer.from(zipSync({ x: new Uint8Array() }, { level: 0 }))];
    const member = local.subarray(0, localLength(local));
    writeFileSync(path, Buffer.alloc(member.length * 200_000, member));
    const { stderr, exitCode } = await explained(path);
    expect(stderr).toContain("it unpacks to more than 100000 members");
    expect(exitCode).toBe(Input);
  });

  it("is a link to a folder, which the person named", async () => {
    const root = packed(bundles["cluster-info"] ?? {}, "folder", "named");
    symlinkSync(root, join(directory, "link"));
    expect((await found(join(directory, "link"))).members).not.toHaveLength(0);
  });

  it("names nodes and files so that no command to type runs them", async () => {
    const name = "w$(touch x)`id`'; echo";
    const files = {
      "must-gather/cluster-scoped-resources/core/nodes.yaml": list("NodeList", [node(name)]),
      "must-gather/host_service_logs/masters/kubelet_service.log": "x",
      "must-gather/machineconfiguration.openshift.io/kubeletconfigs/$(id).yaml":
        "kind: KubeletConfiguration\n",
    };
    const { stdout } = await explained(packed(files, "tar", "commands"));
    const commands = stdout.slice(stdout.indexOf("Next steps"));
    expect(commands).toContain("--node 'w$(touch x)`id`'\\''; echo'");
    expect(commands).toContain("plimsoll check '$(id).yaml'");
  });

  it("is cut off, and what is before counts", async () => {
    const path = packed(bundles["cluster-info"] ?? {}, "tar", "cut");
    truncateSync(path, readFileSync(path).indexOf("Evicted") + 10);
    const { stdout, stderr, exitCode } = await explained(path);
    expect(exitCode).toBe(Ok);
    expect(stderr).toContain(
      "the archive ends early or is damaged; the files before that are used.",
    );
    expect(stdout).toContain("Contents");
  });

  it.each([
    [
      "noise.bin",
      "\u0000noise",
      "this is neither a folder nor a tar, tar.gz, tar.xz or zip archive",
    ],
    ["none.tar.gz", "", "none.tar.gz: it is empty; give the bundle as it was collected."],
    ["empty.tar.gz", gzipSync("x"), "not recognized as a must-gather"],
    ["bad.zip", "PK\u0003\u0004noise", "bad.zip is an archive and not a known bundle; unpack it"],
    ["bad.tar.xz", Buffer.from("fd377a585a0000", "hex"), "is an archive and not a known bundle"],
  ])("is %s", async (name, content, sentence) => {
    const path = join(directory, name);
    writeFileSync(path, content);
    const { stderr, exitCode } = await explained(path);
    expect(stderr).toContain(sentence);
    expect(exitCode).toBe(Input);
  });

  it("is not there", async () => {
    const { stderr, exitCode } = await explained(join(directory, "absent"));
    expect(stderr).toContain("there is no such file; check the path.");
    expect(exitCode).toBe(Input);
  });

  it("has documents that are neither JSON nor YAML, which are named", async () => {
    const files = { ...bundles["cluster-info"], "dump/shop/events.json": "{Evicted" };
    const { stderr, exitCode } = await explained(packed(files, "folder", "flawed"));
    expect(exitCode).toBe(Ok);
    expect(stderr).toContain("dump/shop/events.json is not what its name says.");
  });

  it("has empty files, which are named and do not count as evidence of a tool", async () => {
    const empty = "sosreport-worker-3/log-bundle/resources/";
    const files = {
      ...bundles.sosreport,
      "sosreport-worker-3/sos_commands/kernel/dmesg": "[ 1.0] x",
      ...Object.fromEntries(
        ["nodes", "pods", "events"].map((each) => [`${empty}${each}.json`, ""]),
      ),
    };
    for (const form of ["folder", "zip"] as const) {
      const path = packed(files, form, "partly-empty");
      const { stdout, stderr, exitCode } = await explained(path, "--output", "json");
      expect(exitCode).toBe(Ok);
      expect(stderr).toContain(`${empty}nodes.json is empty.`);
      const { kind, members } = JSON.parse(stdout);
      expect(kind).toBe("sosreport");
      expect(members.map(({ path: member }: { path: string }) => member)).not.toContain(
        `${empty}nodes.json`,
      );
    }
    const { stdout } = await explained(packed(files, "folder", "partly-empty"), "--all");
    expect(stdout).toContain("kernel logs, 1 member");
    expect(stdout).toContain("plimsoll oom dmesg");
  });

  it("is called a sosreport by its folders, and has the logs of an installer in it", async () => {
    const files = {
      "sosreport-x/sos_commands/kernel/uname_-a": "Linux",
      "sosreport-x/log-bundle/10.0.0.1/journals/kubelet.log": log,
      "sosreport-x/log-bundle/10.0.0.2/journals/kubelet.log": log,
    };
    const { kind, members } = await found(packed(files, "folder", "sos-of-installer"));
    expect(kind).toBe("sosreport");
    expect(members.map((each: { node: string }) => each.node)).toEqual(["10.0.0.1", "10.0.0.2"]);
  });

  it("has JSON that is cut off, which is named though it tells of no eviction", async () => {
    const files = { ...bundles["cluster-info"], "dump/shop/events.json": '{"items":[' };
    const { stderr, exitCode } = await explained(packed(files, "folder", "cut"));
    expect(exitCode).toBe(Ok);
    expect(stderr).toContain("dump/shop/events.json is truncated JSON.");
  });
});

describe("a folder with one log", () => {
  it.each(["kubelet.log", "worker-3.txt"])("is read, called %s", async (name) => {
    const path = packed({ [name]: log }, "folder", `one-${name}`);
    const { stdout, exitCode } = await commandLine(["replay", "--bundle", path]);
    expect(exitCode).toBe(Ok);
    expect(stdout).toContain("11 pods were evicted for memory");
    expect((await found(path)).kind).toBe("logs");
  });

  it("has its evictions as the verdict, packed with files that no tool wrote", async () => {
    const files = { "node/kubelet.log": log, "node/events.txt": "NAME", "node/notes.md": "x" };
    const path = packed(files, "tar.gz", "one-log-packed");
    const { stdout, exitCode } = await explained(path);
    expect(exitCode).toBe(Ok);
    expect(stdout).toMatch(/^✖ 11 pods were evicted\n/);
    expect(stdout).not.toContain("0 nodes");
    // The events are in a file that was not read.
    expect(stdout).not.toContain("Not in the bundle");
    expect(stdout).toMatch(
      /Not recognized in the bundle: events, .*2 other files\s+were not read/s,
    );
    const whole = await commandLine(["explain", "--bundle", path, "--all"]);
    expect(whole.stdout).toMatch(/2 other files were not read; unpack the archive and give/);
  });

  it("has a log that another command reads, which is named", async () => {
    const kernel = "[ 1.0] cart invoked oom-killer: gfp_mask=0xcc0, order=0, oom_score_adj=0\n";
    const { stderr, exitCode } = await explained(packed({ dmesg: kernel }, "folder", "one-dmesg"));
    expect(exitCode).toBe(Input);
    expect(stderr).toContain("its only file is a kernel's log; explain its OOM kills with");
  });
});

describe("a dump of kubectl up to 1.13", () => {
  // As it prints objects in memory: pkg/apis/core has no names for JSON, metadata has.
  const listed = (resource: string, items: readonly object[]) =>
    JSON.stringify({ selfLink: `/api/v1/${resource}`, resourceVersion: "335", Items: items });
  const files = {
    "dump/nodes.json": listed("nodes", [
      {
        ...{ name: "worker-3", selfLink: "/api/v1/nodes/worker-3", uid: "u" },
        labels: { "kubernetes.io/hostname": "worker-3" },
        Spec: { PodCIDR: "10.1.0.0/24", Unschedulable: false, Taints: null },
        Status: {
          Capacity: { cpu: "4", memory: "8145836Ki" },
          Allocatable: { cpu: "4", memory: "7243320Ki" },
          Conditions: [
            {
              ...{ Type: "MemoryPressure", Status: "True" },
              LastTransitionTime: "2018-06-15T10:12:20Z",
            },
          ],
          NodeInfo: { MachineID: "m", KubeletVersion: "v1.10.3" },
        },
      },
    ]),
    "dump/shop/events.json": listed("namespaces/shop/events", [
      {
        ...{ name: "cart-0.1", namespace: "shop", uid: "v" },
        InvolvedObject: { Kind: "Pod", Namespace: "shop", Name: "cart-0", UID: "w" },
        ...{ Reason: "Evicted", Message: MESSAGE, Count: 1, Type: "Warning" },
        Source: { Component: "kubelet", Host: "worker-3" },
        ...{ FirstTimestamp: "2018-06-15T10:12:20Z", LastTimestamp: "2018-06-15T10:12:20Z" },
      },
    ]),
    "dump/shop/pods.json": listed("namespaces/shop/pods", [
      {
        ...{ name: "cart-0", namespace: "shop", uid: "w" },
        Spec: { NodeName: "worker-3", Containers: [{ Name: "cart" }] },
        Status: { Phase: "Failed", Reason: "Evicted", Message: MESSAGE },
      },
    ]),
  };

  it("is read as one of today", async () => {
    const answer = await found(packed(files, "folder", "old-dump"));
    expect(answer.nodes).toMatchObject([
      {
        ...{ name: "worker-3", kubelet: "v1.10.3", allocatable: { memory: "7243320Ki" } },
        conditions: [{ type: "MemoryPressure", since: "2018-06-15T10:12:20Z" }],
      },
    ]);
    expect(answer.evictions).toMatchObject([
      { namespace: "shop", pod: "cart-0", node: "worker-3", time: "2018-06-15T10:12:20Z" },
    ]);
  });

  it("is read by the commands that take objects and events", async () => {
    const folder = packed(files, "folder", "old-objects");
    const placed = await commandLine(["schedule", "--objects", folder]);
    expect(placed).toMatchObject({ exitCode: Ok });
    expect(placed.stderr).toContain("1.10.3");
    expect(placed.stdout).toContain("No pod is pending");
    const events = await commandLine([
      "explain",
      "--events",
      join(folder, "dump/shop/events.json"),
    ]);
    expect(events).toMatchObject({ exitCode: Ok });
    expect(events.stdout).toMatch(
      /^✖ shop\/cart-0 was evicted from worker-3 [\s\S]* 2018-06-15 10:12:20\n/,
    );
    const given = await commandLine([join(folder, "dump/shop/pods.json")]);
    expect(given.stdout).toContain("shop/cart-0 was evicted from worker-3");
    const cut = join(directory, "cut-nodes.json");
    writeFileSync(cut, files["dump/nodes.json"].slice(0, -9));
    expect(await commandLine(["schedule", "--objects", cut])).toMatchObject({ exitCode: Input });
  });

  it("is named where it is cut off", async () => {
    const cut = files["dump/nodes.json"].slice(0, -9);
    const path = packed({ ...files, "dump/nodes.json": cut }, "folder", "old-and-cut");
    const { stderr, exitCode } = await explained(path);
    expect(exitCode).toBe(Ok);
    expect(stderr).toContain("dump/nodes.json is not what its name says.");
  });
});
