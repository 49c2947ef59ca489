import type { ApiServer, Route } from "./apiServer.ts";
import { type Outcome, provesRefusal } from "./network.ts";
import type { Shown, SimulatedNode } from "./node.ts";
import { SECOND } from "./world.ts";

/** How long the last questions may take, after the age of the measurement was checked. */
const ACT_SECONDS = 45;
/** From asking the breaker to the eviction. */
const BREAKER_SECONDS = 40;
const STALE_SECONDS = 120;
/** Less than an hour, by what clocks drift and by how long an act takes. */
const HOUR_SECONDS = 3600 - 180;
/** Less than the Lease of an acting node lasts, by how long an act takes. */
const PLACE_SECONDS = 300 - STALE_SECONDS - ACT_SECONDS;
/** A configz may be that old. */
const CONFIGZ_SECONDS = 80;

/** What was sent for one pod, and what is known of it where it was sent. */
interface Attempt {
  readonly uid: string;
  readonly at: bigint;
  readonly directory: string;
  readonly namespace: string;
  readonly node: SimulatedNode;
  isRefused: boolean;
}

/** A daemon as the rules see it. */
export interface Actor {
  readonly node: SimulatedNode;
  readonly directory: string;
  readonly identity: string;
  readonly startedAt: bigint;
  /** When its first and its last step ended; null before. */
  stepped: { readonly first: bigint; readonly last: bigint } | null;
  /** What the last documents that reached it said. */
  measured: Shown | null;
  nodeSaysPressure: boolean;
  /** By uid. */
  readonly agreedDryRuns: Set<string>;
}

export interface Limits {
  readonly evictionsPerHour: number;
  readonly evictionsPerNamespace: number;
  readonly warmUpSeconds: number;
}

/** What must hold whenever an eviction is sent. */
export class Rules {
  readonly #server: ApiServer;
  readonly #limits: Limits;
  readonly #surely: (actor: Actor) => string;
  readonly #attempts: Attempt[] = [];
  /** Since when, and how many nodes may act; the last one is in force. */
  readonly #maxNodes: { readonly since: bigint; readonly count: number }[] = [];
  #stoppedSince: bigint | null = null;
  configuredAt = -1000n * SECOND;
  /** The first sentence about what must not be. */
  violation: string | null = null;

  /** `surely`: what a power cut is sure to leave of the journal. */
  constructor(server: ApiServer, limits: Limits, surely: (actor: Actor) => string) {
    this.#server = server;
    this.#limits = limits;
    this.#surely = surely;
  }

  get sent(): number {
    return this.#attempts.length;
  }

  fail(sentence: string): void {
    this.violation ??= sentence;
  }

  maxNodesIs(count: number, now: bigint): void {
    this.#maxNodes.push({ since: now, count });
  }

  breakerIs(isOn: boolean, now: bigint): void {
    this.#stoppedSince = isOn ? (this.#stoppedSince ?? now) : null;
  }

