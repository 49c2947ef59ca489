/**
 * A tape: every call that playing a corpus makes, in binary, for engines that run no JavaScript.
 * Such a player copies documents in, calls, compares what comes back and prints answers; it needs
 * to know nothing about JSON.
 *
 *     "plimsoll tape 1\n"
 *     u32  cases
 *     entries, each:  u8   verb, 0 configure … 5 report
 *                     i32  argument: bytes of the document, or a number below zero that means
 *                          none; of report the detail
 *                     i64  now, of observe; else 0
 *                     document, as many bytes as the argument says; none after report
 *
 * A verb that is forgotten here shows as another digest than the other runtimes have.
 * All numbers are little-endian. The SHA-256 of all answers, each followed by a newline, is the
 * digest of the corpus.
 */

import type { Answer } from "../../analysis/engine/answer.ts";
import type { ErrorAnswer } from "../../analysis/engine/decision.ts";
import type { DocumentInput } from "../../analysis/engine/evictionEngine.ts";
import { AGAIN, Detail, NO_SUMMARY } from "../../assembly/abi.ts";
import { TracedEngine } from "../corpus/tracedEngine.ts";

const TITLE = "plimsoll tape 1\n";
const ENTRY_BYTES = 13;
const VERBS = ["configure", "pods", "observe", "reclaimed", "admit", "report"] as const;
type Verb = (typeof VERBS)[number];

const encoder = new TextEncoder();

export class Tape {
  readonly #parts: Uint8Array[] = [];

  add(verb: Verb, argument: number, now: bigint, document?: Uint8Array): void {
    const entry = new DataView(new ArrayBuffer(ENTRY_BYTES));
    entry.setUint8(0, VERBS.indexOf(verb));
    entry.setInt32(1, argument, true);
    entry.setBigInt64(5, now, true);
    this.#parts.push(new Uint8Array(entry.buffer));
    if (document !== undefined) this.#parts.push(document);
  }

  bytes(cases: number): Uint8Array {
    const head = new DataView(new ArrayBuffer(4));
    head.setUint32(0, cases, true);
    return concatenated([encoder.encode(TITLE), new Uint8Array(head.buffer), ...this.#parts]);
  }
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** An engine that leaves a tape of all that is asked of it, except from `save` to `restore`. */
export class TapedEngine extends TracedEngine {
  readonly #tape: Tape;
  #observed: DocumentInput | null = null;

  constructor(module: WebAssembly.Module, tape: Tape) {
    super(module, () => {});
    this.#tape = tape;
  }

  override configure(configuration: DocumentInput) {
    this.#note("configure", configuration);
    return super.configure(configuration);
  }

  override pods(podList: DocumentInput) {
    this.#note("pods", podList);
    return super.pods(podList);
  }

  override observe(summary: DocumentInput | null, now: bigint) {
    this.#note("observe", summary, now);
    this.#observed = summary;
    return super.observe(summary, now);
  }

  override missed(now: bigint) {
    this.#add("observe", NO_SUMMARY, now);
    super.missed(now);
  }

  override reclaimed(summary: DocumentInput | null) {
    this.#note("reclaimed", summary);
    return super.reclaimed(summary);
  }

  /** The same Summary again: packages of other languages are given one, or none. */
  override reclaimedNothing() {
    return this.reclaimed(this.#observed);
  }

  override admit(pod: DocumentInput) {
    this.#note("admit", pod);
    return super.admit(pod);
  }

  override report<T>(detail: Detail = Detail.Decision): Answer<T> {
    this.#add("report", detail, 0n);
    return super.report<T>(detail);
  }

  /** What the engine asked for by itself. */
  protected override refused(_: ErrorAnswer): void {
    this.#add("report", Detail.Decision, 0n);
  }

  #add(verb: Verb, argument: number, now: bigint, document?: Uint8Array): void {
    if (!this.isAside) this.#tape.add(verb, argument, now, document);
  }

  #note(verb: Verb, document: DocumentInput | null, now = 0n): void {
    const bytes = document === null ? undefined : bytesOf(document);
    const none = verb === "observe" ? AGAIN : NO_SUMMARY;
    this.#add(verb, bytes?.length ?? none, now, bytes);
  }
}

function bytesOf(document: DocumentInput): Uint8Array {
  if (document instanceof Uint8Array) return document.slice();
  return encoder.encode(typeof document === "string" ? document : JSON.stringify(document));
}
