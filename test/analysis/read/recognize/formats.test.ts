import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { BEGINNING_BYTES } from "../../../../analysis/read/recognize/beginning.ts";
import {
  FORMATS,
  type Format,
  formatOf,
  furtherFormats,
} from "../../../../analysis/read/recognize/formats.ts";
import { identify } from "../../../../analysis/read/recognize/identify.ts";
import { encode } from "../../chunks.ts";
import { EVENTS_TABLE, OF_KERNEL, OF_KUBECTL, OF_KUBELET } from "./samples.ts";

const ROOT = new URL("../../../../", import.meta.url);
const EXAMPLE = gunzipSync(
  readFileSync(new URL("examples/memory-leak.plimsoll.ndjson.gz", ROOT)),
).subarray(0, BEGINNING_BYTES);
const DMESG = readFileSync(new URL("test/oom/dumps/stress-5.4-memcg.txt", ROOT));
const SCENARIO = readFileSync(new URL("examples/clusters/eviction-loop/scenario.yaml", ROOT));

const OF_SYSTEMD = "Jun 17 16:18:41 homelab-1 systemd[1]: Started Journal Service.\n";
const OF_OOMD =
  "Feb 03 10:11:12 host systemd-oomd[500]: Killed /user.slice/a.scope due to memory pressure for " +
  "/user.slice being 65.50% > 50.00% for > 20s with reclaim activity\n";
const RESULT = '"resultType":"matrix","result":[]';

const OF_OOM_KILLER = "stress invoked oom-killer: gfp_mask=0xcc0, order=0, oom_score_adj=0\n";
const MESSAGE = "The node was low on resource: memory. Threshold quantity: 100Mi, available: 1Mi.";

const SCHEDULING = "FailedScheduling  2m  default-scheduler  0/1 nodes are available: 1 x.";
const DRAINING =
  'evicting pod shop/web-1\nerror when evicting pods/"web-1" -n "shop" (will retry after 5s): ' +
  "Cannot evict pod as it would violate the pod's disruption budget.\n";
const OF_TEST =
  "I0712 15:54:56.488170    5711 dump.go:53] At 2026-07-12 15:49:58 +0000 UTC - event for web-1: " +
  `{kubelet worker-2} Evicted: ${MESSAGE}\n`;
const OBSERVED =
  "I1215 19:22:59.485565   77158 helpers.go:814] eviction manager: observations: " +
  "signal=memory.available, available: 5Gi, capacity: 9Gi, time: 2026-12-15 19:22:59 +0800 CST\n";
const RECLAIMING = "eviction_manager.go:330] eviction manager: attempting to reclaim memory";

const RULESETS = '{"rulesets":[{"name":"r","detectors":[]}]}';

/** Ustar's magic is at byte 257. */
const TAR = encode(`${"a".padEnd(257, "\0")}ustar\0`);
const ZIP = Uint8Array.of(0x50, 0x4b, 0x03, 0x04, 0x14);
const XZ = Uint8Array.of(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00);

