/** The judges beside the eviction manager as columns of its ranking, where they say something. */

import type { Decision } from "../../engine/decision.ts";
import { type RankingKey, rankedResource } from "../../text/rankingKeys.ts";
import { ADMISSION_TITLE, admissionKey, admissionLegend } from "../admit/admissionKey.ts";
import type { NodeAdmission } from "../admit/nodeAdmission.ts";
import type { OomRanking } from "../oom/nodeRanking.ts";
import { OOM_LEGEND, OOM_TITLE, oomKey } from "../oom/oomKey.ts";

export interface BesideRanking {
  readonly oom?: OomRanking | null | undefined;
  readonly admission?: NodeAdmission | null;
}

export function besideKeys(decision: Decision, beside: BesideRanking): RankingKey[] {
  const { oom, admission } = shownBeside(decision, beside);
  return [
    ...(oom === null ? [] : [oomKey(oom)]),
    ...(admission === null || admission.answer === null ? [] : [admissionKey(admission)]),
  ];
}

/** What each column means, by its title; also why one is not there that was asked for. */
export function besideLegends(
  decision: Decision,
  beside: BesideRanking,
): readonly (readonly [title: string, meaning: string])[] {
  const { oom, admission } = shownBeside(decision, beside);
  return [
    ...(oom === null ? [] : [[OOM_TITLE, OOM_LEGEND] as const]),
    ...(admission === null ? [] : [[ADMISSION_TITLE, admissionLegend(admission)] as const]),
  ];
}

/** Both are about memory, unless a pod was given that may request something else. */
function shownBeside(decision: Decision, { oom = null, admission = null }: BesideRanking) {
  const isOfMemory = rankedResource(decision) === "memory";
  return {
    oom: isOfMemory ? oom : null,
    admission: isOfMemory || admission?.isDefault === false ? admission : null,
  };
}
