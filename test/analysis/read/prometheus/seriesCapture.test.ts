import { describe, expect, it } from "vitest";
import type { AnsweredSeries } from "../../../../analysis/read/prometheus/answer.ts";
import { captureOf, EXPORTER, KUBELET, POD, POD_ID, START, series, UID } from "./series.ts";

const MEMORY = "container_memory_working_set_bytes";
const GIB = 2 ** 30;
const ROOT = series(MEMORY, { ...KUBELET, id: "/" }, 6 * GIB, 7 * GIB);
const MACHINE = series("machine_memory_bytes", KUBELET, 8 * GIB, 8 * GIB);
const OF_POD = series(MEMORY, { ...KUBELET, ...POD, uid: "", id: POD_ID }, 100, 200);
const PRESENT = series("kube_pod_info", { ...POD, node: "worker-3", priority_class: "gold" }, 1, 1);
const NODE = [ROOT, MACHINE];
const ALL = [...NODE, OF_POD, PRESENT];

const origin = (given: readonly AnsweredSeries[], member: string) =>
  captureOf(given).capture.report.origins.filter((row) => row.member === member);

describe("the node's part of a Summary", () => {
  it("is capacity less the working set of the root cgroup: one measured, the other derived", () => {
    const { records } = captureOf(NODE);
    expect(records.map(({ time }) => time)).toEqual([START, START + 30_000]);
    expect(records[1]?.summary.node.memory).toEqual({
      time: "2026-01-15T10:00:30.000000000Z",
      availableBytes: GIB,
      workingSetBytes: 7 * GIB,
    });
    expect(origin(NODE, "node.memory.workingSetBytes")[0]?.origin).toBe("measured");
    expect(origin(NODE, "node.memory.availableBytes")[0]?.origin).toBe("derived");
  });

  it("is a negative amount as the kubelet writes it, when more is used than there is", () => {
    const over = series(MEMORY, { ...KUBELET, id: "/" }, 8 * GIB + 4096);
    const { capture } = captureOf([over, MACHINE]);
    const [record] = capture.records();
    // Spec 1.2.2: 2^64 - 4096.
    expect(new TextDecoder().decode(record?.summary ?? undefined)).toContain(
      '"availableBytes":18446744073709547520',
    );
  });

  it.each([
    ["v1.36.4", GIB],
    ["v1.37.2", GIB - 512 * 2 ** 20],
  ])("has what a kubelet %s leaves available next to huge pages", (version, available) => {
    const { records } = captureOf([
      ...NODE,
      series("kube_node_info", { node: "worker-3", kubelet_version: version }, 1, 1),
      series("kube_node_status_capacity", { node: "worker-3", resource: "hugepages_2Mi" }, 2 ** 29),
    ]);
    expect(records[1]?.summary.node.memory.availableBytes).toBe(available);
  });

  it("takes the kernel's estimate where no series has the working set, and says so", () => {
    const kernel = [
      series("node_memory_MemAvailable_bytes", { ...EXPORTER, node: "worker-3" }, 3 * GIB),
      series("node_memory_MemTotal_bytes", { ...EXPORTER, node: "worker-3" }, 8 * GIB),
    ];
    const { records, capture } = captureOf(kernel);
    expect(records[0]?.summary.node.memory).toMatchObject({
      availableBytes: 3 * GIB,
      workingSetBytes: 5 * GIB,
    });
    expect(capture.report.origins.map((row) => row.origin)).toEqual(["derived", "derived"]);
    expect(capture.report.notes.join()).toMatch(/MemAvailable is used instead/);
  });

  it("prefers what the kubelet measures itself to the kernel's estimate", () => {
    const given = [
      series("node_memory_working_set_bytes", KUBELET, 5 * GIB),
      series("node_memory_MemAvailable_bytes", { ...EXPORTER, node: "worker-3" }, GIB),
      series("node_memory_MemTotal_bytes", { ...EXPORTER, node: "worker-3" }, 8 * GIB),
    ];
    expect(captureOf(given).records[0]?.summary.node.memory.availableBytes).toBe(3 * GIB);
  });

  it("leaves out what no series has, and names it", () => {
    const { records, header } = captureOf(NODE);
    expect(Object.keys(records[0]?.summary.node)).toEqual(["nodeName", "memory"]);
    for (const word of ["allocatableMemory", "nodeFs", "imageFs", "processes", "podMemory"]) {
      expect(header.missing).toContain(word);
    }
    expect(header.missing).not.toContain("nodeMemory");
    expect(header.layout).toBeUndefined();
  });

  const disk = (mountpoint: string, available: number) =>
    [
      ["node_filesystem_size_bytes", 100],
      ["node_filesystem_avail_bytes", available],
      ["node_filesystem_files", 50],
      ["node_filesystem_files_free", 40],
    ].map(([name, value]) =>
      series(String(name), { ...EXPORTER, node: "worker-3", mountpoint }, Number(value)),
    );

  it.each([
    { mounts: ["/"], fs: 1, imageFs: 1, dedicated: false },
    { mounts: ["/", "/var/lib/containerd"], fs: 1, imageFs: 2, dedicated: true },
    { mounts: ["/", "/var/lib"], fs: 2, imageFs: 2, dedicated: false },
    { mounts: ["/host/root", "/host/root/var/lib/docker"], fs: 1, imageFs: 2, dedicated: true },
    { mounts: ["/", "/var/lib/kubelet/pods"], fs: 1, imageFs: 1, dedicated: false },
  ])("finds nodefs and imagefs among $mounts", ({ mounts, fs, imageFs, dedicated }) => {
    const given = mounts.flatMap((mount, index) => disk(mount, index + 1));
    const { records, header } = captureOf([...NODE, ...given]);
    const { node } = records[0]?.summary ?? {};
    expect([node.fs.availableBytes, node.runtime.imageFs.availableBytes]).toEqual([fs, imageFs]);
    expect(node.fs).toMatchObject({ capacityBytes: 100, inodes: 50, inodesFree: 40 });
    expect(header.layout).toEqual({ dedicatedImageFs: dedicated, splitContainerFs: false });
  });

  const device = (name: string) => [
    series("container_fs_limit_bytes", { ...KUBELET, id: "/", device: name }, 100),
    series("container_fs_usage_bytes", { ...KUBELET, id: "/", device: name }, 30),
  ];

  it("takes the only disk of cAdvisor without node-exporter, and neither of two", () => {
    const one = captureOf([...NODE, ...device("/dev/sda1"), ...device("/dev/shm")]);
    expect(one.records[0]?.summary.node.fs.availableBytes).toBe(70);
    const two = captureOf([...NODE, ...device("/dev/sda1"), ...device("/dev/sdb1")]);
    expect(two.records[0]?.summary.node.fs).toBeUndefined();
    expect(two.header.missing).toContain("nodeFs");
  });

  it("takes the lower one of the kernel's limits of processes", () => {
    const own = { ...EXPORTER, node: "worker-3" };
    const given = [
      series("node_processes_threads", own, 900),
      series("node_processes_max_threads", own, 2000),
      series("node_processes_max_processes", own, 32768),
    ];
    const { rlimit } = captureOf([...NODE, ...given]).records[0]?.summary.node ?? {};
    expect(rlimit).toMatchObject({ maxpid: 2000, curproc: 900 });
  });
});

