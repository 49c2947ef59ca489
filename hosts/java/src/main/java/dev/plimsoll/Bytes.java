package dev.plimsoll;

import java.util.Arrays;

/** Takes arrays of bytes apart and puts them together. */
final class Bytes {
  private Bytes() {}

  static byte[] joined(byte[]... parts) {
    var whole = new byte[Arrays.stream(parts).mapToInt(part -> part.length).sum()];
    int at = 0;
    for (byte[] part : parts) {
      System.arraycopy(part, 0, whole, at, part.length);
      at += part.length;
    }
    return whole;
  }

  /** Returns the bytes from one offset to another, or to the end if that is nearer. */
  static byte[] slice(byte[] bytes, int from, int to) {
    return Arrays.copyOfRange(bytes, from, Math.min(to, bytes.length));
  }
}
