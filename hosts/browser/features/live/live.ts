import { computed, signal } from "@preact/signals";
import type { Decision } from "../../../../analysis/engine/decision.ts";
import type { Model, Store } from "../../state/store.ts";
import { RecentRecords } from "./recentRecords.ts";
import { BEGAN_BEFORE, LIVE_NAME, NO_DAEMON, restartText, SILENT } from "./words.ts";

/** Where a daemon streams what it sees; the page is served by that daemon. */
const LIVE_ADDRESS = "v1/stream?past=30m";
/** Records kept, of ten seconds each: about six hours. */
const RECORDS_MAX = 2160;
/** The past comes as many records at once, and all of them are decided together. */
const GATHER_MILLISECONDS = 50;

export type LiveState = "off" | "connecting" | "watching";

/** A daemon that is watched: its records as a capture that grows. */
export class Live implements Model {
  readonly state = signal<LiveState>("off");
  /** Whether a daemon serves this page: it says so in the page itself. */
  readonly isOffered = document.querySelector('meta[name="plimsoll-stream"]') !== null;
  readonly #store: Store;
  readonly #beganBefore = signal(false);
  /** RFC 3339. */
  readonly #restartedAt = signal<string | null>(null);
  #source: EventSource | null = null;
  #gathering: ReturnType<typeof setTimeout> | undefined;
  /** When the last record came, in milliseconds since the epoch; null before the first. */
  readonly arrivedAt = signal<number | null>(null);
  /** Since when the daemon has not answered; null while it does. */
  readonly silentSince = signal<number | null>(null);
  #header = "";
  #records = new RecentRecords(RECORDS_MAX);
  /** The number that the daemon's engine gave its last decision. */
  #step: number | null = null;
  /** Where this page cannot decide what the daemon decided, one sentence each. */
  readonly limits = computed(() => [
    ...(this.#beganBefore.value ? [BEGAN_BEFORE] : []),
    ...(this.#restartedAt.value === null ? [] : [restartText(this.#restartedAt.value)]),
  ]);

  constructor(store: Store) {
    this.#store = store;
  }

  start(): void {
    this.stop();
    this.#store.requested();
    this.#beganBefore.value = false;
    this.#restartedAt.value = null;
    this.#step = null;
    this.state.value = "connecting";
    // A browser that connects again names the last event it got, and the daemon goes on from there.
    const source = new EventSource(LIVE_ADDRESS);
    this.#source = source;
    source.addEventListener("header", ({ data: text }: MessageEvent<string>) => {
      this.#header = text;
    });
    source.addEventListener("record", ({ data: text }: MessageEvent<string>) => this.#add(text));
    source.addEventListener("decision", ({ data: text }: MessageEvent<string>) =>
      this.#onDecision(JSON.parse(text) as Decision),
    );
    source.addEventListener("open", () => this.#showAnswered());
    source.addEventListener("error", () => {
      if (source.readyState !== EventSource.CLOSED) return this.#showSilence();
      this.stop();
      this.#store.failure.value = NO_DAEMON;
    });
  }

  /** Shown once for all retries of a browser, which retries every 3 s: a dismissal lasts. */
  #showSilence(): void {
    if (this.silentSince.peek() !== null) return;
    this.#store.failure.value = SILENT;
    this.silentSince.value = Date.now();
  }

  #showAnswered(): void {
    this.silentSince.value = null;
    const { failure } = this.#store;
    if (failure.peek() === SILENT) failure.value = null;
  }

  leave(): void {
    this.stop();
  }

  stop(): void {
    this.#source?.close();
    this.#showAnswered();
    this.#source = null;
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    this.#records = new RecentRecords(RECORDS_MAX);
    this.arrivedAt.value = null;
    this.state.value = "off";
  }

  #add(record: string): void {
    this.#records.add(record);
    this.arrivedAt.value = Date.now();
    if (this.#records.hasLetGo) this.#beganBefore.value = true;
    this.#gathering ??= setTimeout(() => this.#show(), GATHER_MILLISECONDS);
  }

  /** An engine counts its steps from when it began; a state that is restored goes on counting. */
  #onDecision({ step, time }: Decision): void {
    if (this.#step === null) this.#beganBefore.value = step > 1;
    else if (step <= this.#step) this.#restartedAt.value = time;
    this.#step = step;
  }

  #show(): void {
    this.#gathering = undefined;
    const content = new Blob([this.#records.below(this.#header)]);
    this.state.value = "watching";
    this.#store.open([{ name: LIVE_NAME, content }], { isLive: true });
  }
}
