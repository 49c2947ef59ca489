import type { Spared } from "../../engine/oomSelection.ts";
import { formatBytes } from "../../text/amount.ts";
import type { Fix } from "../../text/document.ts";
import { LARGER_REQUEST } from "../../text/fixCosts.ts";

/** What is known of the process or container that the kernel chooses. */
export interface SparedSubject {
  readonly oomScoreAdj: number;
  readonly pageBytes: number;
  /** The process that is killed instead, in words; null if none is left. */
  readonly instead: string | null;
  /** ` for java (pid 12)`, in changes that do not name it; absent where it is plain to see. */
  readonly of?: string;
}

/** What would spare it, a sentence for each; all of them were found by deciding again. */
export function sparedSentences(
  found: Omit<Spared, "instead">,
  { oomScoreAdj: own, pageBytes, instead }: SparedSubject,
): readonly string[] {
  const { oomScoreAdj, memoryRequestBytes, guaranteed, rssPages } = found;
  const other = instead === null ? "no process is left to kill" : `${instead} dies instead`;
  return [
    ...(oomScoreAdj === undefined
      ? []
      : [`oom_score_adj of ${oomScoreAdj} or less (it has ${own}): ${other}.`]),
    ...(memoryRequestBytes === undefined
      ? []
      : [
          `A memory request of ${formatBytes(memoryRequestBytes)} or more in a Burstable pod, ` +
            "which gives it that oom_score_adj here.",
        ]),
    guaranteed
      ? "A Guaranteed pod (oom_score_adj -997)."
      : "A Guaranteed pod (oom_score_adj -997) would not spare it.",
    ...(rssPages === undefined
      ? []
      : [
          `At most ${formatBytes(rssPages * pageBytes)} of resident memory, with everything ` +
            "else unchanged.",
        ]),
  ];
}

/** The same as fixes of a process or container with the name, the cheapest first. */
export function sparedFixes(
  { rssPages, memoryRequestBytes, oomScoreAdj }: Omit<Spared, "instead">,
  name: string,
  { oomScoreAdj: own, pageBytes, instead, of = "" }: SparedSubject,
): readonly Fix[] {
  const effect =
    instead === null ? "no process is left to kill" : `the kernel kills ${instead} instead`;
  const change = (text: string, cost?: string): Fix => {
    return { change: text, effect, ...(cost === undefined ? {} : { cost }) };
  };
  return [
    ...(rssPages === undefined
      ? []
      : [change(`${name} at ${formatBytes(rssPages * pageBytes)} or less`)]),
    ...(memoryRequestBytes === undefined
      ? []
      : [
          change(
            `Request ${formatBytes(memoryRequestBytes)} of memory in a Burstable pod${of}`,
            LARGER_REQUEST,
          ),
        ]),
    ...(oomScoreAdj === undefined
      ? []
      : [
          change(
            `oom_score_adj of ${oomScoreAdj} or less${of} (now ${own})`,
            "another process pays for its memory",
          ),
        ]),
  ];
}
