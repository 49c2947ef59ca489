package dev.plimsoll;

import java.util.Map;

/**
 * A pod to evict, and the message that the kubelet sets on it.
 *
 * @param namespace of the pod
 * @param name of the pod
 * @param uid of the pod
 * @param gracePeriodSeconds the override that is handed to the pod worker
 * @param reason the kubelet's; null in an alternative
 * @param message the kubelet's, to the letter; it ends in a space, as the kubelet's does
 * @param annotations that the kubelet sets on the event
 * @param cause the local storage limit that was exceeded; null for node pressure
 */
public record Eviction(
    String namespace,
    String name,
    String uid,
    long gracePeriodSeconds,
    String reason,
    String message,
    Map<String, String> annotations,
    String cause) {}