describe("a pod", () => {
  const container = (name: string, bytes: number) =>
    series(
      MEMORY,
      { ...KUBELET, ...POD, uid: "", container: name, id: `${POD_ID}/${name}` },
      bytes,
    );

  it("has the usage of its cgroup, and the uid that the API server has", () => {
    const { records } = captureOf(ALL);
    const [stats] = records[1]?.summary.pods ?? [];
    expect(stats.podRef).toEqual({ namespace: "shop", name: "cart", uid: UID });
    expect(stats.memory.workingSetBytes).toBe(200);
  });

  it("has the sum of its containers without a series of its own, derived", () => {
    const given = [...NODE, PRESENT, container("web", 5), container("log", 7)];
    expect(captureOf(given).records[0]?.summary.pods[0].memory.workingSetBytes).toBe(12);
    expect(origin(given, "pods.memory.workingSetBytes")[0]?.origin).toBe("derived");
  });

  it("has no sandbox and no pause container among its containers", () => {
    const sandbox = { ...KUBELET, ...POD, uid: "", id: `${POD_ID}/x`, image: "pause", name: "x" };
    const given = [...ALL, container("web", 5), container("POD", 1), series(MEMORY, sandbox, 9)];
    const [stats] = captureOf(given).records[0]?.summary.pods ?? [];
    expect(stats.containers.map(({ name }: { name: string }) => name)).toEqual(["web"]);
    expect(stats.memory.workingSetBytes).toBe(100);
  });

  it("is left out of a record in which no sample has its memory, and that is counted", () => {
    const late = series(MEMORY, { ...KUBELET, ...POD, uid: "", id: POD_ID }, null, 200);
    const { records, capture } = captureOf([...NODE, PRESENT, late]);
    expect(records.map(({ summary }) => summary.pods.length)).toEqual([0, 1]);
    expect(records.map(({ pods }) => pods?.length)).toEqual([0, 1]);
    expect(capture.unmeasured).toBe(1);
  });

  it("that has ended does not live on in the next record", () => {
    const ended = series(MEMORY, { ...KUBELET, ...POD, uid: "", id: POD_ID }, 100);
    const { records } = captureOf([...NODE, PRESENT, ended]);
    expect(records.map(({ summary }) => summary.pods.length)).toEqual([1, 0]);
  });

  it("that failed is listed without stats", () => {
    const failed = series("kube_pod_status_phase", { ...POD, phase: "Failed" }, 0, 1);
    const running = series("kube_pod_status_phase", { ...POD, phase: "Running" }, 1, 0);
    const { records } = captureOf([...ALL, failed, running]);
    expect(records.map(({ pods }) => pods?.[0].status.phase)).toEqual(["Running", "Failed"]);
    expect(records.map(({ summary }) => summary.pods.length)).toEqual([1, 0]);
  });

  it.each([
    { given: [], options: {}, priority: 0, origin: "assumed" },
    { given: [], options: { priorityClasses: { gold: 7 } }, priority: 7, origin: "derived" },
    {
      given: [
        series(
          "kube_pod_resource_request",
          { namespace: "shop", pod: "cart", node: "worker-3", priority: "42", resource: "cpu" },
          1,
        ),
      ],
      options: {},
      priority: 42,
      origin: "measured",
    },
  ])("has the priority $priority, $origin", ({ given, options, priority, origin: from }) => {
    const { records, capture } = captureOf([...ALL, ...given], {}, options);
    expect(records[0]?.pods[0].spec).toMatchObject({ priority, priorityClassName: "gold" });
    const row = capture.report.origins.find(({ member }) => member === "spec.priority");
    expect(row?.origin).toBe(from);
    expect(capture.report.missing.includes("podPriorities")).toBe(from === "assumed");
  });

  it("that a Node owns is a static one", () => {
    const owner = {
      ...POD,
      owner_kind: "Node",
      owner_name: "worker-3",
      owner_is_controller: "true",
    };
    const { records } = captureOf([...ALL, series("kube_pod_owner", owner, 1)]);
    expect(records[0]?.pods[0].metadata.annotations["kubernetes.io/config.source"]).toBe("file");
  });

  it("has requests in Kubernetes' own units", () => {
    const request = (resource: string, value: number) =>
      series(
        "kube_pod_container_resource_requests",
        { ...POD, container: "web", resource, node: "worker-3" },
        value,
      );
    const given = [request("memory", 256 * 2 ** 20), request("cpu", 0.25)];
    const { records } = captureOf([...ALL, ...given, request("ephemeral_storage", 2_500_000_000)]);
    expect(records[0]?.pods[0].spec.containers).toEqual([
      {
        name: "web",
        resources: { requests: { memory: "256Mi", cpu: "250m", "ephemeral-storage": "2500M" } },
      },
    ]);
  });

  it("without kube-state-metrics is known by its cgroup alone", () => {
    const { records, capture } = captureOf([...NODE, OF_POD]);
    expect(records[0]?.pods[0].metadata).toMatchObject({ name: "cart", uid: UID });
    expect(capture.report.missing).toEqual(
      expect.arrayContaining(["podRequests", "podPriorities"]),
    );
  });

  it("of one name and two uids is two pods, each with its own usage", () => {
    const other = "9f417252-d65e-408b-8f64-937b2054bb88";
    const second = { ...POD, uid: other, node: "worker-3", priority_class: "" };
    const id = POD_ID.replace(UID.replaceAll("-", "_"), other.replaceAll("-", "_"));
    const given = [
      ...NODE,
      series(MEMORY, { ...KUBELET, ...POD, uid: "", id: POD_ID }, 100),
      series("kube_pod_info", { ...POD, node: "worker-3" }, 1),
      series(MEMORY, { ...KUBELET, ...POD, uid: "", id }, null, 300),
      series("kube_pod_info", second, null, 1),
    ];
    const { records } = captureOf(given);
    const used = records.map(({ summary }) =>
      summary.pods.map(
        ({ podRef, memory }: { podRef: { uid: string }; memory: { workingSetBytes: number } }) => [
          podRef.uid,
          memory.workingSetBytes,
        ],
      ),
    );
    expect(used).toEqual([[[UID, 100]], [[other, 300]]]);
  });
});

