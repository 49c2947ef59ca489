/** The kernel's choice on a node in words, over the sentences of the core. */
import { podText } from "../../text/podText.ts";
import type { OomRanking, RankedContainer } from "./nodeRanking.ts";

/** Above what the kernel's ranking takes for granted. */
export const KERNEL_ASSUMPTIONS = "Assumptions about the kernel";

export function containerText({
  pod,
  container,
}: Pick<RankedContainer, "pod" | "container">): string {
  return `container ${container} of ${podText(pod)}`;
}

/** Sentences for a reader who has the kubelet's ranking before them. */
export function oomSentences(ranking: OomRanking): string[] {
  const { first, next, isByAdjustment } = ranking;
  if (first === undefined) return [];
  const adjustment = isByAdjustment
    ? " Its oom_score_adj alone decides that: it would be first even if it used no memory."
    : "";
  return [
    `If the node ran out of memory, the kernel would kill ${containerText(first)}: ` +
      `${first.sentence ?? ""} pages.${adjustment}`,
    ...(next === undefined
      ? []
      : [`Next would be ${containerText(next)}: ${next.sentence ?? ""} pages.`]),
    ...ranking.nearLimits.map(({ sentence }) => sentence),
  ];
}
