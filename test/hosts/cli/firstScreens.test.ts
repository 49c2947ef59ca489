/** The first screen of each command: 24 lines of 80 columns, the prompt line included. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { create } from "tar";
import { afterAll, expect, it } from "vitest";
import { ExitCode } from "../../../hosts/cli/exitCode.ts";
import { logOf } from "../../analysis/read/messages/kubeletLog.ts";
import { readKept } from "../../recorded/kept.ts";
import { commandLine } from "./commandLine.ts";

const LINES_MAX = 24;
const COLUMNS = 80;

interface Screen {
  readonly words: readonly string[];
  readonly stdin?: string;
  /** Default: 0. */
  readonly exitCode?: ExitCode;
  /** The verdict. */
  readonly title: RegExp;
}

const MEMORY_MESSAGE =
  "The node was low on resource: memory. Threshold quantity: 100Mi, available: 94688Ki. " +
  "Container cart was using 2580184Ki, request is 256Mi, has larger consumption of memory. ";
const DISK_MESSAGE =
  "The node was low on resource: ephemeral-storage. Threshold quantity: 3141254678, available: " +
  "2632184Ki. Container build was using 1639680Ki, request is 0, has larger consumption of " +
  "ephemeral-storage. ";

/** Captures that ship with the program; the recorded ones are of a real kubelet. */
const EXAMPLES = [
  ...["critical-and-static", "daemonset-returns", "fork-bomb", "image-gc-insufficient"],
  ...["image-gc-suffices", "inode-storm", "memory-leak", "page-cache", "recorded-disk-nodefs"],
  ...["recorded-memory-hard", "recorded-memory-soft", "soft-oscillation", "two-signals"],
];
const FLAGS = ["--ignore-daemonsets", "--delete-emptydir-data"];

const HARD = "evictionHard.memory.available";
const LOWER = "memory.available<300Mi";

/** A kubelet that is given one hard threshold keeps none of its defaults. */
const CONFIGURATION = `apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
evictionHard: {memory.available: 500Mi}
evictionSoft: {memory.available: 800Mi}
`;
const GRACE = "evictionSoftGracePeriod: {memory.available: 1m30s}\n";
const CAPACITY = "memory=8Gi,ephemeral-storage=100Gi";

/** An event as the API server lists it; of a node where the name has no namespace. */
function event(reason: string, about: string, message: string, count = 1) {
  const [namespace, name] = about.includes("/") ? about.split("/") : [undefined, about];
  return {
    kind: "Event",
    metadata: { uid: `${reason} ${about}` },
    ...{ reason, message, count, lastTimestamp: "2026-01-15T10:12:20Z" },
    source: { component: "kubelet", host: "worker-3" },
    involvedObject: { kind: namespace === undefined ? "Node" : "Pod", namespace, name },
  };
}

const list = (...items: readonly object[]) => JSON.stringify({ kind: "List", items });

/** As a chat folds it. */
const SCHEDULING = `0/12 nodes are available: 1 node(s) were unschedulable,
  5 Insufficient memory, 6 node(s) had untolerated taint(s). no new claims to
  deallocate, preemption: 0/12 nodes are available: 5 No preemption victims
  found for incoming pod, 7 Preemption is not helpful for scheduling.`;

const MIXED_EVENTS = list(
  event("Evicted", "shop/cart-7d9f6c5b8-x2x4k", MEMORY_MESSAGE),
  event("Evicted", "shop/frontend-6b7c9-q2x8z", DISK_MESSAGE),
  event("EvictionThresholdMet", "worker-3", "Attempting to reclaim memory", 3),
  event("NodeHasInsufficientMemory", "worker-3", "Node worker-3 status is now: …"),
  event("FreeDiskSpaceFailed", "worker-1", "Wanted to free 5368709120 bytes, but freed 0 bytes"),
  event("SystemOOM", "worker-2", "System OOM encountered, victim process: java, pid: 1234"),
  event("OutOfmemory", "batch/report-x1", "Node didn't have enough resource: memory"),
  event("Preempted", "batch/batch-7", "Preempted by 1234 on node worker-3"),
  event("FailedScheduling", "shop/cart-1", "0/12 nodes are available: 12 Insufficient cpu.", 14),
  ...["BackOff", "Pulled", "Scheduled", "Unhealthy"].map((reason) => event(reason, "a/b", "")),
);
const MANY_EVICTED = list(
  ...Array.from({ length: 30 }, (_, at) => event("Evicted", `shop/cart-${at}`, MEMORY_MESSAGE)),
);

