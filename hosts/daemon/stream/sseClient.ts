import type { ServerResponse } from "node:http";
import { decisionText, type HeldStep, type NodeContext, recordText } from "./heldStep.ts";
import { type Cursor, DECIDED, type StepBuffer } from "./stepBuffer.ts";

/** A browser whose connection breaks asks again after this long. */
const RETRY = "retry: 3000\n\n";
const HEARTBEAT = ": keep-alive\n\n";

/**
 * One client of the stream, and its cursor in the buffer that all of them share: for itself it
 * holds no more than `waitingBytes` that were not read yet, and one step.
 */
export class SseClient {
  readonly #response: ServerResponse;
  readonly #buffer: StepBuffer;
  readonly #waitingBytes: number;
  #cursor: Omit<Cursor, "has">;
  #has: NodeContext;
  #turn: NodeJS.Immediate | null = null;

  constructor(response: ServerResponse, buffer: StepBuffer, cursor: Cursor, waitingBytes: number) {
    this.#response = response;
    this.#buffer = buffer;
    this.#cursor = cursor;
    this.#has = cursor.has;
    this.#waitingBytes = waitingBytes;
    response.write(RETRY + eventOf("header", this.#has.header));
    response.on("drain", () => this.goOn());
  }

  /** It reads so slowly that the buffer has dropped what comes next. */
  get isLost(): boolean {
    return this.#cursor.number < this.#buffer.first;
  }

  /** Sends what comes next, and the rest in turns of their own: no decision waits for a reader. */
  goOn(): void {
    if (this.#response.destroyed || this.#response.writableLength > this.#waitingBytes) return;
    const held = this.#buffer.at(this.#cursor.number);
    this.#sendHeader(held?.header ?? this.#buffer.header);
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

  #sendHeader(header: string): void {
    if (header === this.#has.header) return;
    this.#has = { ...this.#has, header };
    this.#response.write(eventOf("header", header));
  }

  #sendStep(held: HeldStep): void {
    const { number, hasRecord } = this.#cursor;
    const pods = held.pods === this.#has.pods ? null : held.pods;
    const decision = decisionText(held);
    const events = [
      hasRecord ? "" : eventOf("record", recordText(held, pods), held.id),
      decision === null ? "" : eventOf("decision", decision, held.id + DECIDED),
    ];
    this.#cursor = { number: number + 1, hasRecord: false };
    this.#has = { header: held.header, pods: held.pods };
    this.#response.write(events.join(""));
  }
}

/** A document holds no bare line break, so that one line of `data` carries all of it. */
function eventOf(name: string, json: string, id?: string): string {
  const named = id === undefined ? "" : `id: ${id}\n`;
  return `${named}event: ${name}\ndata: ${json}\n\n`;
}
