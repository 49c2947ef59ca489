/**
 * Goes through what `begin` yields, at most so many items, and says what ended it. The first signal
 * ends it in good order; for a second one the system's default is back.
 */
export async function untilStopped<T>(
  begin: (signal: AbortSignal) => AsyncIterable<T>,
  itemsMax = Number.POSITIVE_INFINITY,
  take: (item: T) => Promise<void> = async () => {},
): Promise<"signal" | "end"> {
  const stop = new AbortController();
  const abort = () => stop.abort();
  process.once("SIGTERM", abort).once("SIGINT", abort);
  let items = 0;
  try {
    for await (const item of begin(stop.signal)) {
      await take(item);
      items += 1;
      if (items >= itemsMax) break;
    }
    return stop.signal.aborted ? "signal" : "end";
  } finally {
    process.off("SIGTERM", abort).off("SIGINT", abort);
  }
}