describe("which series are of the node", () => {
  it.each([
    { labels: { instance: "worker-3:10250" } },
    { labels: { instance: "worker-3", kubernetes_io_hostname: "worker-3" } },
    { labels: { kubernetes_node: "worker-3", instance: "192.0.2.9:9100" } },
    { labels: { instance: "192.0.2.1:10250" } },
    { labels: { instance: "[2001:db8::3]:10250" } },
  ])("takes $labels", ({ labels }) => {
    const own = { node: "worker-3", kubelet_version: "v1.35.2" };
    const given = [
      series("kube_node_info", { ...own, internal_ip: "192.0.2.1" }, 1),
      series("kube_node_info", { ...own, internal_ip: "2001:db8::3" }, 1),
      series(MEMORY, { ...labels, id: "/" }, GIB),
      series("machine_memory_bytes", labels, 2 * GIB),
    ];
    const { records, header } = captureOf(given);
    expect(records).toHaveLength(1);
    expect(header.kubelet).toBe("v1.35.2");
  });

  it("takes none of another node, and none that a matcher leaves out", () => {
    const other = { ...KUBELET, node: "worker-4", instance: "192.0.2.4:10250" };
    const staged = series(MEMORY, { ...KUBELET, id: "/", cluster: "staging" }, 1);
    const given = [series(MEMORY, { ...other, id: "/" }, 1), staged, ...NODE];
    const matchers = [{ label: "cluster", operator: "!=", value: "staging" } as const];
    const { records } = captureOf(given, { matchers });
    expect(records[0]?.summary.node.memory.workingSetBytes).toBe(6 * GIB);
  });

  it("says so when there are none", () => {
    expect(() => captureOf(ALL, { node: "worker-9" })).toThrow(
      "Of node worker-9 no series has memory, file systems or processes; check --node and the " +
        "span, or name the label with --node-label.",
    );
  });
});

