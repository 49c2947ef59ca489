import type { ServerResponse } from "node:http";
import type { HistoryReader, StepHistory } from "../history/stepHistory.ts";
import type { Observer } from "../step.ts";
import { cursorAt, type StartFrom } from "./cursor.ts";
import { hasGone, SseClient } from "./sseClient.ts";

export interface StreamLimits {
  readonly clients: number;
  /** How many steps of the past a client may ask for. */
  readonly steps: number;
  /** Bytes that wait for one client; nothing more is made for it while there are as many. */
  readonly waitingBytes: number;
  /** Between two heartbeats, while nothing else is sent. */
  readonly heartbeatMilliseconds: number;
}

/** At 10 s a step, the past is half an hour. */
export const STREAM_LIMITS: StreamLimits = {
  clients: 16,
  steps: 180,
  waitingBytes: 1024 * 1024,
  heartbeatMilliseconds: 15_000,
};

export const STREAM_HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "X-Accel-Buffering": "no",
};

/**
 * Server-sent events: `header` (a capture's first line), `record` (a capture's record, reduced to
 * what the policy reads) and `decision`. A client gets the header first; then the last observation
 * of the node with its pods, or the past that it asked for, or what came after its last event id.
 */
export class Stream implements Observer, HistoryReader {
  readonly #history: StepHistory;
  readonly #limits: StreamLimits;
  readonly #clients = new Set<SseClient>();
  readonly #heartbeat: NodeJS.Timeout;
  #dropped = 0;

  constructor(history: StepHistory, limits: StreamLimits = STREAM_LIMITS) {
    this.#history = history;
    this.#limits = limits;
    history.addReader(this);
    this.#heartbeat = setInterval(() => {
      this.#forgetGone();
      for (const client of this.#clients) client.beat();
    }, limits.heartbeatMilliseconds);
    this.#heartbeat.unref();
  }

  get oldestNeeded(): number {
    return this.#history.end - this.#limits.steps;
  }

  /** Without those that have gone and were not forgotten yet. */
  get clients(): number {
    return [...this.#clients].filter(({ hasGone }) => !hasGone).length;
  }

  /** Clients that were too slow. */
  get dropped(): number {
    return this.#dropped;
  }

  configured(): void {
    for (const client of this.#clients) client.goOn();
  }

  step(): void {
    for (const client of this.#clients) {
      if (client.isLost) this.#drop(client);
      else client.goOn();
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#heartbeat);
    for (const client of this.#clients) client.end();
    this.#clients.clear();
  }

  /**
   * Answers a request with the stream; false when there are too many clients already, or when one
   * has the connection, behind which this one would wait. One that has gone while its request was
   * evaluated needs no answer, and its end would not be noticed later.
   */
  accept(
    response: ServerResponse,
    headers: Readonly<Record<string, string>>,
    startFrom: StartFrom,
  ): boolean {
    if (hasGone(response)) return true;
    this.#forgetGone();
    if (this.#clients.size >= this.#limits.clients || this.#isTaken(response)) return false;
    response.writeHead(200, { ...headers, ...STREAM_HEADERS });
    const cursor = cursorAt(this.#history, startFrom);
    const client = new SseClient(response, this.#history, cursor, this.#limits.waitingBytes);
    this.#clients.add(client);
    response.once("close", () => this.#clients.delete(client));
    client.goOn();
    return true;
  }

  #isTaken({ req }: ServerResponse): boolean {
    return [...this.#clients].some(({ socket }) => socket === req.socket);
  }

  /** A response that waits behind another one of its connection does not close with that one. */
  #forgetGone(): void {
    for (const client of this.#clients) {
      if (!client.hasGone) continue;
      this.#clients.delete(client);
      client.drop();
    }
  }

  #drop(client: SseClient): void {
    this.#dropped += 1;
    this.#clients.delete(client);
    client.drop();
  }
}
