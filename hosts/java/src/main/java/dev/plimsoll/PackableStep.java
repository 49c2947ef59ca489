package dev.plimsoll;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/**
 * A step for {@link Engine#steps}.
 *
 * @param time of the step
 * @param summary JSON, or what {@link Engine#freezeSummary} returned; null when none could be read
 * @param reclaimed the Summary after node-level reclaim, as JSON; null when none was recorded
 * @param reclaimedMissed whether no Summary could be read after the reclaim
 */
public record PackableStep(
    Instant time, byte[] summary, byte[] reclaimed, boolean reclaimedMissed) {
  // Sizes as in assembly/README.md; those of a document that is not there are negative.
  private static final int HEAD_BYTES = 64;
  private static final int STEP_BYTES = 16;
  private static final int UNREAD = -1;
  private static final int UNRECORDED = -2;
  private static final long NO_TIME = Long.MIN_VALUE;
  private static final byte[] FORMAT = "PLST".getBytes(StandardCharsets.US_ASCII);

  /**
   * Packs steps of one pod list for {@link Engine#steps}.
   *
   * @param steps in the order of time
   * @param before when the step before them was; null when there was none
   * @throws IllegalArgumentException if 64 bits of nanoseconds do not hold a time
   */
  public static byte[] pack(List<PackableStep> steps, Instant before) {
    int size = steps.stream().mapToInt(PackableStep::size).reduce(HEAD_BYTES, Math::addExact);
    var packed = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    packed.put(FORMAT).putInt(steps.size());
    packed.putLong(before == null ? NO_TIME : Nanoseconds.of(before)).position(HEAD_BYTES);
    for (var step : steps) {
      packed.putLong(Nanoseconds.of(step.time));
      packed.putInt(sizeOr(step.summary, UNREAD));
      packed.putInt(step.reclaimedMissed ? UNREAD : sizeOr(step.reclaimed, UNRECORDED));
      if (step.summary != null) packed.put(step.summary);
      if (step.hasReclaimed()) packed.put(step.reclaimed);
    }
    return packed.array();
  }

  private boolean hasReclaimed() {
    return reclaimed != null && !reclaimedMissed;
  }

  private int size() {
    return STEP_BYTES + sizeOr(summary, 0) + (hasReclaimed() ? reclaimed.length : 0);
  }

  private static int sizeOr(byte[] document, int none) {
    return document == null ? none : document.length;
  }
}
