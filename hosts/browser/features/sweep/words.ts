/** What the page says of a sweep. */
import { plural } from "../../../../analysis/text/amount.ts";
import type { Swept } from "../../session/protocol.ts";

export const TITLE = "Sweep settings";
export const SWEPT =
  "The whole capture under the configuration in force, with one or two of its settings at each " +
  "of several values.";
export const IS_PAST =
  "The capture or the configuration has changed since: sweep again for its numbers.";

export function doneText({ cells, workers, milliseconds }: Swept): string {
  const seconds = (milliseconds / 1000).toFixed(1);
  return (
    `${plural(cells.length, "configuration")} in ${seconds} s, by ${plural(workers, "worker")}. ` +
    "Choose one to apply it."
  );
}
