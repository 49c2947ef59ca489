/** The release whose scheduler is followed, where no option names one. */

import { RELEASES } from "../../engine/contract/releases.ts";
import { followedRelease, formatRelease } from "../../text/release.ts";
import type { ObjectNotes } from "./objectNotes.ts";

export interface SchedulerRelease extends ObjectNotes {
  /** Undefined for the module's own default. */
  readonly release: string | undefined;
}

/** The API server's, or that of the newest kubelet among the nodes, which is named. */
export function schedulerRelease(
  server: string | undefined,
  kubelet: string | null,
): SchedulerRelease {
  const ofServer = followedRelease("The API server", server ?? "", RELEASES.scheduler);
  const followed =
    ofServer ?? followedRelease("The newest kubelet", kubelet ?? "", RELEASES.scheduler);
  if (followed === null) return { release: undefined, notes: [assumed(kubelet)], warnings: [] };
  const { release, note } = followed;
  const source = `the newest kubelet of the nodes is ${kubelet}`;
  const named = `kube-scheduler ${release} is followed, because ${source}.`;
  return {
    release,
    notes: ofServer === null && note === null ? [named] : [],
    warnings: note === null ? [] : [note],
  };
}

function assumed(kubelet: string | null): string {
  const stated =
    kubelet === null ? "No node states its kubelet's release" : `The newest kubelet is ${kubelet}`;
  const release = formatRelease(RELEASES.scheduler.default);
  return `${stated}; kube-scheduler ${release} is assumed (--kubernetes-version).`;
}
