/** Gardener: the kubelet of a Shoot, and of each of its worker pools. */

import { isMembers, type Members, memberAt } from "../../json/untyped.ts";
import type { LoadedConfiguration, NodeDescription, Note } from "../loaded.ts";
import { quantityValue } from "../validation/quantity.ts";
import {
  addedBy,
  type Form,
  isOfGroup,
  kindsOfNode,
  loaded,
  membersOrNone,
  note,
  renamed,
  textsOf,
} from "./form.ts";

const SIGNALS: Readonly<Record<string, string>> = {
  memoryAvailable: "memory.available",
  imageFSAvailable: "imagefs.available",
  imageFSInodesFree: "imagefs.inodesFree",
  nodeFSAvailable: "nodefs.available",
  nodeFSInodesFree: "nodefs.inodesFree",
};
const RESOURCES: Readonly<Record<string, string>> = { ephemeralStorage: "ephemeral-storage" };

/** What Gardener fills in, signal by signal. */
const MAPS: Readonly<Record<string, Members>> = {
  evictionHard: ofSignals("100Mi", "5%"),
  evictionSoft: ofSignals("200Mi", "10%"),
  evictionSoftGracePeriod: ofSignals("1m30s", "1m30s"),
  evictionMinimumReclaim: ofSignals("0Mi", "0Mi"),
};
const RESERVED = { cpu: "80m", memory: "1Gi" } as const;
const SCALARS = {
  evictionPressureTransitionPeriod: "4m0s",
  evictionMaxPodGracePeriod: 90,
} as const;

/**
 * A Shoot that names thresholds, but none for memory, gets one by the size of the machine: up to
 * 8Gi a share, above that an amount.
 */
const BY_MACHINE: Readonly<Record<string, { readonly small: string; readonly large: string }>> = {
  evictionHard: { small: "5%", large: "1Gi" },
  evictionSoft: { small: "10%", large: "1.5Gi" },
};
const LARGE_MACHINE = 8n << 30n;

/** Fields that Gardener hands on as they are. */
const SAME = ["failSwapOn", "featureGates", "maxPods", "memorySwap", "podPIDsLimit"];

function ofSignals(memory: string, disk: string): Members {
  const signals = Object.values(SIGNALS);
  return Object.fromEntries(
    signals.map((signal) => [signal, signal === "memory.available" ? memory : disk]),
  );
}

export const GARDENER: Form = {
  reads: "Gardener Shoot",
  load({ name, documents, node }) {
    return documents
      .filter((document) => document.kind === "Shoot" && isOfGroup(document, "core.gardener.cloud"))
      .flatMap(({ spec }) => {
        const shared = memberAt(spec, "kubernetes", "kubelet");
        const workers = memberAt(spec, "provider", "workers");
        const all = (Array.isArray(workers) ? workers : []).filter(isMembers);
        const pools = kindsOfNode(name, all);
        if (pools.length === 0) return [ofKubelet(name, "every worker", shared, node)];
        // A pool's own kubelet replaces the Shoot's as a whole.
        return pools.map((pool) =>
          ofKubelet(
            name,
            `worker ${textsOf(pool.name).join()}`,
            memberAt(pool, "kubernetes", "kubelet") ?? shared,
            node,
          ),
        );
      });
  },
};

function ofKubelet(
  name: string,
  part: string,
  kubelet: unknown,
  node: NodeDescription,
): LoadedConfiguration {
  const given = membersOrNone(kubelet, name, "kubernetes.kubelet");
  const notes: Note[] = [];
  const configuration: Record<string, unknown> = {};
  const added: Record<string, unknown> = {};
  for (const [member, defaults] of Object.entries(MAPS)) {
    const own = renamed(given[member], SIGNALS);
    const byMachine = memoryByMachine(member, own, node);
    const filled: Record<string, unknown> = { ...defaults, ...byMachine.value, ...own };
    // A grace period belongs to a threshold.
    if (member === "evictionSoftGracePeriod" && isWithoutMemory(configuration.evictionSoft)) {
      delete filled["memory.available"];
    }
    if (byMachine.unknown) {
      delete filled["memory.available"];
      notes.push(note(name, `${part}: ${member} memory.available is ${byMachine.sentence}`));
    }
    configuration[member] = filled;
    addMissing(added, member, filled, own);
  }
  for (const [member, value] of Object.entries(SCALARS)) {
    configuration[member] = given[member] ?? value;
    if (given[member] === undefined) added[member] = value;
  }
  const reserved = renamed(given.kubeReserved, RESOURCES);
  configuration.kubeReserved = { ...RESERVED, ...reserved };
  addMissing(added, "kubeReserved", { ...RESERVED, ...reserved }, reserved);
  for (const member of SAME)
    if (given[member] !== undefined) configuration[fieldOf(member)] = given[member];
  const system = renamed(given.systemReserved, RESOURCES);
  if (Object.keys(system).length > 0) configuration.systemReserved = system;
  return { ...loaded("Shoot", configuration, ...addedBy(name, "Gardener", added), ...notes), part };
}

function isWithoutMemory(thresholds: unknown): boolean {
  return isMembers(thresholds) && thresholds["memory.available"] === undefined;
}

/** The one name that Gardener spells otherwise. */
function fieldOf(member: string): string {
  return member === "podPIDsLimit" ? "podPidsLimit" : member;
}

function addMissing(
  added: Record<string, unknown>,
  member: string,
  filled: Members,
  own: Members,
): void {
  const missing = Object.entries(filled).filter(([name]) => own[name] === undefined);
  if (missing.length > 0) added[member] = Object.fromEntries(missing);
}

function memoryByMachine(member: string, own: Members, { capacity }: NodeDescription) {
  const sizes = BY_MACHINE[member];
  const isOwn = Object.keys(own).length === 0 || own["memory.available"] !== undefined;
  if (sizes === undefined || isOwn) return { value: {}, unknown: false, sentence: "" };
  const memory = quantityValue(capacity?.memory ?? "");
  if (memory === undefined) {
    const sentence =
      `${sizes.large} on machines of more than 8Gi and ${sizes.small} on others; ` +
      "which one is not known here and the threshold is left out: give --capacity memory=16Gi.";
    return { value: {}, unknown: true, sentence };
  }
  const value = { "memory.available": memory > LARGE_MACHINE ? sizes.large : sizes.small };
  return { value, unknown: false, sentence: "" };
}
