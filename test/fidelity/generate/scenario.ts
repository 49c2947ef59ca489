/** A whole scenario from a seed and a number. */
import { formatTime } from "../../../analysis/text/time.ts";
import type { Json, JsonObject } from "../../vectors/notation.ts";
import { PINNED_RELEASE, type Scenario, type ScenarioStep } from "../scenario.ts";
import { drawConfiguration } from "./configuration.ts";
import { withFeatureGates } from "./featureGates.ts";
import { withManner } from "./manner.ts";
import { drawScale } from "./node.ts";
import { NodeStats } from "./nodeStats.ts";
import { type DrawnPod, drawPod, twin } from "./pod.ts";
import { drawPodStats, twinStats } from "./podStats.ts";
import { Source, type Wildness } from "./source.ts";

const EPOCH = BigInt(Date.UTC(2026, 0, 1)) * 1_000_000n;
const MONITORING_PERIOD = 10_000_000_000n;
/** Three of these are more than 63 bits of nanoseconds hold: Go's differences of time saturate. */
const CENTURY = 3_155_760_000_000_000_000n;
/** What 64 bits can say, roughly. */
const TIME_MAX = 9_223_000_000_000_000_000n;
const UID_ALPHABET = "0123456789abcdefABCDEF-";

/**
 * The scenario of one seed and number; the same on every machine. `release` is such as `1.31`; the
 * pinned one when left out.
 */
export function drawScenario(seed: number, number: number, release?: string): Scenario {
  const scenario = new ScenarioDraw(new Source(seed, number), release ?? PINNED_RELEASE).draw();
  return release === undefined ? scenario : { ...scenario, kubeletVersion: release };
}

function within(time: bigint): bigint {
  return time > TIME_MAX || time < -TIME_MAX ? EPOCH : time;
}

class ScenarioDraw {
  readonly #source: Source;
  readonly #release: string;
  readonly #wild: Wildness;
  readonly #uids = new Set<string>();
  /** One panic ends a scenario, so most scenarios have none. */
  readonly #nilVolumes: boolean;
  #pods: DrawnPod[] = [];
  /** By uid of the pod. */
  #usage = new Map<string, JsonObject>();

