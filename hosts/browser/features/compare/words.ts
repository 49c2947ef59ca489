/** What the page says of two configurations. */

export const TITLE = "Compare two configurations";
export const COMPARED =
  "A is kept as it is. B is the configuration in force: change it above, or drag a threshold, " +
  "and see where the two differ over the whole capture.";
export const KEEP = "Keep this configuration as A";
export const KEEP_INSTEAD = "Keep this configuration as A instead";
export const WITH_RECORDED = "Compare with the recorded configuration";
export const EXCHANGE = "Exchange A and B";

export function keptText(isRecorded: boolean): string {
  return `A: ${isRecorded ? "the recorded configuration" : "the configuration that was kept"}`;
}

export function refusedText(sentence: string): string {
  return `A is refused: ${sentence}`;
}
