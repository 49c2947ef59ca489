package dev.plimsoll;

import static dev.plimsoll.Documents.engine;
import static dev.plimsoll.Documents.utf8;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ObjectsTest {
  private static List<ObjectDocument> documents(InputStream objects) throws IOException {
    var found = new ArrayList<ObjectDocument>();
    engine().splitObjects(objects, found::add);
    return found;
  }

  /** Gives one byte at a time. */
  private static InputStream slow(byte[] bytes) {
    return new ByteArrayInputStream(bytes) {
      @Override
      public synchronized int read(byte[] into, int offset, int size) {
        return super.read(into, offset, Math.min(size, 1));
      }
    };
  }

  private static String text(ObjectDocument document) {
    return "%s %d %d %d %s"
        .formatted(
            new String(document.bytes(), UTF_8),
            document.offset(),
            document.prefix(),
            document.firstItem(),
            document.list());
  }

  @Test
  void aTextOfObjectsIsSplit() throws IOException {
    var inner = "{\"items\": [{\"kind\": \"Pod\"}], \"kind\": \"List\"}";
    byte[] text =
        utf8(
            "{\"kind\": \"Node\"} {\"items\": [{\"kind\": \"Pod\"}, "
                + inner
                + ", {}], \"kind\": \"List\"}");
    var expected =
        List.of(
            "{\"kind\": \"Node\"} 0 0 -1 null",
            "{\"kind\":\"List\",\"items\":[{\"kind\": \"Pod\"}]} 28 24 0 null",
            inner + " 45 0 -1 $.items[1]",
            "{\"kind\":\"List\",\"items\":[{}]} 91 24 2 null");
    for (var objects : List.of(new ByteArrayInputStream(text), slow(text))) {
      assertEquals(expected, documents(objects).stream().map(ObjectsTest::text).toList());
    }
  }

  @Test
  void aLargeListIsSplitBetweenItsItems() throws IOException {
    int pods = 3000;
    var item = "{\"metadata\": {\"name\": \"" + "a".repeat(1000) + "\"}}";
    var items = String.join(",", Collections.nCopies(pods, item));
    var list = "{\"items\": [" + items + "], \"kind\": \"PodList\"}";
    var found = documents(new ByteArrayInputStream(utf8(list)));
    assertEquals(3, found.size());
    long count = 0;
    for (var document : found) {
      assertEquals(count, document.firstItem());
      var text = new String(document.bytes(), UTF_8);
      assertTrue(text.startsWith("{\"kind\":\"PodList\",\"items\":[{"));
      count += text.split("metadata", -1).length - 1;
    }
    assertEquals(pods, count);
  }

  @Test
  void aTextThatIsCutOffIsRefusedAfterItsDocuments() {
    var objects = new ByteArrayInputStream(utf8("{\"kind\": \"Pod\"} {\"kind"));
    var error = assertThrows(ObjectsException.class, () -> documents(objects));
    assertEquals(
        "it ends inside an object, at byte 22; it was cut off: get it again", error.getMessage());
    assertEquals("it was cut off: get it again", error.advice());
  }
}
