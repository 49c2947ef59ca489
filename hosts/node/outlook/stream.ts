import type { ServerResponse } from "node:http";
import type { CaptureHeader } from "../../shared/capture.ts";
import type { Policy } from "../../shared/decision.ts";
import type { DaemonStep, Onlooker } from "../daemon/step.ts";
import { Follower } from "./stream/follower.ts";
import { heldStep, newPodsOf } from "./stream/heldStep.ts";
import { Past, type PastBounds, type Wish } from "./stream/past.ts";

export interface StreamLimits extends PastBounds {
  readonly clients: number;
  /** Bytes that wait for one client; nothing more is made for it while there are as many. */
  readonly waitingBytes: number;
  /** Between two signs of life, while nothing else is sent. */
  readonly heartbeatMilliseconds: number;
}

/** A Summary of 110 pods is some 60 KB compressed: half an hour of them are 11 MB. */
export const STREAM_LIMITS: StreamLimits = {
  clients: 16,
  steps: 180,
  bytes: 16 * 1024 * 1024,
  waitingBytes: 1024 * 1024,
  heartbeatMilliseconds: 15_000,
};

export const STREAM_HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "X-Accel-Buffering": "no",
};

/**
 * Server-sent events for those who look on from afar: `header` (a capture's first line), `record`
 * (a capture's record, reduced to what the policy reads) and `decision`. Whoever comes later gets
 * the header first, and then the node as it was seen last with its pods, or the past that was asked
 * for, or, with the id of the last event that was got, what came after that.
 */
export class Stream implements Onlooker {
  readonly #limits: StreamLimits;
  readonly #past: Past;
  readonly #followers = new Set<Follower>();
  readonly #heartbeat: NodeJS.Timeout;
  #dropped = 0;

  constructor(limits: StreamLimits = STREAM_LIMITS) {
    this.#limits = limits;
    this.#past = new Past(limits, JSON.stringify({ plimsoll: "capture/1" }));
    this.#heartbeat = setInterval(() => {
      for (const follower of this.#followers) follower.beat();
    }, limits.heartbeatMilliseconds);
    this.#heartbeat.unref();
  }

  get clients(): number {
    return this.#followers.size;
  }

  /** Clients that were too slow. */
  get dropped(): number {
    return this.#dropped;
  }

  configured(_policy: Policy, _origins: readonly string[], header: CaptureHeader): void {
    this.#past.header = JSON.stringify(header);
    for (const follower of this.#followers) follower.goOn();
  }

  step(step: DaemonStep): void {
    this.#past.pods = newPodsOf(step) ?? this.#past.pods;
    this.#past.add(heldStep(step, this.#past));
    for (const follower of this.#followers) this.#tell(follower);
  }

  async close(): Promise<void> {
    clearInterval(this.#heartbeat);
    for (const follower of this.#followers) follower.end();
    this.#followers.clear();
  }

  /** Answers a request with the stream; false when there are too many clients already. */
  accept(response: ServerResponse, headers: Readonly<Record<string, string>>, wish: Wish): boolean {
    if (this.#followers.size >= this.#limits.clients) return false;
    response.writeHead(200, { ...headers, ...STREAM_HEADERS });
    const place = this.#past.placeOf(wish);
    const follower = new Follower(response, this.#past, place, this.#limits.waitingBytes);
    this.#followers.add(follower);
    response.once("close", () => this.#followers.delete(follower));
    follower.goOn();
    return true;
  }

  #tell(follower: Follower): void {
    if (follower.isLost) {
      this.#dropped += 1;
      this.#followers.delete(follower);
      follower.drop();
    } else follower.goOn();
  }
}
