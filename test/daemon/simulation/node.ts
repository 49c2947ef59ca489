import { formatTime } from "../../../analysis/text/time.ts";
import type { Random } from "../../documents/random.ts";
import { MachineClock } from "./process.ts";
import { SECOND, type World } from "./world.ts";

const MEBIBYTE = 2 ** 20;
const CAPACITY = 8192 * MEBIBYTE;
const SYSTEM = 512 * MEBIBYTE;
const STABLE = 1024 * MEBIBYTE;
/** What is left free when the leak of a pod has come to its end. */
const LEAK_LEAVES = 400 * MEBIBYTE;
/** The kubelet looks this often, and so do its stats. */
const LOOK_SECONDS = 10;
/** How long the kubelet reports pressure after it was over; five minutes by default. */
const TRANSITION_SECONDS = 30;
/** A pod that leaks is replaced after this, if it was not evicted. */
const LIFE_SECONDS = 200;
const EPOCH = 1_800_000_000n * SECOND;
/** The most by which clocks of two machines differ in the beginning. */
const SKEW_SECONDS = 20;

interface Pod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly created: bigint;
  /** Bytes at its beginning, and a second. */
  readonly bytes: number;
  readonly leak: number;
  readonly bytesMax: number;
  readonly leaks: boolean;
  readonly optedOut: boolean;
  /** Times of the node; null as long as it is neither. */
  deletion: bigint | null;
  failed: bigint | null;
}

interface Sample {
  /** Of the world, and as the kubelet's clock says. */
  readonly at: bigint;
  readonly time: bigint;
  readonly available: number;
  readonly used: ReadonlyMap<string, number>;
}

/** What may be wrong with a kubelet. */
export interface KubeletTrouble {
  statsAreFrozen: boolean;
  /** How far in the future its stats are, in seconds. */
  statsSeconds: number;
  /** The list of pods that is served since its watch has fallen behind; null when it is current. */
  oldPods: string | null;
}

/** What a document of the kubelet's means, whatever it says. */
export interface Shown {
  /** When its stats were measured, by the world's time. */
  readonly statsAt: bigint;
  /** The same by the clock of the node. */
  readonly statsTime: bigint;
  readonly isFuture: boolean;
  readonly kubeletEvicts: boolean;
  readonly reportsPressure: boolean;
}

/** A machine with a kubelet and pods, one of which leaks memory until it is evicted. */
export class SimulatedNode {
  readonly name: string;
  readonly clock: MachineClock;
  readonly trouble: KubeletTrouble = { statsAreFrozen: false, statsSeconds: 0, oldPods: null };
  /** The hard threshold of the kubelet, in MiB. */
  kubeletMebibytes = 100;
  /** Since when the kubelet is at its threshold, by the world's time; null when it is not. */
  evictsSince: bigint | null = null;
  readonly #world: World;
  readonly #random: Random;
  readonly #pods = new Map<string, Pod>();
  #pressureUntil = -1n;
  #reportsPressure = false;
  #sample: Sample;
  #created = 0;
  #lastOptedOut = false;
  #spike = 0;

  constructor(world: World, random: Random, name: string) {
    this.#world = world;
    this.#random = random;
    this.name = name;
    const skew = BigInt(random.below(2 * SKEW_SECONDS + 1) - SKEW_SECONDS);
    this.clock = new MachineClock(world, EPOCH + skew * SECOND);
    for (const kind of ["cart", "ledger", "report"]) this.#create("shop", `${kind}-${name}`, false);
    this.#create("batch", `leak-${name}`, true);
    this.#sample = this.#measure();
    this.#look();
  }

  /** By namespace and name. */
  pod(namespace: string, name: string) {
    const pod = this.#pods.get(`${namespace}/${name}`);
    return pod === undefined ? null : this.#podObject(pod);
  }

