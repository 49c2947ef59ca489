interface PodsOfRecord {
  readonly pods?: unknown;
}

/** The newest records of a capture that goes on: as many lines of JSON as there is room for. */
export class RecentRecords {
  readonly #max: number;
  readonly #lines: string[] = [];
  #hasLetGo = false;

  constructor(max: number) {
    this.#max = max;
  }

  /** Whether the capture began before the oldest of them. */
  get hasLetGo(): boolean {
    return this.#hasLetGo;
  }

  add(line: string): void {
    this.#lines.push(line);
    if (this.#lines.length > this.#max) this.#letGo();
  }

  /** A capture, below the line that heads it. */
  below(header: string): string {
    const lines = header === "" ? this.#lines : [header, ...this.#lines];
    return lines.map((line) => `${line}\n`).join("");
  }

  /** A record has a list of pods only where it was new; the next record needs the one in force. */
  #letGo(): void {
    this.#hasLetGo = true;
    const { pods } = JSON.parse(this.#lines.shift() ?? "{}") as PodsOfRecord;
    const next = this.#lines[0] ?? "{}";
    if (pods === undefined || (JSON.parse(next) as PodsOfRecord).pods !== undefined) return;
    this.#lines[0] = `{"pods":${JSON.stringify(pods)},${next.slice(1)}`;
  }
}
