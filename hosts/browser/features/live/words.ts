/** What the page says of a daemon that it follows. */
import { formatSeconds } from "../../../../analysis/text/amount.ts";
import { clockOf } from "../../../../analysis/text/utc.ts";

export const LIVE_NAME = "the daemon on this node";
export const SILENT = "The daemon does not answer; the page keeps trying.";
export const NO_DAEMON =
  "No daemon streams to this page; open the page from the address that plimsoll run prints.";
export const BEGAN_BEFORE =
  "The daemon had been deciding before the first step here. A grace period or a node condition " +
  "that began earlier starts over on this page, whose first steps can differ from the daemon's.";
export const BACK_TO_NOW = "Back to now";

/** `time`: RFC 3339. */
export function restartText(time: string): string {
  return (
    `The daemon restarted its decisions at ${clockOf(time)} UTC, after a restart or a change of ` +
    "its configuration or clock. This page decides all steps as one run, under the configuration " +
    "shown here."
  );
}

/** How old what is on show is; seconds are null where there are none. */
export function ageText(
  silentSeconds: number | null,
  recordSeconds: number | null,
  isBehind: boolean,
): string {
  return [
    ...(silentSeconds === null ? [] : [`No answer for ${formatSeconds(silentSeconds)}.`]),
    ...(recordSeconds === null ? [] : [`Last record ${formatSeconds(recordSeconds)} ago.`]),
    ...(isBehind ? ["This is an earlier step; it stays on screen."] : []),
  ].join(" ");
}
