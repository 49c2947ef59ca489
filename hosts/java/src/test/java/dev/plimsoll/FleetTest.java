package dev.plimsoll;

import static dev.plimsoll.Documents.BEGIN;
import static dev.plimsoll.Documents.CONFIGURATION;
import static dev.plimsoll.Documents.PODS;
import static dev.plimsoll.Documents.engine;
import static dev.plimsoll.Documents.summaryBytes;
import static dev.plimsoll.Documents.utf8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class FleetTest {
  private static final int NODES = 8;
  private static final int TURNS = 4;

  private static Fleet fleet(int engines) {
    return new Fleet(engines, utf8(CONFIGURATION), Options.DEFAULTS);
  }

  /** Returns the number of steps that a node has taken. */
  static long numberIn(Fleet fleet, String node) {
    return fleet.turn(node, engine -> engine.missed(BEGIN).number());
  }

  /** Each node has less memory available than the one before, and its own times. */
  private static String observe(Engine engine, int node, int turn) {
    if (turn == 0) engine.pods(utf8(PODS));
    var now = BEGIN.plusSeconds(60 * node + 10 * turn);
    return engine.observe(summaryBytes(90 + node * 5 + turn, now), now).digest();
  }

  @Test
  void nodesOfAFleetDecideAsAlone() throws ExecutionException, InterruptedException {
    var expected = new ArrayList<List<String>>();
    var engine = engine();
    for (int node = 0; node < NODES; node++) {
      engine.configure(utf8(CONFIGURATION), Options.DEFAULTS);
      var digests = new ArrayList<String>();
      for (int turn = 0; turn < TURNS; turn++) digests.add(observe(engine, node, turn));
      expected.add(digests);
    }
    var fleet = fleet(2);
    var threads = Executors.newFixedThreadPool(NODES);
    var digests = new ArrayList<Future<List<String>>>();
    for (int node = 0; node < NODES; node++) {
      int number = node;
      digests.add(
          threads.submit(
              () -> {
                var own = new ArrayList<String>();
                for (int turn = 0; turn < TURNS; turn++) {
                  int count = turn;
                  own.add(fleet.turn("node-" + number, lent -> observe(lent, number, count)));
                }
                return own;
              }));
    }
    for (int node = 0; node < NODES; node++) {
      assertEquals(expected.get(node), digests.get(node).get());
    }
    threads.shutdown();
  }

  @Test
  void aNodeKeepsItsConfiguration() {
    var fleet = fleet(1);
    byte[] lower = utf8("{\"evictionHard\": {\"memory.available\": \"10Mi\"}}");
    Consumer<Engine> pods = engine -> engine.pods(utf8(PODS));
    Consumer<Engine> configured = engine -> engine.configure(lower, Options.DEFAULTS);
    assertEquals(0, evictions(fleet, "lower", configured.andThen(pods)));
    assertEquals(1, evictions(fleet, "usual", pods));
    assertEquals(0, evictions(fleet, "lower", engine -> {}));
    fleet.forget("lower");
    assertEquals(1, evictions(fleet, "lower", pods));
  }

  private static int evictions(Fleet fleet, String node, Consumer<Engine> before) {
    return fleet.turn(
        node,
        engine -> {
          before.accept(engine);
          return engine.observe(summaryBytes(50, BEGIN), BEGIN).evictions().size();
        });
  }

  @Test
  void aTurnThatThrowsKeepsItsSteps() {
    var fleet = fleet(1);
    var failed = new IllegalArgumentException("no Summary");
    var thrown =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                fleet.turn(
                    "a",
                    engine -> {
                      engine.observe(summaryBytes(50, BEGIN), BEGIN);
                      throw failed;
                    }));
    assertEquals(failed, thrown);
    assertEquals(1, numberIn(fleet, "a"));
  }

  @Test
  void anEngineThatStoppedIsReplaced() {
    var fleet = fleet(1);
    fleet.turn("a", engine -> engine.observe(summaryBytes(500, BEGIN), BEGIN));
    var discarded =
        assertThrows(
            DiscardedException.class,
            () ->
                fleet.turn(
                    "a",
                    engine -> {
                      engine.observe(summaryBytes(50, BEGIN), BEGIN);
                      MisuseTest.interruptInside(engine);
                      return engine.missed(BEGIN);
                    }));
    assertEquals(
        "the engine answers no more: its thread was interrupted inside steps. Make another, and "
            + "restore its saved state",
        discarded.getMessage());
    // The turn changed nothing, and the next ones have another engine.
    assertEquals(1, numberIn(fleet, "a"));
    assertEquals(0, numberIn(fleet, "b"));
  }

  @Test
  void aFleetNeedsAnEngine() {
    assertThrows(IllegalArgumentException.class, () -> fleet(0));
    assertThrows(RefusedException.class, () -> new Fleet(2, utf8("{"), Options.DEFAULTS));
  }
}
