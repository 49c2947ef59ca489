import { formatTime, parseTime } from "../../../analysis/text/time.ts";
import type { HeldStep, NodeContext } from "../history/heldStep.ts";
import type { StepHistory } from "../history/stepHistory.ts";

const NANOSECONDS_PER_SECOND = 1_000_000_000n;
/** Behind the id of a step, where its decision has been sent too. */
export const DECIDED = "/decided";

/** What a client asks to begin with. */
export interface StartFrom {
  /** Before the newest step. */
  readonly seconds: number | null;
  /** The id of the last event the client got, if it comes back. */
  readonly lastEventId: string | null;
}

/** The position of a client: everything before it has been sent, or will never be. */
export interface Cursor {
  readonly index: number;
  /** Whether the step has a record; otherwise only the decision is sent. */
  readonly hasRecord: boolean;
  /** What the client needs not be sent again. */
  readonly has: Omit<NodeContext, "configuration">;
}

/** Names a step: the daemon's number distinguishes two of one time. */
export function idOf({ number, time }: HeldStep): string {
  return `${number}/${formatTime(time)}`;
}

/**
 * For a client that comes back, what was not sent yet; for others the time before the newest step,
 * or the last step that observed the node.
 */
export function cursorAt(history: StepHistory, { lastEventId, seconds }: StartFrom): Cursor {
  const returned = lastEventId === null ? null : cursorAfter(history, lastEventId);
  if (returned !== null) return returned;
  const { newest } = history;
  if (seconds === null || newest === undefined) {
    const observed = history.findLast((held) => held.observed);
    return from(history, observed ?? Math.max(history.end - 1, history.first));
  }
  const begin = newest.time - BigInt(Math.ceil(seconds)) * NANOSECONDS_PER_SECOND;
  return from(
    history,
    history.find(({ time }) => time >= begin),
  );
}

/** Null for a foreign id. A step that was dropped, or of another run, is found by its time. */
function cursorAfter(history: StepHistory, lastEventId: string): Cursor | null {
  const hasDecision = lastEventId.endsWith(DECIDED);
  const id = hasDecision ? lastEventId.slice(0, -DECIDED.length) : lastEventId;
  const index = history.findLast((held) => idOf(held) === id);
  const known = index === null ? undefined : history.at(index);
  if (index !== null && known !== undefined) {
    return { index: index + (hasDecision ? 1 : 0), hasRecord: !hasDecision, has: known };
  }
  const time = parseTime(id.slice(id.indexOf("/") + 1));
  return time === null
    ? null
    : from(
        history,
        history.find((held) => held.time > time),
      );
}

function from(history: StepHistory, index: number): Cursor {
  const { header } = history.at(index) ?? history.context;
  return { index, hasRecord: false, has: { header, pods: null } };
}
