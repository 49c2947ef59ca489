package dev.plimsoll;

import java.math.BigDecimal;
import java.util.List;

/**
 * A configuration as it is in force: schemas/policy-1.schema.json.
 *
 * @param plimsoll the format of the answer
 * @param profile kubelet or proposal-2016
 * @param kubeletVersion the minor release whose rules count
 * @param layout the file systems; null when they are found in the first Summary
 * @param thresholds in the order in which they were read
 * @param pressureTransitionPeriodSeconds how long a condition stays after its thresholds
 * @param maxPodGracePeriodSeconds the longest grace period of a pod under a soft threshold
 * @param localStorageCapacityIsolation whether local storage limits are enforced
 * @param warnings traps that a kubelet starts with and says nothing about
 */
public record Policy(
    String plimsoll,
    String profile,
    String kubeletVersion,
    Layout layout,
    List<PolicyThreshold> thresholds,
    BigDecimal pressureTransitionPeriodSeconds,
    long maxPodGracePeriodSeconds,
    boolean localStorageCapacityIsolation,
    List<Finding> warnings) {
  /**
   * One threshold of a policy.
   *
   * @param signal such as memory.available
   * @param hard whether it has no grace period
   * @param origin evictionHard, evictionSoft, default, enforceNodeAllocatable or containerfs
   * @param value as it was written, such as 10%
   * @param gracePeriodSeconds how long a soft threshold is met before a pod is evicted
   * @param minReclaim as it was written; null without one
   */
  public record PolicyThreshold(
      String signal,
      boolean hard,
      String origin,
      String value,
      BigDecimal gracePeriodSeconds,
      String minReclaim) {}
}
