package dev.plimsoll;

import java.util.List;

/**
 * The pods of one node in a list.
 *
 * @param pods a PodList of the node's pods alone; the same bytes when the list has no others
 * @param named of how many pods the list names the node
 * @param otherNodes the other nodes that the list names, sorted
 * @param ofOtherNodes how many pods of the list run on other nodes, and are not in {@code pods}
 * @param unscheduled how many are on no node, since the scheduler has not placed them
 */
public record NodePods(
    byte[] pods, long named, List<String> otherNodes, long ofOtherNodes, long unscheduled) {}
