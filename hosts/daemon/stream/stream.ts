import type { ServerResponse } from "node:http";
import type { CaptureHeader } from "../../shared/capture.ts";
import type { Policy } from "../../shared/decision.ts";
import type { DaemonStep, Observer } from "../step.ts";
import { heldStep, newPodsOf } from "./heldStep.ts";
import { SseClient } from "./sseClient.ts";
import { type BufferBounds, type StartFrom, StepBuffer } from "./stepBuffer.ts";

export interface StreamLimits extends BufferBounds {
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
export class Stream implements Observer {
  readonly #limits: StreamLimits;
  readonly #buffer: StepBuffer;
  readonly #clients = new Set<SseClient>();
  readonly #heartbeat: NodeJS.Timeout;
  #dropped = 0;

  constructor(limits: StreamLimits = STREAM_LIMITS) {
    this.#limits = limits;
    this.#buffer = new StepBuffer(limits, JSON.stringify({ plimsoll: "capture/1" }));
    this.#heartbeat = setInterval(() => {
      for (const client of this.#clients) client.beat();
    }, limits.heartbeatMilliseconds);
    this.#heartbeat.unref();
  }

  get clients(): number {
    return this.#clients.size;
  }

  /** Clients that were too slow. */
  get dropped(): number {
    return this.#dropped;
  }

  configured(_policy: Policy, _origins: readonly string[], header: CaptureHeader): void {
    this.#buffer.header = JSON.stringify(header);
    for (const client of this.#clients) client.goOn();
  }

  step(step: DaemonStep): void {
    this.#buffer.pods = newPodsOf(step) ?? this.#buffer.pods;
    this.#buffer.add(heldStep(step, this.#buffer));
    for (const client of this.#clients) this.#tell(client);
  }

  async close(): Promise<void> {
    clearInterval(this.#heartbeat);
    for (const client of this.#clients) client.end();
    this.#clients.clear();
  }

  /** Answers a request with the stream; false when there are too many clients already. */
  accept(
    response: ServerResponse,
    headers: Readonly<Record<string, string>>,
    startFrom: StartFrom,
  ): boolean {
    if (this.#clients.size >= this.#limits.clients) return false;
    response.writeHead(200, { ...headers, ...STREAM_HEADERS });
    const cursor = this.#buffer.cursorOf(startFrom);
    const client = new SseClient(response, this.#buffer, cursor, this.#limits.waitingBytes);
    this.#clients.add(client);
    response.once("close", () => this.#clients.delete(client));
    client.goOn();
    return true;
  }

  #tell(client: SseClient): void {
    if (client.isLost) {
      this.#dropped += 1;
      this.#clients.delete(client);
      client.drop();
    } else client.goOn();
  }
}
