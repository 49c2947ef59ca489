import type { ServerResponse } from "node:http";
import { decisionText, type HeldStep, recordText, type Surroundings } from "./heldStep.ts";
import { DECIDED, type Past, type Place } from "./past.ts";

/** A browser whose connection breaks asks again after this long. */
const RETRY = "retry: 3000\n\n";
const HEARTBEAT = ": still here\n\n";

/**
 * One client of the stream, and where it has come to in the past that is held for all of them: for
 * itself it holds no more than what it has not read of `waitingBytes`, and one step.
 */
export class Follower {
  readonly #response: ServerResponse;
  readonly #past: Past;
  readonly #waitingBytes: number;
  #place: Omit<Place, "has">;
  #has: Surroundings;
  #turn: NodeJS.Immediate | null = null;

  constructor(response: ServerResponse, past: Past, place: Place, waitingBytes: number) {
    this.#response = response;
    this.#past = past;
    this.#place = place;
    this.#has = place.has;
    this.#waitingBytes = waitingBytes;
    response.write(RETRY + eventOf("header", this.#has.header));
    response.on("drain", () => this.goOn());
  }

  /** It reads so slowly that what comes next has been let go. */
  get isLost(): boolean {
    return this.#place.number < this.#past.first;
  }

  /** Sends what comes next, and the rest in turns of their own: no decision waits for a reader. */
  goOn(): void {
    if (this.#response.destroyed || this.#response.writableLength > this.#waitingBytes) return;
    const held = this.#past.at(this.#place.number);
    this.#sendHeader(held?.header ?? this.#past.header);
    if (held === undefined) return;
    this.#sendStep(held);
    this.#turn ??= setImmediate(() => {
      this.#turn = null;
      this.goOn();
    });
  }

  /** Whoever has something to read yet needs no sign of life. */
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
    const { number, hasRecord } = this.#place;
    const pods = held.pods === this.#has.pods ? null : held.pods;
    const decision = decisionText(held);
    const events = [
      hasRecord ? "" : eventOf("record", recordText(held, pods), held.id),
      decision === null ? "" : eventOf("decision", decision, held.id + DECIDED),
    ];
    this.#place = { number: number + 1, hasRecord: false };
    this.#has = { header: held.header, pods: held.pods };
    this.#response.write(events.join(""));
  }
}

/** A document holds no bare line break, so that one line of `data` carries all of it. */
function eventOf(name: string, json: string, id?: string): string {
  const named = id === undefined ? "" : `id: ${id}\n`;
  return `${named}event: ${name}\ndata: ${json}\n\n`;
}
