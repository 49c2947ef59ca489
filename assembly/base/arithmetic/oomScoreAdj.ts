/** What both the OOM killer and the loop weigh by: oom_badness of Linux. */

/** Pages that one point of oom_score_adj is worth; the kernel divides first, so it may be 0. */
export function pagesOfOneOf(totalPages: i64): i64 {
  return totalPages / 1000;
}
