/** A request of the page, and where its answers go. */

import type { Answer, Request } from "../session/protocol.ts";

/** Milliseconds; more often would only keep the page busy. */
const PROGRESS_EVERY_MILLISECONDS = 100;

export type RequestKind = Request["kind"];

export type RequestOf<K extends RequestKind> = Extract<Request, { readonly kind: K }>;

export type Reply = (answer: Answer) => void;

/** Reports now and then how much is done. */
export function reportProgress(
  reply: (progress: Extract<Answer, { readonly kind: "progress" }>) => void,
  total: number | null,
): (done: number) => void {
  let last = 0;
  return (done) => {
    const now = performance.now();
    if (now - last < PROGRESS_EVERY_MILLISECONDS) return;
    last = now;
    reply({ kind: "progress", done, total });
  };
}
