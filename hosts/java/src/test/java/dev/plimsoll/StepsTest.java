package dev.plimsoll;

import static dev.plimsoll.Documents.BEGIN;
import static dev.plimsoll.Documents.engine;
import static dev.plimsoll.Documents.summaryBytes;
import static dev.plimsoll.Documents.utf8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StepsTest {
  private static PackableStep step(int seconds, byte[] summary) {
    return new PackableStep(BEGIN.plusSeconds(seconds), summary, null, false);
  }

  @Test
  void manyStepsAmountToSingleOnes() {
    var single = engine();
    var many = engine();
    var steps = new ArrayList<PackableStep>();
    long evictions = 0;
    for (int turn = 0; turn < 6; turn++) {
      var now = BEGIN.plusSeconds(10 * turn);
      byte[] summary = summaryBytes(50 + 30 * (turn % 3), now);
      evictions += single.observe(summary, now).evictions().size();
      steps.add(step(10 * turn, turn % 2 == 0 ? single.freezeSummary() : summary));
    }
    single.missed(BEGIN.plusSeconds(60));
    steps.add(step(60, null));
    var taken = many.steps(PackableStep.pack(steps, null));
    assertEquals(7, taken.taken());
    assertEquals(6, taken.steps());
    assertEquals(1, taken.missed());
    assertEquals(evictions, taken.evictions().stream().mapToLong(each -> each.count()).sum());
    assertEquals(BEGIN, taken.firstEviction());
    assertEquals(List.of("MemoryPressure"), taken.nodeConditions());
    assertEquals(
        Duration.ofSeconds(60).toNanos(), taken.conditionNanoseconds().get("MemoryPressure"));
    assertArrayEquals(single.save(), many.save());
  }

  @Test
  void manyStepsEndBeforeOneThatIsRefused() {
    var engine = engine();
    var good = step(0, summaryBytes(500, BEGIN));
    var bad = step(0, utf8("{"));
    assertEquals(1, engine.steps(PackableStep.pack(List.of(good, bad), BEGIN)).taken());
    byte[] packed = PackableStep.pack(List.of(bad, good), BEGIN);
    var refused = assertThrows(RefusedException.class, () -> engine.steps(packed));
    assertEquals(Status.INVALID_JSON, refused.status());
  }
}