/** What a file begins with, and its format. */
const SAMPLES: readonly (readonly [
  what: string,
  begins: Uint8Array | string,
  is: Format | null,
])[] = [
  ["a tar", TAR, "archive"],
  ["a zip", ZIP, "archive"],
  ["an xz", XZ, "archive"],
  ["a capture", EXAMPLE, "capture"],
  ["a capture with a byte order mark", '\ufeff {"plimsoll":"capture/1"}\n', "capture"],
  ["a capture without a header", '{"time":"2026-11-20T10:00:00Z","summary":{', "capture"],
  ["a log of a kubelet", OF_KUBELET, "log"],
  ["a journal with a kubelet in it", OF_KERNEL + OF_SYSTEMD + OF_KUBELET, "log"],
  ["a table of events", EVENTS_TABLE, "messages"],
  ["an event alone, without its heading", `  Warning  ${SCHEDULING}\n`, "messages"],
  ["what kubectl drain prints", DRAINING, "messages"],
  ["the end of a container", "Last State:  Terminated\n  Reason:  OOMKilled\n", "messages"],
  ["a description of a pod", "Name:  cart-1\nContainers:\n", "messages"],
  ["events that end no pod", "9m  Normal  Pulled  pod/cart-1  Pulled\n", "messages"],
  ["a list of pods", "NAME  READY  STATUS  RESTARTS  AGE\na  1/1  Running  0  5m\n", "messages"],
  ["a list of nodes", "NAME  STATUS  ROLES  AGE\na  Ready  <none>  5m\n", null],
  ["a shipped event", `{"verb":"ADDED","event":{"involvedObject":{}}}`, "messages"],
  ["the status of a pod", '{"phase":"Failed","reason":"Evicted"}', "pods"],
  ["a log of a test that prints events of kubelets", OF_TEST, "messages"],
  ["an observation without a frame", OBSERVED, "log"],
  ["a line of a kubelet without its time", `W 7082 ${RECLAIMING}\n`, "log"],
  ["a list of events", '{"kind":"EventList","items":[]}', "messages"],
  ["dmesg", DMESG, "kernelLog"],
  ["journalctl -k, cut off", `-- Journal begins --\n${OF_KERNEL}${OF_KERNEL}Jun`, "kernelLog"],
  ["an answer of query_range", `{"status":"success","data":{${RESULT}}}`, "series"],
  ["its content alone", `{${RESULT}}`, "series"],
  [
    "an answer of VictoriaMetrics",
    `{"status":"success","isPartial":false,"data":{${RESULT}`,
    "series",
  ],
  ["a journal of systemd-oomd", `${OF_SYSTEMD}${OF_OOMD}`, "killerLog"],
  ["a scenario", SCENARIO, "scenario"],
  ["a scenario of a killer", '{"killer":"oomd","scenario":{"steps":[]}}', "killer"],
  ["a scenario of a killer with rulesets", `{"killer":"oomd","scenario":${RULESETS}}`, "killer"],
  ["samples of a machine", '{"plimsoll":"samples/1"}\n{"at":0,"cgroups":{}}\n', "killer"],
  ["rulesets of oomd", `// oomd\n${RULESETS}`, "killerConfiguration"],
  ["settings of systemd-oomd", "# see oomd.conf(5)\n[OOM]\n", "killerConfiguration"],
  ["a unit that systemd-oomd watches", "[Slice]\nManagedOOMSwap=kill\n", "killerConfiguration"],
  ["arguments of earlyoom", 'EARLYOOM_ARGS="-r 60"\n', "killerConfiguration"],
  ["a table of tasks", "pgscan 1\nTasks state (memory values in pages):\n", "kernelLog"],
  [
    "the stack of a report, pasted without its first line",
    "```\nJun 1 10:00:00 a kernel: dump_header+0x4a/0x201\n```\n",
    "kernelLog",
  ],
  ["lines of the OOM killer, pasted among others", `hello\n${OF_OOM_KILLER}`, "kernelLog"],
  ["a recording with members of its own", '{"time":"t","t":0.01,"summary":{', "capture"],
  ["a Summary", '{"node":{"nodeName":"n"},"pods":[]}', "summary"],
  ["a PodList", '{"kind":"PodList","items":[]}', "pods"],
  ["a KubeletConfiguration", "kind: KubeletConfiguration\n", "configuration"],
  ["a configuration of the scheduler", "kind: KubeSchedulerConfiguration\n", "scheduler"],
  ["nodes", '{"kind":"NodeList","items":[]}', "objects"],
  ["a List of several kinds", '{"kind":"List","items":[{"kind":"Node"}]}', "objects"],
  ["a Deployment in YAML", "kind: Deployment\n", "objects"],
  // Each of these has something that another format has.
  ["an object with nodes alone", '{"nodes":[]}', null],
  ["a journal without a kubelet", OF_KERNEL + OF_SYSTEMD, null],
  ["what kubectl prints of itself", OF_KUBECTL, null],
  ["a line of docker's", '{"log":"started\\n","time":"2026-11-20T10:00:00Z"}', null],
  ["an answer with an error", '{"status":"error","errorType":"timeout"}', null],
  ["a kubeconfig", "kind: Config\nclusters: []\n", "kubeconfig"],
  ["settings of another program", "kind: Config\n", null],
  ["an answer that quotes a message", `{"answer":"${MESSAGE}"}`, null],
  ["nothing", "", null],
];

