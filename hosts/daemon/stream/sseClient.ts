import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { CaptureHeader } from "../../../analysis/read/capture/capture.ts";
import { formatHeader, formatRecord } from "../../../analysis/read/capture/writer.ts";
import { contentOf, type HeldStep, recordOf } from "../history/heldStep.ts";
import type { StepHistory } from "../history/stepHistory.ts";
import { type Cursor, DECIDED, idOf } from "./cursor.ts";

/** A browser whose connection breaks asks again after this long. */
const RETRY = "retry: 3000\n\n";
const HEARTBEAT = ": keep-alive\n\n";
const decoder = new TextDecoder();

/**
 * One client of the stream, and its cursor in the history that all of them share. Of its own it
 * holds at most `waitingBytes` that were not read yet, and one step.
 */
export class SseClient {
  readonly #response: ServerResponse;
  readonly #history: StepHistory;
  readonly #waitingBytes: number;
  #cursor: Omit<Cursor, "has">;
  #has: Cursor["has"];
  #turn: NodeJS.Immediate | null = null;

  constructor(
    response: ServerResponse,
    history: StepHistory,
    cursor: Cursor,
    waitingBytes: number,
  ) {
    this.#response = response;
    this.#history = history;
    this.#cursor = cursor;
    this.#has = cursor.has;
    this.#waitingBytes = waitingBytes;
    response.write(RETRY + headerEvent(this.#has.header));
    response.on("drain", () => this.goOn());
  }

  /** The connection, also while other responses are before it. */
  get socket(): Socket {
    return this.#response.req.socket;
  }

  get hasGone(): boolean {
    return hasGone(this.#response);
  }

  /** It reads so slowly that the history has dropped what comes next. */
  get isLost(): boolean {
    return this.#cursor.index < this.#history.first;
  }

  /** Sends what comes next, and the rest in later turns: no decision waits for a reader. */
  goOn(): void {
    if (this.#response.destroyed || this.#response.writableLength > this.#waitingBytes) return;
    const held = this.#history.at(this.#cursor.index);
    this.#sendHeader((held ?? this.#history.context).header);
    if (held === undefined) return;
    this.#sendStep(held);
    this.#turn ??= setImmediate(() => {
      this.#turn = null;
      this.goOn();
    });
  }

  /** A client that still has something to read needs no heartbeat. */
  beat(): void {
    if (this.#response.writableLength === 0) this.#response.write(HEARTBEAT);
  }

  end(): void {
    this.#stop();
    this.#response.end();
  }

  drop(): void {
    this.#stop();
    this.#response.destroy();
  }

  #stop(): void {
    if (this.#turn !== null) clearImmediate(this.#turn);
  }

  #sendHeader(header: CaptureHeader): void {
    if (header === this.#has.header) return;
    this.#has = { ...this.#has, header };
    this.#response.write(headerEvent(header));
  }

  #sendStep(held: HeldStep): void {
    const { index, hasRecord } = this.#cursor;
    const id = idOf(held);
    const content = contentOf(held, "reduced");
    const record = recordOf(held, this.#has.pods, "reduced", content);
    const { decision } = content;
    const events = [
      hasRecord ? "" : eventOf("record", textOf(formatRecord(record)), id),
      decision === null ? "" : eventOf("decision", decoder.decode(decision), id + DECIDED),
    ];
    this.#cursor = { index: index + 1, hasRecord: false };
    this.#has = held;
    this.#response.write(events.join(""));
  }
}

/** Whether the client has disconnected. */
export function hasGone(response: ServerResponse): boolean {
  return response.destroyed || response.req.socket.destroyed;
}

function headerEvent(header: CaptureHeader): string {
  return eventOf("header", textOf(formatHeader(header)));
}

function textOf(line: Uint8Array): string {
  return decoder.decode(line).trimEnd();
}

/** A document holds no bare line break, so one line of `data` carries all of it. */
function eventOf(name: string, json: string, id?: string): string {
  const named = id === undefined ? "" : `id: ${id}\n`;
  return `${named}event: ${name}\ndata: ${json}\n\n`;
}
