/** The kernel and admission as columns of the ranking, where they add something. */

import type { Decision } from "../../engine/decision.ts";
import { number, type RankingKey, rankedResource } from "../../text/rankingKeys.ts";
import {
  ADMISSION_TITLE,
  admissionKey,
  admissionLegend,
  DEFAULT_LEGEND,
} from "../admit/admissionKey.ts";
import type { NodeAdmission } from "../admit/nodeAdmission.ts";
import type { OomRanking } from "../oom/nodeRanking.ts";
import { OOM_LEGEND, OOM_TITLE, oomKey } from "../oom/oomKey.ts";

/** Asked about, and not answered yet: a column keeps its place until it is. */
export const AWAITED = "awaited";

export interface ExtraColumns {
  readonly oom?: OomRanking | typeof AWAITED | null | undefined;
  readonly admission?: NodeAdmission | typeof AWAITED | null;
  readonly hasQosClass?: boolean;
}

/** Below which column both are where there is little room. */
const UNDER = { under: "priority" } as const;

export function extraKeys(decision: Decision, extra: ExtraColumns): RankingKey[] {
  const { oom, admission } = shownColumns(decision, extra);
  const keys = [
    ...(oom === null ? [] : [oom === AWAITED ? awaited(OOM_TITLE) : oomKey(oom)]),
    ...(admission === AWAITED ? [awaited(ADMISSION_TITLE)] : []),
    ...(admission === null || admission === AWAITED || admission.answer === null
      ? []
      : [admissionKey(admission)]),
  ];
  return keys.map((key) => ({ ...key, ...UNDER }));
}

function awaited(title: string): RankingKey {
  return { ...number(title, ({ position }) => position, String), cell: () => "…" };
}

/** What each column means, by its title, or why a requested one is missing. */
export function extraLegends(
  decision: Decision,
  extra: ExtraColumns,
): readonly (readonly [title: string, meaning: string])[] {
  const { oom, admission } = shownColumns(decision, extra);
  const legend =
    admission === null || admission === AWAITED ? DEFAULT_LEGEND : admissionLegend(admission);
  return [
    ...(oom === null ? [] : [[OOM_TITLE, OOM_LEGEND] as const]),
    ...(admission === null ? [] : [[ADMISSION_TITLE, legend] as const]),
  ];
}

/** Both are about memory, unless a pod was given that may request something else. */
export function shownColumns(decision: Decision, { oom = null, admission = null }: ExtraColumns) {
  const isOfMemory = rankedResource(decision) === "memory";
  const isGiven = admission !== null && admission !== AWAITED && !admission.isDefault;
  return {
    oom: isOfMemory ? oom : null,
    admission: isOfMemory || isGiven ? admission : null,
  };
}
