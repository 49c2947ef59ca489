/** `Jan 15 10:00:00.5 worker-3 kubenswrapper[1]: …`: the host is the fourth word. */
const JOURNAL = /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d{1,9})? (\S{1,253}) /;
const FIRST_WORD = /^(\S{1,253}) /;
/** What `oc adm node-logs` puts before a line is the name of an object. */
const NAMED = /^([a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?) (?=[A-Z][a-z]{2} [ \d]\d |[IWEF]\d{4} )/;

/**
 * A line of a log of several nodes, without what says whose it is: `oc adm node-logs` puts the
 * node's name before each line, and journald names the host. Null for a line of another node.
 */
export function lineOfNode(line: string, node: string): string | null {
  const first = FIRST_WORD.exec(line)?.[1];
  if (first === node) return line.slice(first.length + 1);
  const host = JOURNAL.exec(line)?.[1];
  return host !== undefined && isSameNode(host, node) ? line : null;
}

/** Whose a line is; null where it does not say so. */
export function nodeOfLine(line: string): string | null {
  return (NAMED.exec(line) ?? JOURNAL.exec(line))?.[1] ?? null;
}

/** A host is called by its first label as well. */
export function isSameNode(host: string, node: string): boolean {
  return host === node || host === node.split(".")[0];
}