  podOf(uid: string): { readonly optedOut: boolean } | undefined {
    return [...this.#pods.values()].find((pod) => pod.uid === uid);
  }

  /** Evicted through the API: it is gone when its containers have ended. */
  delete(namespace: string, name: string, graceSeconds: number): void {
    const pod = this.#pods.get(`${namespace}/${name}`);
    if (pod === undefined || pod.deletion !== null) return;
    pod.deletion = this.#world.now + BigInt(graceSeconds) * SECOND;
    this.#replaceLater(pod, graceSeconds * 1000 + this.#random.below(3000));
  }

  /** All pods are new ones. */
  restartPods(): void {
    for (const pod of [...this.#pods.values()]) this.#replace(pod);
  }

  /** More memory is in use for a while, which no pod has. */
  spike(mebibytes: number, seconds: number): void {
    this.#spike += mebibytes * MEBIBYTE;
    this.#world.after(seconds * 1000, () => {
      this.#spike -= mebibytes * MEBIBYTE;
    });
  }

  /** As the Node object says it, which the kubelet writes some time after it has looked. */
  get hasMemoryPressure(): boolean {
    return this.#reportsPressure;
  }

  podList(): string {
    if (this.trouble.oldPods !== null) return this.trouble.oldPods;
    const items = [...this.#pods.values()].map((pod) => this.#podObject(pod));
    return JSON.stringify({ kind: "PodList", apiVersion: "v1", metadata: {}, items });
  }

  /** What is true of what the kubelet serves now. */
  shown(): Shown {
    const { statsAreFrozen, statsSeconds } = this.trouble;
    const isMet = this.#sample.available <= this.kubeletMebibytes * MEBIBYTE;
    return {
      statsAt: this.#sample.at,
      statsTime: this.#sample.time,
      isFuture: statsSeconds > 0,
      kubeletEvicts: isMet && !statsAreFrozen,
      reportsPressure: this.hasMemoryPressure,
    };
  }

  summary(): string {
    const { time: measured, available, used } = this.#sample;
    const time = formatTime(measured + BigInt(this.trouble.statsSeconds) * SECOND);
    const of = (bytes: number) => ({ time, workingSetBytes: bytes });
    const pods = [...this.#pods.values()].map(({ name, namespace, uid }) => {
      const memory = of(used.get(uid) ?? 0);
      return { podRef: { name, namespace, uid }, memory, containers: [{ name: "main", memory }] };
    });
    const memory = { ...of(CAPACITY - available), availableBytes: available };
    return JSON.stringify({ node: { nodeName: this.name, memory }, pods });
  }

  #podObject(pod: Pod) {
    const { name, namespace, uid, created, deletion, failed } = pod;
    const timeOf = (time: bigint) => `${formatTime(EPOCH + time).slice(0, 19)}Z`;
    return {
      metadata: {
        ...{ name, namespace, uid, creationTimestamp: timeOf(created) },
        ...(pod.optedOut ? { annotations: { "plimsoll.dev/evict": "never" } } : {}),
        ...(deletion === null ? {} : { deletionTimestamp: timeOf(deletion) }),
      },
      spec: { nodeName: this.name, containers: [{ name: "main" }] },
      status:
        failed === null
          ? { phase: "Running" }
          : {
              phase: "Failed",
              reason: "Evicted",
              conditions: [{ type: "Ready", status: "False", lastTransitionTime: timeOf(failed) }],
            },
    };
  }

  #create(namespace: string, name: string, leaks: boolean): void {
    const seconds = 3 + this.#random.below(this.#random.oneIn(8) ? 57 : 12);
    const bytesMax = leaks ? CAPACITY - SYSTEM - 3 * STABLE - LEAK_LEAVES : STABLE;
    const bytes = leaks ? 200 * MEBIBYTE : STABLE;
    const uid = `u-${this.name}-${this.#created++}`;
    // Not two in a row: then nothing can be done, and that says nothing about the daemon.
    const optedOut = leaks && !this.#lastOptedOut && this.#random.oneIn(40);
    if (leaks) this.#lastOptedOut = optedOut;
    const pod: Pod = {
      ...{ namespace, name, uid, created: this.#world.now, bytes, bytesMax },
      ...{ leaks, leak: leaks ? bytesMax / seconds : 0 },
      optedOut,
      ...{ deletion: null, failed: null },
    };
    this.#pods.set(`${namespace}/${name}`, pod);
    if (leaks) this.#replaceLater(pod, LIFE_SECONDS * 1000);
  }

  #replaceLater(pod: Pod, milliseconds: number): void {
    this.#world.after(milliseconds, () => {
      if (this.#pods.get(`${pod.namespace}/${pod.name}`) === pod) this.#replace(pod);
    });
  }

  #replace({ namespace, name, leaks }: Pod): void {
    this.#create(namespace, name, leaks);
  }

  #used(pod: Pod): number {
    if (pod.failed !== null) return 0;
    const seconds = Number(this.#world.now - pod.created) / 1e9;
    return Math.round(Math.min(pod.bytesMax, pod.bytes + pod.leak * seconds));
  }

  #measure(): Sample {
    const used = new Map([...this.#pods.values()].map((pod) => [pod.uid, this.#used(pod)]));
    const sum = [...used.values()].reduce((a, b) => a + b, SYSTEM + this.#spike);
    const available = Math.max(0, CAPACITY - sum);
    return { at: this.#world.now, time: this.clock.now(), available, used };
  }

  /** What the kubelet does every ten seconds. */
  #look(): void {
    const sample = this.#measure();
    if (!this.trouble.statsAreFrozen) this.#sample = sample;
    this.#reportsPressure = this.#world.now < this.#pressureUntil;
    const isMet = sample.available <= this.kubeletMebibytes * MEBIBYTE;
    this.evictsSince = isMet ? (this.evictsSince ?? this.#world.now) : null;
    if (isMet) {
      this.#pressureUntil = this.#world.now + BigInt(TRANSITION_SECONDS) * SECOND;
      const top = [...this.#pods.values()]
        .filter(({ failed, deletion }) => failed === null && deletion === null)
        .sort((a, b) => this.#used(b) - this.#used(a))[0];
      if (top !== undefined) {
        top.failed = this.#world.now;
        this.#replaceLater(top, 5000 + this.#random.below(10_000));
      }
    }
    this.#world.after(LOOK_SECONDS * 1000, () => this.#look());
  }
}
