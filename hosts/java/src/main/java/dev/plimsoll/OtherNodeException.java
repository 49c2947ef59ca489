package dev.plimsoll;

import java.util.List;

/** A document of a capture belongs to another node than those before it. */
public final class OtherNodeException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int NODES_NAMED = 3;
  private static final String ADVICE = "; give the documents of one node";

  private final String document;
  private final String node;

  @SuppressWarnings("serial") // The list is one of the JDK.
  private final List<String> others;

  OtherNodeException(String document, String node, List<String> others) {
    super(sentence(document, node, others));
    this.document = document;
    this.node = node;
    this.others = List.copyOf(others);
  }

  private static String sentence(String document, String node, List<String> others) {
    var named = String.join(", ", others.subList(0, Math.min(others.size(), NODES_NAMED)));
    int more = others.size() - NODES_NAMED;
    if (more > 0) named += " and " + more + " more";
    return node == null
        ? "the " + document + " is from nodes " + named + ", and no Summary names one" + ADVICE
        : "the " + document + " is from node " + named + ", and the capture is of " + node + ADVICE;
  }

  /** Returns Summary or PodList. */
  public String document() {
    return document;
  }

  /** Returns the node that the capture is of; null while no Summary has named it. */
  public String node() {
    return node;
  }

  /** Returns the nodes that the document is of. */
  public List<String> others() {
    return others;
  }
}
