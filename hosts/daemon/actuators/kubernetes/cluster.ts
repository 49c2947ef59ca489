import type { Eviction } from "../../../../analysis/engine/decision.ts";
import type { SteadyClock } from "../../../system/systemClock.ts";
import type { ClusterQuestions, Measured } from "../../acting/clusterQuestions.ts";
import type { GuardRailReports } from "../../acting/guardRailReports.ts";
import { mayEvict, OPT_OUT_ANNOTATION } from "../../acting/optOut.ts";
import { metThresholds } from "../../kubelet/earlier.ts";
import type { KubeletPolicy } from "../../kubelet/kubeletPolicy.ts";
import { ApiError, isUnavailable } from "../../kubernetes/apiError.ts";
import type { ApiClient } from "../../kubernetes/client.ts";
import { Lease } from "../../kubernetes/lease.ts";
import { type Condition, type NodeObject, nodePath } from "../../kubernetes/objects.ts";
import { readBreaker } from "./cluster/breaker.ts";
import { SLOT_SECONDS, Slots, slotName } from "./cluster/slots.ts";

export interface KubernetesClusterOptions {
  readonly client: ApiClient;
  readonly node: string;
  readonly kubelet: KubeletPolicy;
  /** The namespace of the Leases and the ConfigMap. */
  readonly namespace: string;
  /** The identity of this process as a holder of Leases. */
  readonly identity: string;
  readonly clock: SteadyClock;
  readonly dryRun: boolean;
  readonly guardRailReports: GuardRailReports;
}

/** Four renewals may be missed. */
const NODE_LEASE_SECONDS = 50;
const RENEWAL_MILLISECONDS = 10_000;
/** So long the Lease has to last when an act begins: for the request, and for a slow process. */
const ACT_SECONDS = 15;
/** Once a minute: before each act it is asked in any case. */
const BREAKER_ROUNDS = 6;
const PRESSURE = new Set(["MemoryPressure", "DiskPressure", "PIDPressure"]);

/** Asks the API server what the guard rails want to know, and keeps the Lease of the node. */
export class KubernetesCluster implements ClusterQuestions {
  readonly #options: KubernetesClusterOptions;
  readonly #nodeLease: Lease;
  readonly #slots: Slots;
  readonly #stopped = new AbortController();
  #keeping: Promise<void> = Promise.resolve();

  constructor(options: KubernetesClusterOptions) {
    const { node, clock } = options;
    this.#options = options;
    this.#nodeLease = this.#leaseOf(`plimsoll-${node}`, NODE_LEASE_SECONDS);
    this.#slots = new Slots(clock, (index) => this.#leaseOf(slotName(index), SLOT_SECONDS));
  }

  /** Takes the Lease of the node and renews it until `close`. */
  start(): void {
    this.#keeping = this.#keep(this.#stopped.signal);
  }

