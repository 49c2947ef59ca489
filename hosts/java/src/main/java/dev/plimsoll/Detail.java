package dev.plimsoll;

/** How much a report holds, each with all that the one before it has. */
public enum Detail {
  /** What was decided. */
  DECISION,
  /** Also the observations, the thresholds and the ranking. */
  ARITHMETIC,
  /**
   * Also what would have spared the pod. Every answer is verified by taking the step again, so it
   * costs more than the step itself.
   */
  COUNTERFACTUALS
}
