package dev.plimsoll;

/**
 * Names a pod.
 *
 * @param namespace of the pod
 * @param name of the pod
 * @param uid of the pod
 */
public record PodName(String namespace, String name, String uid) {}
