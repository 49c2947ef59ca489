import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type Anonymizer, anonymizer } from "../../../../analysis/questions/capture/anonymize.ts";
import { reduceHeader } from "../../../../analysis/questions/capture/reduce.ts";
import { CAPTURE_VERSION, type CaptureRecord } from "../../../../analysis/read/capture/capture.ts";
import { type EvictionMessage, readMessage } from "../../../../analysis/read/messages/message.ts";
import { MESSAGE_FORMS } from "../../../../analysis/read/messages/messageForms.ts";
import { decode, encode } from "../../chunks.ts";
import { POD_LIST, SUMMARY } from "../../nodeDocuments.ts";

const RECORD: CaptureRecord = {
  time: 7n,
  line: 3,
  pods: encode(POD_LIST),
  summary: encode(SUMMARY),
  reclaimed: encode(SUMMARY),
  summaryError: "secret",
  others: new Map([["nodeTaints", encode('"secret"')]]),
};

let anonymous: Anonymizer;
beforeAll(async () => {
  anonymous = await anonymizer({ key: "k1" });
});

async function summaryOf(text: string): Promise<string> {
  const found = await anonymous.record({
    time: 0n,
    line: 1,
    summary: encode(text),
    others: new Map(),
  });
  return decode(found.summary) ?? "";
}

function parsed(bytes: Uint8Array | null | undefined) {
  return JSON.parse(decode(bytes) ?? "null");
}

/** Of a capture that was made of time series, with what a person may have written into it. */
const SERIES = {
  intervalSeconds: 30,
  origins: [
    {
      member: 'node.systemContainers["pods"].memory.workingSetBytes',
      origin: "measured",
      from: 'container_memory_working_set_bytes{id="/secret"}',
    },
    { member: "pods.secret", origin: "derived", from: "secret" },
  ],
  happened: [
    {
      kind: "evictedPod",
      after: "2026-01-15T10:12:00Z",
      by: "2026-01-15T10:12:30Z",
      ...{ namespace: "secret", name: "secret-0", uid: "uid-0", secret: "secret" },
    },
    { kind: "evictions", by: "2026-01-15T10:12:30Z", signal: "memory.available", count: 1 },
    { kind: "evictions", by: "2026-01-15T10:12:30Z", signal: "secret", count: 1 },
    { kind: "condition", by: "2026-01-15T10:12:30Z", condition: "DiskPressure", status: true },
  ],
};
const OF_SERIES = { plimsoll: CAPTURE_VERSION, node: "secret", series: SERIES } as const;

interface OfSeries {
  readonly series: {
    readonly intervalSeconds: number;
    readonly origins: readonly object[];
    readonly happened: readonly Readonly<Record<string, unknown>>[];
  };
}

describe("a capture of series", () => {
  it("keeps what happened and where its numbers are from, without a name", async () => {
    const { series } = (await anonymous.header(OF_SERIES)) as unknown as OfSeries;
    expect(JSON.stringify(series)).not.toContain("secret");
    expect(series.intervalSeconds).toBe(30);
    expect(series.origins).toEqual([
      { member: SERIES.origins[0]?.member, origin: "measured", from: "series" },
      { member: "other", origin: "derived", from: "series" },
    ]);
    const [pod, ...others] = series.happened;
    expect(pod).toMatchObject({ kind: "evictedPod", by: "2026-01-15T10:12:30Z" });
    expect(pod?.name).toMatch(/^pod-[0-9a-f]{12}$/);
    expect(others).toEqual([
      SERIES.happened[1],
      { ...SERIES.happened[2], signal: "unknown" },
      SERIES.happened[3],
    ]);
  });

  it("calls a pod in what happened as its records do", async () => {
    const uid = "9ea6c5c2-0d5a-4c0e-8f33-0d0ad4a8b5f1";
    const pod = { kind: "evictedPod", by: "2026-01-15T10:12:30Z", namespace: "a", name: "b", uid };
    const header = await anonymous.header({
      ...OF_SERIES,
      series: { ...SERIES, happened: [pod] },
    });
    const record = await anonymous.record({
      ...RECORD,
      pods: encode(`{"items":[{"metadata":{"namespace":"a","name":"b","uid":"${uid}"}}]}`),
    });
    const [happening] = (header as unknown as OfSeries).series.happened;
    expect(parsed(record.pods).items[0].metadata).toEqual({
      namespace: happening?.namespace,
      name: happening?.name,
      uid: happening?.uid,
    });
  });

  it("keeps all of it when it is reduced", () => {
    expect(reduceHeader(OF_SERIES)).toEqual(OF_SERIES);
  });
});