/** What a chat makes of it: quoted, and folded within values. */
const DESCRIBED = `> Name:             cart-7d9f6c5b8-x2x4k
> Namespace:        shop
> Node:             worker-3/10.0.0.13
> Status:           Failed
> Reason:           Evicted
> Message:          The node was low on resource: memory. Threshold quantity:
> 100Mi, available: 94688Ki. Container cart was using 2580184Ki, request is
> 256Mi, has larger consumption of memory.
> Events:
>   Type     Reason               Age   From               Message
>   ----     ------               ----  ----               -------
>   Normal   Scheduled            14m   default-scheduler  Successfully assigned
> shop/cart-7d9f6c5b8-x2x4k to worker-3
>   Warning  Evicted              22s   kubelet            The node was low on
> resource: memory. Threshold quantity: 100Mi, available: 94688Ki. Container
> cart was using 2580184Ki, request is 256Mi, has larger consumption of memory.
>   Normal   Killing              22s   kubelet            Stopping container cart
>   Warning  ExceededGracePeriod  12s   kubelet            Container runtime did
> not kill the pod within specified grace period.
`;
const DESCRIBED_OOM = `\`\`\`
Name:             search-5c6d7
Namespace:        shop
Node:             worker-2/10.0.0.12
Containers:
  search:
    State:          Running
      Started:      Thu, 15 Jan 2026 10:19:43 +0000
    Last State:     Terminated
      Reason:       OOMKilled
      Exit Code:    137
      Started:      Thu, 15 Jan 2026 10:02:00 +0000
      Finished:     Thu, 15 Jan 2026 10:19:42 +0000
    Restart Count:  7
    Limits:
      memory:  512Mi
    Requests:
      memory:  256Mi
Conditions:
  Type              Status
  Ready             True
\`\`\`
`;
const OOM_POD = JSON.stringify({
  kind: "Pod",
  metadata: { namespace: "shop", name: "search-5c6d7" },
  spec: {
    nodeName: "worker-2",
    containers: [{ name: "search", resources: { limits: { memory: "512Mi" } } }],
  },
  status: {
    containerStatuses: [
      {
        ...{ name: "search", restartCount: 7 },
        lastState: {
          terminated: {
            ...{ exitCode: 137, reason: "OOMKilled" },
            ...{ startedAt: "2026-01-15T10:02:00Z", finishedAt: "2026-01-15T10:19:42Z" },
          },
        },
      },
    ],
  },
});

const DUMPS: readonly (readonly [name: string, title: RegExp])[] = [
  [
    "k3s-4.x-memcg",
    /^✖ The kernel killed stress \(pid 32308\): its cgroup was at its limit of 123Mi$/,
  ],
  [
    "virt-launcher-5.14-memcg",
    /^✖ The kernel killed qemu-system-x86 \(pid 39079\): cgroup limit 16\.2Gi$/,
  ],
  [
    "openmanage-4.9-global",
    /^✖ The kernel killed dsm_om_connsvcd \(pid 3718\): machine out of memory$/,
  ],
];

const folder = mkdtempSync(join(tmpdir(), "plimsoll-screens-"));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);
const NIGHT = new URL("../../../examples/memory-leak.plimsoll.ndjson.gz", import.meta.url);

/** A dump of kubectl with as many evictions, each on a node of its own. */
function dumpOf(evictions: number): string {
  const path = at(`dump-${evictions}`);
  mkdirSync(join(path, "shop"), { recursive: true });
  const names = Array.from({ length: evictions }, (_, index) => index);
  const nodes = names.map((index) => ({
    kind: "Node",
    metadata: { name: `worker-${index}` },
    status: { nodeInfo: { kubeletVersion: "v1.35.8" } },
  }));
  const events = names.map((index) => ({
    ...event("Evicted", `shop/cart-${index}`, MEMORY_MESSAGE),
    source: { component: "kubelet", host: `worker-${index}` },
  }));
  const written = { "nodes.json": nodes, "shop/events.json": events, "shop/pods.json": [] };
  for (const [name, items] of Object.entries(written)) {
    writeFileSync(join(path, name), JSON.stringify({ kind: "List", items }));
  }
  return path;
}

