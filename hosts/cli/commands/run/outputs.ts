import { BoundedOutput, type Dropping } from "../../../daemon/boundedOutput.ts";
import type { Io } from "../../../system/io.ts";

/** How long what was said last may wait for its reader. */
const FLUSH_MILLISECONDS = 1_000;

/** Standard output and standard error of a daemon, which waits for neither. */
export class Outputs {
  readonly io: Io;
  readonly #stdout: BoundedOutput;
  readonly #stderr: BoundedOutput;
  /** Aborts when standard output has lost its reader. */
  readonly stop = new AbortController();
  #isClosed = false;

  constructor(io: Io) {
    this.#stdout = new BoundedOutput("stdout", io.stdout);
    this.#stderr = new BoundedOutput("stderr", io.stderr);
    this.io = { ...io, stdout: this.#stdout, stderr: this.#stderr };
    this.listen(() => {});
  }

  /** Standard output was closed by its reader. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  get droppings(): readonly Dropping[] {
    return [this.#stdout, this.#stderr];
  }

  /** Says each time that an output takes writes again how many were dropped. */
  listen(reportError: (sentence: string) => void): void {
    const resumed = (name: string) => (dropped: number) =>
      reportError(`${name} was not read for a while; ${dropped} writes to it were dropped.`);
    this.#stdout.listen({
      resumed: resumed("Standard output"),
      closed: () => {
        this.#isClosed = true;
        this.stop.abort();
      },
    });
    this.#stderr.listen({ resumed: resumed("Standard error"), closed: () => {} });
  }

  waitForReaders(): void {
    this.#stdout.waitForReader();
    this.#stderr.waitForReader();
  }

  async close(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise((resolve) => {
      timer = setTimeout(resolve, FLUSH_MILLISECONDS);
    });
    await Promise.race([Promise.all([this.#stdout.flushed(), this.#stderr.flushed()]), patience]);
    clearTimeout(timer);
  }
}