  constructor(source: Source, release: string) {
    this.#source = source;
    this.#release = release;
    this.#wild = {
      numbers: source.chance(12),
      spellings: source.chance(35),
      errors: source.chance(6),
    };
    this.#nilVolumes = source.chance(2);
  }

  draw(): Scenario {
    const source = this.#source;
    const scale = drawScale(source, this.#wild);
    const { config, periods } = drawConfiguration(source, scale, this.#wild);
    const node = new NodeStats(source, scale, this.#wild);
    const count = this.#podCount();
    for (let index = 0; index < count; index++) this.#addPod();
    const pods = this.#documents();
    const length = count > 60 ? source.pick([1, 2]) : source.pick([1, 1, 2, 2, 3, 4, 6]);
    let now = EPOCH;
    const steps: ScenarioStep[] = [];
    for (let index = 0; index < length; index++) {
      if (index > 0) now = within(now + this.#interval(periods));
      steps.push(this.#step(node, now, index > 0));
    }
    const layout = { dedicatedImageFs: source.chance(50), splitContainerFs: source.chance(35) };
    const memoryCapacity = source.pick(["8Gi", "1000", "16Gi", "1"]);
    const gated = withFeatureGates(source, config, this.#release);
    const scenario = {
      ...(gated === undefined ? {} : { config: gated }),
      layout,
      pods,
      steps,
      memoryCapacity,
    };
    return withManner(source, scenario, this.#wild);
  }

  #podCount(): number {
    const source = this.#source;
    const sizes = { none: 40, one: 150, few: 440, some: 270, dozens: 85, hundred: 12, most: 3 };
    switch (source.weighted(sizes)) {
      case "none":
        return 0;
      case "one":
        return 1;
      case "few":
        return 2 + source.below(3);
      case "some":
        return 5 + source.below(8);
      case "dozens":
        return 13 + source.below(28);
      case "hundred":
        return 41 + source.below(80);
      default:
        return 121 + source.below(180);
    }
  }

  #addPod(): void {
    const source = this.#source;
    const uid = this.#freshUid();
    const original = this.#pods.length > 0 && source.chance(25) ? source.pick(this.#pods) : null;
    const pod = original === null ? drawPod(source, uid, this.#wild) : twin(original, uid);
    this.#pods.push(pod);
    const stats = original === null ? undefined : this.#usage.get(original.uid);
    if (stats !== undefined) this.#usage.set(uid, twinStats(stats, pod));
    else if (original === null && source.chance(92)) this.#usage.set(uid, this.#statsOf(pod));
  }

  #statsOf(pod: DrawnPod): JsonObject {
    return drawPodStats(this.#source, pod, this.#wild, this.#nilVolumes);
  }

  /** Ties are ordered by uid, bytewise; so uids begin alike and differ in length and alphabet. */
  #freshUid(): string {
    const source = this.#source;
    for (;;) {
      let uid = source.pick(["", "", "a", "uid-", "é", "🙂", "ﬀ"]);
      if (!this.#wild.spellings) uid = "";
      const length = 1 + source.below(6);
      while (uid.length < length + 1) uid += UID_ALPHABET[source.below(UID_ALPHABET.length)];
      if (this.#uids.has(uid)) continue;
      this.#uids.add(uid);
      return uid;
    }
  }

  #documents(): Json[] {
    return this.#pods.map(({ document }) => document);
  }

  /** Nanoseconds to the next step; clocks are set back and forth. */
  #interval(periods: readonly bigint[]): bigint {
    const source = this.#source;
    if (source.chance(35)) return MONITORING_PERIOD;
    if (periods.length > 0 && source.chance(65)) {
      return source.pick(periods) + source.pick([0n, 0n, -1n, 1n, -MONITORING_PERIOD]);
    }
    if (source.chance(4)) return source.pick([CENTURY, -CENTURY, 2n * CENTURY, -2n * CENTURY]);
    return source.pick([0n, 1n, -1n, -3_600_000_000_000n, 3_600_000_000_000n, 1_500_000_000n]);
  }

  #step(node: NodeStats, now: bigint, later: boolean): ScenarioStep {
    const source = this.#source;
    const changed = later && source.chance(20);
    if (changed) this.#changePods();
    if (later && source.chance(60)) this.#changeUsage();
    const pods = changed ? { pods: this.#documents() } : {};
    const time = formatTime(now);
    if (source.chance(4)) return { time, ...pods, summary: null, ...this.#admit() };
    const summary = this.#summary(node, now);
    return { time, ...pods, summary, ...this.#reclaimed(node, now), ...this.#admit() };
  }

  #changePods(): void {
    this.#pods = this.#source.some(this.#pods, 80);
    if (this.#source.chance(50)) this.#addPod();
  }

  #changeUsage(): void {
    for (const pod of this.#pods) {
      if (this.#source.chance(30)) this.#usage.set(pod.uid, this.#statsOf(pod));
    }
  }

  #summary(node: NodeStats, now: bigint): Json {
    const source = this.#source;
    const listed: Json[] = [];
    for (const { uid } of this.#pods) {
      const stats = this.#usage.get(uid);
      if (stats !== undefined) listed.push(stats);
    }
    if (source.chance(5)) listed.push({ podRef: { name: "gone", namespace: "x", uid: "gone" } });
    if (source.chance(4) && listed.length > 0) {
      const again = this.#pods.find(({ uid }) => this.#usage.has(uid));
      if (again !== undefined) listed.push(this.#statsOf(again));
    }
    const pods: Json = source.chance(30) ? source.shuffled(listed) : listed;
    return { node: node.draw(now), pods: source.chance(2) ? null : pods };
  }

  #reclaimed(node: NodeStats, now: bigint): { reclaimed?: Json } {
    if (this.#source.chance(60)) return {};
    return { reclaimed: this.#source.chance(12) ? null : { node: node.draw(now), pods: [] } };
  }

  #admit(): { admit?: Json[] } {
    if (!this.#source.chance(35)) return {};
    const count = 1 + this.#source.below(2);
    const pods = Array.from({ length: count }, () => {
      return drawPod(this.#source, this.#freshUid(), this.#wild).document;
    });
    return { admit: pods };
  }
}
