package dev.plimsoll;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON as a tree, or as the members of an object as they are written: the module reads
 * documents, and reads them more exactly.
 */
final class Json {
  /** Nothing of Kubernetes is deeper, and a text of this depth does not end the stack. */
  private static final int DEPTH_MAX = 1000;

  /** Longer integers may not fit into 64 bits. */
  private static final int LONG_DIGITS_MAX = 18;

  private final byte[] text;
  private int at;
  private int depth;

  private Json(byte[] text) {
    this.text = text;
  }

  /** The text is not JSON, or not of the kind that is expected. */
  static final class JsonException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    JsonException(String message) {
      super(message);
    }
  }

  /**
   * Returns a value as Map, List, String, Boolean, Long or null; a number with a fraction or of
   * more than 18 digits as BigDecimal.
   */
  static Object parse(byte[] text) {
    var json = new Json(text);
    Object value = json.value(true);
    json.end();
    return value;
  }

  /** Returns the members of an object as they are written; of equal names, the last one counts. */
  static Map<String, byte[]> members(byte[] object) {
    var json = new Json(object);
    var members = new LinkedHashMap<String, byte[]>();
    json.eachMember(
        name -> {
          members.put(name, json.skipped());
          return true;
        });
    json.end();
    return members;
  }

  /** Returns the first member of that name, and reads no further; null without one. */
  static byte[] member(byte[] object, String name) {
    var json = new Json(object);
    var found = new byte[1][];
    json.eachMember(
        each -> {
          byte[] value = json.skipped();
          if (each.equals(name)) found[0] = value;
          return found[0] == null;
        });
    return found[0];
  }

  /** Writes a text, or a map, list or boolean of them; members that are null are left out. */
  static String write(Object value) {
    if (value instanceof Map<?, ?> map) {
      var members = new ArrayList<String>();
      map.forEach(
          (name, member) -> {
            if (member != null) members.add(quoted((String) name) + ":" + write(member));
          });
      return "{" + String.join(",", members) + "}";
    }
    if (value instanceof List<?> list) {
      return "[" + String.join(",", list.stream().map(Json::write).toList()) + "]";
    }
    return value instanceof String string ? quoted(string) : String.valueOf(value);
  }

  private static String quoted(String string) {
    var quoted = new StringBuilder("\"");
    for (char each : string.toCharArray()) {
      if (each == '"' || each == '\\') quoted.append('\\').append(each);
      else if (each < ' ') quoted.append(String.format("\\u%04x", (int) each));
      else quoted.append(each);
    }
    return quoted.append('"').toString();
  }

  /** Reads the value of a member; false ends the reading of its object. */
  private interface MemberReader {
    boolean read(String name);
  }

  private Object value(boolean keeps) {
    space();
    return switch (peek()) {
      case '{' -> object(keeps);
      case '[' -> array(keeps);
      case '"' -> string(keeps);
      case 't' -> literal("true", Boolean.TRUE);
      case 'f' -> literal("false", Boolean.FALSE);
      case 'n' -> literal("null", null);
      default -> number(keeps);
    };
  }

  private byte[] skipped() {
    space();
    int start = at;
    value(false);
    return Arrays.copyOfRange(text, start, at);
  }

  private Map<String, Object> object(boolean keeps) {
    var members = keeps ? new LinkedHashMap<String, Object>() : null;
    eachMember(
        name -> {
          Object value = value(keeps);
          if (keeps) members.put(name, value);
          return true;
        });
    return members;
  }

  private void eachMember(MemberReader reader) {
    space();
    expect('{', "an object is expected");
    deeper();
    space();
    if (peek() == '}') {
      at++;
    } else {
      do {
        space();
        if (peek() != '"') throw wrong("the name of a member is expected");
        var name = string(true);
        space();
        expect(':', "a colon is expected");
        if (!reader.read(name)) return;
      } while (goesOn('}'));
    }
    depth--;
  }

  private List<Object> array(boolean keeps) {
    var items = keeps ? new ArrayList<Object>() : null;
    at++;
    deeper();
    space();
    if (peek() == ']') {
      at++;
    } else {
      do {
        Object value = value(keeps);
        if (keeps) items.add(value);
      } while (goesOn(']'));
    }
    depth--;
    return items;
  }

  /** Reads a comma, or the end of an object or a list. */
  private boolean goesOn(char end) {
    space();
    int next = peek();
    if (next != ',' && next != end) throw wrong("a comma or " + end + " is expected");
    at++;
    return next == ',';
  }

  private String string(boolean keeps) {
    int start = ++at;
    while (peek() != '"' && peek() != '\\') plain();
    if (peek() == '"') {
      at++;
      return keeps ? utf8(start, at - 1) : null;
    }
    var string = new StringBuilder();
    while (peek() != '"') {
      if (peek() != '\\') {
        plain();
        continue;
      }
      string.append(utf8(start, at++)).append(escaped());
      start = at;
    }
    return string.append(utf8(start, at++)).toString();
  }

  private void plain() {
    int next = peek();
    if (next < 0) throw wrong("the text ends inside a string");
    if (next < ' ') throw wrong("a string has a control character");
    at++;
  }

  private char escaped() {
    int next = peek();
    at++;
    int known = "\"\\/bfnrt".indexOf(next);
    if (known >= 0) return "\"\\/\b\f\n\r\t".charAt(known);
    if (next != 'u') throw wrong("a string has an unknown escape");
    int unit = 0;
    for (int digits = 0; digits < 4; digits++) {
      int digit = Character.digit(peek(), 16);
      if (digit < 0) throw wrong("four hexadecimal digits are expected");
      unit = unit * 16 + digit;
      at++;
    }
    return (char) unit;
  }

  private Object literal(String word, Object value) {
    for (char each : word.toCharArray()) expect(each, word + " is expected");
    return value;
  }

  private Object number(boolean keeps) {
    int start = at;
    if (peek() == '-') at++;
    int first = at;
    if (peek() == '0') at++;
    else digits();
    boolean isInteger = true;
    if (peek() == '.') {
      isInteger = false;
      at++;
      digits();
    }
    if (peek() == 'e' || peek() == 'E') {
      isInteger = false;
      at++;
      if (peek() == '+' || peek() == '-') at++;
      digits();
    }
    if (!keeps) return null;
    var written = utf8(start, at);
    if (isInteger && at - first <= LONG_DIGITS_MAX) return Long.valueOf(written);
    return new BigDecimal(written);
  }

  private void digits() {
    if (!isDigit()) throw wrong("a value is expected");
    while (isDigit()) at++;
  }

  private boolean isDigit() {
    return peek() >= '0' && peek() <= '9';
  }

  private void space() {
    while (peek() == ' ' || peek() == '\t' || peek() == '\r' || peek() == '\n') at++;
  }

  /** Returns the next byte, or -1 at the end. */
  private int peek() {
    return at < text.length ? text[at] & 0xff : -1;
  }

  private void expect(char mark, String otherwise) {
    if (peek() != mark) throw wrong(otherwise);
    at++;
  }

  private void deeper() {
    if (++depth > DEPTH_MAX) throw wrong("it is nested more than " + DEPTH_MAX + " times");
  }

  private void end() {
    space();
    if (at < text.length) throw wrong("characters follow the value");
  }

  private String utf8(int start, int end) {
    return new String(text, start, end - start, StandardCharsets.UTF_8);
  }

  private JsonException wrong(String what) {
    return new JsonException(what + ", at byte " + Math.min(at, text.length));
  }
}
