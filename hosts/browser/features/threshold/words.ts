/** What the page says of a threshold in the chart. */

/** Where the kubelet evicts, at once or after the grace period. */
export function lineText(hard: boolean, value: string): string {
  return hard ? `evicts here: ${value} left` : `soft threshold: ${value} left`;
}
