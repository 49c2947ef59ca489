package dev.plimsoll;

import java.time.Instant;

/**
 * One moment of a node. Documents are JSON, as they are written in the capture.
 *
 * @param line counts from 1
 * @param time of the moment
 * @param pods a v1 PodList; null when the one before it is still in force
 * @param summary null when none could be read; {@code summaryError} may say why
 * @param summaryError why there is no Summary; null where the record does not say it
 * @param reclaimed the Summary after node-level reclaim; null when none was recorded
 * @param reclaimedMissed whether the record says that no Summary could be read after the reclaim
 */
public record CaptureRecord(
    int line,
    Instant time,
    byte[] pods,
    byte[] summary,
    String summaryError,
    byte[] reclaimed,
    boolean reclaimedMissed) {
  /**
   * Returns the Summary after a reclaim. When none was recorded, it is the one before: the reclaim
   * is taken to have freed nothing.
   */
  byte[] afterReclaim() {
    return reclaimed == null && !reclaimedMissed ? summary : reclaimed;
  }
}
