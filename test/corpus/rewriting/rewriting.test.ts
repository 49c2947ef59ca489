/** @module-tag long */
import { describe, expect, test } from "vitest";
import { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { CAPTURE_VERSION } from "../../../analysis/read/capture/capture.ts";
import { Detail } from "../../../assembly/abi.ts";
import { loadModule } from "../../../hosts/system/modules.ts";
import { recordings } from "./recordings.ts";
import { type Recording, Rewriting } from "./rewriting.ts";

/** `npm run corpus -- rewriting` plays them all. */
const ONE_CASE_IN = 40;
const TIME_LIMIT_MILLISECONDS = 120_000;
const core = await loadModule("eviction");
const rewriting = await Rewriting.on(new EvictionEngine(core));

test(
  "vectors and scenarios are decided alike when they are reduced and made anonymous",
  async () => {
    const found: string[] = [];
    for (const recording of recordings(ONE_CASE_IN)) {
      for (const sentence of await rewriting.differences(recording)) {
        found.push(`${recording.id}: ${sentence}`);
      }
    }
    expect(found).toEqual([]);
  },
  TIME_LIMIT_MILLISECONDS,
);

interface PodFacts {
  readonly annotations?: Readonly<Record<string, string>>;
  readonly resources?: object;
}

/** One full node; the first of two pods uses more. */
function recording(config: object, first: PodFacts = {}): Recording {
  const names = ["apiserver", "plain"];
  const items = names.map((name, index) => ({
    metadata: {
      name,
      namespace: "kube-system",
      uid: `u${index}`,
      annotations: {
        "kubernetes.io/config.source": "file",
        ...(index === 0 ? first.annotations : {}),
      },
    },
    spec: { containers: [{ name: "c", resources: index === 0 ? (first.resources ?? {}) : {} }] },
    status: { phase: "Running" },
  }));
  const time = "2026-01-01T00:00:00Z";
  const pods = names.map((name, index) => ({
    podRef: { name, namespace: "kube-system", uid: `u${index}` },
    containers: [{ name: "c", memory: { time, workingSetBytes: 3e9 - index * 1e9 } }],
    memory: { time, workingSetBytes: 3e9 - index * 1e9 },
  }));
  const memory = { time, availableBytes: 50 * 2 ** 20, workingSetBytes: 8e9 };
  const encoder = new TextEncoder();
  return {
    id: "a full node",
    header: { plimsoll: CAPTURE_VERSION, config: { ...config } },
    records: [
      {
        time: 0n,
        line: 2,
        others: new Map(),
        pods: encoder.encode(JSON.stringify({ items })),
        summary: encoder.encode(JSON.stringify({ node: { nodeName: "n", memory }, pods })),
      },
    ],
  };
}

describe("a rewritten capture is decided as before when", () => {
  test.each<[string, Recording]>([
    [
      "an annotation makes a pod critical, as in the first proposal",
      recording(
        { plimsoll: { profile: "proposal-2016" } },
        { annotations: { "scheduler.alpha.kubernetes.io/critical-pod": "" } },
      ),
    ],
    [
      "reserved resources are enforced on cgroups of their own",
      recording({
        enforceNodeAllocatable: ["pods", "system-reserved", "kube-reserved"],
        systemReserved: { memory: "1Gi" },
        systemReservedCgroup: "/system.slice",
        kubeReserved: { memory: "1Gi" },
        kubeReservedCgroup: "/kube.slice",
      }),
    ],
    [
      "a cgroup for reserved resources is empty, with which no kubelet starts",
      recording({
        enforceNodeAllocatable: ["system-reserved"],
        systemReserved: { memory: "1Gi" },
        systemReservedCgroup: "",
      }),
    ],
    [
      "a signal is none the kubelet knows, with which it does not start",
      recording({ evictionHard: { "memory.avail": "1Gi" } }),
    ],
    [
      "a resource nobody ranks by has a quantity that cannot be read",
      recording({}, { resources: { requests: { "vendor.example/gpu": "one" } } }),
    ],
    [
      "Plimsoll's own options are next to the configuration",
      recording({
        plimsoll: { whatIf: true, capacity: { memory: "16Gi" }, kubeletVersion: "1.28" },
      }),
    ],
    [
      "a percentage is spelled as only Go spells it",
      recording({ evictionHard: { "memory.available": "0x1p3%" } }),
    ],
  ])("%s", async (_title, made) => {
    expect(await rewriting.differences(made)).toEqual([]);
  });
});

test("what is decided does not depend on the node the engine decided about before", () => {
  const unknown = { node: { nodeName: "n" }, pods: [] };
  const known = {
    node: { memory: { availableBytes: 1, workingSetBytes: 2 ** 34, time: "2026-01-01T00:00:00Z" } },
  };
  const engine = new EvictionEngine(core);
  const decided = () => {
    engine.configure({ evictionHard: { "memory.available": "10%" } });
    engine.observe(unknown, 0n);
    return engine.report(Detail.Arithmetic).text;
  };
  const first = decided();
  engine.observe(known, 1n);
  engine.report(Detail.Arithmetic);
  expect(decided()).toBe(first);
});