describe("what happened", () => {
  const evicted = series("kube_pod_status_reason", { ...POD, reason: "Evicted" }, 0, 1);
  const pressure = series(
    "kube_node_status_condition",
    { node: "worker-3", condition: "MemoryPressure", status: "true" },
    0,
    1,
  );
  const [after, by] = ["2026-01-15T10:00:00.000000000Z", "2026-01-15T10:00:30.000000000Z"];

  it("lies between two scrapes", () => {
    const { header } = captureOf([...ALL, evicted, pressure]);
    expect(header.series).toMatchObject({
      intervalSeconds: 30,
      happened: [
        { kind: "condition", after, by, condition: "MemoryPressure", status: true },
        { kind: "evictedPod", after, by, namespace: "shop", name: "cart", uid: UID },
      ],
    });
  });

  it.each([
    { title: "that begins with its first eviction", values: [null, 1], counts: [1] },
    { title: "that grows", values: [3, 5], counts: [2] },
    { title: "that a restart has reset", values: [3, 1], counts: [1] },
    { title: "that stays", values: [3, 3], counts: [] },
  ])("is what a counter shows $title", ({ values, counts }) => {
    const own = { ...KUBELET, eviction_signal: "memory.available" };
    const { capture } = captureOf([...NODE, series("kubelet_evictions", own, ...values)]);
    expect(capture.report.happened.map(({ count }) => count)).toEqual(counts);
  });
});
