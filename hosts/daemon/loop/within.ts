import type { Ending } from "../../../analysis/engine/clock.ts";
import { Release } from "../../system/release.ts";

/** Made once: the stack of a new one costs more than the rest of a turn. */
const OVER = new DOMException("This operation was aborted", "AbortError");

/**
 * Does work that is released with the outer signal, and when the work is over: nothing waits on
 * then, and nothing stays behind on a signal that lives as long as the daemon does.
 */
export async function within<T>(outer: Ending, work: (inner: Ending) => Promise<T>): Promise<T> {
  const inner = new Release();
  const forward = () => inner.abort();
  if (outer.aborted) forward();
  outer.addEventListener("abort", forward);
  try {
    return await work(inner);
  } finally {
    outer.removeEventListener("abort", forward);
    inner.abort();
  }
}

/** For what takes nothing less than an AbortSignal: it aborts with `inner`, if not before. */
export function controllerWithin(inner: Ending): AbortController {
  const controller = new AbortController();
  if (inner.aborted) controller.abort(OVER);
  else inner.addEventListener("abort", () => controller.abort(OVER));
  return controller;
}

/** Resolves with null when the signal aborts; for a signal that is short-lived. */
export function aborted(signal: Ending): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    else signal.addEventListener("abort", () => resolve(null));
  });
}