describe("the beginning of a file", () => {
  it.each(SAMPLES)("of %s", (_, begins, is) => {
    const bytes = typeof begins === "string" ? encode(begins) : new Uint8Array(begins);
    expect(formatOf(bytes)?.format ?? null).toBe(is);
  });

  it("has a sample here for each format", () => {
    const sampled = new Set(SAMPLES.flatMap(([, , is]) => is ?? []));
    expect([...sampled].sort()).toEqual(FORMATS.map(({ format }) => format).sort());
  });
});

describe("a text that was pasted together", () => {
  const MANIFEST = "```yaml\nkind: Pod\nspec:\n  containers:\n  - name: [web\n```\n";
  const BACK_OFF = "Warning  BackOff  15s (x3 over 32s)  kubelet  Back-off restarting cart\n";
  const OOM_LINE =
    "Memory cgroup out of memory: Killed process 71 (cart) total-vm:9kB, anon-rss:4kB";
  const CTIME = "Tue Dec  1 01:00:00 2026";
  const NPD = "Warning  OOMKilling  5m  kernel-monitor, worker-2  ";
  const OOMD =
    "Jun 01 10:00:00 a systemd-oomd[7]: Killed /user.slice/cart.scope due to memory used (9) / " +
    "total (10) and swap used (9) / total (10) being more than 90.00%\n";
  const furtherIn = (text: string): readonly Format[] => {
    const row = formatOf(encode(text));
    return row === null ? [] : furtherFormats(encode(text), row).map(({ format }) => format);
  };

  it.each<[string, string, readonly Format[]]>([
    ["a kubelet's log and a message", `${OBSERVED}message: ${MESSAGE}\n`, ["messages"]],
    ["a message and a kernel's report", `${MESSAGE}\n${OF_OOM_KILLER}`, ["kernelLog"]],
    ["all three", `${OBSERVED}message: ${MESSAGE}\n${OF_OOM_KILLER}`, ["messages", "kernelLog"]],
    ["a kubelet's log alone", OBSERVED, []],
    [
      "a kubelet's log without times",
      `node-1 kubelet[7082]: W 7082 eviction_manager.go:330] eviction manager: attempting to ` +
        "reclaim ephemeral-storage\n",
      [],
    ],
    ["a kubelet's log that quotes a message", OBSERVED + OF_TEST, []],
    ["a kernel's report alone", OF_OOM_KILLER, []],
    ["an event and one line of the kernel", `${BACK_OFF}[  9.5] ${OOM_LINE}\n`, ["kernelLog"]],
    ["an event and a line without its time", `${BACK_OFF}${OOM_LINE}\n`, ["kernelLog"]],
    ["a message and a line of dmesg -T", `${MESSAGE}\n[${CTIME}] ${OOM_LINE}\n`, ["kernelLog"]],
    ["an event that quotes the kernel", `${BACK_OFF}${NPD}${OOM_LINE}\n`, []],
    ["a message and a line of systemd-oomd", `${MESSAGE}\n${OOMD}`, ["killerLog"]],
  ])("is all that it contains: %s", (_, text, further) => {
    expect(furtherIn(text)).toEqual(further);
  });

  it("has the objects of a cluster next to its events, where kubectl printed both", () => {
    const lists = ["Node", "Event"].map((kind) => `{"kind":"${kind}List","items":[{}]}\n`);
    expect(formatOf(encode(lists.join("")))?.format).toBe("messages");
    expect(furtherIn(lists.join(""))).toEqual(["objects"]);
    expect(furtherIn(`${lists[1]}{"kind":"PodList","items":[{}]}\n`)).toEqual([]);
  });

  it("has messages where a kubelet logs findings outside of passes alone", () => {
    const klog = "W0317 12:45:18.103283    2278 eviction_manager.go:159]";
    const rejected = "Failed to admit pod net-1_shop(ab-1) - node has conditions: [DiskPressure]";
    expect(formatOf(encode(`${klog} ${rejected}\n`))?.format).toBe("messages");
    expect(formatOf(encode(`${klog} ${rejected}\n${OBSERVED}`))?.format).toBe("log");
  });

  it("may contain a manifest with an error next to what is reported", () => {
    expect(formatOf(encode(`We saw this:\n${MANIFEST}${SCHEDULING}\n`))?.format).toBe("messages");
    const { words } = identify(encode(`We saw this:\n${MANIFEST}`));
    expect(words).toBe('a text that begins with "We saw this:"');
  });
});
