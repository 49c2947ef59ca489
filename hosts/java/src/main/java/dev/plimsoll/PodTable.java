package dev.plimsoll;

import java.util.List;

/**
 * What eviction depends on, pod by pod: schemas/pods-1.schema.json.
 *
 * @param plimsoll the format of the answer
 * @param pods in the order of the list
 */
public record PodTable(String plimsoll, List<PodFacts> pods) {
  /**
   * Reads an answer.
   *
   * @param report what {@link Engine#report} returned after {@link Engine#pods}
   */
  public static PodTable read(byte[] report) {
    return Answers.read(PodTable.class, report);
  }

  /**
   * What eviction depends on of one pod. Requests and limits are quantities.
   *
   * @param namespace of the pod
   * @param name of the pod
   * @param uid of the pod
   * @param active whether the kubelet counts the pod as active
   * @param qosClass Guaranteed, Burstable or BestEffort
   * @param priority 0 without one
   * @param critical whether the kubelet refuses to evict it
   * @param memoryRequest of all containers
   * @param ephemeralStorageRequest of all containers
   * @param ephemeralStorageLimit null when no container has one
   */
  public record PodFacts(
      String namespace,
      String name,
      String uid,
      boolean active,
      String qosClass,
      long priority,
      boolean critical,
      String memoryRequest,
      String ephemeralStorageRequest,
      String ephemeralStorageLimit) {}
}
