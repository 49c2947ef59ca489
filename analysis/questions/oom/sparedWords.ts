import type { Spared } from "../../engine/oomSelection.ts";
import { formatBytes } from "../../text/amount.ts";
import type { Fix } from "../../text/document.ts";
import { LARGER_REQUEST } from "../../text/fixCosts.ts";

/** What is known of the process or container that the kernel chooses. */
export interface SparedSubject {
  /** As changes call it. */
  readonly name: string;
  readonly oomScoreAdj: number;
  readonly rssPages: number;
  readonly pageBytes: number;
  /** The process that is killed instead, in words; null if none is left. */
  readonly instead: string | null;
  /** A container's oom_score_adj follows from its pod's requests and limits. */
  readonly isOfPod: boolean;
  /** Its own cgroup was at its limit, so a process that dies instead belongs to its workload. */
  readonly isAtOwnLimit: boolean;
  /** ` for java (pid 12)`, in changes that do not name it; absent where it is plain to see. */
  readonly of?: string;
}

/** A program that must do with less than this part of what it used is another program. */
const LEFT_OF_USE = 1 / 2;
/** The kernel never kills a process with this oom_score_adj, however much it uses. */
const EXEMPT = -1000;

/**
 * Steps that a person would take, the cheapest first; all were found by deciding again. With one
 * that leaves no process to kill, the kernel panics or the cgroup hangs.
 */
export function sparedFixes(
  { rssPages, memoryRequestBytes, guaranteed, oomScoreAdj }: Omit<Spared, "instead">,
  subject: SparedSubject,
): readonly Fix[] {
  const { name, oomScoreAdj: own, rssPages: used, pageBytes, instead, of = "" } = subject;
  if (instead === null || subject.isAtOwnLimit) return [];
  const change = (text: string, cost?: string): Fix => {
    const effect = `the kernel kills ${instead} instead`;
    return { change: text, effect, ...(cost === undefined ? {} : { cost }) };
  };
  const bytes = (pages: number) => formatBytes(pages * pageBytes);
  const less =
    rssPages === undefined || rssPages < used * LEFT_OF_USE
      ? []
      : [change(`${name} at ${bytes(rssPages)} or less (now ${bytes(used)})`)];
  if (!subject.isOfPod) {
    return oomScoreAdj === undefined || oomScoreAdj <= EXEMPT
      ? less
      : [
          ...less,
          change(
            `oom_score_adj of ${oomScoreAdj} or less${of} (now ${own})`,
            "another process pays for its memory",
          ),
        ];
  }
  if (memoryRequestBytes !== undefined) {
    // A pod above its request is the first that the kubelet evicts.
    const request = formatBytes(Math.max(memoryRequestBytes, used * pageBytes));
    const text = `Request ${request} of memory in a Burstable pod${of}`;
    return [...less, change(text, LARGER_REQUEST)];
  }
  if (!guaranteed) return less;
  return [...less, change(`A Guaranteed pod${of}: requests equal to limits`, LARGER_REQUEST)];
}

/** Why no fix spares it; null where one does, or no other process is left. */
export function unsparedSentence(
  found: Omit<Spared, "instead">,
  subject: SparedSubject,
): string | null {
  if (subject.instead === null || sparedFixes(found, subject).length > 0) return null;
  if (subject.isAtOwnLimit) {
    return "Another oom_score_adj would only move the kill within this cgroup.";
  }
  return subject.isOfPod
    ? "Not even a Guaranteed pod would be spared."
    : `Only oom_score_adj ${EXEMPT} would spare it, with which its memory stays in use.`;
}
