/** The kernel and admission as columns of the ranking, where they add something. */

import type { Decision } from "../../engine/decision.ts";
import { type RankingKey, rankedResource } from "../../text/rankingKeys.ts";
import { ADMISSION_TITLE, admissionKey, admissionLegend } from "../admit/admissionKey.ts";
import type { NodeAdmission } from "../admit/nodeAdmission.ts";
import type { OomRanking } from "../oom/nodeRanking.ts";
import { OOM_LEGEND, OOM_TITLE, oomKey } from "../oom/oomKey.ts";

export interface ExtraColumns {
  readonly oom?: OomRanking | null | undefined;
  readonly admission?: NodeAdmission | null;
}

export function extraKeys(decision: Decision, extra: ExtraColumns): RankingKey[] {
  const { oom, admission } = shownColumns(decision, extra);
  return [
    ...(oom === null ? [] : [oomKey(oom)]),
    ...(admission === null || admission.answer === null ? [] : [admissionKey(admission)]),
  ];
}

/** What each column means, by its title, or why a requested one is missing. */
export function extraLegends(
  decision: Decision,
  extra: ExtraColumns,
): readonly (readonly [title: string, meaning: string])[] {
  const { oom, admission } = shownColumns(decision, extra);
  return [
    ...(oom === null ? [] : [[OOM_TITLE, OOM_LEGEND] as const]),
    ...(admission === null ? [] : [[ADMISSION_TITLE, admissionLegend(admission)] as const]),
  ];
}

/** Both are about memory, unless a pod was given that may request something else. */
function shownColumns(decision: Decision, { oom = null, admission = null }: ExtraColumns) {
  const isOfMemory = rankedResource(decision) === "memory";
  return {
    oom: isOfMemory ? oom : null,
    admission: isOfMemory || admission?.isDefault === false ? admission : null,
  };
}
