package dev.plimsoll;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/**
 * What one step decided: schemas/decision-1.schema.json. Amounts are in bytes, inodes or processes,
 * and exact; those that may have a fraction are decimals. What is absent is null, or an empty list.
 *
 * @param plimsoll the format of the answer
 * @param time the time of the step
 * @param step counts steps from 1; 0 before the first one that was not missed
 * @param action what the step asks of its host
 * @param nodeConditions such as MemoryPressure
 * @param reclaim node-level reclaim functions, in order
 * @param evictions the pods to evict
 * @param alternatives other outcomes that a kubelet could have had in the same step
 * @param warnings what is odd about the time of the step; the digest does not cover them
 * @param missed whether no Summary could be read: nothing was decided
 * @param digest the hash of the decision: hosts with equal digests decided alike
 * @param signal of the threshold that was chosen to reclaim; null without one
 * @param hard whether that threshold is a hard one
 * @param probability how probable it is that a kubelet chooses that threshold, such as 7/8; null
 *     when there is no other one, and when it is not known
 * @param failed why the step ended before it looked at anything
 * @param crash where a kubelet would end in a panic, and what was decided instead
 * @param resource what the threshold is about
 * @param limit of the threshold, applied to the capacity
 * @param available of the signal
 * @param capacity of the signal
 * @param reclaimSufficient null when nothing was reclaimed at node level
 * @param observations what the Summary says; these and the next need {@link Detail#ARITHMETIC}
 * @param thresholds the state of each threshold
 * @param rankingSignal the signal that was asked for; null when the ranking is the decision's
 * @param rankingResource what pods are ranked by
 * @param ranking pods in the order of eviction
 * @param nodeAllocatable how Node Allocatable is computed
 * @param unknownPods how many pods are in the Summary and not in the pod list
 * @param refused critical pods whose turn came and which a kubelet does not evict
 * @param assumption what a result with {@link Options#whatIf} rests on
 * @param subject the pod that the counterfactuals are about; this and the next need {@link
 *     Detail#COUNTERFACTUALS}
 * @param standing what happens to that pod in this step, and why
 * @param counterfactuals what would have spared that pod
 */