/** A kubelet's log with many evictions, as a folder and as archives of it. */
async function logFolders(): Promise<readonly string[]> {
  const path = at("node");
  mkdirSync(path);
  const log = logOf((await readKept("memory-hard")).passes, "journalctl, short");
  writeFileSync(join(path, "kubelet.log"), log);
  for (const other of ["outcome.json", "cri-calls.ndjson"]) writeFileSync(join(path, other), "{}");
  const [tar, zip] = [at("node.tar"), at("node.zip")];
  create({ cwd: path, file: tar, sync: true }, ["."]);
  writeFileSync(
    zip,
    zipSync({ "kubelet.log": Buffer.from(log), "outcome.json": Buffer.from("{}") }),
  );
  return [path, tar, zip];
}
const LOG_FOLDERS = await logFolders();

/** More than a line holds, none of which may be cut. */
const THRESHOLDS =
  "memory.available<100Mi,nodefs.available<10%,nodefs.inodesFree<5%,imagefs.available<15%";
const CGROUP = `/user.slice/${"app-gnome-org.mozilla.firefox.slice/".repeat(3)}terminal-1.scope`;
const OOMD = (path: string) =>
  `Jan 15 10:19:42 host systemd-oomd[512]: Killed ${path} due to memory pressure for ` +
  "/user.slice being 71.20% > 50.00% for > 20s with reclaim activity\n";

writeFileSync(at("night.ndjson.gz"), readFileSync(NIGHT));
writeFileSync(at("cut.ndjson.gz"), readFileSync(NIGHT).subarray(0, 30_000));
writeFileSync(
  at("blind.ndjson"),
  Array.from({ length: 60 }, (_, minute) =>
    JSON.stringify({
      time: `2026-11-20T10:${String(minute).padStart(2, "0")}:00Z`,
      ...{ summary: null, summaryError: `No answer, of attempt ${minute}, from the kubelet.` },
    }),
  ).join("\n"),
);