describe("an anonymous capture", () => {
  it("has none of the original names in it, in any place", async () => {
    const record = await anonymous.record(RECORD);
    const texts = [record.pods, record.summary, record.reclaimed].map(decode).join("");
    expect(texts).not.toContain("secret");
    expect(texts).not.toContain("kube-system");
    expect(record.summaryError).toBe("The Summary could not be read.");
    expect(record.others.size).toBe(0);
  });

  it("gives the same name the same pseudonym everywhere", async () => {
    const record = await anonymous.record(RECORD);
    const [summary, pods] = [parsed(record.summary), parsed(record.pods)];
    expect(summary.node.nodeName).toMatch(/^node-[0-9a-f]{12}$/);
    for (const index of [0, 1]) {
      const { name, namespace, uid } = pods.items[index].metadata;
      expect(summary.pods[index].podRef).toEqual({ uid });
      expect(name).toMatch(/^pod-[0-9a-f]{12}$/);
      expect(namespace).toMatch(/^namespace-[0-9a-f]{12}$/);
      expect(uid).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    }
    const { spec } = pods.items[0];
    expect(summary.pods[0].containers[0].name).toBe(spec.containers[0].name);
    expect(summary.pods[0].volume[0].name).toBe(spec.volumes[0].name);
    expect(spec.containers[0].name).not.toBe(spec.initContainers[0].name);
  });

  it("depends on the key alone", async () => {
    const [same, other] = [await anonymizer({ key: "k1" }), await anonymizer({ key: "k2" })];
    const first = decode((await anonymous.record(RECORD)).summary);
    expect(decode((await same.record(RECORD)).summary)).toBe(first);
    expect(decode((await other.record(RECORD)).summary)).not.toBe(first);
  });

  it("keeps what the policy compares with, and replaces the rest by its like", async () => {
    const { items } = parsed((await anonymous.record(RECORD)).pods);
    const [cart, etcd] = items;
    expect(cart.metadata.annotations).toEqual({ "kubernetes.io/config.source": "api" });
    expect(cart.metadata.deletionTimestamp).toBe("2026-11-20T10:00:00Z");
    expect(cart.spec.priorityClassName).toBe("class");
    expect(cart.spec.priority).toBe(100000);
    expect(cart.spec.containers[0].resources).toEqual({
      requests: { cpu: "50m", memory: "64Mi", other: "1" },
      limits: { "ephemeral-storage": "1Gi", "hugepages-2Mi": "4Mi" },
    });
    expect(cart.status).toMatchObject({ phase: "Running", qosClass: "Burstable" });
    expect(Object.keys(etcd.metadata.annotations)).toEqual([
      "kubernetes.io/config.source",
      "kubernetes.io/config.mirror",
    ]);
    expect(etcd.metadata.annotations["kubernetes.io/config.source"]).toBe("file");
    expect(etcd.spec.priorityClassName).toBe("system-node-critical");
    expect(etcd.status.phase).toBe("Unknown");
  });

  it("keeps Kubernetes' own namespaces when asked to", async () => {
    const keeping = await anonymizer({ key: "k1", keepSystemNamespaces: true });
    const { items } = parsed((await keeping.record(RECORD)).pods);
    expect(items[1].metadata.namespace).toBe("kube-system");
    expect(items[0].metadata.namespace).toMatch(/^namespace-/);
  });

  it("keeps the numbers digit by digit", async () => {
    expect(await summaryOf('{"node":{"fs":{"inodesFree":18446744073709551615}}}')).toBe(
      '{"node":{"fs":{"inodesFree":18446744073709551615}}}',
    );
  });

  it.each([
    "2026-01-15T10:00:00Z",
    "2026-01-15T10:00:00.000000001+05:30",
    "2026-01-15T10:00:00,5Z",
    "0001-01-01T00:00:00Z",
  ])("keeps a time that the engine reads as it is: %s", async (time) => {
    const document = JSON.stringify({ node: { fs: { time } } });
    expect(await summaryOf(document)).toBe(document);
  });

  it.each([
    ["secret", "unreadable"],
    ['{"node":"secret","pods":{"secret":1}}', '{"node":"unreadable","pods":{}}'],
    ['{"node":{"memory":{"time":"secret","availableBytes":"secret"}}}', null],
    ['{"node":{"nodeName":["secret"],"fs":{"time":{"secret":1}}}}', null],
  ])("lets nothing through in places where it does not belong: %s", async (text, expected) => {
    const found = await summaryOf(text);
    if (expected !== null) expect(found).toBe(expected);
    expect(found).not.toContain("secret");
  });

  it("lets no text of a document through", async () => {
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.constant("secret"),
        fc.array(tie("any"), { maxLength: 3 }),
        fc.dictionary(
          fc.constantFrom(
            "node",
            "pods",
            "podRef",
            "name",
            "uid",
            "time",
            "memory",
            "fs",
            "secret",
          ),
          tie("any"),
        ),
      ),
    })).any;
    await fc.assert(
      fc.asyncProperty(value, async (document) => {
        expect(await summaryOf(JSON.stringify(document))).not.toContain("secret");
      }),
    );
  });
});

