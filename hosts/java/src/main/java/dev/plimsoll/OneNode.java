package dev.plimsoll;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/** Holds the records of a capture to one node: the one that the first Summary names. */
final class OneNode {
  private static final byte[] NO_PODS = "{\"items\":[]}".getBytes(StandardCharsets.UTF_8);

  /** Null while no Summary has named it. */
  private String name;

  /** A list that came before anything named the node, and its nodes. */
  private byte[] early;

  private List<String> earlyNodes = List.of();

  /** What of a record is the node's; without pods, the list before stays in force. */
  record Documents(byte[] summary, byte[] pods) {}

  /** Leaves out what belongs to others: a Summary of another node counts as one not read. */
  Documents documents(Engine engine, CaptureRecord record, Consumer<Exception> problems) {
    var named = record.summary() == null ? null : nodeOf(record.summary());
    if (named != null && name != null && !named.equals(name)) {
      problems.accept(new OtherNodeException("Summary", name, List.of(named)));
      return new Documents(null, null);
    }
    if (name == null) name = named;
    try {
      return new Documents(record.summary(), podsOf(engine, record, problems));
    } catch (RefusedException refused) {
      problems.accept(refused);
      return new Documents(record.summary(), null);
    }
  }

  private byte[] podsOf(Engine engine, CaptureRecord record, Consumer<Exception> problems) {
    byte[] list = record.pods();
    if (name == null) return podsOfNone(engine, record, problems);
    if (list == null) list = early;
    early = null;
    if (list == null) return null;
    var found = engine.podsOfNode(list, name);
    if (found.named() > 0 || found.otherNodes().isEmpty()) return found.pods();
    problems.accept(new OtherNodeException("PodList", name, found.otherNodes()));
    return null;
  }

  /** Keeps a list: which of its pods are the node's is not known before a Summary names it. */
  private byte[] podsOfNone(Engine engine, CaptureRecord record, Consumer<Exception> problems) {
    if (record.pods() != null) {
      earlyNodes = engine.podsOfNode(record.pods(), "").otherNodes();
      early = record.pods();
    }
    if (record.summary() == null || earlyNodes.size() < 2) return record.pods();
    problems.accept(new OtherNodeException("PodList", null, earlyNodes));
    return NO_PODS;
  }

  /**
   * Returns the name that a Summary gives its node; null when it gives none. What is wrong with a
   * Summary, the engine says.
   */
  private static String nodeOf(byte[] summary) {
    try {
      byte[] node = Json.member(summary, "node");
      byte[] written = node == null ? null : Json.member(node, "nodeName");
      var name = written == null ? null : Json.parse(written);
      return name instanceof String text && !text.isEmpty() ? text : null;
    } catch (Json.JsonException wrong) {
      return null;
    }
  }
}
