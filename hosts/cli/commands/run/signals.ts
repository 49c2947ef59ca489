import { constants } from "node:os";

/** A service manager and a person ask for the same with them: end, and leave all in order. */
const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
/** Below the 10 s or more that service managers grant, and above what an end in order takes. */
const ENDING_MILLISECONDS = 5_000;

/**
 * Calls `end` at the first signal. A second one, or five seconds without an end, ends the process
 * by that signal, whatever it waits for. Answers how to stop listening; the five seconds go on.
 */
export function onEndingSignals(end: () => void): () => void {
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
