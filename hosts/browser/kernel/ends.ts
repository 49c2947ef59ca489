import type { Capture, CaptureRecord } from "../../shared/capture.ts";
import { type Json, listOf, objectOf } from "../../shared/json/loose.ts";
import type { ContainerEnd } from "../protocol.ts";
import type { Turns } from "../worker/turns.ts";

/** How a container ended that the kernel killed for memory, or that SIGKILL ended. */
const OOM_REASON = "OOMKilled";
const SIGKILL_EXIT_CODE = 137;
const STATUSES = ["containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses"];
/** Written without spaces or with them; what does not hold one of these is not read further. */
const TRACE = /OOMKilled|"exitCode"\s*:\s*137\b/;

const decoder = new TextDecoder();

/**
 * Containers of which the PodLists of a capture say that they were OOMKilled, or that they ended
 * with 137; each end once, in the order of time. `step` is the first at or after it.
 */
export async function endsIn({ records }: Capture, turns: Turns): Promise<ContainerEnd[]> {
  const ends = new Map<string, ContainerEnd>();
  let step = 0;
  for await (const { pods } of records as AsyncIterable<CaptureRecord>) {
    if (pods !== undefined) {
      const text = decoder.decode(pods);
      const found = TRACE.test(text) ? endsOf(listIn(text), step) : [];
      for (const end of found) {
        const key = `${end.pod.uid} ${end.container} ${end.finishedAt}`;
        if (!ends.has(key)) ends.set(key, end);
      }
    }
    step += 1;
    if (turns.isOver) await turns.rest();
  }
  return [...ends.values()];
}

/** A list that is not JSON was refused by the engine, which says so. */
export function listIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function endsOf(list: unknown, step: number): readonly ContainerEnd[] {
  return listOf(objectOf(list).items).flatMap(({ metadata, status }) => {
    const { namespace, name, uid } = objectOf(metadata);
    const pod = { namespace: String(namespace), name: String(name), uid: String(uid) };
    return STATUSES.flatMap((key) => listOf(objectOf(status)[key])).flatMap((container) =>
      terminations(container).map(({ reason, finishedAt }) => ({
        pod,
        container: String(container.name),
        isOom: reason === OOM_REASON,
        finishedAt: typeof finishedAt === "string" ? finishedAt : null,
        step,
      })),
    );
  });
}

/** Of a container status: how it ended now, and how the one before it did. */
function terminations({ state, lastState }: Json): readonly Json[] {
  return [lastState, state]
    .map((each) => objectOf(objectOf(each).terminated))
    .filter(({ reason, exitCode }) => reason === OOM_REASON || exitCode === SIGKILL_EXIT_CODE);
}
