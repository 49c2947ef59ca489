package dev.plimsoll;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;

/** The documents of a node with 1000 MiB of memory and two pods; greedy exceeds its request. */
final class Documents {
  static final Instant BEGIN = Instant.parse("2026-01-02T03:04:05Z");
  static final String CONFIGURATION = "{\"evictionHard\": {\"memory.available\": \"100Mi\"}}";
  static final String PODS =
      """
      {"kind": "PodList", "apiVersion": "v1", "items": [%s, %s]}\
      """
          .formatted(pod("modest", "1", "a", "500Mi"), pod("greedy", "2", "b", "10Mi"));

  /** A node whose file system is full, and what makes it reclaim. */
  static final byte[] FULL = disk(1);

  private Documents() {}

  static byte[] utf8(String text) {
    return text.getBytes(UTF_8);
  }

  private static String pod(String name, String uid, String container, String request) {
    return """
    {"metadata": {"namespace": "shop", "name": "%s", "uid": "%s"}, "spec": {"containers": [\
    {"name": "%s", "resources": {"requests": {"memory": "%s"}}}]}, \
    "status": {"phase": "Running"}}\
    """
        .formatted(name, uid, container, request);
  }

  /** Returns a Summary of that node with this many MiB available, at a time. */
  static String summary(long availableMebibytes, Instant time) {
    return """
    {"node": {"nodeName": "worker-3", "memory": {"time": "%s", "availableBytes": %d, \
    "workingSetBytes": %d}}, "pods": [%s, %s]}\
    """
        .formatted(
            time,
            availableMebibytes << 20,
            (1000 - availableMebibytes) << 20,
            stats("modest", "1", "a", 300, time),
            stats("greedy", "2", "b", 200, time));
  }

  private static String stats(String name, String uid, String container, long used, Instant time) {
    var memory = "{\"time\": \"%s\", \"workingSetBytes\": %d}".formatted(time, used << 20);
    return """
    {"podRef": {"namespace": "shop", "name": "%s", "uid": "%s"}, "memory": %s, \
    "containers": [{"name": "%s", "memory": %s}]}\
    """
        .formatted(name, uid, memory, container, memory);
  }

  static byte[] summaryBytes(long availableMebibytes, Instant time) {
    return utf8(summary(availableMebibytes, time));
  }

  static byte[] disk(int available) {
    return utf8(
        """
        {"node": {"fs": {"availableBytes": %1$d, "capacityBytes": 100}, \
        "runtime": {"imageFs": {"availableBytes": %1$d, "capacityBytes": 100}}}}\
        """
            .formatted(available));
  }

  /** Returns an engine with the node's configuration and pods. */
  static Engine engine() {
    var engine = new Engine(utf8(CONFIGURATION));
    assertEquals(2, engine.pods(utf8(PODS)));
    return engine;
  }

  static Engine diskEngine() {
    var options = Options.DEFAULTS.withLayout(new Layout(false, false));
    return new Engine(utf8("{\"evictionHard\": {\"nodefs.available\": \"50%\"}}"), options);
  }
}
