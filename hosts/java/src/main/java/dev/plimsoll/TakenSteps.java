package dev.plimsoll;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What many steps amount to, in whole numbers: schemas/steps-1.schema.json.
 *
 * @param plimsoll the format of the answer
 * @param taken how many steps were taken: all before the first one that is refused
 * @param steps how many of them had a Summary
 * @param missed how many of them had none
 * @param nodeConditions after the last step
 * @param conditionNanoseconds the time under each condition, from each step to the next
 * @param firstEviction when a pod was first evicted; null when none was
 * @param evictions by pod and reason
 * @param headroom by threshold
 * @param chain a hash of the digests, 16 hexadecimal digits
 */
public record TakenSteps(
    String plimsoll,
    int taken,
    long steps,
    long missed,
    List<String> nodeConditions,
    Map<String, Long> conditionNanoseconds,
    Instant firstEviction,
    List<TalliedPod> evictions,
    List<Headroom> headroom,
    String chain) {
  /**
   * The evictions of one pod for one reason.
   *
   * @param uid of the pod
   * @param qosClass Guaranteed, Burstable or BestEffort
   * @param signal null for a local storage limit, which {@code cause} names
   * @param hard whether the threshold is a hard one
   * @param cause the local storage limit that was exceeded; null for node pressure
   * @param count how many
   */
  public record TalliedPod(
      String uid, String qosClass, String signal, boolean hard, String cause, long count) {}

  /**
   * The least that was available above a threshold; below zero, the most that was missing.
   *
   * @param signal of the threshold
   * @param hard whether it is a hard one
   * @param amount in bytes, inodes or processes
   */
  public record Headroom(String signal, boolean hard, long amount) {}
}
