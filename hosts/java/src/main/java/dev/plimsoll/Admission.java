package dev.plimsoll;

/**
 * Whether the node takes a pod under its conditions: schemas/pod-admit-1.schema.json.
 *
 * @param plimsoll the format of the answer
 * @param admit whether it does
 * @param reason the kubelet's, for a pod that is rejected; otherwise null
 * @param message the kubelet's, for a pod that is rejected; otherwise null
 * @param sentence why, in one sentence
 */
public record Admission(
    String plimsoll, boolean admit, String reason, String message, String sentence) {}
