package dev.plimsoll;

import static dev.plimsoll.Documents.utf8;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cases from RFC 8259. */
final class JsonTest {
  private static Object parsed(String text) {
    return Json.parse(utf8(text));
  }

  @Test
  void valuesAreRead() {
    assertEquals(
        Map.of("a", List.of(1L, -2L, true, false), "b", Map.of(), "c", List.of()),
        parsed(" { \"a\" : [ 1 , -2 , true , false ] , \"b\" : { } , \"c\" : [ ] } \r\n\t"));
    assertNull(parsed("null"));
    assertEquals(
        "é€\uD83D\uDE00 \"\\/\b\f\n\r\t",
        parsed("\"\\u00e9\\u20AC\\ud83d\\ude00 \\\"\\\\\\/\\b\\f\\n\\r\\t\""));
    assertEquals("é€\uD83D\uDE00", parsed("\"é€\uD83D\uDE00\""));
    assertEquals(Map.of("", 2L), parsed("{\"\": 1, \"\": 2}"));
  }

  @Test
  void numbersAreExact() {
    assertEquals(999_999_999_999_999_999L, parsed("999999999999999999"));
    assertEquals(new BigDecimal("18446744073709551616"), parsed("18446744073709551616"));
    assertEquals(new BigDecimal("0.1"), parsed("0.1"));
    assertEquals(new BigDecimal("-1E+400"), parsed("-1e+400"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "}",
        "[",
        "[1",
        "[1,",
        "[1,]",
        "[,]",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\":1,",
        "{\"a\":1,}",
        "{a:1}",
        "{\"a\" 1}",
        "[1}",
        "{\"a\":1]",
        "01",
        "-",
        "+1",
        "1.",
        ".1",
        "1e",
        "1e+",
        "0x1",
        "tru",
        "nul",
        "falsy",
        "NaN",
        "\"",
        "\"\\",
        "\"\\u12",
        "\"\\x\"",
        "\"\\u12g4\"",
        "\"\n\"",
        "1 2",
        "{} {}",
        "'a'",
        "\u00a01"
      })
  void whatIsNotJsonIsRefused(String text) {
    assertThrows(Json.JsonException.class, () -> parsed(text));
    var member = "{\"a\":" + text + "}";
    // A value that is whole may end early, and what follows it belongs to no member.
    assertThrows(Json.JsonException.class, () -> Json.members(utf8(member)), member);
  }

  @Test
  void deepTextsDoNotEndTheStack() {
    for (var open : List.of("[", "{\"a\":")) {
      byte[] deep = utf8(open.repeat(1_000_000));
      assertThrows(Json.JsonException.class, () -> Json.parse(deep));
      assertThrows(Json.JsonException.class, () -> Json.members(deep));
      Json.parse(utf8("[".repeat(1000) + "]".repeat(1000)));
    }
  }

  @Test
  void membersStayAsTheyAreWritten() {
    var members = Json.members(utf8("{\"a\" : { \"b\":1.0e3 } , \"\\u0062\":\"\\u00e9\"}"));
    assertEquals("{ \"b\":1.0e3 }", new String(members.get("a"), UTF_8));
    assertEquals("\"\\u00e9\"", new String(members.get("b"), UTF_8));
    byte[] broken = utf8("{\"a\": 1, \"b\": {");
    assertEquals("1", new String(Json.member(broken, "a"), UTF_8));
    assertThrows(Json.JsonException.class, () -> Json.member(broken, "c"));
    assertNull(Json.member(utf8("{}"), "a"));
  }
}
