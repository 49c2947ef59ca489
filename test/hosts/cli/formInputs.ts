/** An input of each kind that a command reads, and the command lines that read them. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { logOf } from "../../analysis/read/messages/kubeletLog.ts";
import { dumpOf } from "../../prometheus/exported.ts";
import { readKept } from "../../recorded/kept.ts";
import { commandLine } from "./commandLine.ts";

const ROOT = new URL("../../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), "utf8");
const example = (path: string) => gunzipSync(readFileSync(new URL(path, ROOT))).toString();

const LINES = example("examples/memory-leak.plimsoll.ndjson.gz").trimEnd().split("\n");
const [HEADER = "", FIRST = ""] = LINES;
const { summary, pods } = JSON.parse(FIRST);
/** The first record that is under the limit: a pod is evicted in it. */
const EVICTING = LINES.findIndex((line) => line >= '{"time":"2026-01-15T10:12:20');
const evicting = JSON.parse(LINES[EVICTING] ?? "");

const KUBELET = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";
const MESSAGE =
  "The node was low on resource: memory. Threshold quantity: 100Mi, available: 91244Ki. " +
  "Container cart was using 2580184Ki, request is 256Mi, has larger consumption of memory. ";
const STATUS = { phase: "Failed", reason: "Evicted", message: MESSAGE };
const node = (name: string) => {
  const amounts = { cpu: "4", memory: "8132152Ki", pods: "110", "ephemeral-storage": "100Gi" };
  const status = { capacity: amounts, allocatable: amounts };
  return { apiVersion: "v1", kind: "Node", metadata: { name }, status };
};
const json = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`;
const text = (lines: readonly string[]) => `${lines.join("\n")}\n`;

const EVICTING_CAPTURE = text([
  HEADER,
  ...LINES.slice(EVICTING - 3, EVICTING),
  JSON.stringify({ time: evicting.time, pods, summary: evicting.summary }),
]);
const EXPORTED = await commandLine(["capture", "export", "--openmetrics", "-", "--out", "-"], {
  piped: [Buffer.from(EVICTING_CAPTURE)],
});
const LOG = logOf((await readKept("memory-hard")).passes, "journalctl, short");

/** Each ends in a newline. */
export const INPUTS = {
  capture: text(LINES.slice(0, 12)),
  evicting: EVICTING_CAPTURE,
  summary: json(summary),
  pods: json(pods),
  podsYaml: `apiVersion: v1\nkind: PodList\nitems: ${JSON.stringify(pods.items)}\n`,
  configuration: `${KUBELET}evictionHard:\n  memory.available: 300Mi\n`,
  configz: json({ kubeletconfig: { evictionHard: { "memory.available": "300Mi" } } }),
  flags: "/usr/bin/kubelet --config=/etc/kubelet.yaml --eviction-hard=memory.available<300Mi\n",
  unit: text([
    "[Service]",
    'Environment="KUBELET_EXTRA=--eviction-hard=memory.available<300Mi"',
    "ExecStart=/usr/bin/kubelet \\",
    "  --max-pods=20 $KUBELET_EXTRA",
  ]),
  bottlerocket: text([
    "[settings.kubernetes.eviction-hard]",
    '"memory.available" = "300Mi"',
    "[settings.kubernetes]",
    "max-pods = 20",
  ]),
  userData: text([
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="EDGE"',
    "",
    "--EDGE",
    "Content-Type: application/node.eks.aws",
    "",
    "apiVersion: node.eks.aws/v1alpha1",
    "kind: NodeConfig",
    "spec:",
    "  kubelet:",
    "    config:",
    "      evictionHard: {memory.available: 300Mi}",
    "--EDGE--",
  ]),
  objects: example("examples/shop.cluster.json.gz"),
  objectsYaml: read("examples/clusters/eviction-loop/objects.yaml"),
  recorded: json({
    kind: "List",
    items: [
      node("worker-3"),
      ...pods.items.map((pod: object) => ({ apiVersion: "v1", kind: "Pod", ...pod })),
    ],
  }),
  scenario: read("examples/clusters/eviction-loop/scenario.yaml"),
  node: json(node("worker-3")),
  pod: text([
    "apiVersion: v1",
    "kind: Pod",
    "metadata: {name: agent, namespace: shop}",
    "spec:",
    "  containers: [{name: agent, resources: {requests: {cpu: 500m, memory: 2Gi}}}]",
  ]),
  scheduler: text([
    "apiVersion: kubescheduler.config.k8s.io/v1",
    "kind: KubeSchedulerConfiguration",
    "percentageOfNodesToScore: 100",
  ]),
  journal: LOG,
  kernelLog: read("test/oom/dumps/kvm-5.3-memcg.txt"),
  message: `${MESSAGE}\n`,
  events: text([
    "LAST SEEN   TYPE      REASON    OBJECT       MESSAGE",
    `5m          Warning   Evicted   pod/cart-1   ${MESSAGE}`,
    "3m          Warning   Evicted   pod/cart-2   The node had condition: [MemoryPressure]. ",
  ]),
  eventList: json({
    kind: "List",
    items: [
      {
        kind: "Event",
        involvedObject: { kind: "Pod", namespace: "shop", name: "cart-0" },
        reason: "Evicted",
        message: MESSAGE,
        lastTimestamp: "2026-01-15T10:12:20Z",
      },
    ],
  }),
  podStatus: text([
    "apiVersion: v1",
    "kind: Pod",
    "metadata:",
    "  name: cart-1",
    "  namespace: shop",
    "status:",
    ...Object.entries(STATUS).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`),
  ]),
  series: `${dumpOf(EXPORTED.stdout)}\n`,
} as const;
export type Input = keyof typeof INPUTS;

