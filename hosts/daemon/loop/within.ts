/** Made once: the stack of a new one costs more than the rest of a turn. */
const OVER = new DOMException("This operation was aborted", "AbortError");

/**
 * Does work under a signal of its own, which aborts with the outer one and when the work is over:
 * whatever still waits then is released, and nothing stays behind on a signal that lives as long as
 * the daemon does.
 */
export async function within<T>(
  outer: AbortSignal,
  work: (inner: AbortController) => Promise<T>,
): Promise<T> {
  const inner = new AbortController();
  const forward = () => inner.abort(OVER);
  if (outer.aborted) forward();
  outer.addEventListener("abort", forward);
  try {
    return await work(inner);
  } finally {
    outer.removeEventListener("abort", forward);
    inner.abort(OVER);
  }
}

/** Resolves with null when the signal aborts; for a signal that is short-lived. */
export function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    else signal.addEventListener("abort", () => resolve(null), { once: true });
  });
}
