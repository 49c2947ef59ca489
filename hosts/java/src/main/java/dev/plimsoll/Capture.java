package dev.plimsoll;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import java.util.zip.ZipException;

/**
 * A recorded node: schemas/capture-1.schema.json. {@code plimsoll capture} makes them.
 *
 * <p>The first line is read when a capture is opened, the others while its records are taken. At
 * most one line of 20 MiB is held.
 */
public final class Capture implements Closeable {
  private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};
  private static final byte[] NULL = "null".getBytes(StandardCharsets.UTF_8);

  /** A fraction of more than nine digits is cut off after them. */
  private static final Pattern TIME =
      Pattern.compile(
          "(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d)(\\.\\d{1,9})?\\d*(Z|[+-]\\d\\d:\\d\\d)");

  private final Lines lines;
  private final Consumer<CaptureProblem> problems;
  private final Map<String, Object> header;
  private final byte[] configuration;

  private Capture(Lines lines, Consumer<CaptureProblem> problems) throws IOException {
    this.lines = lines;
    this.problems = problems;
    try {
      byte[] line = lines.next();
      if (line == null) throw new CaptureException("the capture has no header", null);
      if (Arrays.mismatch(line, MARK) == MARK.length) {
        line = Bytes.slice(line, MARK.length, line.length);
      }
      var members = Json.members(line);
      byte[] given = members.remove("config");
      configuration = given == null ? "{}".getBytes(StandardCharsets.UTF_8) : given;
      header = parsed(members);
      if (!"capture/1".equals(header.get("plimsoll"))) {
        throw new CaptureException(
            "the first line is not a capture/1 header; `plimsoll capture pack` makes a capture",
            null);
      }
    } catch (Json.JsonException | Lines.TooLongException wrong) {
      throw new CaptureException(
          "the first line is not a capture header: " + wrong.getMessage(), wrong);
    }
  }

  private static Map<String, Object> parsed(Map<String, byte[]> members) {
    var parsed = new HashMap<String, Object>();
    members.forEach((name, member) -> parsed.put(name, Json.parse(member)));
    return parsed;
  }

  /**
   * Opens a capture, plain or gzip. The first problem with a line is thrown.
   *
   * @param path of the file, which {@link #close} closes
   * @throws CaptureException if the file is not a capture
   */
  public static Capture open(Path path) throws IOException {
    return open(path, null);
  }

  /**
   * Opens a capture, plain or gzip.
   *
   * @param path of the file, which {@link #close} closes
   * @param problems takes what is wrong with a line, and the lines after it follow; with null, the
   *     first problem is thrown as a CaptureException
   * @throws CaptureException if the file is not a capture
   */
  public static Capture open(Path path, Consumer<CaptureProblem> problems) throws IOException {
    var stream = Files.newInputStream(path);
    try {
      return read(stream, problems);
    } catch (IOException | RuntimeException failed) {
      stream.close();
      throw failed;
    }
  }

  /**
   * Reads a capture, plain or gzip.
   *
   * @param stream which {@link #close} closes
   * @param problems as for {@link #open(Path, Consumer)}
   * @throws CaptureException if the bytes are not a capture
   */
  public static Capture read(InputStream stream, Consumer<CaptureProblem> problems)
      throws IOException {
    try {
      return new Capture(new Lines(stream), problems);
    } catch (ZipException | EOFException broken) {
      throw new CaptureException("the capture is not a gzip stream: " + broken, broken);
    }
  }

  /** Returns the name of the node; null if the header has none. */
  public String node() {
    return text(header.get("node"));
  }

  /** Returns the KubeletConfiguration that was in force; {@code {}} when none was recorded. */
  public byte[] configuration() {
    return configuration.clone();
  }

  /** Returns what the header says of the node: release, layout, capacity. */
  public Options options() {
    var options = Options.DEFAULTS.withKubeletVersion(text(header.get("kubelet")));
    if (header.get("layout") instanceof Map<?, ?> layout) {
      boolean isDedicated = Boolean.TRUE.equals(layout.get("dedicatedImageFs"));
      boolean isSplit = Boolean.TRUE.equals(layout.get("splitContainerFs"));
      options = options.withLayout(new Layout(isDedicated, isSplit));
    }
    if (header.get("capacity") instanceof Map<?, ?> capacity) {
      var quantities = new HashMap<String, String>();
      capacity.forEach((name, quantity) -> quantities.put((String) name, text(quantity)));
      options = options.withCapacity(quantities);
    }
    return options;
  }

  private static String text(Object value) {
    return value == null ? null : value.toString();
  }

  /**
   * Returns the records in the order of the file, to be taken once. A line that is not a record is
   * a problem; so is the place where a file is cut off, after which there are no more.
   */
  public Stream<CaptureRecord> records() {
    var each =
        new Spliterators.AbstractSpliterator<CaptureRecord>(
            Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL) {
          @Override
          public boolean tryAdvance(Consumer<? super CaptureRecord> action) {
            var record = next();
            if (record != null) action.accept(record);
            return record != null;
          }
        };
    return StreamSupport.stream(each, false);
  }

  /** Returns the next record; null after the last. */
  private CaptureRecord next() {
    while (true) {
      try {
        byte[] line = lines.next();
        return line == null ? null : record(lines.number(), Json.members(line));
      } catch (IOException cut) {
        report(lines.number(), new IOException("the capture ends here: " + cut, cut));
        return null;
      } catch (Lines.TooLongException | RuntimeException wrong) {
        report(lines.number(), wrong);
      }
    }
  }

  /** Reports a problem, or throws it. */
  void report(int line, Exception cause) {
    var problem = new CaptureProblem(line, cause);
    if (problems == null) throw new CaptureException(problem.toString(), cause);
    problems.accept(problem);
  }

  private static CaptureRecord record(int number, Map<String, byte[]> members) {
    if (members.containsKey("plimsoll")) {
      throw new IllegalArgumentException("a second header; give one capture");
    }
    if (!members.containsKey("pods")
        && !members.containsKey("summary")
        && !members.containsKey("summaryError")) {
      throw new IllegalArgumentException("it has neither a summary nor a summaryError nor pods");
    }
    byte[] reclaimed = members.get("reclaimed");
    return new CaptureRecord(
        number,
        time(textOf(members.get("time"))),
        document(members.get("pods")),
        document(members.get("summary")),
        textOf(members.get("summaryError")),
        document(reclaimed),
        Arrays.equals(reclaimed, NULL));
  }

  /** Returns null for a member that is absent or null. */
  private static byte[] document(byte[] member) {
    return Arrays.equals(member, NULL) ? null : member;
  }

  /** Returns a text; what is not one is kept as JSON. */
  private static String textOf(byte[] member) {
    if (member == null) return null;
    return member[0] == '"'
        ? (String) Json.parse(member)
        : new String(member, StandardCharsets.UTF_8);
  }

  private static Instant time(String text) {
    var found = TIME.matcher(text == null ? "" : text);
    if (!found.matches()) throw new IllegalArgumentException("it has no RFC 3339 time");
    var fraction = found.group(2) == null ? "" : found.group(2);
    try {
      var written = found.group(1) + fraction + found.group(3);
      var time = OffsetDateTime.parse(written).toInstant();
      Nanoseconds.of(time);
      return time;
    } catch (DateTimeException wrong) {
      throw new IllegalArgumentException("its time " + text + " does not exist", wrong);
    }
  }

  /** Closes the file or the stream. */
  @Override
  public void close() throws IOException {
    lines.close();
  }
}