/** `@name` is the path of an input, or `-` for standard input. */
export const COMMANDS: readonly string[] = [
  "explain @capture",
  "explain @evicting --output json",
  "explain @evicting --output html",
  "explain @evicting --admit @pod --node-object @node --output json",
  "replay @capture --config @configuration",
  // A first screen has more room where it suggests no command, as about standard input.
  "replay @evicting --all",
  "replay @evicting --output json",
  "replay @evicting --output ndjson",
  "replay @evicting --what-if --output ndjson",
  "oom @capture --output json",
  "oom @evicting --output json",
  "advise @evicting --output json",
  "advise @capture --output yaml",
  "sweep @evicting --vary evictionHard.memory.available=100Mi,4Gi --output json",
  "diff @evicting --config @configuration --output json",
  "capture verify @evicting",
  "capture reduce @evicting --out -",
  "capture anonymize @evicting --key shop --out -",
  "capture export --openmetrics @evicting --out -",
  "capture record --source capture --capture @evicting --out -",
  "capture pack --summary @summary --pods @pods --config @configuration --out -",
  "capture import --journal @journal --config @configuration --out -",
  "capture import --prometheus-dump @series --node worker-3 --out -",
  "run --source capture --capture @evicting --pace 1000x --listen none --output log",
  "explain --summary @summary --pods @pods --output json",
  "replay --summary @summary --pods @podsYaml --config @configuration --output ndjson",
  "oom --summary @summary --pods @pods --output json",
  "check @configuration --output json",
  "check @configz --output json",
  "check @flags --output json",
  "check @unit --output json",
  "check @bottlerocket --output json",
  "check @userData --output json",
  "schedule --objects @objects --scheduler-config @scheduler --output json",
  "schedule --objects @objectsYaml --pod-file @pod --output json",
  "schedule --objects @objects --pod-file @pod --change @node --output json",
  "drain worker-1 --objects @objects --scheduler-config @scheduler --output json",
  "admit --objects @objects --node worker-1 --pod-file @pod --output json",
  "simulate --objects @objectsYaml --scenario @scenario --until 1h --no-search --output json",
  "simulate --objects @objects --kubelet-config @configuration --until 1h --output json",
  "simulate --objects @recorded --capture @evicting --until 1h --no-search --output json",
  "simulate --objects @recorded --capture @summary --until 1h --no-search --output json",
  "replay --journal @journal --config @configuration",
  "oom @kernelLog --pods @pods --output json",
  "explain --message @message --output json",
  "explain --events @events --output json",
  "explain --events @eventList --output json",
  "explain --pod-status @podStatus --output json",
];

/** Inputs in the place of others. */
export const REFUSED: readonly string[] = [
  "replay @summary",
  "explain @pods",
  "replay @configuration",
  "explain @journal",
  "oom @journal",
  "replay @series",
  "replay --journal @kernelLog",
  "replay --journal @evicting",
  "explain --events @journal",
  "explain --pod-status @evicting",
  "check @summary",
  "schedule --objects @evicting",
  "simulate --objects @recorded --capture @pods",
  "capture import --prometheus-dump @evicting --node worker-3 --out -",
];
