import { plural } from "../../text/amount.ts";
import { shortened } from "../../text/shortened.ts";
import { lineOfNode } from "../bundle/nodeLines.ts";
import { linesOf } from "../capture/lines.ts";
import { UnreadableError } from "../unreadable.ts";
import { assumedTimes, LogClock } from "./clock.ts";
import type { GivenLog } from "./givenLog.ts";
import { type JournalItem, LINE_BYTES_MAX, PassReader } from "./passes.ts";
import { readAhead, StatedYears } from "./statedYears.ts";

/** A kubelet's log. */
export interface GivenJournal extends GivenLog {
  /** Lines of other nodes are left out; null for a log of one node. */
  readonly node: string | null;
  /** Called where no line is a kubelet's: throws for what is another kind of file. */
  readonly refuseOther?: () => Promise<void>;
}

/** Reads the log once, a line at a time; throws UnreadableError when no line is a kubelet's. */
export async function* journalItems({
  name,
  node,
  chunks,
  now,
  notices,
  refuseOther,
}: GivenJournal): AsyncGenerator<JournalItem, void, undefined> {
  const stated = new StatedYears();
  const clock = new LogClock(now, stated);
  const reader = new PassReader(clock);
  const decoder = new TextDecoder();
  let [lines, long, passes] = [0, 0, 0];
  let isCut = false;
  const counted = (items: readonly JournalItem[]) => {
    passes += items.filter(({ kind }) => kind === "pass").length;
    return items;
  };
  for await (const line of linesOf(readAhead(chunks, stated), LINE_BYTES_MAX)) {
    isCut = line.ending === "cut-off";
    const text = decoder.decode(line.bytes);
    const own = node === null || line.tooLong ? text : lineOfNode(text, node);
    if (own === null) continue;
    lines += 1;
    if (line.tooLong) long += 1;
    else yield* counted(reader.take(own, line.number));
  }
  yield* counted(reader.end());
  if (passes === 0) await refuseOther?.();
  await notices.warn([
    ...(isCut ? [`${name}: its compressed data is truncated after line ${lines}.`] : []),
    ...(long > 0 ? [`${name}: ${plural(long, "line")} of more than 1 MiB left out.`] : []),
  ]);
  await notices.note([...assumedTimes(name, clock), ...unknownLines(name, reader)]);
  if (passes > 0) return;
  const ofNode = node === null ? "" : ` of ${node}`;
  const { first, lines: related } = reader.nearby;
  const isRelated = first !== undefined || reader.unknown !== null;
  const found = isRelated
    ? "from a pass of a kubelet's eviction manager"
    : "from a kubelet's eviction manager";
  const decided = isRelated && first === undefined ? " that says what it decided" : "";
  const near =
    first === undefined
      ? ""
      : `${first.what}: ${first.text} (${plural(related, "related line")} found); `;
  const none = lines === 1 ? `its only line${ofNode} is not` : `none of ${lines} lines${ofNode} is`;
  throw new UnreadableError(
    `${name}: ${near}${none} ${found}${decided}; give the ` +
      "kubelet's log (journalctl -u kubelet) of a time when a resource was short, or one of --v=3.",
  );
}

const UNKNOWN_SHOWN = 120;

function unknownLines(name: string, { unknown }: PassReader): string[] {
  if (unknown === null) return [];
  const { count, line, message } = unknown;
  const are = plural(count, "line of the eviction manager is", "lines of the eviction manager are");
  const shown = shortened(message, UNKNOWN_SHOWN);
  return [`${name}: ${are} not understood and left out; the first is line ${line}: ${shown}`];
}
