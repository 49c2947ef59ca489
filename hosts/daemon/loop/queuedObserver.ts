import type { DaemonStep, Observer } from "../step.ts";

/** Documents of steps that wait: a minute of a large node, or half an hour of a small one. */
const WAITING_BYTES_MAX = 16 << 20;
/** How long the end of a run waits for what the observer has not done yet. */
const CLOSE_MILLISECONDS = 2_000;

export interface QueuedParts {
  /** In sentences and as a label of the metrics, such as `recorder`. */
  readonly name: string;
  readonly trouble: (sentence: string) => Promise<void>;
}

/**
 * Hands on to an observer that may take its time, such as one that writes to a disk, without
 * waiting for it. Steps that come while too much waits are dropped and counted.
 */
export class QueuedObserver implements Observer {
  readonly #observer: Observer;
  readonly #parts: QueuedParts;
  readonly #waiting: { readonly bytes: number; tell(): void | Promise<void> | undefined }[] = [];
  #waitingBytes = 0;
  #telling: Promise<void> | null = null;
  #dropped = 0;
  #unsaid = 0;
  /** The list of pods of a step that was dropped: the next step that is told brings it. */
  #pods: Uint8Array | undefined;

  constructor(observer: Observer, parts: QueuedParts) {
    this.#observer = observer;
    this.#parts = parts;
  }

  get name(): string {
    return this.#parts.name;
  }

  /** Steps that were dropped since the process began. */
  get dropped(): number {
    return this.#dropped;
  }

  configured(...told: Parameters<NonNullable<Observer["configured"]>>): void {
    this.#add(0, () => this.#observer.configured?.(...told));
  }

  async step(step: DaemonStep): Promise<void> {
    const { pods = this.#pods, ...rest } = step.snapshot;
    const snapshot = pods === undefined ? rest : { ...rest, pods };
    const bytes = (pods?.length ?? 0) + (rest.summary?.length ?? 0);
    const isFull = this.#waiting.length > 0 && this.#waitingBytes + bytes > WAITING_BYTES_MAX;
    this.#pods = isFull ? pods : undefined;
    if (!isFull) return this.#add(bytes, () => this.#observer.step?.({ ...step, snapshot }));
    this.#dropped += 1;
    this.#unsaid += 1;
    if (this.#unsaid > 1) return;
    await this.#parts.trouble(
      `Too much waits for the ${this.name}: steps are dropped until it goes on.`,
    );
  }

  async close(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_MILLISECONDS);
    });
    await Promise.race([this.#closed(), patience]);
    clearTimeout(timer);
  }

  async #closed(): Promise<void> {
    await this.#telling;
    await this.#observer.close?.();
  }

  #add(bytes: number, tell: () => void | Promise<void> | undefined): void {
    this.#waiting.push({ bytes, tell });
    this.#waitingBytes += bytes;
    this.#telling ??= this.#tell();
  }

  async #told(tell: () => void | Promise<void> | undefined): Promise<void> {
    try {
      await tell();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      await this.#parts.trouble(`The ${this.name} failed and goes on being told: ${reason}`);
    }
  }

  async #tell(): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      await this.#told(next.tell);
      this.#waitingBytes -= next.bytes;
    }
    this.#telling = null;
    if (this.#unsaid === 0) return;
    const dropped = this.#unsaid;
    this.#unsaid = 0;
    await this.#parts.trouble(
      `${dropped} steps were dropped while they waited for the ${this.name}.`,
    );
  }
}
