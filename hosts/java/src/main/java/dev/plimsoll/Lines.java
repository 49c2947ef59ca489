package dev.plimsoll;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/** The lines of a capture, plain or gzip, one at a time. */
final class Lines implements Closeable {
  /** A line with more bytes than a document may have is skipped, so memory stays bounded. */
  static final int BYTES_MAX = 20 << 20;

  private static final int BUFFER_BYTES = 1 << 16;
  private static final int GZIP_FIRST = 0x1f;
  private static final int GZIP_SECOND = 0x8b;

  private final InputStream stream;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int at;
  private int end;

  /** Counts from 1. */
  private int number;

  Lines(InputStream source) throws IOException {
    var buffered = new BufferedInputStream(source, BUFFER_BYTES);
    buffered.mark(2);
    boolean isPacked = buffered.read() == GZIP_FIRST && buffered.read() == GZIP_SECOND;
    buffered.reset();
    stream = isPacked ? new GZIPInputStream(buffered, BUFFER_BYTES) : buffered;
  }

  /** Returns the number of the line that was returned last, or that could not be read. */
  int number() {
    return number;
  }

  /** The line has more bytes than a document may have. */
  static final class TooLongException extends Exception {
    private static final long serialVersionUID = 1L;

    TooLongException() {
      super("it has more than " + BYTES_MAX + " bytes and is skipped");
    }
  }

  /** Returns the next line that is not blank, without its end; null after the last. */
  byte[] next() throws IOException, TooLongException {
    byte[] line;
    do {
      line = read();
    } while (line != null && isBlank(line));
    return line;
  }

  private byte[] read() throws IOException, TooLongException {
    number++;
    if (at == end && !fill()) return null;
    var line = new ByteArrayOutputStream();
    boolean isTooLong = false;
    do {
      int start = at;
      while (at < end && buffer[at] != '\n') at++;
      isTooLong = isTooLong || line.size() + at - start > BYTES_MAX;
      if (isTooLong) line.reset();
      else line.write(buffer, start, at - start);
    } while (at == end && fill());
    if (at < end) at++; // The end of the line.
    if (isTooLong) throw new TooLongException();
    return line.toByteArray();
  }

  private boolean fill() throws IOException {
    at = 0;
    end = Math.max(0, stream.read(buffer));
    return end > 0;
  }

  private static boolean isBlank(byte[] line) {
    for (byte each : line) if (each != ' ' && each != '\t' && each != '\r') return false;
    return true;
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
