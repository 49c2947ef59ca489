package dev.plimsoll;

/**
 * A step of a replay, and the record it was taken on. The step may be asked about before the next
 * one.
 *
 * @param step what was decided
 * @param record of the capture
 */
public record ReplayedStep(Step step, CaptureRecord record) {}