const SCREENS: readonly Screen[] = [
  ...EXAMPLES.map((name) => ({
    words: ["explain", "--example", name],
    title: /^. (\S+ is|\d+ pods are|No pod is) evicted at \d\d:\d\d:\d\d/,
  })),
  ...EXAMPLES.map((name) => ({
    words: ["replay", "--example", name],
    title: /^[✖✔] (\S+ is|\d+ pods are|No pod is) evicted( |: \d+ for )/,
  })),
  {
    words: ["replay", "--example", "memory-leak"],
    title: /^✖ shop\/cart-p89ncn6dqk-8t8pl is evicted at 10:12:20: the node runs low on memory$/,
  },
  {
    words: ["replay", "--example", "recorded-memory-hard"],
    title: /^✖ 11 pods are evicted between 01:20:02 and 01:22:06: the node runs low on memory$/,
  },
  {
    words: ["replay", "--example", "recorded-disk-nodefs"],
    title: /^✖ 5 pods are evicted: 3 for nodefs\.available, 2 for their own storage limits$/,
  },
  {
    words: ["replay", "--example", "image-gc-suffices"],
    title: /^✔ No pod is evicted in 16m30s: the node reclaims enough$/,
  },
  ...EXAMPLES.map((name) => ({
    words: ["diff", "--example", name, "--eviction-hard", "memory.available<500Mi"],
    title: /^[✔!✖] (No difference|Neither evicts|B (spares|evicts)) /,
  })),
  {
    words: ["diff", "--example", "memory-leak", "--eviction-hard", "memory.available<500Mi"],
    title: /^! B spares no pod: it evicts shop\/cart-p89ncn6dqk-8t8pl 2m earlier$/,
  },
  {
    words: ["diff", "--example", "recorded-memory-hard", "--eviction-hard", LOWER],
    title: /^! B spares default\/nightly at 01:20:19; what follows is unknown$/,
  },
  ...EXAMPLES.map((name) => ({
    words: ["advise", "--example", name],
    title: /^(! .* to change|✔ Nothing to change|! No change is advised, although )/,
  })),
  {
    words: [
      "sweep",
      "--example",
      "soft-oscillation",
      "--vary",
      `${HARD}=100Mi..2Gi/5`,
      "--what-if",
    ],
    title: /^! No value spares all pods; memory\.available hard 1074Mi has the least pressure$/,
  },
  {
    words: ["sweep", "--example", "memory-leak", "--vary", `${HARD}=10Mi..500Mi/20`],
    title: /^! 4 of 20 configurations spare a pod that was evicted; what follows is unknown$/,
  },
  ...[MEMORY_MESSAGE, DISK_MESSAGE, "Attempting to reclaim inodes"].map((message) => ({
    words: ["explain", "--message", message],
    title: /^. (A pod was evicted|No eviction yet): /,
  })),
  { words: [MEMORY_MESSAGE], title: /^✖ A pod was evicted: its node had 92\.5Mi of memory left/ },
  ...[["-"], ["explain", "--events", "-"]].flatMap((words) => [
    {
      ...{ words, stdin: MIXED_EVENTS },
      title: /^✖ 2 pods were evicted on worker-3: 1 for memory, 1 for disk$/,
    },
    { words, stdin: MANY_EVICTED, title: /^✖ 30 pods were evicted on worker-3 for memory$/ },
  ]),
  ...[["-"], ["explain", "--pod-status", "-"]].flatMap((words) => [
    {
      ...{ words, stdin: DESCRIBED },
      title: /^✖ shop\/cart-7d9f6c5b8-x2x4k was evicted from worker-3 for memory$/,
    },
    ...[DESCRIBED_OOM, OOM_POD].map((stdin) => ({
      ...{ words, stdin },
      title: /^✖ shop\/search-5c6d7 was not evicted: the kernel killed it \(OOMKilled, exit 137\)$/,
    })),
  ]),
  {
    words: ["explain", "--pod-status", "-"],
    stdin: list({ kind: "Pod", metadata: { name: "web-1" }, status: { phase: "Running" } }),
    title: /^✔ No pod was evicted, killed or rejected in 1 object$/,
  },
  {
    words: ["explain", "--events", "-"],
    stdin: "No resources found in default namespace.\n",
    title: /^\? No pod was evicted, killed or rejected$/,
  },
  {
    words: ["oom", "--example", "memory-leak"],
    title: /^! Out of memory, the kernel would kill report of batch\/report-cplsh$/,
  },
  ...DUMPS.map(([name, title]) => ({
    words: ["oom", new URL(`../../oom/dumps/${name}.txt`, import.meta.url).pathname],
    title,
  })),
  ...[[SCHEDULING], ["explain", "--message", SCHEDULING]].map((words) => ({
    words,
    title: /^✖ The pod stays pending: all 12 nodes refuse it, 6 because of untolerated taint$/,
  })),
  {
    words: ["-"],
    stdin: list(event("FailedScheduling", "shop/cart-1", SCHEDULING, 14)),
    title: /^✖ shop\/cart-1 stays pending: the scheduler finds no node for it$/,
  },
  {
    words: ["check", "-"],
    stdin: CONFIGURATION,
    title: /^✖ The kubelet would not start with standard input: 1 error$/,
    exitCode: ExitCode.Findings,
  },
  ...[[], ["--capacity", CAPACITY]].map((further) => ({
    words: ["check", "-", ...further],
    stdin: CONFIGURATION + GRACE,
    title: /^! The kubelet starts with standard input: 3 warnings$/,
  })),
  ...["eviction-loop", "cascade", "daemonset-loop", "out-of-loop", "toleration-seconds"].map(
    (name) => ({
      words: ["simulate", "--example", name],
      exitCode: ExitCode.Findings,
      title:
        /^✖ (This cluster never settles|The cluster cascades): .+( (evicts|rejects) | spreads )/,
    }),
  ),
  {
    words: ["simulate", "--example", "eviction-hard-90-percent"],
    title: /^! The cluster settles after 47 pods were evicted or rejected$/,
  },
  ...["shop/cart-1", "shop/web-1"].map((pod) => ({
    words: ["admit", pod, "--node", "worker-1", "--example", "shop"],
    exitCode: pod === "shop/cart-1" ? ExitCode.Findings : ExitCode.Ok,
    title:
      /^(✖ worker-1 would reject shop\/cart-1: OutOfmemory|✔ worker-1 would admit shop\/web-1)$/,
  })),
  ...[
    { words: [], title: /^✖ 6 pods pending: 2 are placed, 3 stay pending, 1 waits for its gates$/ },
    {
      words: ["shop/cart-1"],
      title: /^✖ shop\/cart-1 stays pending: none of 12 nodes can take it$/,
    },
    { words: ["research/training-1"], title: /^✖ research\/training-1 stays pending: / },
    { words: ["research/batch-1"], title: /^\? research\/batch-1 is not tried: / },
    {
      words: ["shop/web-1"],
      title: /^✔ shop\/web-1 is placed on worker-5: the best of 5 that can take it/,
    },
  ].map(({ words, title }) => ({
    ...{ words: ["schedule", ...words, "--example", "shop"], title },
    exitCode: words[0] === "shop/web-1" ? ExitCode.Ok : ExitCode.Findings,
  })),
  {
    words: ["drain", "worker-2", "--example", "budgets", ...FLAGS],
    exitCode: ExitCode.Findings,
    title: /^✖ worker-2 would not drain: 3 of 6 pods stay blocked, and 1 finds no node$/,
  },
  {
    words: ["drain", "worker-2", "--example", "budgets"],
    exitCode: ExitCode.Findings,
    title: /^✖ worker-2 would not drain: kubectl evicts nothing with these flags$/,
  },
  {
    words: ["drain", "worker-3", "--example", "budgets", ...FLAGS],
    exitCode: ExitCode.Findings,
    title: /^! worker-3 would drain in 1 round: 2 pods are evicted/,
  },
  {
    words: ["drain", "worker-1", "--example", "shop", ...FLAGS],
    exitCode: ExitCode.Findings,
    title: /worker-1 would/,
  },
  ...[1, 3, 40].map((evictions) => ({
    words: ["explain", "--bundle", dumpOf(evictions)],
    title:
      evictions === 1
        ? /^✖ shop\/cart-0 was evicted on worker-0$/
        : new RegExp(`^✖ ${evictions} pods were evicted$`),
  })),
  {
    words: ["capture", "verify", at("night.ndjson.gz")],
    title: /^✔ night\.ndjson\.gz: no problems found$/,
  },
  {
    words: ["capture", "verify", at("cut.ndjson.gz")],
    exitCode: ExitCode.Findings,
    title: /^! cut\.ndjson\.gz: 1 problem$/,
  },
  {
    words: ["capture", "verify", at("blind.ndjson")],
    exitCode: ExitCode.Findings,
    title: /^! blind\.ndjson: 60 problems$/,
  },
  ...LOG_FOLDERS.map((path) => ({
    words: ["explain", "--bundle", path],
    title: /^✖ \d+ pods were evicted$/,
  })),
  ...["explain", "replay"].map((command) => ({
    words: [command, at("night.ndjson.gz"), "--eviction-hard", THRESHOLDS],
    title: /^✖ shop\/cart-p89ncn6dqk-8t8pl is evicted at /,
  })),
  {
    words: ["oom", "-"],
    stdin: OOMD(CGROUP),
    title:
      /^✖ systemd-oomd killed \/user\.slice\/app-\S+…\S+terminal-1\.scope \(Jan 15 10:19:42\)\.$/,
  },
  {
    words: ["oom", "-", "--all"],
    stdin: OOMD(`/${"x".repeat(200)}`),
    title: /^✖ systemd-oomd killed \/x+…x+ \(Jan 15 10:19:42\)\.$/,
  },
  { words: ["replay", at("cut.ndjson.gz")], title: /^✖ shop\/cart-p89ncn6dqk-8t8pl is evicted / },
  {
    words: ["oom", "--source", "cgroup"],
    title: /^[!?] (If this machine ran out of memory now|Out of memory), /,
  },
  {
    words: ["sweep", at("night.ndjson.gz"), "--vary", `${HARD}=100Mi..2Gi/5`, "--what-if"],
    title: /^! All configurations evict 1 pod$/,
  },
];

