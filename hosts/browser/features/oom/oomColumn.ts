import type { OomRanking } from "../../../../analysis/questions/oom/nodeRanking.ts";
import { OOM_LEGEND, oomKey } from "../../../../analysis/questions/oom/oomKey.ts";
import { number } from "../../../../analysis/text/rankingKeys.ts";
import type { SortKey } from "../../controls/sortKeys.ts";

/** The kernel's place of each pod; the column keeps its own until that is known. */
export function oomColumn(ranking: OomRanking | null): SortKey {
  const key =
    ranking === null
      ? { ...number("", ({ position }) => position, String), cell: () => "…" }
      : oomKey(ranking);
  return { ...key, title: "Kernel", under: "Priority", meaning: OOM_LEGEND };
}
