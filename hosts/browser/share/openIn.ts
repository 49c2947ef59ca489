import { signal } from "@preact/signals";
import type { GivenDocument } from "../protocol.ts";
import type { Store } from "../state/store.ts";

/** Documents that another page brought, until the visitor has answered. */
export interface Brought {
  readonly origin: string;
  readonly documents: readonly GivenDocument[];
  readonly sizeBytes: number;
}

/** What the page says to whoever opened or embeds it. */
type Word = "ready" | "opened" | "dismissed" | "refused";

/** The page on the other side, as the browser vouches for it. */
interface Peer {
  readonly window: Window;
  readonly origin: string;
  readonly nonce: string;
}

const VERSION = 1;
const DOCUMENTS_MAX = 1000;
const NO_ORIGIN =
  "This page takes documents from pages that have an origin; serve yours over HTTP.";
const NO_DOCUMENTS =
  `Give documents as [{name, content}], 1 to ${DOCUMENTS_MAX} of them, each content a text, ` +
  "a Blob or bytes.";
const WAITING = "The visitor has yet to answer; wait for that.";

/**
 * Documents that other pages bring by `postMessage`. Only the window that opened this one, or that
 * embeds it, is heard; nothing is opened before the visitor has seen its origin and agreed.
 */
export class OpenIn {
  readonly brought = signal<Brought | null>(null);
  readonly #store: Store;
  readonly #windows: readonly Window[];
  #peer: Peer | null = null;
  #isDismissed = false;

  constructor(store: Store) {
    this.#store = store;
    this.#windows = [window.opener, window.parent].filter(
      (other): other is Window => other !== null && other !== window,
    );
    if (this.#windows.length === 0) return;
    addEventListener("message", (event) => this.#onDecision(event));
    // Nobody's secret: who they are is known only once they have spoken.
    for (const other of this.#windows) other.postMessage(message("ready"), "*");
  }

  /** What the visitor says to it. */
  answer(isWelcome: boolean): void {
    const brought = this.brought.peek();
    this.brought.value = null;
    if (brought === null) return;
    this.#isDismissed = !isWelcome;
    this.#say(isWelcome ? "opened" : "dismissed");
    if (!isWelcome) return;
    this.#store.open(brought.documents);
  }

  #onDecision({ source, origin, data: said }: MessageEvent<unknown>): void {
    const from = this.#windows.find((other) => other === source);
    if (from === undefined || !isSaid(said)) return;
    if (origin === "null") from.postMessage(message("refused", NO_ORIGIN), "*");
    else if (said.plimsoll === "hello") this.#greet(from, origin);
    else if (said.plimsoll === "open" && this.#isPeer(from, origin, said.nonce)) this.#take(said);
  }

  /** A window that shows another page meanwhile begins anew, with a nonce that is not known yet. */
  #greet(from: Window, origin: string): void {
    const { brought } = this;
    if (this.#peer !== null && this.#peer.origin !== origin) brought.value = null;
    this.#peer = { window: from, origin, nonce: nonce() };
    this.#say("ready");
  }

  #isPeer(from: Window, origin: string, given: unknown): boolean {
    const peer = this.#peer;
    return peer?.window === from && peer.origin === origin && peer.nonce === given;
  }

  #take({ documents }: Said): void {
    const given = documentsOf(documents);
    // Whoever was turned away once asks no more.
    if (this.#isDismissed) this.#say("dismissed");
    else if (this.brought.peek() !== null) this.#say("refused", WAITING);
    else if (given === null) this.#say("refused", NO_DOCUMENTS);
    else {
      const sizeBytes = given.reduce((sum, { content }) => sum + content.size, 0);
      this.brought.value = { origin: this.#peer?.origin ?? "", documents: given, sizeBytes };
    }
  }

  #say(word: Word, sentence?: string): void {
    const peer = this.#peer;
    peer?.window.postMessage({ ...message(word, sentence), nonce: peer.nonce }, peer.origin);
  }
}

interface Said {
  readonly plimsoll: unknown;
  readonly nonce?: unknown;
  readonly documents?: unknown;
}

function isSaid(value: unknown): value is Said {
  return typeof value === "object" && value !== null && "plimsoll" in value;
}

function message(word: Word, sentence?: string): object {
  return { plimsoll: word, version: VERSION, ...(sentence === undefined ? {} : { sentence }) };
}

function nonce(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}

function documentsOf(value: unknown): readonly GivenDocument[] | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > DOCUMENTS_MAX) return null;
  const documents = value.map(documentOf).filter((each) => each !== null);
  return documents.length === value.length ? documents : null;
}

function documentOf(value: unknown): GivenDocument | null {
  if (typeof value !== "object" || value === null) return null;
  const { name, content } = value as { readonly name?: unknown; readonly content?: unknown };
  const isContent =
    typeof content === "string" ||
    content instanceof Blob ||
    content instanceof ArrayBuffer ||
    ArrayBuffer.isView(content);
  if (typeof name !== "string" || !isContent) return null;
  return { name, content: new Blob([content as BlobPart]) };
}
