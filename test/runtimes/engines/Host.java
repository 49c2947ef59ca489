import dev.plimsoll.Detail;
import dev.plimsoll.Engine;
import dev.plimsoll.Options;
import dev.plimsoll.RefusedException;
import dev.plimsoll.Step;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;

/**
 * Plays a tape through hosts/java, as a program that imports it would, and prints the SHA-256 of
 * all answers; test/runtimes/tape.ts says what a tape looks like.
 *
 * <p>{@code java -cp CLASSES Host.java corpus.tape}
 */
public final class Host {
  private static final String TITLE = "plimsoll tape 1\n";
  private static final List<String> VERBS =
      List.of("configure", "pods", "observe", "reclaimed", "admit", "report");
  private static final int NO_SUMMARY = -1;

  private final ByteBuffer tape;
  private final Engine engine = new Engine("{}".getBytes());
  private final MessageDigest hash = MessageDigest.getInstance("SHA-256");
  private int answers;

  /** The step that the next report is about; null where it is about another verb. */
  private Step step;

  /** What was refused, until it is reported. */
  private RefusedException refused;

  private record Entry(String verb, int argument, long now, byte[] document) {}

  private Host(ByteBuffer tape) throws NoSuchAlgorithmException {
    this.tape = tape;
  }

  public static void main(String[] arguments) throws IOException, NoSuchAlgorithmException {
    try (var file = FileChannel.open(Path.of(arguments[0]))) {
      var tape = file.map(FileChannel.MapMode.READ_ONLY, 0, file.size());
      new Host(tape.order(ByteOrder.LITTLE_ENDIAN)).play();
    }
  }

  private void play() {
    if (!new String(bytes(TITLE.length())).equals(TITLE)) {
      throw new IllegalArgumentException("this is not a tape of this version");
    }
    int cases = tape.getInt();
    while (tape.hasRemaining()) {
      var entry = next();
      if (entry.verb.equals("report")) answer(Detail.values()[entry.argument]);
      else take(entry);
    }
    System.out.printf(
        "{\"digest\": \"%s\", \"cases\": %d, \"answers\": %d}%n",
        HexFormat.of().formatHex(hash.digest()), cases, answers);
  }

  private Entry next() {
    var verb = VERBS.get(tape.get());
    int argument = tape.getInt();
    long now = tape.getLong();
    return new Entry(verb, argument, now, bytes(verb.equals("report") ? 0 : Math.max(argument, 0)));
  }

  private byte[] bytes(int size) {
    var bytes = new byte[size];
    tape.get(bytes);
    return bytes;
  }

  /** Calls what the tape calls. A step that needs reclaim takes the next entry with it. */
  private void take(Entry entry) {
    step = null;
    try {
      switch (entry.verb) {
        case "configure" -> engine.configure(entry.document, Options.DEFAULTS);
        case "pods" -> engine.pods(entry.document);
        case "observe" -> step = stepOf(entry);
        case "admit" -> engine.admit(entry.document);
        default -> throw new IllegalStateException("the tape calls " + entry.verb + " too early");
      }
    } catch (RefusedException error) {
      refused = error;
    }
  }

  private Step stepOf(Entry entry) {
    var now = Instant.ofEpochSecond(0, entry.now);
    if (entry.argument == NO_SUMMARY) return engine.missed(now);
    return engine.observe(entry.document, now, functions -> afterReclaim());
  }

  private byte[] afterReclaim() {
    var after = next();
    if (!after.verb.equals("reclaimed")) {
      throw new IllegalStateException("a step waits for reclaim, and the tape goes on");
    }
    return after.argument == NO_SUMMARY ? null : after.document;
  }

  private void answer(Detail detail) {
    hash.update(refused == null ? engine.report(detail) : refused.json());
    hash.update((byte) '\n');
    // Every answer about a step must fit the types.
    if (refused == null && step != null) step.detail(detail);
    refused = null;
    answers++;
  }
}
