/** What the page says of pods that are changed. */

export const TITLE = "What if it were different?";
export const HOLDS =
  "The change holds in every step. What the node itself has available stays as recorded.";
export const TAKE_BACK = "Take all changes back";

export function usageLabel(percent: number): string {
  return `Usage, ${percent}% of the capture's`;
}
