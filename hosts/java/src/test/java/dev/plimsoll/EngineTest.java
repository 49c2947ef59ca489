package dev.plimsoll;

import static dev.plimsoll.Documents.BEGIN;
import static dev.plimsoll.Documents.CONFIGURATION;
import static dev.plimsoll.Documents.FULL;
import static dev.plimsoll.Documents.PODS;
import static dev.plimsoll.Documents.disk;
import static dev.plimsoll.Documents.diskEngine;
import static dev.plimsoll.Documents.engine;
import static dev.plimsoll.Documents.summaryBytes;
import static dev.plimsoll.Documents.utf8;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class EngineTest {
  private static final byte[] POD =
      utf8(
          "{\"kind\": \"Pod\", \"metadata\": {\"name\": \"new\"}, "
              + "\"spec\": {\"containers\": [{\"name\": \"c\"}]}}");

  @Test
  void theKubeletsMessageIsReported() {
    var engine = engine();
    var first = engine.observe(summaryBytes(500, BEGIN), BEGIN);
    assertEquals(Action.NONE, first.action());
    assertEquals(1, first.number());
    assertEquals(BEGIN, first.time());
    var later = BEGIN.plusSeconds(10);
    var step = engine.observe(summaryBytes(50, later), later);
    assertEquals(Action.EVICT_POD, step.action());
    assertEquals(List.of("MemoryPressure"), step.nodeConditions());
    // pkg/kubelet/eviction/helpers.go, evictionMessage.
    var message =
        "The node was low on resource: memory. Threshold quantity: 100Mi, available: 50Mi. "
            + "Container b was using 200Mi, request is 10Mi, has larger consumption of memory. ";
    var evicted = step.evictions().get(0);
    assertEquals(
        "shop greedy 2 Evicted",
        String.join(" ", evicted.namespace(), evicted.name(), evicted.uid(), evicted.reason()));
    assertEquals(message, evicted.message());
    assertNull(evicted.cause());
  }

  @Test
  void aStepIsExplainedUntilTheNextVerb() {
    var engine = engine();
    var step = engine.observe(summaryBytes(50, BEGIN), BEGIN);
    var ranking = step.detail(Detail.ARITHMETIC).ranking();
    assertEquals(
        List.of("greedy", "modest"), ranking.stream().map(Decision.RankedPod::name).toList());
    var why = step.explain(Query.pod("shop", "modest"));
    assertEquals("1", why.subject().uid());
    assertFalse(why.standing().isEmpty());
    assertEquals(
        List.of(
            "request from 10Mi to 400Mi",
            "priority from 0 to 2000000000",
            "threshold from 100Mi to 50Mi"),
        step.explain(Query.uid("2")).counterfactuals().stream()
            .map(each -> each.change() + " from " + each.from() + " to " + each.to())
            .toList());
    var ranked = step.explain(Query.rankedBy("pid.available"));
    assertEquals("pid.available", ranked.rankingSignal());
    var refused =
        assertThrows(RefusedException.class, () -> step.explain(Query.uid("a \"b\" \\ \u0001")));
    assertEquals(Status.NOT_FOUND, refused.status());
    engine.missed(BEGIN);
    assertThrows(StepPassedException.class, () -> step.detail(Detail.ARITHMETIC));
    assertThrows(StepPassedException.class, () -> step.explain(Query.uid("1")));
  }

  @Test
  void thePodsOfANodeAreTakenOutOfAList() {
    var engine = engine();
    var step = engine.observe(summaryBytes(50, BEGIN), BEGIN);
    var own = "{\"metadata\": {\"name\": \"own\"}, \"spec\": {\"nodeName\": \"n1\"}}";
    var fixed = "{\"metadata\": {\"annotations\": {\"kubernetes.io/config.source\": \"file\"}}}";
    var third = "{\"spec\": {\"nodeName\": \"n3\"}}";
    var mixed =
        "{\"items\": ["
            + third
            + ", "
            + own
            + ", {\"spec\": {\"nodeName\": \"n2\"}}, {}, "
            + fixed
            + ", "
            + third
            + "]}";
    var found = engine.podsOfNode(utf8(mixed), "n1");
    assertEquals("{\"items\": [" + own + "," + fixed + "]}", new String(found.pods(), UTF_8));
    assertEquals(1, found.named());
    assertEquals(List.of("n2", "n3"), found.otherNodes());
    assertEquals(3, found.ofOtherNodes());
    assertEquals(1, found.unscheduled());
    byte[] nameless = utf8("{\"items\": [{}, {}]}");
    assertSame(nameless, engine.podsOfNode(nameless, "n1").pods());
    assertEquals(0, engine.podsOfNode(nameless, "n1").unscheduled());
    Map.of(
            "", Status.INVALID_JSON,
            "{\"items\": [{}]", Status.INVALID_JSON,
            "{\"items\": [1]}", Status.WRONG_TYPE,
            "{}", Status.WRONG_DOCUMENT)
        .forEach(
            (list, status) ->
                assertEquals(
                    status, refusal(() -> engine.podsOfNode(utf8(list), "n1")).status(), list));
    // The step is still the engine's last one.
    assertNotNull(step.detail(Detail.ARITHMETIC));
  }

  @Test
  void aMissedStepDecidesNothing() {
    var engine = engine();
    var before = engine.observe(summaryBytes(50, BEGIN), BEGIN);
    var step = engine.missed(BEGIN.plusSeconds(1));
    assertTrue(step.missed());
    assertEquals(Action.NONE, step.action());
    assertEquals(before.number(), step.number());
    assertEquals(before.nodeConditions(), step.nodeConditions());
  }

  @Test
  void reclaimIsCalledInTheMiddleOfAStep() {
    byte[][] after = {disk(99), FULL, null};
    for (int index = 0; index < after.length; index++) {
      byte[] summary = after[index];
      var step =
          diskEngine()
              .observe(
                  FULL,
                  BEGIN,
                  functions -> {
                    // pkg/kubelet/eviction/helpers.go, buildSignalToNodeReclaimFuncs, without an
                    // imagefs.
                    var expected = List.of("DeleteAllUnusedContainers", "DeleteUnusedImages");
                    assertEquals(expected, functions);
                    return summary;
                  });
      assertEquals(index == 0, step.decision().reclaimSufficient());
    }
  }

  @Test
  void aReclaimThatFailsTakesTheStepBack() {
    var failed = new IllegalArgumentException("the runtime does not answer");
    List<Reclaim> reclaims =
        List.of(
            functions -> {
              throw failed;
            },
            functions -> new byte[0],
            functions -> utf8("{"));
    for (var reclaim : reclaims) {
      var engine = diskEngine();
      byte[] before = engine.save();
      assertThrows(RuntimeException.class, () -> engine.observe(FULL, BEGIN, reclaim));
      assertArrayEquals(before, engine.save());
      var step = engine.observe(FULL, BEGIN);
      assertEquals(1, step.number());
      assertEquals(diskEngine().observe(FULL, BEGIN).digest(), step.digest());
    }
  }

  private record Refusal(String what, Executable verb, Status status, String path, Long offset) {}

  @Test
  void whatIsRefusedChangesNothing() {
    var engine = engine();
    var large = new byte[(20 << 20) + 1];
    var text = "{\"node\": {\"memory\": {\"availableBytes\": \"1\"}}}";
    var none = Options.DEFAULTS;
    var refusals =
        List.of(
            new Refusal(
                "an empty Summary",
                () -> engine.observe(new byte[0], BEGIN),
                Status.INVALID_JSON,
                "$",
                0L),
            new Refusal(
                "a Summary that is cut off",
                () -> engine.observe(utf8("{\"node\": {"), BEGIN),
                Status.INVALID_JSON,
                "$.node",
                10L),
            new Refusal(
                "a number that is a text",
                () -> engine.observe(utf8(text), BEGIN),
                Status.WRONG_TYPE,
                "$.node.memory.availableBytes",
                39L),
            new Refusal(
                "an empty pod list", () -> engine.pods(new byte[0]), Status.INVALID_JSON, "$", 0L),
            new Refusal(
                "an empty pod", () -> engine.admit(new byte[0]), Status.INVALID_JSON, "$", 0L),
            new Refusal(
                "an empty configuration",
                () -> engine.configure(new byte[0], none),
                Status.INVALID_JSON,
                "$",
                0L),
            new Refusal(
                "a document that is too large",
                () -> engine.pods(large),
                Status.INPUT_TOO_LARGE,
                null,
                null),
            new Refusal(
                "bytes that are not a state",
                () -> engine.restore(utf8("state")),
                Status.INVALID_STATE,
                null,
                null),
            new Refusal(
                "bytes that are not a frozen list",
                () -> engine.thaw(utf8("list")),
                Status.INVALID_SNAPSHOT,
                null,
                null));
    for (var each : refusals) {
      var refused = refusal(each.verb);
      assertEquals(each.status, refused.status(), each.what);
      assertEquals(each.path, refused.path(), each.what);
      assertEquals(each.offset, refused.offset(), each.what);
      assertFalse(refused.reason().isEmpty(), each.what);
      assertTrue(new String(refused.json(), UTF_8).startsWith("{\"plimsoll\":\"error/1\""));
    }
    var step = engine.observe(summaryBytes(50, BEGIN), BEGIN);
    assertEquals(1, step.number());
    assertEquals("greedy", step.evictions().get(0).name());
  }

  @Test
  void everyErrorOfAConfigurationIsReported() {
    var broken = "{\"evictionHard\": {\"memory.available\": \"100MiB\", \"disk\": \"1\"}}";
    var refused = refusal(() -> new Engine(utf8(broken)));
    assertEquals(Status.INVALID_CONFIGURATION, refused.status());
    assertEquals(2, refused.errors().size());
    assertTrue(
        refused.getMessage().startsWith("KubeletConfiguration evictionHard["),
        refused.getMessage());
    assertTrue(refused.getMessage().endsWith(" (and 1 more)"), refused.getMessage());
    var place = refusal(() -> new Engine(utf8("{\"evictionHard\": []}")));
    assertEquals(
        "KubeletConfiguration $.evictionHard (byte 17): an object is expected here",
        place.getMessage());
  }

  @Test
  void optionsComplementTheConfiguration() {
    var options =
        Options.DEFAULTS.withKubeletVersion("v1.31.2+k3s1").withLayout(new Layout(true, false));
    for (var document : List.of("{}", " { } \n", CONFIGURATION)) {
      var policy = new Engine(utf8(document), options).policy();
      assertEquals("1.31", policy.kubeletVersion(), document);
      assertEquals(new Layout(true, false), policy.layout(), document);
    }
    assertNull(new Engine(utf8("{}")).policy().layout());
    for (var document : List.of("", " ", "{", "}", "[{}]", "{\"a\": \"}", "{} {}", "null")) {
      refusal(() -> new Engine(utf8(document), options));
    }
    var wrong = refusal(() -> new Engine(utf8("{}"), Options.DEFAULTS.withKubeletVersion("2")));
    assertEquals("plimsoll.kubeletVersion", wrong.errors().get(0).path());
    var all =
        Options.DEFAULTS
            .withCapacity(Map.of("memory", "8Gi"))
            .withProfile("kubelet")
            .withWhatIf()
            .withReplacedByFlags(List.of("evictionHard"));
    assertEquals("kubelet", new Engine(utf8("{}"), all).policy().profile());
  }

  @Test
  void aTimeThatNanosecondsDoNotHoldIsAnError() {
    var engine = engine();
    var first = Instant.ofEpochSecond(0, Long.MIN_VALUE);
    var last = Instant.ofEpochSecond(0, Long.MAX_VALUE);
    for (var now : List.of(first, last, Instant.ofEpochSecond(-1, 1), Instant.EPOCH)) {
      assertEquals(now, engine.missed(now).time());
    }
    for (var now : List.of(Instant.MIN, first.minusNanos(1), last.plusNanos(1), Instant.MAX)) {
      byte[] summary = summaryBytes(50, BEGIN);
      assertThrows(IllegalArgumentException.class, () -> engine.observe(summary, now));
      assertThrows(IllegalArgumentException.class, () -> engine.missed(now));
    }
  }

  @Test
  void aStateIsRestoredInAnotherEngine() {
    var first = engine();
    first.observe(summaryBytes(50, BEGIN), BEGIN);
    var second = new Engine(utf8(CONFIGURATION));
    second.thaw(first.freeze());
    second.restore(first.save());
    var now = BEGIN.plusSeconds(10);
    var expected = first.observe(summaryBytes(50, now), now);
    var step = second.observe(summaryBytes(50, now), now);
    assertEquals(expected.digest(), step.digest());
    assertEquals(2, step.number());
  }

  @Test
  void admissionFollowsTheConditions() {
    var engine = engine();
    assertTrue(engine.admit(POD).admit());
    engine.observe(summaryBytes(50, BEGIN), BEGIN);
    var admission = engine.admit(POD);
    assertFalse(admission.admit());
    // pkg/kubelet/eviction/eviction_manager.go, Admit.
    assertEquals("The node had condition: [MemoryPressure]. ", admission.message());
  }

  @Test
  void theFactsOfPodsAreRead() {
    var engine = engine();
    engine.pods(utf8(PODS));
    var table = PodTable.read(engine.report(Detail.DECISION));
    var greedy = table.pods().get(1);
    assertEquals("greedy", greedy.name());
    assertEquals("Burstable", greedy.qosClass());
    assertEquals("10Mi", greedy.memoryRequest());
    assertNull(greedy.ephemeralStorageLimit());
  }

  private static RefusedException refusal(Executable verb) {
    return assertThrows(RefusedException.class, verb);
  }
}
