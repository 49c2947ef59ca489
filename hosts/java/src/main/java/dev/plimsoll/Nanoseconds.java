package dev.plimsoll;

import java.time.Instant;

/** Times as the module takes them: 64 bits of nanoseconds since 1970. */
final class Nanoseconds {
  private static final long OF_SECOND = 1_000_000_000L;
  private static final Instant MIN = Instant.ofEpochSecond(0, Long.MIN_VALUE);
  private static final Instant MAX = Instant.ofEpochSecond(0, Long.MAX_VALUE);

  private Nanoseconds() {}

  static long of(Instant time) {
    if (time.isBefore(MIN) || time.isAfter(MAX)) {
      throw new IllegalArgumentException(
          "the time of a step is " + time + "; give one from " + MIN + " to " + MAX);
    }
    long seconds = time.getEpochSecond();
    // Before 1970, seconds are rounded down: the product alone may not fit.
    return seconds < 0
        ? (seconds + 1) * OF_SECOND + (time.getNano() - OF_SECOND)
        : seconds * OF_SECOND + time.getNano();
  }
}
