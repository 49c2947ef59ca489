/** NUMA nodes in a report: lists of them as the kernel prints them, and their memory. */

/** `Node 0 Normal free:1234kB … present:5678kB managed:…`, of each zone of a node. */
const ZONE = /(?:^|\s)Node (\d{1,4}) (\w{1,20}) free:\d{1,15}kB .{0,600}?present:(\d{1,15})kB/;
/** Nodes that a kernel is built for at most. */
const NODES_MAX = 1024;

export interface LoggedZone {
  readonly node: number;
  readonly name: string;
  readonly presentKib: number;
}

/** Null for another line. */
export function zoneOf(text: string): LoggedZone | null {
  const [, node, name = "", present] = ZONE.exec(text) ?? [];
  return node === undefined ? null : { node: Number(node), name, presentKib: Number(present) };
}

/** The nodes of `0-1,4`; null for a list that is not one. */
export function nodesOf(list: string): readonly number[] | null {
  const nodes = list.split(",").map((part) => {
    const [, first, last = first] = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (first === undefined || to < from || to >= NODES_MAX) return null;
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
  return nodes.some((part) => part === null) ? null : nodes.flatMap((part) => part ?? []);
}

/** What those nodes have, in kB; null where a zone of one of them may be missing. */
export function presentKib(nodes: readonly number[], zones: readonly LoggedZone[]): number | null {
  const isComplete = nodes.every((node) => zones.some((zone) => zone.node === node));
  if (!isComplete) return null;
  return zones
    .filter(({ node }) => nodes.includes(node))
    .reduce((sum, zone) => sum + zone.presentKib, 0);
}
