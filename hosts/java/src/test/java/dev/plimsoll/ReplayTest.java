package dev.plimsoll;

import static dev.plimsoll.Documents.BEGIN;
import static dev.plimsoll.Documents.CONFIGURATION;
import static dev.plimsoll.Documents.PODS;
import static dev.plimsoll.Documents.summary;
import static dev.plimsoll.Documents.utf8;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReplayTest {
  private static final Path EXAMPLES = Path.of("../../examples");
  private static final String HEADER =
      "{\"plimsoll\": \"capture/1\", \"node\": \"worker-3\", \"kubelet\": \"v1.35.8\", \"config\": "
          + CONFIGURATION
          + "}";

  private static String record(int seconds, int available, String more) {
    var now = BEGIN.plusSeconds(seconds);
    return "{\"time\": \"" + now + "\"" + more + ", \"summary\": " + summary(available, now) + "}";
  }

  private static ByteArrayInputStream captured(String... lines) {
    return new ByteArrayInputStream(
        utf8(
            Stream.concat(Stream.of(HEADER), Arrays.stream(lines))
                .map(line -> line + "\n")
                .collect(Collectors.joining())));
  }

  /** Returns the steps and the problems of a replay in the order in which they came. */
  private static List<String> outcomes(ByteArrayInputStream stream) throws IOException {
    var outcomes = new ArrayList<String>();
    try (var capture = Capture.read(stream, problem -> outcomes.add(problem.toString()))) {
      Replay.of(capture)
          .forEach(
              each -> {
                var evicted = each.step().evictions().stream().map(pod -> " " + pod.name());
                var what =
                    each.step().missed()
                        ? "missed (" + each.record().summaryError() + ")"
                        : each.step().action() + " of step " + each.step().number();
                outcomes.add(
                    each.record().line() + ": " + what + evicted.collect(Collectors.joining()));
              });
    }
    return outcomes;
  }

  @Test
  void aCaptureIsReplayed() throws IOException {
    var lines =
        captured(
            record(0, 500, ", \"pods\": " + PODS),
            "not a record",
            "",
            "{\"time\": \"2026-01-02T03:04:10Z\", \"summary\": null, \"summaryError\": \"late\"}",
            record(10, 50, ", \"pods\": {\"items\": 1}"),
            "{\"time\": \"2026-01-02T03:04:20Z\", \"summary\": {\"node\": 1}}",
            "{\"time\": \"2026-01-02T03:04:21Z\"}",
            "{\"time\": \"today\", \"summary\": {}}",
            "{\"time\": \"2026-02-30T00:00:00Z\", \"summary\": {}}",
            "{\"time\": \"9999-01-01T00:00:00Z\", \"summary\": {}}",
            HEADER,
            "[]");
    assertEquals(
        List.of(
            "2: NONE of step 1",
            "line 3 of the capture: an object is expected, at byte 0",
            "5: missed (late)",
            "line 6 of the capture: PodList $.items (byte 10): an array is expected here",
            "6: EVICT_POD of step 2 greedy",
            "line 7 of the capture: Summary $.node (byte 9): an object is expected here",
            "line 8 of the capture: it has neither a summary nor a summaryError nor pods",
            "line 9 of the capture: it has no RFC 3339 time",
            "line 10 of the capture: its time 2026-02-30T00:00:00Z does not exist",
            "line 11 of the capture: the time of a step is 9999-01-01T00:00:00Z; give one from "
                + "1677-09-21T00:12:43.145224192Z to 2262-04-11T23:47:16.854775807Z",
            "line 12 of the capture: a second header; give one capture",
            "line 13 of the capture: an object is expected, at byte 0"),
        outcomes(lines));
  }

  @Test
  void aCaptureIsReplayedForItsNodeAlone() throws IOException {
    var others = pods("c", "n2", "d", "n3", "e", "n4", "f", "n5");
    var lines =
        captured(
            "{\"time\": \"2026-01-02T03:04:00Z\", \"summary\": null"
                + pods("modest", "n1", "greedy", "n2")
                + "}",
            named(record(0, 500, ""), ""),
            named(record(10, 50, ""), "n1"),
            named(record(20, 500, others), "n1"),
            named(record(30, 500, ""), "n2"),
            named(record(40, 50, pods("modest", "n2", "greedy", "n1")), "n1"));
    var advice = "; give the documents of one node";
    assertEquals(
        List.of(
            "2: missed (null)",
            "line 3 of the capture: the PodList is from nodes n1, n2, and no Summary names one"
                + advice,
            "3: NONE of step 1",
            "4: EVICT_POD of step 2 modest",
            "line 5 of the capture: the PodList is from node n2, n3, n4 and 1 more, and the capture"
                + " is of n1"
                + advice,
            "5: NONE of step 3",
            "line 6 of the capture: the Summary is from node n2, and the capture is of n1" + advice,
            "6: missed (null)",
            "7: EVICT_POD of step 4 greedy"),
        outcomes(lines));
  }

  private static String named(String record, String node) {
    return record.replaceFirst("\"worker-3\"", "\"" + node + "\"");
  }

  /** Returns the member of a record with pods, each with its node. */
  private static String pods(String... namesAndNodes) {
    var items = new ArrayList<String>();
    for (int at = 0; at < namesAndNodes.length; at += 2) {
      var name = namesAndNodes[at];
      var uid = name.equals("greedy") ? "2" : name.equals("modest") ? "1" : name;
      items.add(
          """
          {"metadata": {"namespace": "shop", "name": "%s", "uid": "%s"}, \
          "spec": {"nodeName": "%s", "containers": [{"name": "b"}]}}\
          """
              .formatted(name, uid, namesAndNodes[at + 1]));
    }
    return ", \"pods\": {\"items\": [" + String.join(", ", items) + "]}";
  }

  @Test
  void theFirstProblemIsThrownWhenNobodyTakesIt() throws IOException {
    try (var capture = Capture.read(captured(record(0, 500, ""), "not a record"), null)) {
      var steps = Replay.of(capture).iterator();
      assertEquals(1, steps.next().step().number());
      var error = assertThrows(CaptureException.class, steps::hasNext);
      assertTrue(error.getMessage().startsWith("line 3 of the capture"), error.getMessage());
    }
  }

  @Test
  void documentsReachTheModuleAsTheyAreWritten() throws IOException {
    var text =
        "{\"node\": {\"memory\": {\"availableBytes\": 1.0e3, \"x\": 1e999, \"x\": \"\\u00e9\"}}}";
    var line =
        "{\"summary\" : " + text + ", \"time\": \"2026-01-02T03:04:05.123456789123+01:00\"}\r";
    try (var capture = Capture.read(captured(line), null)) {
      var record = capture.records().findFirst().orElseThrow();
      assertEquals(text, new String(record.summary(), UTF_8));
      assertEquals(Instant.parse("2026-01-02T02:04:05.123456789Z"), record.time());
    }
  }

  @Test
  void aHeaderSaysWhatAKubeletKnows() throws IOException {
    var header =
        "\ufeff{\"plimsoll\": \"capture/1\", \"node\": \"n1\", \"kubelet\": \"1.31\", "
            + "\"layout\": {\"dedicatedImageFs\": true}, \"capacity\": {\"memory\": \"8Gi\"}}";
    try (var capture = Capture.read(new ByteArrayInputStream(utf8(header)), null)) {
      var expected =
          Options.DEFAULTS
              .withKubeletVersion("1.31")
              .withLayout(new Layout(true, false))
              .withCapacity(Map.of("memory", "8Gi"));
      assertEquals(expected, capture.options());
      assertEquals("n1", capture.node());
      assertEquals("{}", new String(capture.configuration(), UTF_8));
      assertEquals(0, Replay.of(capture).count());
    }
  }

  @Test
  void aCaptureThatIsCutOffCountsUntilThere() throws IOException {
    var packed = new ByteArrayOutputStream();
    try (var writer = new GZIPOutputStream(packed)) {
      writer.write(captured(record(0, 500, ""), record(10, 500, "")).readAllBytes());
    }
    byte[] cut = Arrays.copyOf(packed.toByteArray(), packed.size() - 20);
    var outcomes = outcomes(new ByteArrayInputStream(cut));
    assertTrue(outcomes.size() < 3, outcomes.toString());
    var last = outcomes.get(outcomes.size() - 1);
    assertTrue(last.contains("the capture ends here: java.io.EOFException"), last);
  }

  @Test
  void aLongLineIsSkipped() throws IOException {
    var long20 = "{\"time\": \"2026-01-02T03:04:05Z\", \"summary\": \"" + "x".repeat(20 << 20);
    assertEquals(
        List.of(
            "line 2 of the capture: it has more than 20971520 bytes and is skipped",
            "3: NONE of step 1",
            "line 4 of the capture: it has more than 20971520 bytes and is skipped"),
        outcomes(captured(long20, record(0, 500, ""), long20)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n",
        "{",
        "[]",
        "null",
        "{\"plimsoll\": \"capture/2\"}",
        "{\"time\": 1}",
        "{\"plimsoll\": [[[",
        "\u001f\u008b",
        "\u001f\u008b\b none"
      })
  void whatIsNotACaptureIsRefused(String text) {
    // One character for each byte.
    byte[] bytes = text.getBytes(ISO_8859_1);
    assertThrows(CaptureException.class, () -> Capture.read(new ByteArrayInputStream(bytes), null));
  }

  @Test
  void aHostileHeaderIsAnError() throws IOException {
    var header = "{\"plimsoll\": \"capture/1\", \"kubelet\": 5, \"layout\": 1, \"capacity\": []}";
    try (var capture = Capture.read(new ByteArrayInputStream(utf8(header)), null)) {
      var refused = assertThrows(RefusedException.class, () -> Replay.of(capture));
      assertEquals("plimsoll.kubeletVersion", refused.errors().get(0).path());
    }
  }

  @Test
  void theExampleOfTheGoPackageIsReplayed() throws IOException {
    var path = Path.of("../go/testdata/node.plimsoll.ndjson");
    assumeTrue(Files.exists(path), "the file is in Plimsoll's repository");
    try (var capture = Capture.open(path)) {
      // hosts/go/example_test.go.
      assertEquals(
          List.of(
              "2026-01-02T03:04:05Z NONE []", "2026-01-02T03:04:15Z EVICT_POD [MemoryPressure]"),
          Replay.of(capture)
              .map(ReplayedStep::step)
              .map(step -> step.time() + " " + step.action() + " " + step.nodeConditions())
              .toList());
    }
  }

  // The recording is from a kubelet v1.35.8 that evicted eleven pods: test/recorded/README.md.
  @Test
  void theRecordedKubeletIsRepeated() throws IOException {
    var path = EXAMPLES.resolve("recorded-memory-hard.plimsoll.ndjson.gz");
    assumeTrue(Files.exists(path), "the examples are in Plimsoll's repository");
    var evicted = new ArrayList<String>();
    try (var capture = Capture.open(path)) {
      Replay.of(capture)
          .forEach(
              each -> {
                each.step().evictions().forEach(pod -> evicted.add(pod.name()));
                for (var detail : Detail.values()) {
                  assertEquals(each.step().digest(), each.step().detail(detail).digest());
                }
              });
    }
    assertEquals(11, evicted.size());
    assertEquals("nightly", evicted.get(0));
  }

  @Test
  void whatIsNotThereIsAnError() {
    assertThrows(IOException.class, () -> Capture.open(Path.of("absent")));
    assertInstanceOf(
        CaptureException.class,
        assertThrows(RuntimeException.class, () -> Capture.open(Path.of("pom.xml"))));
  }
}
