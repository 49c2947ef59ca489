/** What both the OOM killer and the loop weigh by: oom_badness of Linux, and what /proc shows. */

/** Pages that one point of oom_score_adj is worth; the kernel divides first, so it may be 0. */
export function pagesOfOneOf(totalPages: i64): i64 {
  return totalPages / 1000;
}

/**
 * What /proc/PID/oom_score shows of such points: proc_oom_score, which weighs by all of the
 * machine. Since points may be below zero it is shifted, so it stays from 0 to 2000.
 */
export function shownScore(points: i64, totalPages: i64): i64 {
  return ((1000 + (points * 1000) / totalPages) * 2) / 3;
}