  /** Takes no Lease any more; gives that of the node back unless an eviction may still happen. */
  end(isSent: boolean): void {
    this.#stopped.abort();
    if (!isSent) void untilItLapses(() => this.#nodeLease.release());
  }

  /** Gives the node's Lease back. A slot lapses by itself: the node has acted nevertheless. */
  async close(): Promise<void> {
    this.#stopped.abort();
    await this.#keeping;
    await untilItLapses(() => this.#nodeLease.release());
    this.#options.client.close();
  }

  async lateness(eviction: Eviction, measured: Measured): Promise<string | null> {
    const { configurationJson, summary, time } = measured;
    const { kubelet } = this.#options;
    const { kubelets, sentences } = await kubelet.objections(configurationJson, summary, time);
    if (sentences[0] !== undefined) return sentences[0];
    const isLimit = eviction.cause !== undefined;
    return isLimit && kubelets?.policy.localStorageCapacityIsolation === true
      ? "the kubelet enforces local storage limits itself, at the same time"
      : null;
  }

  async kubeletPressure({ summary, time }: Measured): Promise<string | null> {
    const { client, node, kubelet } = this.#options;
    const own = await kubelet.own(summary, time);
    if (typeof own === "string") return own;
    if (own.failed !== undefined) return `whether the kubelet evicts is not known: ${own.failed}`;
    const met = metThresholds(own);
    if (met.length > 0) return `the kubelet's own ${met.join(" and ")} is met`;
    return asked(async () => {
      const { status } = await client.getObject<NodeObject>(nodePath(node));
      const pressure = (status?.conditions ?? []).filter(isPressure).map(({ type }) => type);
      if (pressure.length === 0) return null;
      return `the kubelet reports ${pressure.join(" and ")} on the Node`;
    });
  }

  async namespaceOptOut(namespace: string): Promise<string | null> {
    try {
      const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}`;
      const { metadata } = await this.#options.client.getObject<{
        metadata?: { annotations?: Readonly<Record<string, string>> };
      }>(path);
      const annotations = metadata?.annotations ?? {};
      if (mayEvict(annotations) !== false) return null;
      const value = annotations[OPT_OUT_ANNOTATION];
      return `the annotation ${OPT_OUT_ANNOTATION} of namespace ${namespace} is "${value}"`;
    } catch (error) {
      // An account that may not read namespaces honors the annotation on pods alone.
      if (error instanceof ApiError && error.status === 403) return null;
      return reasonOf(error);
    }
  }

  stop(): Promise<string | null> {
    return asked(async () => {
      const permission = await this.#permission();
      return "reason" in permission ? permission.reason : null;
    });
  }

  otherDaemon(within = 0n): Promise<string | null> {
    return asked(async () => {
      if (this.#stopped.signal.aborted) return "this daemon is about to end";
      const taken = await this.#nodeLease.hold();
      const { namespace } = this.#options;
      const lease = `Lease ${namespace}/${this.#nodeLease.name}`;
      const holder = taken?.holder ?? "another daemon";
      if (taken !== null) return `${lease} is held by ${holder}`;
      // The answer may have waited for this process, which was stopped or had no processor.
      const seconds = Math.floor(this.#nodeLease.remainingSeconds);
      if (seconds < ACT_SECONDS) return `${lease} was renewed too late: it ends in ${seconds} s`;
      return this.#nodeLease.heldFor >= within
        ? null
        : `${lease} was taken after the node was measured, and its holder may have acted since`;
    });
  }

  fleetBound(): Promise<string | null> {
    return asked(async () => {
      const permission = await this.#permission();
      if ("reason" in permission) return permission.reason;
      return this.#slots.take(permission.maxNodes);
    });
  }

  #permission() {
    return readBreaker(this.#options.client, this.#options.namespace);
  }

  #leaseOf(name: string, durationSeconds: number): Lease {
    const { client, namespace, identity, clock, dryRun } = this.#options;
    return new Lease({ client, namespace, name, identity, durationSeconds, clock, dryRun });
  }

  /** Never rejects: it is awaited only at the end. */
  async #keep(signal: AbortSignal): Promise<void> {
    const { guardRailReports } = this.#options;
    for (let round = 0; !signal.aborted; round++) {
      guardRailReports.report("node-lease", await this.otherDaemon());
      if (round % BREAKER_ROUNDS === 0)
        guardRailReports.report("acting-stopped", await this.stop());
      await untilItLapses(() => this.#slots.giveBack());
      await this.#options.clock.sleep(RENEWAL_MILLISECONDS, signal);
    }
  }
}

function isPressure({ type, status }: Condition): boolean {
  return PRESSURE.has(type) && status === "True";
}

/** A question that cannot be asked is answered with the reason: then nothing is done. */
async function asked(question: () => Promise<string | null>): Promise<string | null> {
  try {
    return await question();
  } catch (error) {
    return reasonOf(error);
  }
}

/** An answer of an unexpected shape is a reason like any other. */
function reasonOf(error: unknown): string {
  if (isUnavailable(error)) return error.clause;
  return `a response of the API server is not valid (${error})`;
}

/** A Lease that cannot be given back lapses by itself, so a failure has no other consequence. */
async function untilItLapses(giveBack: () => Promise<void>): Promise<void> {
  await giveBack().catch(() => {});
}
