/** The log of a container, which `kubectl cluster-info dump` prints between two lists. */
const START = /^==== START (logs for container .{1,3000}) ====\r?$/;

/** The line that ends the log which begins with a line; null for any other line. */
export function logEndOf(line: string): string | null {
  const what = START.exec(line)?.[1];
  return what === undefined ? null : `==== END ${what} ====`;
}