/** The status that an anonymous list has of a pod with this one. */
async function statusOf(status: object): Promise<Record<string, string>> {
  const pods = encode(JSON.stringify({ items: [{ metadata: { name: "p-secret" }, status }] }));
  const record = await anonymous.record({ ...RECORD, pods });
  return parsed(record.pods).items[0].status;
}

describe("the status of an anonymous pod", () => {
  it.each([
    ["Evicted", "Evicted"],
    ["OutOfmemory", "OutOfmemory"],
    ["NodeLost", "NodeLost"],
    ["Evicted by secret", "other"],
    ["secret", "other"],
  ])("has a reason only if it is one of Kubernetes': %s", async (reason, kept) => {
    expect((await statusOf({ phase: "Failed", reason })).reason).toBe(kept);
  });

  it("has the kubelet's message with the pseudonyms of the pod's own names", async () => {
    const spec = {
      containers: [{ name: "main-secret" }],
      volumes: [{ name: "scratch-secret", emptyDir: {} }],
    };
    const message =
      "The node was low on resource: memory. Threshold quantity: 500Mi, available: 440Mi. " +
      "Pod p-secret was using 41684Ki, request is 0, has larger consumption of memory. " +
      "Container main-secret was using 41684Ki, request is 0, has larger consumption of memory. ";
    const limit = 'Usage of EmptyDir volume "scratch-secret" exceeds the limit "128Mi". ';
    const pod = { metadata: { name: "p-secret" }, spec };
    const items = [message, limit].map((text) => ({ ...pod, status: { message: text } }));
    const pods = encode(JSON.stringify({ items }));
    const [first, second] = parsed((await anonymous.record({ ...RECORD, pods })).pods).items;
    const [container] = first.spec.containers;
    expect(first.status.message).toBe(
      message
        .replace("Pod p-secret", `Pod ${first.metadata.name}`)
        .replace("main-secret", container.name),
    );
    expect(second.status.message).toBe(
      limit.replace("scratch-secret", second.spec.volumes[0].name),
    );
  });

  it.each([
    ["evicted by secret", "unreadable"],
    ["", ""],
    [
      "secret: The node was low on resource: secret.example/gpu. Ask secret@example.test. ",
      "The node was low on resource: other. ",
    ],
    [
      "Pod was rejected: The node had condition: [DiskPressure]. secret",
      "The node had condition: [DiskPressure]. ",
    ],
    [
      'Container main exceeded its local ephemeral storage limit "secret". ',
      /^Container container-[0-9a-f]{12} exceeded its local ephemeral storage limit "0". $/,
    ],
    [
      "pod ephemeral local storage usage exceeds the total limit of containers " +
        "{{52428800 0} {<nil>} 50Mi BinarySI}",
      "pod ephemeral local storage usage exceeds the total limit of containers " +
        "{{52428800 0} {<nil>} 50Mi BinarySI}. ",
    ],
  ])("keeps nothing of a message but the kubelet's sentences: %s", async (message, kept) => {
    const found = (await statusOf({ phase: "Failed", message })).message;
    expect(found).not.toContain("secret");
    if (typeof kept === "string") expect(found).toBe(kept);
    else expect(found).toMatch(kept);
  });

  it("reads as the original in every form of a message", async () => {
    const values: Readonly<Record<string, string>> = {
      name: "main-secret",
      volume: "scratch-secret",
      resource: "memory",
      conditions: "[MemoryPressure DiskPressure]",
      goQuantity: "{{52428800 0} {<nil>} 50Mi BinarySI}",
    };
    for (const { text } of MESSAGE_FORMS) {
      const message = text.replace(/\{(\w+)\}/g, (_, slot: string) => values[slot] ?? "60Mi");
      const found = (await statusOf({ message })).message ?? "";
      expect(found).not.toContain("secret");
      expect(withoutNames(readMessage(found))).toEqual(withoutNames(readMessage(message)));
    }
  });
});

