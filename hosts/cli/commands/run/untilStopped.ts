import { onEndingSignals } from "./signals.ts";

/** What one run goes through, and when it stops. */
export interface Course<T> {
  begin(signal: AbortSignal): AsyncIterable<T>;
  readonly itemsMax?: number;
  take?(item: T): Promise<void>;
  /** Whoever aborts it ends the run as a signal does. */
  readonly stop?: AbortController;
}

/** Goes through what `begin` yields, and says whether that ended by itself. */
export async function untilStopped<T>({
  begin,
  itemsMax = Number.POSITIVE_INFINITY,
  take = async () => {},
  stop = new AbortController(),
}: Course<T>): Promise<"stopped" | "ended"> {
  const release = onEndingSignals(() => stop.abort());
  let items = 0;
  try {
    for await (const item of begin(stop.signal)) {
      await take(item);
      items += 1;
      if (items >= itemsMax) break;
    }
    return stop.signal.aborted ? "stopped" : "ended";
  } finally {
    release();
  }
}