  /** The nodes on which an eviction was sent since. */
  actedSince(moment: bigint): ReadonlySet<SimulatedNode> {
    return new Set(this.#attempts.filter(({ at }) => at >= moment).map(({ node }) => node));
  }

  answered(actor: Actor, route: Route, uid: string | null, outcome: Outcome, now: bigint): void {
    const isDone = !(outcome instanceof Error) && outcome.status < 300;
    const shown = outcome instanceof Error ? undefined : outcome.shown;
    if (route === "summary" && shown !== undefined) {
      // A configz may be a minute old.
      const isSettled = isOlder(this.configuredAt, now, CONFIGZ_SECONDS);
      actor.measured = { ...shown, kubeletEvicts: shown.kubeletEvicts && isSettled };
    }
    if (route === "node" && shown !== undefined) actor.nodeSaysPressure = shown.reportsPressure;
    if (uid === null) return;
    if (route === "dry-run" && isDone) actor.agreedDryRuns.add(uid);
    if (route !== "evict" || !provesRefusal(outcome)) return;
    const last = this.#attempts.findLast((each) => each.uid === uid);
    if (last !== undefined) last.isRefused = true;
  }

  /** An eviction is about to leave the process. */
  evicts(actor: Actor, namespace: string, uid: string, now: bigint): void {
    const { node, directory } = actor;
    const before = this.#attempts.filter((each) => !each.isRefused);
    // A daemon with another state directory knows only what the server has done.
    const isAgain = before.some(
      (each) => each.uid === uid && (each.directory === directory || this.#server.evicted.has(uid)),
    );
    if (isAgain) this.fail(`${uid} is evicted twice`);
    this.#attempts.push({ uid, at: now, directory, namespace, node, isRefused: false });
    const broken = [
      this.#permission(actor, uid, now),
      this.#caps(actor, namespace, now),
      this.#measurement(actor, now),
      this.#fleet(now),
    ];
    for (const sentence of broken) if (sentence !== null) this.fail(`${uid}: ${sentence}`);
    actor.agreedDryRuns.delete(uid);
  }

  #permission(actor: Actor, uid: string, now: bigint): string | null {
    const { node, identity, startedAt, agreedDryRuns } = actor;
    if (!this.#surely(actor).includes(`"uid":"${uid}"`)) return "it is not surely in the journal";
    if (!agreedDryRuns.has(uid)) return "the server did not agree to a dry run";
    if (node.podOf(uid)?.optedOut === true) return "it opted out";
    const holder = this.#server.holderOf(`plimsoll-${node.name}`);
    if (holder !== identity) return `the Lease of the node is held by ${holder}`;
    const stopped = this.#stoppedSince;
    if (stopped !== null && isOlder(stopped, now, BREAKER_SECONDS)) return "the breaker is on";
    const running = Number(now - startedAt) / 1e9;
    const least = this.#limits.warmUpSeconds * 0.99;
    return running < least ? `the daemon has only run for ${running} s` : null;
  }

  /** Of an hour by the clock of the node: nobody notices that it was set while no daemon ran. */
  #caps({ directory, node }: Actor, namespace: string, now: bigint): string | null {
    const { evictionsPerHour, evictionsPerNamespace } = this.#limits;
    const unnoticed = node.clock.jumps.filter(({ noticed }) => !noticed.has(directory));
    const skipped = unnoticed.reduce((sum, { nanoseconds }) => sum + nanoseconds, 0n);
    const hour = HOUR_SECONDS - Number(skipped / SECOND);
    const recent = this.#attempts.filter(
      (each) => each.directory === directory && !each.isRefused && !isOlder(each.at, now, hour),
    );
    if (recent.length > evictionsPerHour) return `${recent.length} are evicted within an hour`;
    const same = recent.filter((each) => each.namespace === namespace).length;
    return same > evictionsPerNamespace ? `${same} of ${namespace} within an hour` : null;
  }

  #measurement({ node, measured, nodeSaysPressure }: Actor, now: bigint): string | null {
    if (measured === null) return "nothing was measured";
    if (measured.isFuture) return "the stats are of the future";
    // By both clocks: a daemon cannot know by how much the time of day is wrong.
    const most = STALE_SECONDS + ACT_SECONDS;
    const isStale = isOlder(measured.statsTime, node.clock.now(), most);
    if (isStale && isOlder(measured.statsAt, now, most)) return "the stats are stale";
    if (measured.kubeletEvicts) return "the kubelet was at its threshold when it was measured";
    if (nodeSaysPressure) return "the kubelet reported pressure";
    const { evictsSince } = node;
    const evicts = evictsSince !== null && isOlder(evictsSince, now, CONFIGZ_SECONDS + ACT_SECONDS);
    return evicts ? "the kubelet evicts" : null;
  }

  #fleet(now: bigint): string | null {
    const recent = this.#attempts.filter(({ at }) => !isOlder(at, now, PLACE_SECONDS));
    const acting = new Set(recent.map(({ node }) => node)).size;
    const inForce = this.#maxNodes.filter(({ since }, index) => {
      const until = this.#maxNodes[index + 1]?.since ?? now;
      return since === now || !isOlder(until, now, PLACE_SECONDS + STALE_SECONDS);
    });
    const most = Math.max(...inForce.map(({ count }) => count));
    return acting > most ? `${acting} nodes act, and ${most} may` : null;
  }
}

function isOlder(moment: bigint, now: bigint, seconds: number): boolean {
  return now - moment > BigInt(seconds) * SECOND;
}