it.each(SCREENS)(
  "fits $words",
  async ({ words, stdin, exitCode: expected = ExitCode.Ok, title }) => {
    const given = stdin === undefined ? {} : { stdin };
    const { stdout, exitCode } = await commandLine(words, { ...given, columns: COLUMNS });
    expect(exitCode).toBe(expected);
    const lines = stdout.trimEnd().split("\n");
    expect(lines[0]).toMatch(title);
    expect(lines.filter((line) => line.length > COLUMNS)).toEqual([]);
    expect(lines.length, stdout).toBeLessThan(LINES_MAX);
  },
);

it("shows a sweep as a picture next, where the capture is in a file", async () => {
  const words = ["sweep", at("night.ndjson.gz"), "--vary", `${HARD}=100Mi,1Gi`, "--what-if"];
  const { stdout } = await commandLine(words, { columns: 10_000 });
  expect(stdout).toContain(`\nNext  plimsoll playground ${at("night.ndjson.gz")} # the same, as`);
});

it("has the whole path of a cgroup below a title that shortens it", async () => {
  const { stdout } = await commandLine(["oom", "-"], { stdin: OOMD(CGROUP), columns: COLUMNS });
  expect(stdout.replace(/\s+/g, "")).toContain(`Itis${CGROUP}.`);
});

