import type { ServerResponse } from "node:http";
import { formatRecord } from "../../shared/capture/writer.ts";
import type { CaptureHeader } from "../../shared/capture.ts";
import type { Policy } from "../../shared/decision.ts";
import { reducePods, reduceSummary } from "../../shared/reduce.ts";
import type { DaemonStep, Onlooker } from "../daemon/step.ts";

export interface StreamLimits {
  readonly clients: number;
  /** Bytes that wait for one client; whoever lets more pile up is dropped. */
  readonly waitingBytes: number;
  /** Between two signs of life, while nothing else is sent. */
  readonly heartbeatMilliseconds: number;
}

export const STREAM_LIMITS: StreamLimits = {
  clients: 16,
  waitingBytes: 8 * 1024 * 1024,
  heartbeatMilliseconds: 15_000,
};

export const STREAM_HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "X-Accel-Buffering": "no",
};
/** A browser whose connection breaks asks again after this long. */
const RETRY = "retry: 3000\n\n";
const HEARTBEAT = ": still here\n\n";
const decoder = new TextDecoder();

/**
 * Server-sent events for those who look on from afar: `header` (a capture's first line), `record`
 * (a capture's record, reduced to what the policy reads) and `decision`. Whoever comes later gets
 * the header, the node as it was seen last with its pods, and the last decision first.
 */
export class Stream implements Onlooker {
  readonly #limits: StreamLimits;
  readonly #clients = new Set<ServerResponse>();
  readonly #heartbeat: NodeJS.Timeout;
  #header: CaptureHeader = { plimsoll: "capture/1" };
  /** Reduced when it comes, which is seldom: the whole list is many times as long. */
  #pods: Uint8Array | null = null;
  #last: DaemonStep | null = null;
  #dropped = 0;

  constructor(limits: StreamLimits = STREAM_LIMITS) {
    this.#limits = limits;
    this.#heartbeat = setInterval(() => this.#send(HEARTBEAT), limits.heartbeatMilliseconds);
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
    this.#header = header;
    this.#send(this.#headerEvent());
  }

  step(step: DaemonStep): void {
    const { pods } = step.snapshot;
    const replaced = pods !== undefined && refusedIn(step, "PodList") === undefined;
    if (replaced) this.#pods = reducePods(pods);
    if (step.observed || this.#last === null) this.#last = step;
    if (this.#clients.size === 0) return;
    this.#send(recordEvent(step, replaced ? this.#pods : null) + decisionEvent(step));
  }

  async close(): Promise<void> {
    clearInterval(this.#heartbeat);
    for (const client of this.#clients) client.end();
    this.#clients.clear();
  }

  /** Answers a request with the stream; false when there are too many clients already. */
  accept(response: ServerResponse, headers: Readonly<Record<string, string>>): boolean {
    if (this.#clients.size >= this.#limits.clients) return false;
    response.writeHead(200, { ...headers, ...STREAM_HEADERS });
    response.write(RETRY + this.#headerEvent());
    if (this.#last !== null) {
      response.write(recordEvent(this.#last, this.#pods) + decisionEvent(this.#last));
    }
    this.#clients.add(response);
    response.once("close", () => this.#clients.delete(response));
    return true;
  }

  #headerEvent(): string {
    return eventOf("header", JSON.stringify(this.#header));
  }

  #send(text: string): void {
    for (const client of this.#clients) {
      if (client.writableLength > this.#limits.waitingBytes) {
        this.#dropped += 1;
        this.#clients.delete(client);
        client.destroy();
      } else {
        client.write(text);
      }
    }
  }
}

/** A document that was refused may be no JSON at all; why it was refused stands in its place. */
function recordEvent(step: DaemonStep, pods: Uint8Array | null): string {
  const { time, summary } = step.snapshot;
  const refused = refusedIn(step, "Summary");
  const line = formatRecord({
    time,
    ...(pods === null ? {} : { pods }),
    ...(summary !== null && step.observed
      ? { summary: reduceSummary(summary), ...reclaimedOf(step, refused) }
      : { summary: null, summaryError: step.snapshot.summaryError ?? refused ?? "None came." }),
  });
  return eventOf("record", decoder.decode(line).trimEnd());
}

/** In a step that observed, the Summary that was refused can only be the one after reclaim. */
function reclaimedOf({ reclaimed }: DaemonStep, refused: string | undefined) {
  if (reclaimed === undefined) return {};
  const usable = reclaimed !== null && refused === undefined;
  return { reclaimed: usable ? reduceSummary(reclaimed) : null };
}

function refusedIn({ problems }: DaemonStep, document: string): string | undefined {
  return problems.find((problem) => problem.document === document)?.sentence;
}

function decisionEvent({ decisionText }: DaemonStep): string {
  return decisionText === null ? "" : eventOf("decision", decisionText);
}

/** A document holds no bare line break, so that one line of `data` carries all of it. */
function eventOf(name: string, json: string): string {
  return `event: ${name}\ndata: ${json}\n\n`;
}
