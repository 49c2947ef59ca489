package dev.plimsoll;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A text of objects that is being split: all of it, or a list that is an item of a list. The module
 * says where to cut; assembly/README.md describes its answers.
 */
final class ObjectText {
  /** The size that ends a text. */
  static final int END = -1;

  /** How much of a text is read at once. */
  private static final int PART_BYTES = 1 << 16;

  private final Engine engine;
  private final Consumer<ObjectDocument> documents;
  private final int level;

  /** Where the list is; null for all of the text. */
  private final String list;

  /** What is held of the text, from {@code base} on. */
  private byte[] held;

  private long base;

  /** Cuts whose list has not said what its items are, and those after them. */
  private List<Piece> waiting = new ArrayList<>();

  private record Piece(Map<String, Object> cut, byte[] bytes) {}

  ObjectText(Engine engine, Consumer<ObjectDocument> documents) {
    this(engine, documents, 0, null);
    held = new byte[0];
  }

  private ObjectText(Engine engine, Consumer<ObjectDocument> documents, int level, String list) {
    this.engine = engine;
    this.documents = documents;
    this.level = level;
    this.list = list;
  }

  void readAll(InputStream objects) throws IOException {
    engine.splitFrom(0, level);
    while (true) {
      byte[] part = objects.readNBytes(PART_BYTES);
      if (part.length == 0) break;
      held = Bytes.joined(held, part);
      while (part.length > 0) {
        var found = engine.split(part);
        part = after(part, (int) number(found, "taken"));
        handOn(cutsOf(found), found);
        long keep = number(found, "keep");
        held = after(held, (int) (keep - base));
        base = keep;
      }
    }
    var found = engine.split(null);
    handOn(cutsOf(found), found);
  }

  /** Splits a list that is an item of a list: scripts make them of several answers of kubectl. */
  private void readNested() {
    engine.splitFrom(base, level);
    var cuts = new ArrayList<Map<String, Object>>();
    Map<String, Object> found = Map.of();
    int at = 0;
    while (at < held.length && !found.containsKey("problem")) {
      found = engine.split(Bytes.slice(held, at, at + PART_BYTES));
      at += (int) number(found, "taken");
      cuts.addAll(cutsOf(found));
    }
    if (!found.containsKey("problem")) {
      found = engine.split(null);
      cuts.addAll(cutsOf(found));
    }
    handOn(cuts, found);
  }

  private void handOn(List<Map<String, Object>> cuts, Map<String, Object> found) {
    for (var cut : cuts) {
      if (cut.containsKey("kind")) {
        var before = waiting;
        waiting = new ArrayList<>();
        for (var piece : before) handOn(piece, (String) cut.get("kind"));
      }
      if (!cut.containsKey("start")) continue;
      int start = (int) (number(cut, "start") - base);
      int end = (int) (number(cut, "end") - base);
      var piece = new Piece(cut, Bytes.slice(held, start, end));
      boolean isUnknown = cut.containsKey("first") || !waiting.isEmpty();
      if (!cut.containsKey("kind") && isUnknown) waiting.add(piece);
      else handOn(piece, (String) cut.getOrDefault("kind", ""));
    }
    if (found.containsKey("problem")) {
      throw new ObjectsException((String) found.get("problem"), (String) found.get("advice"));
    }
  }

  private void handOn(Piece piece, String kind) {
    long start = number(piece.cut, "start");
    if (piece.cut.containsKey("list")) {
      var place = (list == null ? "$" : list) + ".items[" + number(piece.cut, "list") + "]";
      var inner = new ObjectText(engine, documents, level + 1, place);
      inner.held = piece.bytes;
      inner.base = start;
      inner.readNested();
    } else if (piece.cut.containsKey("first")) {
      byte[] head = utf8("{\"kind\":" + Json.write(kind) + ",\"items\":[");
      byte[] bytes = Bytes.joined(head, piece.bytes, utf8("]}"));
      long first = number(piece.cut, "first");
      documents.accept(new ObjectDocument(bytes, start, head.length, first, list));
    } else {
      documents.accept(new ObjectDocument(piece.bytes, start, 0, -1, list));
    }
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> cutsOf(Map<String, Object> found) {
    return (List<Map<String, Object>>) found.get("cuts");
  }

  private static long number(Map<String, Object> answer, String name) {
    return (Long) answer.get(name);
  }

  private static byte[] after(byte[] bytes, int from) {
    return Bytes.slice(bytes, from, bytes.length);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