/** On a terminal, where a long sentence is broken before its advice. */
const around = { columns: COLUMNS, isTerminal: true, environment: { NO_COLOR: "1" } };

it.each<[words: readonly string[], sentence: RegExp]>([
  [["reduce", "night.ndjson.gz", "--out", "r.gz"], /r\.gz: 112 records\n$/],
  [["anonymize", "night.ndjson.gz", "--out", "a.gz"], /a\.gz: 112 records\nnote: --key /],
  [["export", "--openmetrics", "night.ndjson.gz", "--out", "o.om"], /o\.om: 21,095 samples\n$/],
  [
    ["record", "--source", "capture", "--example", "memory-leak", "--out", "n.gz"],
    /n\.gz: 112 records\n$/,
  ],
  [["record"], /^plimsoll: required option '--out <file>' not specified\n$/],
  [["import"], /^plimsoll: required option '--out <file>' not specified\n$/],
])("says in few lines what capture %j made", async (words, sentence) => {
  // A test is called by the same name each time, and the folder of the files is not.
  const placed = words.map((word) => (/\.\w+$/.test(word) ? at(word) : word));
  const { stdout, stderr } = await commandLine(["capture", ...placed], around);
  expect(stdout).toBe("");
  expect(stderr).toMatch(sentence);
  expect(stderr.trimEnd().split("\n").length).toBeLessThan(6);
});

writeFileSync(
  at("junk.bin"),
  Uint8Array.from({ length: 300 }, (_, index) => (index * 151) % 256),
);
writeFileSync(at("kubelet.yaml"), CONFIGURATION);
const DMESG = new URL("../../oom/dumps/k3s-4.x-memcg.txt", import.meta.url);
writeFileSync(at("dmesg.txt"), readFileSync(DMESG));

it.each<[words: string, sentence: string]>([
  ["@nosuch.json", "nosuch.json: there is no such file. Check the path."],
  ["@junk.bin", "junk.bin: this is not text in UTF-8 or UTF-16. Give a capture, a Summary, pods, "],
  [
    "replay @kubelet.yaml",
    "kubelet.yaml: this is a kubelet configuration, not a capture. Give it as --config ",
  ],
  [
    "replay --journal @dmesg.txt",
    "dmesg.txt: this is a kernel's log, not a kubelet's log. Explain its OOM kills with plimsoll ",
  ],
])("says what a wrong file is, what was expected and what to type: %s", async (line, sentence) => {
  const words = line.replace("@", `${folder}/`).split(" ");
  const { stdout, stderr } = await commandLine(words, around);
  expect(stdout).toBe("");
  expect(stderr.replace(/\s+/g, " ")).toContain(sentence);
  expect(stderr.trimEnd().split("\n").length).toBeLessThan(6);
});
