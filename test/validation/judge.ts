import type { Finding } from "../../analysis/engine/decision.ts";
import type { Checked } from "./checker.ts";
import type { OracleAnswer } from "./oracle.ts";

/** The first release whose decoder has words that do not depend on the position of the text. */
const STABLE_WORDS_SINCE = 23;
/** The first release that goes through enforcements in the order in which they are written. */
const ENFORCEMENT_ORDER_SINCE = 31;
/** What is found while the file is loaded. */
const LOADING: ReadonlySet<string> = new Set([
  "document",
  "type-meta",
  "type-meta-missing",
  "invalid-type",
  "invalid-value",
]);
/** What is found in the stages that the oracle plays; thresholds and reservations come later. */
const PLAYED: ReadonlySet<string> = new Set([
  ...LOADING,
  "feature-gate",
  "invalid-configuration",
  "invalid-enforcement",
]);

/** In what ours differs from what the kubelet does; undefined when it does not. */
export function difference(
  ours: Checked,
  kubelet: OracleAnswer,
  release: number,
): string | undefined {
  if ("unreadable" in ours) {
    // The kubelet finds `Kind`; a file with nothing else of a configuration is another document.
    const isOther = /holds no kubelet configuration \(it holds an? /.test(ours.unreadable);
    if (kubelet.load !== undefined || isOther) return undefined;
    return "refused, and the kubelet reads it";
  }
  const errors = ours.errors.filter(({ rule }) => PLAYED.has(rule));
  const messages = errors.map(({ message }) => message);
  if (kubelet.load !== undefined) return loadDifference(errors, kubelet.load, release);
  if (kubelet.panic !== undefined) return panicDifference(messages, kubelet.panic);
  if (kubelet.gates !== undefined) {
    const same = kubelet.gates.length > 0 && kubelet.gates.every((gate) => messages.includes(gate));
    return same ? undefined : "feature gates";
  }
  return validationDifference(messages, kubelet.validation ?? [], release);
}

function loadDifference(
  errors: readonly Finding[],
  load: string,
  release: number,
): string | undefined {
  const first = errors[0];
  if (first === undefined) return "accepted, and the kubelet cannot load it";
  if (!LOADING.has(first.rule)) {
    return "found later than the kubelet does";
  }
  if (release < STABLE_WORDS_SINCE || first.rule === "document") return undefined;
  const words = load.replace(/^failed to decode: /, "");
  // The kubelet goes on: the whole document, a line of its source, a type of Go.
  return close(words).startsWith(close(first.message)) ? undefined : "other words";
}

/** The kubelet quotes a value as it is written, spaces included. */
function close(words: string): string {
  return words.replace(/^invalid duration .*?: json:/, (quote) => quote.replace(/[ \n]/g, ""));
}

/** The kubelet ends `…, error: [a, b]`, with some of ours in any order, or with one of them. */
function panicDifference(ours: readonly string[], panic: string): string | undefined {
  const errors = /, error: ([\s\S]*)$/.exec(panic)?.[1] ?? panic;
  const byLength = [...ours].sort((a, b) => b.length - a.length);
  const rest = byLength.reduce((text, message) => text.replace(message, ""), errors);
  return rest !== errors && /^[[\], ]*$/.test(rest) ? undefined : "feature gates";
}

function validationDifference(
  ours: readonly string[],
  kubelet: readonly string[],
  release: number,
): string | undefined {
  const ordered = release >= ENFORCEMENT_ORDER_SINCE && !kubelet.some(isUnordered);
  const [left, right] = [ours, kubelet].map((messages) => {
    const stable = messages.map(withoutAddress);
    return ordered ? stable : stable.sort();
  }) as [string[], string[]];
  const same = left.length === right.length && left.every((message, at) => message === right[at]);
  return same ? undefined : "validation";
}

/** The kubelet ranges over a map to find these. */
function isUnordered(message: string): boolean {
  return /NUMA node/.test(message);
}

/**
 * Go prints a pointer as the address it has, and a time through one in the zone of the machine. A
 * number beyond 53 bits is an error here too, if not always the same one.
 */
function withoutAddress(message: string): string {
  return message
    .replace(/^(invalid taint: .*) (?:<nil>|0x[0-9a-f]+|\d{4}-\d\d-\d\d \S+ \S+ \S+)\}$/s, "$1}")
    .replace(/(memoryThrottlingFactor )0x[0-9a-f]+/, "$1")
    .replace(/(userNamespaces\.idsPerPod must) .*/, "$1")
    .replace(/-?\d{17,}/g, "N");
}
