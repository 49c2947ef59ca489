/**
 * A capture of a node under pressure all the time: every few steps one more pod outgrows its
 * request, so a daemon that acts has something to do at every point where it is stopped.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const EXAMPLE = new URL("../../examples/memory-leak.plimsoll.ndjson.gz", import.meta.url);
/** The record of the example in which it evicts, and the pod it evicts then. */
const PRESSED_LINE = 75;
const POD_UID = "100121fc-1f29-427f-8b62-16cd021503bb";
const STEP_SECONDS = 10;
/** Longer than the kubelet waits for a pod to be gone. */
export const STEPS_PER_POD = 5;

/** Writes the capture; the pod of step n has the uid `uidOf(n)`. */
export function writePressure(path: string, steps: number): void {
  const lines = gunzipSync(readFileSync(EXAMPLE)).toString().split("\n");
  const [header = "", first = ""] = lines;
  const { pods } = JSON.parse(first) as { pods: object };
  const { time, summary } = JSON.parse(lines[PRESSED_LINE] ?? "") as {
    time: string;
    summary: object;
  };
  const [podText, summaryText] = [JSON.stringify(pods), JSON.stringify(summary)];
  const records = Array.from({ length: steps }, (_, step) => {
    const at = (stamp: string) => new Date(Date.parse(stamp) + step * STEP_SECONDS * 1000);
    const shifted = summaryText
      .replaceAll(/"time":"([^"]+)"/g, (_, stamp) => `"time":"${at(stamp).toISOString()}"`)
      .replaceAll(POD_UID, uidOf(step));
    const list =
      step % STEPS_PER_POD === 0 ? `"pods":${podText.replaceAll(POD_UID, uidOf(step))},` : "";
    return `{"time":"${at(time).toISOString()}",${list}"summary":${shifted}}`;
  });
  writeFileSync(path, `${[header, ...records].join("\n")}\n`);
}

export function uidOf(step: number): string {
  const number = Math.floor(step / STEPS_PER_POD);
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}
