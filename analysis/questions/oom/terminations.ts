/** Containers that were killed by the kernel or otherwise, as their pods report. */
import type { PodName } from "../../engine/decision.ts";
import { listOf, type Members, objectOf } from "../../read/json/untyped.ts";

/** How a container ended that the kernel killed for memory, or that SIGKILL ended. */
const OOM_REASON = "OOMKilled";
const SIGKILL_EXIT_CODE = 137;
const STATUSES = ["containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses"];
/** Written without spaces or with them; what does not hold one of these is not read further. */
const TRACE = /OOMKilled|"exitCode"\s*:\s*137\b/;

const decoder = new TextDecoder();

export interface ContainerTermination {
  readonly pod: PodName;
  readonly container: string;
  /** The runtime says that the kernel's OOM killer did it; else its exit code is 137. */
  readonly isOom: boolean;
  /** The time as it is written; null if it is missing. */
  readonly finishedAt: string | null;
  /** The step in which the termination is first seen. */
  readonly step: number;
}

/** What the PodLists of a capture show, each termination once, in the order in which they come. */
export class ContainerTerminations {
  readonly #all = new Map<string, ContainerTermination>();

  /** `step`: that of the list, or the first after it. */
  note(podList: Uint8Array, step: number): void {
    const text = decoder.decode(podList);
    const found = TRACE.test(text) ? terminationsIn(listIn(text), step) : [];
    for (const termination of found) {
      const key = `${termination.pod.uid} ${termination.container} ${termination.finishedAt}`;
      if (!this.#all.has(key)) this.#all.set(key, termination);
    }
  }

  get all(): readonly ContainerTermination[] {
    return [...this.#all.values()];
  }
}

/** A list that is not JSON was refused by the engine, which says so. */
export function listIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function terminationsIn(list: unknown, step: number): readonly ContainerTermination[] {
  return listOf(objectOf(list).items).flatMap(({ metadata, status }) => {
    const { namespace, name, uid } = objectOf(metadata);
    const pod = { namespace: String(namespace), name: String(name), uid: String(uid) };
    return STATUSES.flatMap((key) => listOf(objectOf(status)[key])).flatMap((container) =>
      terminationsOf(container).map(({ reason, finishedAt }) => ({
        pod,
        container: String(container.name),
        isOom: reason === OOM_REASON,
        finishedAt: typeof finishedAt === "string" ? finishedAt : null,
        step,
      })),
    );
  });
}

/** Reads from a container status how the container terminated, now and the last time. */
function terminationsOf({ state, lastState }: Members): readonly Members[] {
  return [lastState, state]
    .map((each) => objectOf(objectOf(each).terminated))
    .filter(({ reason, exitCode }) => reason === OOM_REASON || exitCode === SIGKILL_EXIT_CODE);
}