public record Decision(
    String plimsoll,
    Instant time,
    long step,
    Action action,
    List<String> nodeConditions,
    List<String> reclaim,
    List<Eviction> evictions,
    List<Alternative> alternatives,
    List<StepWarning> warnings,
    boolean missed,
    String digest,
    String signal,
    boolean hard,
    String probability,
    String failed,
    String crash,
    String resource,
    BigDecimal limit,
    Long available,
    Long capacity,
    Boolean reclaimSufficient,
    List<Observation> observations,
    List<Threshold> thresholds,
    String rankingSignal,
    String rankingResource,
    List<RankedPod> ranking,
    List<Allocatable> nodeAllocatable,
    long unknownPods,
    List<PodName> refused,
    String assumption,
    PodName subject,
    String standing,
    List<Counterfactual> counterfactuals) {
  /**
   * Another outcome that a kubelet could have had in the same step.
   *
   * @param signal of the threshold
   * @param hard whether it is a hard one
   * @param probability that a kubelet chooses it, such as 1/8; null when it is not known
   * @param reclaim node-level reclaim functions, in order
   * @param pods tied for the first place under that threshold
   */
  public record Alternative(
      String signal, boolean hard, String probability, List<String> reclaim, List<Eviction> pods) {}

  /**
   * Says what is odd about the time of a step.
   *
   * @param rule clock or time-goes-back
   * @param message what is odd, one sentence
   */
  public record StepWarning(String rule, String message) {}

  /**
   * What the Summary says about one signal.
   *
   * @param signal such as memory.available
   * @param available in bytes, inodes or processes
   * @param capacity in the same unit
   * @param time when the stats were taken; null when they have no time
   */
  public record Observation(String signal, long available, long capacity, Instant time) {}

  /**
   * The state of one threshold in a step.
   *
   * @param signal such as memory.available
   * @param hard whether it has no grace period
   * @param origin evictionHard, evictionSoft, default, enforceNodeAllocatable or containerfs
   * @param value as it was written, such as 10%
   * @param limit the value applied to the capacity; it and the next are null without an observation
   * @param available of the signal
   * @param capacity of the signal
   * @param met whether less than the limit is available
   * @param unresolved whether it was crossed and the minimum reclaim is not yet regained
   * @param gracePeriodSatisfied whether it was met for its grace period
   * @param updatedStats whether the stats are newer than at the step before
   * @param since when it was first met
   * @param gracePeriodSeconds of a soft threshold; 0 of a hard one
   * @param graceRemainingSeconds until the grace period is over
   * @param minReclaim as it was written
   * @param minReclaimAmount the same, applied to the capacity
   * @param sentence all of that, in one sentence
   */
  public record Threshold(
      String signal,
      boolean hard,
      String origin,
      String value,
      BigDecimal limit,
      Long available,
      Long capacity,
      boolean met,
      boolean unresolved,
      boolean gracePeriodSatisfied,
      boolean updatedStats,
      Instant since,
      BigDecimal gracePeriodSeconds,
      BigDecimal graceRemainingSeconds,
      String minReclaim,
      BigDecimal minReclaimAmount,
      String sentence) {}

  /**
   * One pod in the order of eviction.
   *
   * @param position counts from 1, which is evicted first
   * @param namespace of the pod
   * @param name of the pod
   * @param uid of the pod
   * @param hasStats whether the Summary has the pod
   * @param exceedsRequest null where requests do not count
   * @param priority 0 without one
   * @param usage of the resource
   * @param request of the resource
   * @param usageMinusRequest null where requests do not count
   * @param processCount null where processes do not count
   * @param qosClass Guaranteed, Burstable or BestEffort
   * @param skipped why the pod cannot be evicted; null for one that can
   * @param tied whether it equals the pod before it in every comparator
   * @param parts its containers and volumes
   * @param sentence why it has this position
   */
  public record RankedPod(
      long position,
      String namespace,
      String name,
      String uid,
      boolean hasStats,
      Boolean exceedsRequest,
      long priority,
      BigDecimal usage,
      BigDecimal request,
      BigDecimal usageMinusRequest,
      Long processCount,
      String qosClass,
      String skipped,
      boolean tied,
      List<UsagePart> parts,
      String sentence) {}

  /**
   * A container or a volume of a ranked pod. The amounts are the Summary's, as the kubelet takes
   * them: those above 2^63 wrap around.
   *
   * @param name of the container or volume
   * @param kind container, initContainer, sidecar, ephemeral or volume
   * @param memoryRequest a quantity
   * @param ephemeralStorageRequest a quantity
   * @param oomScoreAdj that the kubelet sets
   * @param memoryWorkingSetBytes of a container
   * @param rootfsUsedBytes of a container
   * @param rootfsInodesUsed of a container
   * @param logsUsedBytes of a container
   * @param logsInodesUsed of a container
   * @param rootfsCounted whether the root file system counts in the ranking of this step
   * @param logsCounted whether the logs count in the ranking of this step
   * @param usedBytes of a volume
   * @param inodesUsed of a volume
   * @param counted whether the volume counts
   */
  public record UsagePart(
      String name,
      String kind,
      String memoryRequest,
      String ephemeralStorageRequest,
      Long oomScoreAdj,
      Long memoryWorkingSetBytes,
      Long rootfsUsedBytes,
      Long rootfsInodesUsed,
      Long logsUsedBytes,
      Long logsInodesUsed,
      Boolean rootfsCounted,
      Boolean logsCounted,
      Long usedBytes,
      Long inodesUsed,
      Boolean counted) {}

  /**
   * How Node Allocatable of one resource is computed, in quantities.
   *
   * @param resource such as memory
   * @param capacity of the node
   * @param systemReserved of the configuration
   * @param kubeReserved of the configuration
   * @param evictionHard the hard threshold
   * @param allocatable what is left
   */
  public record Allocatable(
      String resource,
      String capacity,
      String systemReserved,
      String kubeReserved,
      String evictionHard,
      String allocatable) {}

  /**
   * A change that would have spared the pod in question.
   *
   * @param change request, priority or threshold
   * @param from the present value
   * @param to the value that would have spared it
   * @param verified whether the step was taken again with the change, and spared the pod
   * @param action what the step does with the change
   * @param evicted the pod that it evicts then
   * @param sentence all of that, in one sentence
   */
  public record Counterfactual(
      String change,
      String from,
      String to,
      boolean verified,
      Action action,
      PodName evicted,
      String sentence) {}
}
