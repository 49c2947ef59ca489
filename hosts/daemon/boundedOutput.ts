import type { Output } from "../system/io.ts";

/** What waits for a reader that has stopped reading: about a thousand lines of the log. */
const WAITING_BYTES_MAX = 1 << 20;
/** The reader has closed the output. */
const CLOSED: ReadonlySet<string | undefined> = new Set(["EPIPE", "EIO", "ECONNRESET", "EBADF"]);

/** Something that drops what it cannot write in time, and counts it. */
export interface Dropping {
  readonly name: string;
  readonly dropped: number;
}

export interface OutputListener {
  /** The output accepts writes again, after this number was dropped. */
  resumed(dropped: number): void;
  /** The reader has closed the output. */
  closed(): void;
}

/**
 * An output that never blocks: what its reader does not take is kept within a bound, and
 * what comes on top of that is dropped and counted.
 */
export class BoundedOutput implements Output, Dropping {
  readonly name: string;
  readonly #output: Output;
  readonly #waiting: (string | Uint8Array)[] = [];
  #listener: OutputListener | null = null;
  #waitingBytes = 0;
  #waitsForReader = false;
  #sending: Promise<void> | null = null;
  #failures = 0;
  #dropped = 0;
  /** Dropped since the listener was notified. */
  #unsaid = 0;

  /** `name`: of the metrics' label, such as `stdout`. */
  constructor(name: string, output: Output) {
    this.name = name;
    this.#output = output;
    output.neverBlock?.();
    output.onError?.(({ code }) => {
      this.#failures += 1;
      if (CLOSED.has(code)) this.#listener?.closed();
    });
  }

  get isTerminal(): boolean {
    return this.#output.isTerminal;
  }

  get columns(): number {
    return this.#output.columns;
  }

  get rows(): number {
    return this.#output.rows;
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0 || this.#sending !== null;
  }

  /** Writes that were dropped since the process began. */
  get dropped(): number {
    return this.#dropped;
  }

  listen(listener: OutputListener): void {
    this.#listener = listener;
  }

  /** Makes `write` wait like the output's own: a recording can wait, a node cannot. */
  waitForReader(): void {
    this.#waitsForReader = true;
  }

  write(chunk: string | Uint8Array): Promise<void> {
    if (this.#waitsForReader) return this.flushed().then(() => this.#output.write(chunk));
    const bytes = Buffer.byteLength(chunk);
    if (this.isWaiting && this.#waitingBytes + bytes > WAITING_BYTES_MAX) this.#drop();
    else {
      this.#waiting.push(chunk);
      this.#waitingBytes += bytes;
      this.#sending ??= this.#send();
    }
    return Promise.resolve();
  }

  /** Resolves when nothing waits any more. */
  async flushed(): Promise<void> {
    await this.#sending;
  }

  onResize(listener: () => void): () => void {
    return this.#output.onResize(listener);
  }

  async #send(): Promise<void> {
    for (let chunk = this.#waiting.shift(); chunk !== undefined; chunk = this.#waiting.shift()) {
      const failures = this.#failures;
      await this.#output.write(chunk);
      this.#waitingBytes -= Buffer.byteLength(chunk);
      if (this.#failures > failures) this.#drop();
      else if (this.#unsaid > 0 && this.#waiting.length === 0) this.#sayDropped();
    }
    this.#sending = null;
  }

  #drop(): void {
    this.#dropped += 1;
    this.#unsaid += 1;
  }

  #sayDropped(): void {
    const dropped = this.#unsaid;
    this.#unsaid = 0;
    this.#listener?.resumed(dropped);
  }
}
