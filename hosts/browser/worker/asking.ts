import type { Asking } from "../../../analysis/questions/given/asked.ts";
import type { Turns } from "../session/turns.ts";
import type { Reply } from "./replies.ts";
import type { Session } from "./session.ts";

const NANOSECONDS_PER_MILLISECOND = 1_000_000n;
/** Milliseconds; more often would only keep the page busy. */
const REPORT_MILLISECONDS = 100;

/** How a question about given documents is asked here. */
export function askingOf(session: Session, turns: Turns, reply: Reply): Asking {
  let last = performance.now();
  return {
    module: (policy) => session.module(policy),
    now: BigInt(Date.now()) * NANOSECONDS_PER_MILLISECOND,
    onRead: ({ name, content, files }, done) => {
      const now = performance.now();
      if (now - last < REPORT_MILLISECONDS) return;
      last = now;
      const total = files === undefined ? content.size : null;
      reply({ kind: "reading", read: { name, done, total } });
    },
    rest: async () => {
      if (turns.isOver) await turns.rest();
    },
  };
}
