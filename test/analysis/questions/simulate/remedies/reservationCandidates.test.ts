/** A cluster whose nodes give away more memory than they have, and what ends that. */
import { expect, it } from "vitest";
import { eventsOf, SimulatorEngine } from "../../../../../analysis/engine/simulatorEngine.ts";
import { finish } from "../../../../../analysis/questions/search.ts";
import { EventCollector } from "../../../../../analysis/questions/simulate/participants.ts";
import {
  type SimulateRemedy,
  simulateRemedies,
} from "../../../../../analysis/questions/simulate/remedies/simulateRemedies.ts";
import {
  load,
  type Simulation,
  simulate,
} from "../../../../../analysis/questions/simulate/simulation.ts";
import { EvictionEngine } from "../../../../../hosts/entries/library/index.ts";
import { loadModule } from "../../../../../hosts/system/modules.ts";

const core = new EvictionEngine(await loadModule("eviction"));
const engine = new SimulatorEngine(await loadModule("simulator"));
const SECONDS = 6 * 3600;

function node(name: string) {
  const labels = { "kubernetes.io/hostname": name };
  const capacity = { cpu: "4", memory: "8Gi", pods: "110" };
  return { kind: "Node", metadata: { name, labels }, status: { capacity, allocatable: capacity } };
}

function pod(memory: string) {
  const requests = { memory };
  return { containers: [{ name: "app", image: "app", resources: { requests } }] };
}

function owner(name: string, spec: object) {
  const labels = { app: name };
  const selector = { matchLabels: labels };
  return {
    kind: "Deployment",
    metadata: { namespace: "shop", name },
    spec: { selector, template: { metadata: { labels }, spec }, replicas: 3 },
  };
}

const memory = { base: "1Gi", growth: "8Mi/s", max: "3Gi" };
/** Two pods of 3 Gi fit a node of 8 Gi by their requests, but not with a system of 2.5 Gi. */
const CLUSTER: Simulation = {
  configuration: null,
  documents: [...[1, 2, 3].map((each) => node(`worker-${each}`)), owner("cart", pod("3Gi"))],
  scenario: {
    kubelet: { evictionHard: { "memory.available": "500Mi" } },
    system: { memory: "2560Mi" },
    workloads: [{ owner: { kind: "Deployment", namespace: "shop", name: "cart" }, memory }],
  },
};

function remediesOf(cluster: Simulation) {
  const collector = new EventCollector();
  load(engine, cluster);
  const verdict = simulate(engine, SECONDS, (lines) => {
    for (const event of eventsOf(lines)) collector.take(event);
  });
  const { events } = collector;
  const participants = collector.participantsIn(verdict);
  const policyOf = (configuration: object | null) => core.configure(configuration ?? {});
  const goal = "settles" as const;
  const question = { engine, cluster, untilSeconds: SECONDS, participants, events, policyOf, goal };
  const { remedies } = finish(simulateRemedies(question));
  return { verdict, remedies };
}

const isReservation = ({ changes }: SimulateRemedy) => changes[0]?.kind === "systemReserved";

/** Both pods of a node as long as it has room for them. */
const scoringStrategy = { type: "MostAllocated", resources: [{ name: "memory", weight: 1 }] };
const PACKED: Simulation = {
  ...CLUSTER,
  configuration: {
    apiVersion: "kubescheduler.config.k8s.io/v1",
    kind: "KubeSchedulerConfiguration",
    profiles: [
      {
        plugins: { score: { disabled: [{ name: "*" }], enabled: [{ name: "NodeResourcesFit" }] } },
        pluginConfig: [{ name: "NodeResourcesFit", args: { scoringStrategy } }],
      },
    ],
  },
};

it("is ended by a reservation for processes outside pods", () => {
  const { verdict, remedies } = remediesOf(PACKED);
  expect(verdict.verdict).toBe("cascades");
  const found = remedies.find(isReservation);
  expect(found).toMatchObject({ verified: true, evictedPods: 0 });
  expect(found?.changes).toMatchObject([{ member: "memory", from: "8Gi" }]);
  // A pod and the system use 5.5 Gi, and two pods would request 6 Gi.
  expect(found?.changes[0]?.change).toBe(
    "Reserve 2304Mi more memory on worker-1 and worker-2 (systemReserved), so that 5888Mi are " +
      "allocatable (8Gi now)",
  );
});

it("is not ended by one that leaves no node for a pod", () => {
  const [first] = PACKED.documents;
  const { remedies } = remediesOf({
    ...PACKED,
    documents: [first ?? {}, ...PACKED.documents.slice(-1)],
  });
  expect(remedies.filter(isReservation)).toEqual([]);
});
