package dev.plimsoll;

import static dev.plimsoll.Documents.BEGIN;
import static dev.plimsoll.Documents.CONFIGURATION;
import static dev.plimsoll.Documents.FULL;
import static dev.plimsoll.Documents.PODS;
import static dev.plimsoll.Documents.diskEngine;
import static dev.plimsoll.Documents.engine;
import static dev.plimsoll.Documents.summaryBytes;
import static dev.plimsoll.Documents.utf8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class MisuseTest {
  /** All ways to call an engine. */
  private static Map<String, Executable> verbsOf(Engine engine) {
    var verbs = new LinkedHashMap<String, Executable>();
    verbs.put("configure", () -> engine.configure(utf8(CONFIGURATION), Options.DEFAULTS));
    verbs.put("pods", () -> engine.pods(utf8(PODS)));
    verbs.put("podsOfNode", () -> engine.podsOfNode(utf8(PODS), "n1"));
    var empty = new ByteArrayInputStream(utf8("{}"));
    verbs.put("splitObjects", () -> engine.splitObjects(empty, document -> {}));
    verbs.put("observe", () -> engine.observe(FULL, BEGIN));
    verbs.put("missed", () -> engine.missed(BEGIN));
    verbs.put("admit", () -> engine.admit(utf8("{\"spec\": {}}")));
    verbs.put("report", () -> engine.report(Detail.DECISION));
    verbs.put("save", engine::save);
    verbs.put("restore", () -> engine.restore(new byte[0]));
    verbs.put("freeze", engine::freeze);
    verbs.put("freezeSummary", engine::freezeSummary);
    verbs.put("thaw", () -> engine.thaw(new byte[0]));
    verbs.put("steps", () -> engine.steps(new byte[0]));
    return verbs;
  }

  private static void expectEach(Map<String, Executable> calls, Class<? extends Exception> error) {
    calls.forEach((name, call) -> assertThrows(error, call, name));
  }

  @Test
  void anEngineServesOneThreadAtATime() throws ExecutionException, InterruptedException {
    var engine = engine();
    var threads = Executors.newFixedThreadPool(4);
    var ends = new ArrayList<Future<?>>();
    for (int count = 0; count < 4; count++) {
      ends.add(
          threads.submit(
              () -> {
                for (int turn = 0; turn < 100; turn++) {
                  try {
                    var step = engine.observe(summaryBytes(50, BEGIN), BEGIN);
                    assertEquals(List.of("MemoryPressure"), step.nodeConditions());
                  } catch (InUseException expected) {
                    Thread.onSpinWait();
                  }
                }
              }));
    }
    for (var end : ends) end.get();
    threads.shutdown();
  }

  @Test
  void aReclaimCallsNothingOfItsEngine() {
    var engine = diskEngine();
    var step =
        engine.observe(
            FULL,
            BEGIN,
            functions -> {
              expectEach(verbsOf(engine), InUseException.class);
              return FULL;
            });
    assertEquals(1, step.number());
    assertFalse(step.decision().reclaimSufficient());
  }

  @Test
  void anEngineOfAFleetIsTheNodesForItsTurnOnly() {
    var fleet = new Fleet(1, utf8(CONFIGURATION), Options.DEFAULTS);
    var kept = new ArrayList<Engine>();
    var step =
        fleet.turn(
            "a",
            engine -> {
              kept.add(engine);
              engine.pods(utf8(PODS));
              return engine.observe(summaryBytes(50, BEGIN), BEGIN);
            });
    fleet.turn(
        "b",
        engine -> {
          expectEach(verbsOf(kept.get(0)), TurnPassedException.class);
          assertThrows(TurnPassedException.class, () -> step.detail(Detail.ARITHMETIC));
          assertThrows(TurnPassedException.class, () -> step.explain(Query.uid("2")));
          return null;
        });
    assertEquals(1, FleetTest.numberIn(fleet, "a"));
    assertEquals(0, FleetTest.numberIn(fleet, "b"));
  }

  @Test
  void aTurnInsideATurnIsAnError() {
    var fleet = new Fleet(2, utf8(CONFIGURATION), Options.DEFAULTS);
    fleet.turn(
        "a",
        engine -> {
          for (var node : List.of("a", "b")) {
            assertThrows(InUseException.class, () -> fleet.turn(node, inner -> null));
          }
          return engine.observe(summaryBytes(50, BEGIN), BEGIN);
        });
    assertEquals(1, FleetTest.numberIn(fleet, "a"));
  }

  @Test
  void anInterruptedThreadTakesSteps() {
    var engine = engine();
    Thread.currentThread().interrupt();
    var step = engine.observe(summaryBytes(50, BEGIN), BEGIN);
    assertTrue(Thread.interrupted());
    assertEquals(1, step.evictions().size());
  }

  /** Interrupts this thread in the middle of a verb that takes long. */
  static void interruptInside(Engine engine) {
    var step = new PackableStep(BEGIN, summaryBytes(500, BEGIN), null, false);
    byte[] packed = PackableStep.pack(Collections.nCopies(15_000, step), null);
    var caller = Thread.currentThread();
    var isOver = new AtomicBoolean();
    // An interrupt between two verbs only waits for the next one, so there are several.
    var interrupter =
        new Thread(
            () -> {
              while (!isOver.get()) {
                caller.interrupt();
                LockSupport.parkNanos(5_000_000);
              }
            });
    interrupter.start();
    assertThrows(
        DiscardedException.class,
        () -> {
          while (true) engine.steps(packed);
        });
    isOver.set(true);
    while (interrupter.isAlive()) Thread.onSpinWait();
    assertTrue(Thread.interrupted());
  }

  @Test
  void anInterruptInsideAVerbDiscardsTheEngine() {
    var engine = engine();
    interruptInside(engine);
    expectEach(verbsOf(engine), DiscardedException.class);
  }

  @Test
  void aNullThatIsNoDocumentIsAnError() {
    var engine = engine();
    var error = assertThrows(NullPointerException.class, () -> engine.observe(null, BEGIN));
    assertTrue(error.getMessage().contains("call missed"), error.getMessage());
    assertThrows(NullPointerException.class, () -> engine.pods(null));
    assertThrows(NullPointerException.class, () -> engine.observe(FULL, null));
    assertEquals(1, engine.observe(summaryBytes(50, BEGIN), BEGIN).number());
  }
}
