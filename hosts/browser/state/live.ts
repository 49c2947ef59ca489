import { signal } from "@preact/signals";
import type { Playground } from "./playground.ts";

/** Where a daemon streams what it sees; the page is served by that daemon. */
export const LIVE_ADDRESS = "v1/stream";
const NAME = "the daemon on this node";
/** Records kept, of ten seconds each: about six hours. */
const RECORDS_MAX = 2160;

export type LiveState = "off" | "connecting" | "watching";

/** A daemon that is looked on at: its records as a capture that grows. */
export class Live {
  readonly state = signal<LiveState>("off");
  readonly #playground: Playground;
  #source: EventSource | null = null;
  #header = "";
  #records: string[] = [];

  constructor(playground: Playground) {
    this.#playground = playground;
  }

  start(): void {
    this.stop();
    this.#playground.wish();
    this.state.value = "connecting";
    const source = new EventSource(LIVE_ADDRESS);
    this.#source = source;
    source.addEventListener("header", ({ data: text }: MessageEvent<string>) => {
      this.#header = text;
    });
    source.addEventListener("record", ({ data: text }: MessageEvent<string>) => {
      // After a lost connection the daemon begins with what it has sent before.
      if (text === this.#records.at(-1)) return;
      this.#records = [...this.#records, text].slice(-RECORDS_MAX);
      this.#show();
    });
    source.addEventListener("error", () => {
      if (source.readyState !== EventSource.CLOSED) return;
      this.stop();
      this.#playground.failure.value =
        "No daemon streams to this page; open the page from the address that plimsoll run prints.";
    });
  }

  stop(): void {
    this.#source?.close();
    this.#source = null;
    this.#records = [];
    this.state.value = "off";
  }

  #show(): void {
    const lines = [this.#header, ...this.#records].filter((line) => line !== "");
    const content = new Blob([lines.join("\n"), "\n"]);
    this.state.value = "watching";
    this.#playground.open([{ name: NAME, content }], { isLive: true });
  }
}
