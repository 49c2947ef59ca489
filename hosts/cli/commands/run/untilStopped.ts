import { constants } from "node:os";

/** What one run goes through, and when it stops. */
export interface Course<T> {
  begin(signal: AbortSignal): AsyncIterable<T>;
  readonly itemsMax?: number;
  take?(item: T): Promise<void>;
  /** Aborting it ends the run as a signal does. */
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

/** A service manager and a person ask for the same with them: end, and leave all in order. */
const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
/** Below the 10 s or more that service managers grant, and above what an end in order takes. */
const ENDING_MILLISECONDS = 5_000;

/**
 * Calls `end` at the first signal. A second one, or five seconds without an end, ends the process
 * by that signal, whatever it waits for. Returns a function
 * that stops listening; the five seconds keep running.
 */
function onEndingSignals(end: () => void): () => void {
  let timer: NodeJS.Timeout | null = null;
  const handle = (signal: NodeJS.Signals) => {
    if (timer !== null) return dieOf(signal);
    timer = setTimeout(() => dieOf(signal), ENDING_MILLISECONDS);
    end();
  };
  for (const signal of SIGNALS) process.on(signal, handle);
  return () => {
    for (const signal of SIGNALS) process.off(signal, handle);
    timer?.unref();
  };
}

/** `process.exit` waits for writes that a stalled disk never finishes; a signal does not. */
function dieOf(signal: NodeJS.Signals): void {
  // The last of the listeners: one before it leaves the screen.
  process.once("exit", () => {
    for (const each of SIGNALS) process.removeAllListeners(each);
    process.kill(process.pid, signal);
  });
  process.exit(128 + constants.signals[signal]);
}
