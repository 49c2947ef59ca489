import { signal } from "@preact/signals";
import type { GivenDocument } from "../../../../analysis/read/recognize/given.ts";
import type { Store } from "../../state/store.ts";
import { DOCUMENTS_MAX, NO_DOCUMENTS, NO_ORIGIN, WAITING } from "./words.ts";

/** Documents that another page sent, until the user has answered. */
export interface Brought {
  readonly origin: string;
  readonly documents: readonly GivenDocument[];
  readonly sizeBytes: number;
}

/** What this page sends to the page that opened or embeds it. */
type MessageKind = "ready" | "opened" | "dismissed" | "refused";

/** The other page; its origin comes from the browser. */
interface Peer {
  readonly window: Window;
  readonly origin: string;
  readonly nonce: string;
}

const VERSION = 1;

/**
 * Documents that other pages send by `postMessage`. Messages count only from the window that opened
 * or embeds this one; nothing is opened before the user has seen its origin and agreed.
 */
export class OpenIn {
  readonly brought = signal<Brought | null>(null);
  readonly #store: Store;
  readonly #windows: readonly Window[];
  #peer: Peer | null = null;
  #isDismissed = false;

  constructor(store: Store) {
    this.#store = store;
    this.#windows = [globalThis.opener, globalThis.parent].filter(
      (other): other is Window => other !== null && other !== globalThis.window,
    );
    if (this.#windows.length === 0) return;
    addEventListener("message", (event) => this.#onMessage(event));
    // To any origin, since none is known before they answer: it holds no secret.
    for (const other of this.#windows) other.postMessage(message("ready"), "*");
  }

  /** The user's answer. */
  answer(isWelcome: boolean): void {
    const brought = this.brought.peek();
    this.brought.value = null;
    if (brought === null) return;
    this.#isDismissed = !isWelcome;
    this.#send(isWelcome ? "opened" : "dismissed");
    if (!isWelcome) return;
    this.#store.open(brought.documents);
  }

  #onMessage({ source, origin, data: received }: MessageEvent<unknown>): void {
    const from = this.#windows.find((other) => other === source);
    if (from === undefined || !isMessage(received)) return;
    if (origin === "null") from.postMessage(message("refused", NO_ORIGIN), "*");
    else if (received.plimsoll === "hello") this.#greet(from, origin);
    else if (received.plimsoll === "open" && this.#isPeer(from, origin, received.nonce))
      this.#take(received);
  }

  /** A window that now shows another page starts over, with a nonce that it does not know yet. */
  #greet(from: Window, origin: string): void {
    const { brought } = this;
    if (this.#peer !== null && this.#peer.origin !== origin) brought.value = null;
    this.#peer = { window: from, origin, nonce: nonce() };
    this.#send("ready");
  }

  #isPeer(from: Window, origin: string, given: unknown): boolean {
    const peer = this.#peer;
    return peer?.window === from && peer.origin === origin && peer.nonce === given;
  }

  #take({ documents }: Message): void {
    const given = documentsOf(documents);
    // After one dismissal, all later requests of this visit are dismissed.
    if (this.#isDismissed) this.#send("dismissed");
    else if (this.brought.peek() !== null) this.#send("refused", WAITING);
    else if (given === null) this.#send("refused", NO_DOCUMENTS);
    else {
      const sizeBytes = given.reduce((sum, { content }) => sum + content.size, 0);
      this.brought.value = { origin: this.#peer?.origin ?? "", documents: given, sizeBytes };
    }
  }

  #send(kind: MessageKind, sentence?: string): void {
    const peer = this.#peer;
    peer?.window.postMessage({ ...message(kind, sentence), nonce: peer.nonce }, peer.origin);
  }
}

interface Message {
  readonly plimsoll: unknown;
  readonly nonce?: unknown;
  readonly documents?: unknown;
}

function isMessage(value: unknown): value is Message {
  return typeof value === "object" && value !== null && "plimsoll" in value;
}

function message(kind: MessageKind, sentence?: string): object {
  return { plimsoll: kind, version: VERSION, ...(sentence === undefined ? {} : { sentence }) };
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