function withoutNames({ containers, pod, volume, ...rest }: EvictionMessage): object {
  const named = [...containers, ...(pod === undefined ? [] : [pod])];
  return {
    ...rest,
    hasVolume: volume != null,
    named: named.map((each) => ({ ...each, name: "" })),
  };
}

describe("an anonymous header", () => {
  it("says what the policy needs and nothing else", async () => {
    const header = await anonymous.header({
      plimsoll: CAPTURE_VERSION,
      node: "worker-secret",
      kubelet: "v1.35.2-secret.7",
      layout: { dedicatedImageFs: false, splitContainerFs: false },
      config: {
        kind: "KubeletConfiguration",
        clusterDomain: "secret",
        evictionHard: { "memory.available": "10%", "nodefs.available": "secret", secret: "1" },
        evictionSoftGracePeriod: { "memory.available": "1m30s" },
        evictionMaxPodGracePeriod: 6,
        enforceNodeAllocatable: ["pods", "secret"],
        systemReserved: { memory: "500Mi" },
        plimsoll: { experimentalAllocatableIgnoreEviction: true, secret: 1 },
      },
      recordedBy: "secret",
    });
    expect(JSON.stringify(header)).not.toContain("secret");
    expect(header).toMatchObject({
      plimsoll: "capture/1",
      kubelet: "v1.35.2",
      layout: { dedicatedImageFs: false, splitContainerFs: false },
      config: {
        kind: "KubeletConfiguration",
        evictionHard: { "memory.available": "10%" },
        evictionSoftGracePeriod: { "memory.available": "1m30s" },
        evictionMaxPodGracePeriod: 6,
        enforceNodeAllocatable: ["pods", "unknown"],
        systemReserved: { memory: "500Mi" },
        plimsoll: { experimentalAllocatableIgnoreEviction: true },
      },
    });
    expect(header.node).toMatch(/^node-[0-9a-f]{12}$/);
  });

  it("keeps the capacity of a real node, whatever its vendors call their devices", async () => {
    const listed = {
      cpu: "8",
      memory: "16Gi",
      "ephemeral-storage": "100Gi",
      pods: "110",
      pid: "9",
    };
    const { capacity } = await anonymous.header({
      plimsoll: CAPTURE_VERSION,
      capacity: {
        ...listed,
        "hugepages-2Mi": "0",
        "attachable-volumes-secret-ebs": "25",
        "secret.example/gpu": "4",
        secret: "1",
      },
    });
    expect(capacity).toEqual({
      ...listed,
      "hugepages-2Mi": "0",
      "example.com/other": "4",
      unknown: "1",
    });
  });
});
